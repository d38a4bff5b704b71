// Python's values on the device: a word each, with containers in the warp's arena.
//
// One warp runs one program on one sample. All its lanes hold the same words and take the same branches; where there is a
// container to walk, the lanes walk it together. What is here is therefore of two kinds: functions that all lanes call with
// the same arguments ("together"), and functions that a lane may call alone with its own ("alone").
//
// Memory of the arena that all lanes write with the same word needs no sync: a lane sees what it wrote itself. What lanes
// write apart (`for (k = lane(); ...)`) is seen by others after the next `__syncwarp`; `finish_...` does that. `take` and
// `give_back` sync, so that no slow lane writes into memory that a quick one uses for something else already.
#pragma once
#include "../warp.cuh"

typedef u64 Val;
typedef long long i64;

enum Tag {
    NONE = 0,
    BOOL = 1,
    INT = 2,
    PAIR = 3,   // (a, b) of two ints
    CELL = 4,   // (colour, (i, j))
    TRIPLE = 5, // (i, j, colour), or any three ints
    OP = 6,
    TUPLE = 7,
    GRID = 8,
    SET = 9,
    FUNC = 10,
};

// Python's exceptions, numbered as `Exception` in Rust, plus one; and PUNT: the CPU has to run this row.
enum Fail {
    FINE_SO_FAR = 0,
    ATTRIBUTE_ERROR = 1,
    INDEX_ERROR = 2,
    KEY_ERROR = 3,
    OVERFLOW_ERROR = 4,
    RECURSION_ERROR = 5,
    RUNTIME_ERROR = 6,
    STOP_ITERATION = 7,
    TYPE_ERROR = 8,
    VALUE_ERROR = 9,
    ZERO_DIVISION_ERROR = 10,
    PUNT = 64,
};

// Why a row is punted.
enum Reason {
    NO_REASON = 0,
    NO_SUCH_OP = 1,       // the operation, or this form of it, is not written for devices
    ARENA_FULL = 2,
    OUT_OF_RANGE = 3,     // a number that does not fit where it has to go
    ORDER_UNKNOWN = 4,    // something asks for an order that is not known here
    TOO_MUCH_FUEL = 5,
    TOO_DEEP = 6,
    SWITCHED_OFF = 7,
    NO_FORM_OF_RESULT = 8,
    TOO_LARGE_HERE = 9,
};

// Words of shared memory that a warp has for tables.
#define SCRATCH_WORDS 2048

struct Vm {
    u64 *arena;
    // Where values lie: the arena, and the programs' constants with the samples' grids, which are never written.
    const u64 *lies_in[2];
    u32 *scratch;
    const struct ProgramsArgs *args;
    u32 top, room; // words of the arena
    // Where a loop gives memory back to after each call, if one does.
    u32 loop;
    u32 fail, reason, reason_op;
    u32 depth, deepest;
    // How deep this machine's own calls are nested: its stack is short.
    u32 nested;
    u64 fuel, memory, most_memory;
    i64 started; // by the multiprocessor's clock
};

// ---- words ----

#define IN_CONSTANTS ((u64)1 << 63)

DEVICE u32 tag(Val v) { return (u32)v & 15; }
DEVICE bool is_int(Val v) { return tag(v) == INT || tag(v) == BOOL; } // isinstance(v, int)
DEVICE bool is_tuple(Val v) {
    u32 t = tag(v);
    return t == PAIR || t == CELL || t == TRIPLE || t == TUPLE || t == GRID;
}
DEVICE bool is_heap(Val v) { return tag(v) >= TUPLE; }
DEVICE bool is_function(Val v) { return tag(v) == OP || tag(v) == FUNC; }

#define NOTHING ((Val)NONE)
DEVICE Val bool_val(bool b) { return (u64)b << 4 | BOOL; }
DEVICE i64 int_of(Val v) { return (i64)v >> 4; } // of an int or a bool
DEVICE Val int_val_unchecked(i64 n) { return (u64)n << 4 | INT; }
DEVICE bool fits_int(i64 n) { return n >= -((i64)1 << 58) && n < (i64)1 << 58; }
DEVICE bool fits_pair(i64 n) { return n >= -((i64)1 << 29) && n < (i64)1 << 29; }
DEVICE bool fits_cell(i64 n) { return n >= -((i64)1 << 19) && n < (i64)1 << 19; }
// No check: for places that are known to be near a grid.
DEVICE Val pair_val(i32 a, i32 b) { return (u64)((u32)b & 0x3fffffffu) << 34 | (u64)((u32)a & 0x3fffffffu) << 4 | PAIR; }
DEVICE i32 first_of(Val pair) { return (i32)((u32)(pair >> 4) << 2) >> 2; }
DEVICE i32 second_of(Val pair) { return (i32)((i64)pair >> 34); }
DEVICE Val three_val(u32 tag, i32 c, i32 i, i32 j) {
    return (u64)((u32)c & 0xfffffu) << 4 | (u64)((u32)i & 0xfffffu) << 24 | (u64)((u32)j & 0xfffffu) << 44 | tag;
}
DEVICE Val cell_val(i32 c, i32 i, i32 j) { return three_val(CELL, c, i, j); }
// The three numbers of a CELL (colour, i, j) or of a TRIPLE (i, j, colour stored as colour, i, j).
DEVICE i32 colour_of(Val cell) { return (i32)((u32)(cell >> 4) << 12) >> 12; }
DEVICE i32 row_of(Val cell) { return (i32)((u32)(cell >> 24) << 12) >> 12; }
DEVICE i32 column_of(Val cell) { return (i32)((i64)cell >> 44); }
DEVICE Val op_val(u32 op) { return (u64)op << 4 | OP; }
DEVICE u32 op_of(Val v) { return (u32)(v >> 4) & 255; }

// ---- failing ----

// Notes what went wrong, unless something did already. Gives nothing, so that `return raise(...)` reads well.
DEVICE Val raise(Vm &vm, u32 what) {
    if (!vm.fail) vm.fail = what;
    return NOTHING;
}
DEVICE Val punt(Vm &vm, u32 reason) {
    if (!vm.fail) {
        vm.fail = PUNT;
        vm.reason = reason;
    }
    return NOTHING;
}
// Calls that may fail are followed by this.
#define CHECK(vm) \
    if ((vm).fail) return NOTHING

DEVICE Val int_val(Vm &vm, i64 n) { return fits_int(n) ? int_val_unchecked(n) : punt(vm, OUT_OF_RANGE); }

// ---- the arena ----

DEVICE Val ref_val(u32 tag, u32 word) { return (u64)word << 4 | tag; }
DEVICE const u64 *words_of(const Vm &vm, Val v) {
    return vm.lies_in[v >> 63] + (v << 1 >> 5);
}
// Only of what this row made itself.
DEVICE u64 *own_words_of(const Vm &vm, Val v) { return vm.arena + (v >> 4); }

// So many words; 0 (which is nobody's place) if there are none left. Together.
CALLED u32 take(Vm &vm, u32 words) {
    __syncwarp();
    if (words > vm.room - vm.top) {
        punt(vm, ARENA_FULL);
        return 0;
    }
    u32 at = vm.top;
    vm.top += words;
    return at;
}
DEVICE u32 words_for_bytes(u32 bytes) { return (bytes + 7) >> 3; }

// What was taken since `top` was read is free again. Together; nothing of it may be used afterwards.
DEVICE void give_back(Vm &vm, u32 top) {
    __syncwarp();
    vm.top = top;
}

// A place that lasts as long as the value it belongs to: a loop that gives memory back must not give back what an older value
// has found out about itself, so that goes to the other end of the arena. Together.
CALLED u32 keep_for(Vm &vm, Val owner, u32 words) {
    if ((u32)(owner >> 4) >= vm.loop) return take(vm, words);
    __syncwarp();
    if (words > vm.room - vm.top) {
        punt(vm, ARENA_FULL);
        return 0;
    }
    vm.room -= words;
    return vm.room;
}

// ---- what containers begin with ----

// word 0: TUPLE, SET: count; GRID: height | width << 16. Upper half: a set's state and kind, nesting.
// word 1: weight, and bulk in the upper half.
#define TUPLE_HEADER 2
#define GRID_HEADER 2
#define SET_HEADER 6

DEVICE u32 count_of(const Vm &vm, Val v) { return (u32)*words_of(vm, v); } // of a TUPLE or a SET
DEVICE u32 height_of(const Vm &vm, Val grid) { return (u32)*words_of(vm, grid) & 0xffff; }
DEVICE u32 width_of(const Vm &vm, Val grid) { return (u32)*words_of(vm, grid) >> 16; }
DEVICE const i8 *cells_of(const Vm &vm, Val grid) { return (const i8 *)(words_of(vm, grid) + GRID_HEADER); }
DEVICE u32 nesting_of_heap(const Vm &vm, Val v) { return (u32)(*words_of(vm, v) >> 48) & 0xff; }

// Four bits for each tag: how deep one word is nested, grids included.
#define NESTINGS_OF_WORDS 0x200121000ull
DEVICE u32 nesting_of(const Vm &vm, Val v) {
    u32 t = tag(v);
    return t == TUPLE || t >= SET ? nesting_of_heap(vm, v) : (u32)(NESTINGS_OF_WORDS >> 4 * t) & 15;
}
// Containers nested deeper than this are the CPU's: comparing and hashing them recurses.
#define MOST_NESTING 8

// Weight and bulk of what is one word, as headers have them.
#define BOTH(n) ((u64)(n) << 32 | (n))
CONSTANT u64 WEIGHTS_OF_WORDS[16] = {BOTH(1), BOTH(1), BOTH(1), BOTH(3), BOTH(5), BOTH(4), BOTH(1), 0, 0, 0, BOTH(1)};
// Bulk and weight of any value. No branch: this is asked more often than anything else.
DEVICE u64 weights_of(const Vm &vm, Val v) {
    u32 t = tag(v);
    return *(t >= TUPLE && t <= SET ? words_of(vm, v) + 1 : WEIGHTS_OF_WORDS + t);
}
DEVICE u64 weight_of(const Vm &vm, Val v) { return (u32)weights_of(vm, v); }
DEVICE u64 bulk_of(const Vm &vm, Val v) { return weights_of(vm, v) >> 32; }

#define SMALL_WEIGHT 1024
#define GRID_SHARE 8
DEVICE u32 bulk_of_grid(u32 weight) {
    return weight <= SMALL_WEIGHT ? weight : SMALL_WEIGHT + (weight - SMALL_WEIGHT) / GRID_SHARE;
}

// ---- grids ----

// The longest side of a grid here, and the most cells.
#define MOST_SIDE 1024
#define MOST_CELLS 16384

// A grid whose cells are still to be written, by all lanes together or apart; `finish_grid` follows. Together.
CALLED Val begin_grid(Vm &vm, u32 height, u32 width) {
    if (height > MOST_SIDE || width > MOST_SIDE || height * width > MOST_CELLS || !height || !width) return punt(vm, TOO_LARGE_HERE);
    u32 at = take(vm, GRID_HEADER + words_for_bytes(height * width));
    CHECK(vm);
    u32 weight = 1 + height * (1 + width);
    vm.arena[at] = (u64)2 << 48 | height | width << 16;
    vm.arena[at + 1] = (u64)bulk_of_grid(weight) << 32 | weight;
    return ref_val(GRID, at);
}
DEVICE i8 *own_cells_of(const Vm &vm, Val grid) { return (i8 *)(own_words_of(vm, grid) + GRID_HEADER); }
DEVICE Val finish_grid(Vm &vm, Val grid) {
    __syncwarp();
    return grid;
}

// ---- tuples ----

// Room for a tuple's items, which all lanes write together or apart; `finish_tuple` follows. Gives the place of the header. Together.
DEVICE u32 begin_tuple(Vm &vm, u32 count) { return take(vm, TUPLE_HEADER + count); }
DEVICE Val *tuple_items(const Vm &vm, u32 at) { return vm.arena + at + TUPLE_HEADER; }

// Sums of a number that each lane has.
DEVICE u32 sum_of_lanes(u32 x) {
#pragma unroll
    for (u32 step = 16; step; step >>= 1) x += __shfl_xor_sync(ALL_LANES, x, step);
    return x;
}
DEVICE u32 max_of_lanes(u32 x) {
#pragma unroll
    for (u32 step = 16; step; step >>= 1) {
        u32 other = __shfl_xor_sync(ALL_LANES, x, step);
        x = other > x ? other : x;
    }
    return x;
}
DEVICE u64 xor_of_lanes(u64 x) {
#pragma unroll
    for (u32 step = 16; step; step >>= 1) x ^= __shfl_xor_sync(ALL_LANES, x, step);
    return x;
}
DEVICE i32 least_of_lanes(i32 x) {
#pragma unroll
    for (u32 step = 16; step; step >>= 1) {
        i32 other = __shfl_xor_sync(ALL_LANES, x, step);
        x = other < x ? other : x;
    }
    return x;
}
DEVICE i32 most_of_lanes(i32 x) { return -least_of_lanes(-x); }

DEVICE bool is_row_of_bytes(const Vm &vm, Val v, u32 &width);
CALLED bool is_byte_grid(const Vm &vm, Val v);

// In word 0 of a TUPLE or a SET: something in it hashes by its address in Python, so that the order of a set with it is not fixed.
#define HASHES_BY_ADDRESS ((u64)1 << 41)

DEVICE bool hashes_by_address(const Vm &vm, Val v) {
    u32 t = tag(v);
    if (t == TUPLE || t == SET) return *words_of(vm, v) & HASHES_BY_ADDRESS;
    return t == NONE || t == OP || t == FUNC;
}

// What a container's items add up to: weight, nesting, and the flag above. Together.
CALLED void weigh(Vm &vm, const Val *items, u32 count, u32 &weight, u32 &nesting, u64 &flag) {
    u32 sum = 0, deepest = 0;
    bool by_address = false;
    LOOP (u32 k = lane(); k < count; k += 32) {
        sum += (u32)weight_of(vm, items[k]);
        // Nobody looks into functions.
        u32 n = tag(items[k]) == FUNC ? 0 : nesting_of(vm, items[k]);
        deepest = n > deepest ? n : deepest;
        by_address |= hashes_by_address(vm, items[k]);
    }
    weight = sum_of_lanes(sum) + 1;
    nesting = max_of_lanes(deepest) + 1;
    flag = __any_sync(ALL_LANES, by_address) ? HASHES_BY_ADDRESS : 0;
}

// The tuple of the items written since `begin_tuple`, in its most compact form: two ints are a PAIR, an int and a PAIR a
// CELL, three ints a TRIPLE. A tuple of rows stays one; `as_grid` (grids.cuh) makes a GRID of it. Together.
CALLED Val finish_tuple(Vm &vm, u32 at, u32 count);

// A pair of any two values.
CALLED Val tuple_of_two(Vm &vm, Val a, Val b) {
    if (tag(a) == INT && tag(b) == INT) {
        if (!fits_pair(int_of(a)) || !fits_pair(int_of(b))) return punt(vm, OUT_OF_RANGE);
        return pair_val((i32)int_of(a), (i32)int_of(b));
    }
    if (tag(a) == INT && tag(b) == PAIR) {
        if (!fits_cell(int_of(a)) || !fits_cell(first_of(b)) || !fits_cell(second_of(b))) return punt(vm, OUT_OF_RANGE);
        return cell_val((i32)int_of(a), first_of(b), second_of(b));
    }
    u32 at = begin_tuple(vm, 2);
    CHECK(vm);
    tuple_items(vm, at)[0] = a;
    tuple_items(vm, at)[1] = b;
    return finish_tuple(vm, at, 2);
}
DEVICE Val pair_of_ints(Vm &vm, i64 a, i64 b) {
    return fits_pair(a) && fits_pair(b) ? pair_val((i32)a, (i32)b) : punt(vm, OUT_OF_RANGE);
}

CALLED Val finish_tuple(Vm &vm, u32 at, u32 count) {
    __syncwarp();
    const Val *items = tuple_items(vm, at);
    if (count == 2 && tag(items[0]) == INT && (tag(items[1]) == INT || tag(items[1]) == PAIR)) return tuple_of_two(vm, items[0], items[1]);
    if (count == 3 && tag(items[0]) == INT && tag(items[1]) == INT && tag(items[2]) == INT) {
        i64 a = int_of(items[0]), b = int_of(items[1]), c = int_of(items[2]);
        if (!fits_cell(a) || !fits_cell(b) || !fits_cell(c)) return punt(vm, OUT_OF_RANGE);
        return three_val(TRIPLE, (i32)c, (i32)a, (i32)b);
    }
    u32 weight, nesting;
    u64 flag;
    weigh(vm, items, count, weight, nesting, flag);
    if (nesting > MOST_NESTING) return punt(vm, TOO_DEEP);
    u32 bulk = weight;
    if (weight > SMALL_WEIGHT) {
        // Large tuples count the grids in them at an eighth, and are grids themselves if they are made of rows.
        u32 width = 0, sum = 0;
        bool rows = count > 0 && is_row_of_bytes(vm, items[0], width);
        if (rows) {
            bool other = false;
            LOOP (u32 k = lane(); k < count && !other; k += 32) other = !is_row_of_bytes(vm, items[k], width);
            rows = !__any_sync(ALL_LANES, other);
        }
        if (rows) {
            bulk = bulk_of_grid(weight);
        } else {
            LOOP (u32 k = lane(); k < count; k += 32)
                sum += is_byte_grid(vm, items[k]) ? 1 + (u32)weight_of(vm, items[k]) / GRID_SHARE : (u32)bulk_of(vm, items[k]);
            bulk = 1 + sum_of_lanes(sum);
        }
    }
    vm.arena[at] = (u64)nesting << 48 | flag | count;
    vm.arena[at + 1] = (u64)bulk << 32 | weight;
    return ref_val(TUPLE, at);
}

// Whether it is a tuple of at least one int that fits a byte, of the given width if that is not zero (else that is told).
DEVICE bool is_row_of_bytes(const Vm &vm, Val v, u32 &width) {
    u32 n;
    bool fits = true;
    switch (tag(v)) {
    case PAIR:
        n = 2;
        fits = first_of(v) == (i8)first_of(v) && second_of(v) == (i8)second_of(v);
        break;
    case TRIPLE:
        n = 3;
        fits = colour_of(v) == (i8)colour_of(v) && row_of(v) == (i8)row_of(v) && column_of(v) == (i8)column_of(v);
        break;
    case TUPLE: {
        n = count_of(vm, v);
        const Val *items = words_of(vm, v) + TUPLE_HEADER;
        LOOP (u32 k = 0; k < n; k++) fits = fits && tag(items[k]) == INT && int_of(items[k]) == (i8)int_of(items[k]);
        break;
    }
    default: return false;
    }
    if (!fits || !n || (width && n != width)) return false;
    width = n;
    return true;
}

// Whether it is a grid, in whatever form. Alone.
CALLED bool is_byte_grid(const Vm &vm, Val v) {
    if (tag(v) != TUPLE) return tag(v) == GRID;
    u32 count = count_of(vm, v), width = 0;
    bool rows = count > 0;
    const Val *items = words_of(vm, v) + TUPLE_HEADER;
    LOOP (u32 k = 0; k < count && rows; k++) rows = is_row_of_bytes(vm, items[k], width);
    return rows;
}

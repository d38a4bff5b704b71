// CPython's hash().
#pragma once
#include "set_layout.cuh"

#define TUPLE_PRIME_1 11400714785074694791ull
#define TUPLE_PRIME_2 14029467366897019727ull
#define TUPLE_PRIME_5 2870177450012600261ull

DEVICE u64 hash_of_int(i64 n) { return n == -1 ? (u64)-2 : (u64)n; } // ours are far below 2**61
DEVICE u64 tuple_hash_with(u64 state, u64 item) {
    state += item * TUPLE_PRIME_2;
    state = state << 31 | state >> 33;
    return state * TUPLE_PRIME_1;
}
DEVICE u64 tuple_hash_end(u64 state, u64 count) {
    state += count ^ (TUPLE_PRIME_5 ^ 3527539ull);
    return state == ~(u64)0 ? 1546275796ull : state;
}
DEVICE u64 hash_of_two(u64 a, u64 b) { return tuple_hash_end(tuple_hash_with(tuple_hash_with(TUPLE_PRIME_5, a), b), 2); }

// Of a value that is one word: an int, a bool, a PAIR, a CELL or a TRIPLE. Alone.
DEVICE u64 hash_of_word(Val v) {
    switch (tag(v)) {
    case BOOL:
    case INT: return hash_of_int(int_of(v));
    case PAIR: return hash_of_two(hash_of_int(first_of(v)), hash_of_int(second_of(v)));
    case CELL: return hash_of_two(hash_of_int(colour_of(v)), hash_of_two(hash_of_int(row_of(v)), hash_of_int(column_of(v))));
    default: {
        u64 state = tuple_hash_with(TUPLE_PRIME_5, hash_of_int(row_of(v)));
        state = tuple_hash_with(state, hash_of_int(column_of(v)));
        return tuple_hash_end(tuple_hash_with(state, hash_of_int(colour_of(v))), 3);
    }
    }
}
DEVICE bool hashes_as_word(Val v) {
    u32 t = tag(v);
    return t == BOOL || t == INT || t == PAIR || t == CELL || t == TRIPLE;
}

DEVICE u64 shuffled_for_set(u64 hash) { return ((hash ^ 89869747ull) ^ (hash << 16)) * 3644798167ull; }
DEVICE u64 set_hash_end(u64 sum, u32 count) {
    u64 hash = sum ^ (u64)(count + 1) * 1927868237ull;
    hash ^= (hash >> 11) ^ (hash >> 25);
    hash = hash * 69069ull + 907133923ull;
    return hash == ~(u64)0 ? 590923713ull : hash;
}

CALLED u64 hash_of(Vm &vm, Val v);

CALLED u64 hash_of_set_value(Vm &vm, Val set) {
    const u64 *words = words_of(vm, set);
    if (words[0] & SET_HASHED) return words[2];
    u32 count = (u32)words[0];
    const Val *items = words + SET_HEADER;
    u64 sum = 0;
    if (kind_of_set(words[0]) != MIXED_ITEMS) {
        LOOP (u32 k = lane(); k < count; k += 32) sum ^= shuffled_for_set(hash_of_word(items[k]));
        sum = xor_of_lanes(sum);
    } else {
        LOOP (u32 k = 0; k < count; k++) {
            sum ^= shuffled_for_set(hash_of(vm, items[k]));
            CHECK(vm);
        }
    }
    u64 hash = set_hash_end(sum, count);
    u64 *own = own_words_of(vm, set);
    own[2] = hash;
    own[0] |= SET_HASHED;
    return hash;
}

// hash(v). Functions and None hash by address in Python: those are the CPU's. Together.
CALLED u64 hash_of(Vm &vm, Val v) {
    if (hashes_as_word(v)) return hash_of_word(v);
    switch (tag(v)) {
    case SET: return hash_of_set_value(vm, v);
    case TUPLE: {
        u32 count = count_of(vm, v);
        const Val *items = words_of(vm, v) + TUPLE_HEADER;
        u64 state = TUPLE_PRIME_5;
        LOOP (u32 k = 0; k < count; k++) {
            state = tuple_hash_with(state, hash_of(vm, items[k]));
            CHECK(vm);
        }
        return tuple_hash_end(state, count);
    }
    case GRID: {
        u32 height = height_of(vm, v), width = width_of(vm, v);
        const i8 *cells = cells_of(vm, v);
        u64 state = TUPLE_PRIME_5;
        // Each lane hashes a row, then they are put together in order.
        LOOP (u32 base = 0; base < height; base += 32) {
            u64 row = TUPLE_PRIME_5;
            if (base + lane() < height)
                LOOP (u32 j = 0; j < width; j++) row = tuple_hash_with(row, hash_of_int(cells[(base + lane()) * width + j]));
            row = tuple_hash_end(row, width);
            u32 here = height - base < 32 ? height - base : 32;
            LOOP (u32 k = 0; k < here; k++) state = tuple_hash_with(state, __shfl_sync(ALL_LANES, row, k));
        }
        return tuple_hash_end(state, height);
    }
    default: return punt(vm, ORDER_UNKNOWN);
    }
}

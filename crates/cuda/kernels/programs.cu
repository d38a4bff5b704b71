// Whole programs, a warp each: rows are taken from a list until none is left.
#include "vm/dispatch.cuh"

// Steps as `src/programs/code.rs` writes them.
enum StepKind { STEP_CALL = 0, STEP_TUPLE = 1, STEP_COPY = 2, STEP_END = 3 };
#define FROM_POOL 0x80000000u

DEVICE Val operand(const Vm &vm, const Val *slots, u32 word) {
    return word & FROM_POOL ? vm.args->pool[word & ~FROM_POOL] : slots[word];
}

// A tuple display. Together.
CALLED Val tuple_display(Vm &vm, const Val *slots, const u32 *step, u32 count) {
    u32 at = begin_tuple(vm, count);
    CHECK(vm);
    LOOP (u32 k = 0; k < count; k++) tuple_items(vm, at)[k] = operand(vm, slots, step[k]);
    Val tuple = finish_tuple(vm, at, count);
    CHECK(vm);
    made(vm, weight_of(vm, tuple));
    return tuple;
}

// Runs a program, or a function of its file, from its first step to its last. Together.
CALLED Val run_steps(Vm &vm, u32 start, const Val *inputs) {
    const u32 *step = vm.args->code + start;
    u32 slot_count = step[0], input_count = step[1];
    step += 2;
    u32 slots_at = take(vm, slot_count);
    CHECK(vm);
    Val *slots = vm.arena + slots_at;
    LOOP (u32 k = 0; k < slot_count; k++) slots[k] = k < input_count ? inputs[k] : NOTHING;
    LOOP (;;) {
        u32 kind = step[0] & 3, count = step[0] >> 2, slot = step[1];
        step += 2;
        Val value;
        if (kind == STEP_END) return operand(vm, slots, step[0]);
        if (kind == STEP_COPY) {
            value = operand(vm, slots, step[0]);
            step += 1;
        } else if (kind == STEP_TUPLE) {
            value = tuple_display(vm, slots, step, count);
            step += count;
        } else {
            Val args[4];
            LOOP (u32 k = 0; k < count; k++) args[k] = operand(vm, slots, step[1 + k]);
            value = call(vm, operand(vm, slots, step[0]), args, count);
            step += 1 + count;
        }
        CHECK(vm);
        slots[slot] = value;
    }
}

// Writes a value at the end of the arena, containers as a word with their count followed by their items. Together.
CALLED void write_value(Vm &vm, Val v) {
    if (++vm.nested > MOST_NESTED) punt(vm, TOO_DEEP);
    u32 t = tag(v), items = t == GRID ? words_for_bytes(height_of(vm, v) * width_of(vm, v)) : 0;
    u32 at = take(vm, 1 + items);
    if (vm.fail) return;
    if (t == GRID) {
        vm.arena[at] = (u64)height_of(vm, v) << 4 | (u64)width_of(vm, v) << 20 | GRID;
        const u64 *cells = words_of(vm, v) + GRID_HEADER;
        LOOP (u32 k = lane(); k < items; k += 32) vm.arena[at + 1 + k] = cells[k];
    } else if (t == TUPLE || t == SET) {
        Items list = items_as_they_lie(vm, v);
        bool unknown = false;
        if (t == SET && state_of_set(*words_of(vm, v)) == UNKNOWN_ORDER && list.count > 1 && !(vm.args->flags & ORDER_IS_WANTED)) unknown = true;
        // Orders are found before anything is written behind this word.
        else if (t == SET) list.order = (const u16 *)(words_of(vm, v)[3] ? vm.arena + words_of(vm, v)[3] : 0);
        vm.arena[at] = (u64)list.count << 4 | (unknown ? UNORDERED : 0) | t;
        LOOP (u32 k = 0; k < list.count && !vm.fail; k++) write_value(vm, item_at(vm, list, k));
    } else if (t == FUNC) {
        punt(vm, NO_FORM_OF_RESULT);
    } else {
        vm.arena[at] = v;
    }
    vm.nested--;
}

// Works out the order of all sets in a value, if that is wanted. Together.
CALLED void settle(Vm &vm, Val v) {
    if (tag(v) == SET) {
        if (state_of_set(*words_of(vm, v)) == UNKNOWN_ORDER && !(vm.args->flags & ORDER_IS_WANTED)) {
        } else order_of(vm, v);
    }
    if (vm.fail || (tag(v) != SET && tag(v) != TUPLE)) return;
    if (tag(v) == SET && kind_of_set(*words_of(vm, v)) != MIXED_ITEMS) return;
    Items list = items_as_they_lie(vm, v);
    LOOP (u32 k = 0; k < list.count && !vm.fail; k++) settle(vm, list.at[k]);
}

// Writes what a row gave. What is more than a word goes into the output, where each warp takes the room it needs. Together.
CALLED void leave_result(Vm &vm, Val value, ProgramResult *result) {
    u64 words = 0, at = 0;
    if (!vm.fail && is_heap(value)) {
        settle(vm, value);
        u32 start = vm.top;
        if (!vm.fail) write_value(vm, value);
        __syncwarp();
        if (!vm.fail) {
            words = vm.top - start;
            if (lane() == 0) at = atomicAdd(vm.args->output_used, words);
            at = __shfl_sync(ALL_LANES, at, 0);
            if (at + words > vm.args->output_room) punt(vm, ARENA_FULL);
            else
                LOOP (u32 k = lane(); k < words; k += 32) vm.args->output[at + k] = vm.arena[start + k];
        }
    }
    if (lane() == 0) {
        result->fail = vm.fail;
        result->reason = vm.reason | vm.reason_op << 16;
        result->value = is_heap(value) ? at : value;
        result->more = words;
        result->fuel = vm.fuel;
        result->memory = vm.most_memory;
        result->ticks = (u64)(clock64() - vm.started);
    }
}

// The next row of this warp's multiprocessor, which takes several at a time from all there are: they are mostly the same program's, whose
// instructions its cache then holds for all its warps. Lane 0.
DEVICE u32 next_row(const ProgramsArgs &args) {
    u64 *own = &args.own_rows[multiprocessor() % MOST_MULTIPROCESSORS];
    u64 taken = atomicAdd(own, (u64)1);
    u32 row = (u32)taken, end = (u32)(taken >> 32);
    if (row < end) return row;
    // Who comes first after the last one fetches more for all; who comes meanwhile fetches for itself.
    if (row > end) return atomicAdd(args.next_row, 1u);
    row = atomicAdd(args.next_row, args.rows_at_once);
    atomicExch(own, (u64)(row + args.rows_at_once) << 32 | (row + 1));
    return row;
}

DENSE_KERNEL(4, 6) programs(const ProgramsArgs args) {
    __shared__ u32 scratch[4][SCRATCH_WORDS];
    u32 warp = warp_number<4>();
    if (warp >= args.warps) return;
    Vm vm;
    vm.arena = args.arenas + (u64)warp * args.arena_words;
    vm.lies_in[0] = vm.arena;
    vm.lies_in[1] = args.constants;
    vm.scratch = scratch[warp_in_block()];
    vm.args = &args;
    LOOP (;;) {
        u32 row = 0;
        if (lane() == 0) row = next_row(args);
        row = __shfl_sync(ALL_LANES, row, 0);
        if (row >= args.row_count) return;
        // Place 0 is nobody's.
        vm.top = 1;
        vm.room = args.arena_words;
        vm.loop = 0;
        vm.fail = vm.reason = vm.depth = vm.deepest = vm.nested = 0;
        vm.reason_op = 0xffff;
        vm.fuel = vm.memory = vm.most_memory = 0;
        vm.started = clock64();
        ProgramRow what = args.rows[row];
        Val value = run_steps(vm, args.programs[what.program], args.samples + what.sample);
        leave_result(vm, value, args.results + row);
        __syncwarp();
    }
}

// What one launch gets, and what it leaves. `src/programs/abi.rs` says the same in Rust; a test compares the numbers.
#pragma once
#include "value.cuh"

// A row: which program on which sample.
struct ProgramRow {
    u32 program;
    u32 sample;
};

// What became of a row.
struct ProgramResult {
    // 0: a value; else a `Fail`.
    u32 fail;
    // For PUNT: the reason, and in the upper half the operation.
    u32 reason;
    // The value if it is one word; else where it is in the output, and how many words it has there.
    u64 value;
    u64 more;
    u64 fuel;
    u64 memory;
    // Ticks of the multiprocessor's clock.
    u64 ticks;
};

struct ProgramsArgs {
    // Constants and the samples' grids.
    const u64 *constants;
    // The steps of all programs.
    const u32 *code;
    // Where each program's steps start.
    const u32 *programs;
    // The words of all constants that programs name.
    const Val *pool;
    // The inputs of each sample.
    const Val *samples;
    const ProgramRow *rows;
    ProgramResult *results;
    // In words.
    u64 *output;
    u64 output_room;
    u64 *output_used;
    u32 *next_row;
    // For each of `MOST_MULTIPROCESSORS`: its next row, and in the upper half where its rows end.
    u64 *own_rows;
    u64 *arenas;
    // For each operation: arity, cost, whether it takes a grid for its rows, frames inside.
    const u8 *shapes;
    // For each operation ticks inside it, with what it calls, and calls; null if nobody wants to know.
    u64 *profile;
    u64 fuel_limit, memory_limit, fuel_here, ticks_here;
    // Operations that are not to run here.
    u64 off[3];
    u32 row_count;
    u32 arena_words;
    u32 warps;
    u32 flags;
    // How many rows a multiprocessor takes at once.
    u32 rows_at_once;
    u32 unused;
};

#define MOST_MULTIPROCESSORS 256

// argmax and argmin of nothing give None.
#define EMPTY_ARGMAX_IS_NONE 1u
// The order of sets in results is wanted; where it is not, one that is not known is no harm.
#define ORDER_IS_WANTED 2u
// In results: a set whose order is not known.
#define UNORDERED ((u64)1 << 62)

enum CostClass { COST_CONST = 0, COST_LINEAR = 1, COST_BYTES = 2, COST_SEARCH = 3, COST_PRODUCT = 4, COST_STEPS = 5, COST_SORT = 6 };

// Others wait for a row that takes long. Where it ends does not show: the CPU starts it anew. Together.
DEVICE bool is_late(const Vm &vm) { return __any_sync(ALL_LANES, clock64() - vm.started > (i64)vm.args->ticks_here); }
DEVICE void punt_if_late(Vm &vm) {
    if (is_late(vm)) punt(vm, TOO_MUCH_FUEL);
}

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
};

// argmax and argmin of nothing give None.
#define EMPTY_ARGMAX_IS_NONE 1u
// The order of sets in results is wanted; where it is not, one that is not known is no harm.
#define ORDER_IS_WANTED 2u
// In results: a set whose order is not known.
#define UNORDERED ((u64)1 << 62)

enum CostClass { COST_CONST = 0, COST_LINEAR = 1, COST_BYTES = 2, COST_SEARCH = 3, COST_PRODUCT = 4, COST_STEPS = 5, COST_SORT = 6 };

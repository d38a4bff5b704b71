// How a batch lies in memory. `src/abi.rs` says the same in Rust; a test compares the numbers.
#pragma once
#include "warp.cuh"

// A grid's word: height, width, and why there is no grid here.
#define STATUS_SHIFT 16
enum Status {
    FINE = 0,
    // A cell has a value that no code stands for.
    FOREIGN_VALUE = 1,
    // The grid, or one on the way to the result, has more rows or columns than the size class.
    TOO_LARGE = 2,
    // Python raises, or gives something that is no grid of at least one cell.
    NO_GRID = 3,
    // The row's place in the output is too small.
    NO_ROOM = 4,
};

DEVICE u32 word_of(u32 height, u32 width, u32 status) { return height | width << 8 | status << STATUS_SHIFT; }

// In patches that come as bytes: no cell here.
#define TRANSPARENT 0x80u

// Grids as bytes: row by row, one byte a cell, each grid where its offset says.
// `cells` starts at a multiple of four and has four bytes more than the grids need.
struct Bytes {
    const u32 *words;
    const u32 *offsets;
    const u8 *cells;
};

struct Op {
    u32 code;
    i32 a, b, c, d;
};

#define MOST_OPS 48

enum InputForm { FROM_BYTES = 0, FROM_PLANES = 1 };
enum OutputForm { TO_BYTES = 0, TO_PLANES = 1, TO_MASK = 2, TO_NUMBER = 3 };

// What one launch of a pipeline gets.
struct PipelineArgs {
    Bytes in;
    // The second grid or patch of each row, for operations that take one.
    Bytes other;
    // Planes that stay on the device: four words a row, all rows of the class.
    const void *in_planes;
    const u32 *out_offsets;
    u32 *out_words;
    u8 *out_cells;
    void *out_planes;
    // What the codes 10 to 15 stand for, a byte each.
    u64 spare;
    u32 rows;
    // Each row gives this many results; `hsplit` and `vsplit` ask which of them theirs is.
    u32 parts;
    u32 input, output;
    u32 op_count;
    u32 unused;
    Op ops[MOST_OPS];
};

// The value a code stands for, as a byte.
DEVICE u32 value_of(u32 code, u64 spare) { return code < 10 ? code : (u32)(spare >> 8 * (code - 10)) & 255; }

// The steps of a pipeline by number. `src/step.rs` says the same in Rust; a test compares the numbers.
//
// An operation of the DSL is one or a few steps, so that the kernel has the code of each step once, and becomes machine
// code quickly. A pipeline works on a grid in registers, beside which stand a second grid ("the other") with a mask of its
// cells, and a number.
#pragma once

enum Step {
    STEP_HMIRROR = 1,
    STEP_VMIRROR = 2,
    STEP_DMIRROR = 3,
    // a: the code that goes, b: the code that comes.
    STEP_REPLACE = 4,
    // a, b: the codes that change places.
    STEP_SWITCH = 5,
    // grid[a:b], and of each row [c:d], with Python's rules for slices.
    STEP_WINDOW = 6,
    // a: which half: 0 top, 1 bottom, 2 left, 3 right.
    STEP_HALF = 7,
    // Each row a times, each cell b times.
    STEP_SCALE = 8,
    // Every a-th row and column.
    STEP_DOWNSCALE = 9,
    // a: the code, b: rows, c: columns.
    STEP_CANVAS = 10,
    // The grid without its rows and columns of one colour.
    STEP_COMPRESS = 11,
    // a: 0 for hsplit, 1 for vsplit; b: how many parts.
    STEP_SPLIT = 12,
    // The other becomes the grid.
    STEP_SAVE = 13,
    // The grid and the other change places.
    STEP_SWAP = 14,
    // The other and its mask come from memory.
    STEP_LOAD = 15,
    STEP_HCONCAT = 16,
    STEP_VCONCAT = 17,
    // a: the code where the two differ.
    STEP_CELLWISE = 18,
    // The mask becomes the cells with code a.
    STEP_OFCOLOR = 19,
    // a: the code for the masked cells; b: 1 to change only cells of the most common colour.
    STEP_FILL = 20,
    // The masked cells become the most common colour.
    STEP_COVER = 21,
    // The masked cells become the other's; b: as for fill.
    STEP_PAINT = 22,
    // The box around the mask.
    STEP_SUBGRID = 23,
    // The number becomes: the most or the least common colour, how many colours, how many cells of code a, the colours
    // (in the walk of a copied set, or, if b is 1, of the set itself).
    STEP_MOSTCOLOR = 24,
    STEP_LEASTCOLOR = 25,
    STEP_NUMCOLORS = 26,
    STEP_COLORCOUNT = 27,
    STEP_PALETTE = 28,
};

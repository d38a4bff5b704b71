// The operations of a pipeline by number. `src/op.rs` says the same in Rust; a test compares the numbers.
//
// These are steps: an operation of the DSL is one or a few of them, so that the kernel has the code of each step once, and
// becomes machine code quickly.
//
// A pipeline works on a grid in registers, beside which stand a second grid ("the other") and a mask of cells.
#pragma once

enum OpCode {
    OP_HMIRROR = 1,
    OP_VMIRROR = 2,
    OP_DMIRROR = 3,
    // a: the code that goes, b: the code that comes.
    OP_REPLACE = 4,
};

// What `objects` gets and gives. `src/objects/abi.rs` says the same in Rust.
#pragma once
#include "abi.cuh"

#define TOO_MANY_OBJECTS 5

// FOREGROUND and LINES are for the kernels of `parts.cuh`: without either it is `partition`. COLOUR_LAST: cells are (i, j, c), and not
// (c, (i, j)).
enum ObjectFlags { UNIVALUED = 1, DIAGONAL = 2, WITHOUT_BACKGROUND = 4, FOREGROUND = 8, LINES = 16, COLOUR_LAST = 32 };

// An object. Objects of a row stand in the order in which the DSL finds them; `walk` is the place in which CPython's walk
// over the set of them comes to it, 0xffff if a filter took it out.
struct ObjectRecord {
    u64 hash;
    // Row and column of its first cell in scan order.
    u8 first_row, first_column;
    u16 walk;
    u16 size;
    // A bit for each code that its cells have.
    u16 codes;
    u8 top, left, bottom, right;
    u32 unused;
};

enum FilterKind { BY_COLOUR = 1, BY_SIZE = 2 };

struct ObjectFilter {
    u32 kind, value;
};

#define MOST_FILTERS 4

struct ObjectsArgs {
    Bytes in;
    const void *in_planes;
    // For each shape of the class, the rank of each cell in the walk over the set of all places.
    const u16 *ranks;
    // What each cell of the class adds to the hash of its object, for the codes 0 to 9; only `objects` looks it up.
    const u64 *cells;
    u32 *out_words;
    // For each row, where its objects start, and how many there are.
    u32 *starts;
    u32 *counts;
    ObjectRecord *objects;
    // How many objects all rows have together.
    u32 *total;
    // If wanted, which object each cell belongs to, 0xffff for none: a place for every cell of the class.
    u16 *labels;
    u64 spare;
    // What the codes add to the hash of a cell, and what is added in the end.
    u64 colours[16];
    u64 finish;
    u32 rows;
    u32 capacity;
    u32 flags;
    u32 input;
    u32 filter_count;
    u32 unused;
    ObjectFilter filters[MOST_FILTERS];
};

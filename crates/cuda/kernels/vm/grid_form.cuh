// Grids come as a GRID or as a TUPLE of rows: here either becomes a GRID, and what is neither fails as in Python.
#pragma once
#include "number.cuh"

// Item j of a row that `is_row_of_bytes`. Alone.
DEVICE i8 byte_of_row(const Vm &vm, Val row, u32 j) {
    return (i8)int_of(tag(row) == TUPLE ? words_of(vm, row)[TUPLE_HEADER + j] : item_of_word(row, j));
}

// Whether an argument is a set whose walk depends on addresses: what comes of it is the CPU's. Together.
CALLED bool walks_by_address(Vm &vm, u32 op, const Val *args) {
    LOOP (u32 k = 0; k < vm.args->shapes[4 * op]; k++)
        if (tag(args[k]) == SET && count_of(vm, args[k]) > 1 && hashes_by_address(vm, args[k])) return true;
    return false;
}

// The value as a GRID; NOTHING if it is no grid of bytes (or if that fails). Together.
CALLED Val as_grid(Vm &vm, Val v) {
    if (tag(v) == GRID) return v;
    if (tag(v) != TUPLE || !count_of(vm, v)) return NOTHING;
    u32 height = count_of(vm, v), width = 0;
    const Val *rows = words_of(vm, v) + TUPLE_HEADER;
    LOOP (u32 i = 0; i < height; i++)
        if (!is_row_of_bytes(vm, rows[i], width)) return NOTHING;
    Val grid = begin_grid(vm, height, width);
    CHECK(vm);
    i8 *cells = own_cells_of(vm, grid);
    LOOP (u32 i = lane(); i < height; i += 32)
        LOOP (u32 j = 0; j < width; j++) cells[i * width + j] = byte_of_row(vm, rows[i], j);
    return finish_grid(vm, grid);
}

DEVICE bool is_empty_tuple(const Vm &vm, Val v) { return tag(v) == TUPLE && !count_of(vm, v); }
DEVICE bool is_container(Val v) { return is_tuple(v) || tag(v) == SET; }
// Nothing that has a length.
DEVICE bool is_plain(Val v) { return !is_container(v); }

// `len(v), len(v[0])` of what is no grid: mostly that raises. Together.
CALLED Val no_dims(Vm &vm, Val v) {
    if (is_empty_tuple(vm, v)) return raise(vm, INDEX_ERROR);
    if (tag(v) == TUPLE && is_container(words_of(vm, v)[TUPLE_HEADER])) return punt(vm, NO_SUCH_OP);
    return raise(vm, TYPE_ERROR);
}

// `for row in v: for value in row` of what is neither a grid nor an empty tuple. Together.
CALLED Val no_rows(Vm &vm, Val v) {
    if (is_plain(v) || !is_heap(v)) return raise(vm, TYPE_ERROR);
    if (tag(v) == TUPLE && is_plain(words_of(vm, v)[TUPLE_HEADER])) return raise(vm, TYPE_ERROR);
    if (tag(v) == SET && count_of(vm, v) && kind_of_set(*words_of(vm, v)) == INT_ITEMS) return raise(vm, TYPE_ERROR);
    return punt(vm, NO_SUCH_OP);
}
// The same for `v[::-1]` and other things that only tuples can do. Together.
CALLED Val no_tuple_of_rows(Vm &vm, Val v) { return is_tuple(v) ? no_rows(vm, v) : raise(vm, TYPE_ERROR); }

// A grid's value for a colour; false if it is none that a GRID can hold.
DEVICE bool is_byte(Val v) { return tag(v) == INT && int_of(v) == (i8)int_of(v); }

// Whether a cell equals a value.
DEVICE bool cell_is(i8 cell, Val v) { return is_int(v) && int_of(v) == cell; }

// What is left of a grid without columns: so many empty rows; without rows, nothing. Together.
CALLED Val rows_without_cells(Vm &vm, u32 height) {
    Val row = empty_tuple(vm);
    CHECK(vm);
    if (!height) return row;
    u32 at = begin_tuple(vm, height);
    CHECK(vm);
    LOOP (u32 k = lane(); k < height; k += 32) tuple_items(vm, at)[k] = row;
    return finish_tuple(vm, at, height);
}

// A rectangle of a grid, which lies inside of it. Together.
CALLED Val piece_of(Vm &vm, Val grid, u32 top, u32 left, u32 height, u32 width) {
    if (!height || !width) return rows_without_cells(vm, height);
    Val piece = begin_grid(vm, height, width);
    CHECK(vm);
    const i8 *from = cells_of(vm, grid);
    i8 *to = own_cells_of(vm, piece);
    u32 stride = width_of(vm, grid);
    LOOP (u32 k = lane(); k < height * width; k += 32) to[k] = from[(top + k / width) * stride + left + k % width];
    return finish_grid(vm, piece);
}

// Where a slice's bound lies in a sequence of n items.
DEVICE u32 clamped(i64 bound, u32 n) {
    if (bound < 0) bound += n;
    return bound < 0 ? 0 : bound > n ? n : (u32)bound;
}

// Whether a value of two items has one that is no int: where ints are needed, that is a TypeError. Together.
CALLED bool is_no_pair_of_ints(Vm &vm, Val v) {
    if (tag(v) == CELL || tag(v) == GRID) return true;
    if (tag(v) != TUPLE || count_of(vm, v) != 2) return false;
    const Val *items = words_of(vm, v) + TUPLE_HEADER;
    return !is_int(items[0]) || !is_int(items[1]);
}

// Two ints out of `a, b = v`; fails as Python does. Together.
CALLED Val two_ints(Vm &vm, Val v, i32 &a, i32 &b) {
    if (tag(v) == PAIR) {
        a = first_of(v);
        b = second_of(v);
        return v;
    }
    if (is_plain(v)) return raise(vm, TYPE_ERROR);
    return length_of(vm, v) == 2 ? punt(vm, NO_SUCH_OP) : raise(vm, VALUE_ERROR);
}

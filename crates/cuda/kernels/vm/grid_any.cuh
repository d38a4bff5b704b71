// Colours of rows that hold anything: each value is looked at with Python's ==.
#pragma once
#include "grid_rows.cuh"

// All values of a TUPLE of rows, row by row, and their places.
struct AnyCells {
    Val *values, *places;
    u32 count;
};

// Whether a value is a TUPLE of things that can be walked; what fails is left to `no_rows`. Together.
CALLED bool has_any_cells(Vm &vm, Val v) {
    if (tag(v) != TUPLE || !count_of(vm, v)) return false;
    bool odd = false;
    const Val *rows = words_of(vm, v) + TUPLE_HEADER;
    LOOP (u32 k = lane(); k < count_of(vm, v); k += 32) odd |= is_plain(rows[k]);
    return !__any_sync(ALL_LANES, odd);
}

CALLED AnyCells any_cells_of(Vm &vm, Val v) {
    AnyCells cells = {0, 0, 0};
    Items rows = items_as_they_lie(vm, v);
    LOOP (u32 i = 0; i < rows.count; i++) cells.count += length_of(vm, rows.at[i]);
    if (cells.count > MOST_ORDERED) punt(vm, TOO_LARGE_HERE);
    u32 at = vm.fail ? 0 : take(vm, 2 * cells.count);
    if (vm.fail) return cells;
    cells.values = vm.arena + at;
    cells.places = cells.values + cells.count;
    u32 before = 0;
    LOOP (u32 i = 0; i < rows.count; i++) {
        Items row = items_in_order(vm, rows.at[i]);
        if (vm.fail) return cells;
        // A grid among the rows has rows for its values, which all lanes make together.
        bool grid = tag(row.of) == GRID;
        LOOP (u32 j = grid ? 0 : lane(); j < row.count; j += grid ? 1 : 32) {
            cells.values[before + j] = item_at(vm, row, j);
            cells.places[before + j] = pair_val((i32)i, (i32)j);
        }
        before += row.count;
    }
    __syncwarp();
    return cells;
}

// All values of the rows as one tuple. Together.
CALLED Val values_of_rows(Vm &vm, Val v) {
    AnyCells cells = any_cells_of(vm, v);
    u32 at = vm.fail ? 0 : begin_tuple(vm, cells.count);
    CHECK(vm);
    LOOP (u32 k = lane(); k < cells.count; k += 32) tuple_items(vm, at)[k] = cells.values[k];
    return finish_tuple(vm, at, cells.count);
}

// ofcolor(): the places of a value; with `coloured` (asobject), those of all values and the values with them. Together.
CALLED Val places_in_rows(Vm &vm, Val v, Val value, bool coloured) {
    AnyCells cells = any_cells_of(vm, v);
    u32 list_at = vm.fail ? 0 : take(vm, cells.count), count = 0;
    CHECK(vm);
    LOOP (u32 k = 0; k < cells.count; k++) {
        Val item = coloured ? tuple_of_two(vm, cells.values[k], cells.places[k]) : cells.places[k];
        CHECK(vm);
        if (coloured || equal(vm, cells.values[k], value)) vm.arena[list_at + count++] = item;
        CHECK(vm);
    }
    u32 at = begin_set(vm, count);
    CHECK(vm);
    LOOP (u32 k = lane(); k < count; k += 32) begun_items(vm, at)[k] = vm.arena[list_at + k];
    return finish_set(vm, at, count, ALL_DISTINCT, GROWN);
}

// replace() of one value by another. Together.
CALLED Val replaced_in_rows(Vm &vm, Val v, Val old, Val fresh) {
    u32 list_at = begun_rows(vm, v), height = count_of(vm, v);
    CHECK(vm);
    LOOP (u32 i = 0; i < height; i++) {
        Val *items = tuple_items(vm, (u32)vm.arena[list_at + i]);
        u32 width = (u32)(vm.arena[list_at + i] >> 32);
        LOOP (u32 j = 0; j < width; j++) {
            bool same = equal(vm, items[j], old);
            CHECK(vm);
            __syncwarp();
            if (same && lane() == 0) items[j] = fresh;
            __syncwarp();
        }
    }
    return finish_rows(vm, list_at, height);
}

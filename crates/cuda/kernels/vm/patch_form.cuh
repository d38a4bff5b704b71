// Patches: sets (or tuples) of places or of cells, seen as lists of them.
#pragma once
#include "grid_form.cuh"

enum PatchForm { PLACES, CELLS, NO_PATCH };

struct Patch {
    Val of;
    u32 form, count;
    const Val *items;
};

// A grid as a TUPLE of rows. Together.
CALLED Val listed_rows(Vm &vm, Val grid) {
    u32 height = height_of(vm, grid), at = begin_tuple(vm, height);
    CHECK(vm);
    LOOP (u32 k = 0; k < height; k++) {
        Val row = row_of_grid(vm, grid, k);
        CHECK(vm);
        tuple_items(vm, at)[k] = row;
    }
    return finish_tuple(vm, at, height);
}

// A set of places as Python walks it where it takes it for a grid: rows of two. Any other value as `as_grid` has it. Together.
CALLED Val walked_as_grid(Vm &vm, Val v) {
    if (tag(v) != SET || !count_of(vm, v) || kind_of_set(*words_of(vm, v)) != PAIR_ITEMS) return as_grid(vm, v);
    u32 count = count_of(vm, v);
    const Val *items = set_items(vm, v);
    bool far = false;
    LOOP (u32 k = lane(); k < count; k += 32) far |= first_of(items[k]) != (i8)first_of(items[k]) || second_of(items[k]) != (i8)second_of(items[k]);
    if (__any_sync(ALL_LANES, far)) return NOTHING;
    const u16 *order = order_of(vm, v);
    CHECK(vm);
    Val grid = begin_grid(vm, count, 2);
    CHECK(vm);
    i8 *cells = own_cells_of(vm, grid);
    LOOP (u32 k = lane(); k < count; k += 32) {
        Val place = items[order ? order[k] : k];
        cells[2 * k] = (i8)first_of(place);
        cells[2 * k + 1] = (i8)second_of(place);
    }
    return finish_grid(vm, grid);
}

// How a value looks as a patch; an empty one has PLACES. Together.
CALLED Patch patch_of(Vm &vm, Val v) {
    Patch patch = {v, NO_PATCH, 0, 0};
    if (tag(v) == GRID && width_of(vm, v) == 2) {
        // Rows of two are places.
        v = listed_rows(vm, v);
        if (vm.fail) return patch;
        patch.of = v;
    }
    if (tag(v) != SET && tag(v) != TUPLE) return patch;
    patch.count = count_of(vm, v);
    patch.items = words_of(vm, v) + (tag(v) == SET ? SET_HEADER : TUPLE_HEADER);
    u32 kind = tag(v) == SET ? kind_of_set(*words_of(vm, v)) : kind_of_items(patch.items, patch.count);
    if (!patch.count || kind == PAIR_ITEMS) patch.form = PLACES;
    else if (kind == CELL_ITEMS) patch.form = CELLS;
    return patch;
}

// What happens where something that is NO_PATCH is taken for one: Python looks at the second part of its first item, and,
// if it is `unpacked`, at whether that has two parts. Together.
CALLED Val no_patch(Vm &vm, Val v, bool unpacked) {
    if (is_plain(v) || !is_heap(v)) return raise(vm, TYPE_ERROR); // numbers have no parts
    if (tag(v) == GRID) {
        u32 width = width_of(vm, v);
        if (width == 1) return raise(vm, INDEX_ERROR);
        return unpacked && width != 2 ? raise(vm, VALUE_ERROR) : punt(vm, NO_SUCH_OP);
    }
    const Val *items = words_of(vm, v) + (tag(v) == SET ? SET_HEADER : TUPLE_HEADER);
    if (tag(v) == SET) {
        u32 kind = kind_of_set(*words_of(vm, v)), count = count_of(vm, v);
        if (kind == INT_ITEMS) return raise(vm, TYPE_ERROR);
        if (kind == TRIPLE_ITEMS) return unpacked ? raise(vm, VALUE_ERROR) : punt(vm, NO_SUCH_OP);
        bool tuples = false;
        LOOP (u32 k = lane(); k < count; k += 32) tuples |= is_tuple(items[k]);
        return __any_sync(ALL_LANES, tuples) ? punt(vm, NO_SUCH_OP) : raise(vm, TYPE_ERROR);
    }
    Val first = items[0];
    if (!is_tuple(first)) return raise(vm, TYPE_ERROR);
    u32 parts = length_of(vm, first);
    if (parts < 2) return raise(vm, INDEX_ERROR);
    if (tag(first) == GRID || parts == 2 || !unpacked) return punt(vm, NO_SUCH_OP);
    if (tag(first) == TUPLE && is_tuple(words_of(vm, first)[TUPLE_HEADER + 1])) return punt(vm, NO_SUCH_OP);
    return raise(vm, VALUE_ERROR);
}

DEVICE i32 row_at(const Patch &p, u32 k) { return p.form == CELLS ? row_of(p.items[k]) : first_of(p.items[k]); }
DEVICE i32 column_at(const Patch &p, u32 k) { return p.form == CELLS ? column_of(p.items[k]) : second_of(p.items[k]); }

struct Box {
    i32 top, bottom, left, right;
};
// The box around a patch that is not empty. Together.
CALLED Box box_of(const Patch &p) {
    Box box = {0x7fffffff, -0x7fffffff, 0x7fffffff, -0x7fffffff};
    LOOP (u32 k = lane(); k < p.count; k += 32) {
        i32 i = row_at(p, k), j = column_at(p, k);
        box.top = i < box.top ? i : box.top;
        box.bottom = i > box.bottom ? i : box.bottom;
        box.left = j < box.left ? j : box.left;
        box.right = j > box.right ? j : box.right;
    }
    box.top = least_of_lanes(box.top);
    box.bottom = most_of_lanes(box.bottom);
    box.left = least_of_lanes(box.left);
    box.right = most_of_lanes(box.right);
    return box;
}

// (i, j) becomes (ii * i + ij * j + i0, ji * i + jj * j + j0); no two places become one.
struct Motion {
    i32 ii, ij, ji, jj;
    i64 i0, j0;
};

// The patch with each place moved: `frozenset(... for cell in patch)`. Together.
CALLED Val moved_patch(Vm &vm, const Patch &p, const Motion &m) {
    u32 at = begin_set(vm, p.count);
    CHECK(vm);
    Val *items = begun_items(vm, at);
    bool far = false;
    LOOP (u32 k = lane(); k < p.count; k += 32) {
        i64 i = row_at(p, k), j = column_at(p, k);
        i64 to_i = m.ii * i + m.ij * j + m.i0, to_j = m.ji * i + m.jj * j + m.j0;
        if (p.form == CELLS) {
            far |= !fits_cell(to_i) || !fits_cell(to_j);
            items[k] = cell_val(colour_of(p.items[k]), (i32)to_i, (i32)to_j);
        } else {
            far |= !fits_pair(to_i) || !fits_pair(to_j);
            items[k] = pair_val((i32)to_i, (i32)to_j);
        }
    }
    if (__any_sync(ALL_LANES, far)) return punt(vm, OUT_OF_RANGE);
    return finish_set(vm, at, p.count, tag(p.of) == SET ? ALL_DISTINCT : MAY_REPEAT, FROM_OTHER, p.of);
}
CALLED Val shifted(Vm &vm, const Patch &p, i64 di, i64 dj) {
    Motion motion = {1, 0, 0, 1, di, dj};
    return moved_patch(vm, p, motion);
}

// toindices(patch) of a patch. Together.
CALLED Val places_of(Vm &vm, const Patch &p) {
    if (!p.count) return empty_set(vm);
    if (p.form == PLACES) return p.of;
    u32 at = begin_set(vm, p.count);
    CHECK(vm);
    LOOP (u32 k = lane(); k < p.count; k += 32) begun_items(vm, at)[k] = pair_val(row_at(p, k), column_at(p, k));
    return finish_set(vm, at, p.count, MAY_REPEAT, FROM_OTHER, p.of);
}

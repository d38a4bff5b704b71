// Grids cut, turned and mirrored; mirrors are for patches, too.
#pragma once
#include "patch_form.cuh"

// Where a cell of the result comes from: (i, j), or with SWAPPED (j, i), counted from the other end where that is said.
enum Turn { SWAPPED = 1, FROM_BELOW = 2, FROM_RIGHT = 4 };

CALLED Val turned_grid(Vm &vm, Val grid, u32 turn) {
    u32 height = height_of(vm, grid), width = width_of(vm, grid);
    u32 rows = turn & SWAPPED ? width : height, columns = turn & SWAPPED ? height : width;
    Val made = begin_grid(vm, rows, columns);
    CHECK(vm);
    const i8 *from = cells_of(vm, grid);
    i8 *to = own_cells_of(vm, made);
    for (u32 k = lane(); k < rows * columns; k += 32) {
        u32 i = k / columns, j = k % columns;
        u32 row = turn & SWAPPED ? j : i, column = turn & SWAPPED ? i : j;
        if (turn & FROM_BELOW) row = height - 1 - row;
        if (turn & FROM_RIGHT) column = width - 1 - column;
        to[k] = from[row * width + column];
    }
    return finish_grid(vm, made);
}

// v[::-1] of a tuple that is no grid. Together.
CALLED Val reversed_tuple(Vm &vm, Val v) {
    Items items = items_as_they_lie(vm, v);
    u32 at = begin_tuple(vm, items.count);
    CHECK(vm);
    for (u32 k = 0; k < items.count; k++) tuple_items(vm, at)[items.count - 1 - k] = item_at(vm, items, k);
    return finish_tuple(vm, at, items.count);
}

CALLED Val turned(Vm &vm, Val v, u32 turn) {
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (grid != NOTHING) return turned_grid(vm, grid, turn);
    if (is_empty_tuple(vm, v)) return v;
    return no_tuple_of_rows(vm, v);
}

// A patch's mirror image within its box. Together.
CALLED Val mirrored_patch(Vm &vm, Val v, u32 op) {
    Patch p = patch_of(vm, v);
    if (p.form == NO_PATCH) return no_patch(vm, v, true);
    // The corner of nothing has no parts.
    if (!p.count) return raise(vm, op == OP_dmirror ? VALUE_ERROR : INDEX_ERROR);
    Box box = box_of(p);
    Motion motion = {1, 0, 0, 1, 0, 0};
    if (op == OP_hmirror) {
        motion.ii = -1;
        motion.i0 = (i64)box.top + box.bottom;
    } else if (op == OP_vmirror) {
        motion.jj = -1;
        motion.j0 = (i64)box.left + box.right;
    } else {
        motion.ii = motion.jj = 0;
        motion.ij = motion.ji = 1;
        motion.i0 = (i64)box.top - box.left;
        motion.j0 = (i64)box.left - box.top;
    }
    return moved_patch(vm, p, motion);
}

CALLED Val mirrored(Vm &vm, Val v, u32 op) {
    if (is_tuple(v)) {
        if (op == OP_hmirror && as_grid(vm, v) == NOTHING && !vm.fail) return reversed_tuple(vm, v);
        CHECK(vm);
        return turned(vm, v, op == OP_hmirror ? FROM_BELOW : op == OP_vmirror ? FROM_RIGHT : op == OP_dmirror ? SWAPPED : SWAPPED | FROM_BELOW | FROM_RIGHT);
    }
    if (op != OP_cmirror) return mirrored_patch(vm, v, op);
    Val one = mirrored_patch(vm, v, OP_vmirror);
    CHECK(vm);
    one = mirrored_patch(vm, one, OP_dmirror);
    CHECK(vm);
    return mirrored_patch(vm, one, OP_vmirror);
}

// grid[i : i + height], and of each row [j : j + width], with Python's slices. Together.
CALLED Val window_of(Vm &vm, Val grid, i64 i, i64 j, i64 height, i64 width) {
    u32 h = height_of(vm, grid), w = width_of(vm, grid);
    u32 top = clamped(i, h), bottom = clamped(i + height, h), left = clamped(j, w), right = clamped(j + width, w);
    return piece_of(vm, grid, top, left, bottom > top ? bottom - top : 0, right > left ? right - left : 0);
}

CALLED Val crop(Vm &vm, Val v, Val start, Val dims) {
    if (tag(start) != PAIR || tag(dims) != PAIR) {
        if (!is_tuple(start) || (tag(start) == PAIR && !is_tuple(dims))) return raise(vm, TYPE_ERROR);
        if (is_empty_tuple(vm, start) || (tag(start) == PAIR && is_empty_tuple(vm, dims))) return raise(vm, INDEX_ERROR);
        return punt(vm, NO_SUCH_OP);
    }
    if (!is_tuple(v)) return raise(vm, TYPE_ERROR);
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (grid == NOTHING) return is_empty_tuple(vm, v) ? v : punt(vm, NO_SUCH_OP);
    return window_of(vm, grid, first_of(start), second_of(start), first_of(dims), second_of(dims));
}

CALLED Val subgrid(Vm &vm, Val patch, Val v) {
    Patch p = patch_of(vm, patch);
    if (p.form == NO_PATCH) return no_patch(vm, patch, false);
    if (!p.count) return raise(vm, INDEX_ERROR);
    if (tag(patch) != SET) return punt(vm, NO_SUCH_OP);
    if (!is_tuple(v)) return raise(vm, TYPE_ERROR);
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (grid == NOTHING) return is_empty_tuple(vm, v) ? v : punt(vm, NO_SUCH_OP);
    Box box = box_of(p);
    return window_of(vm, grid, box.top, box.left, (i64)box.bottom - box.top + 1, (i64)box.right - box.left + 1);
}

// v[from:to] of a tuple; for halves, of which a grid's may be columns. Together.
CALLED Val half(Vm &vm, Val v, u32 op) {
    bool columns = op == OP_lefthalf || op == OP_righthalf, rest = op == OP_bottomhalf || op == OP_righthalf;
    if (!is_tuple(v)) return raise(vm, TYPE_ERROR);
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (is_empty_tuple(vm, v)) return v;
    if (grid == NOTHING && columns) return no_rows(vm, v);
    u32 n = grid == NOTHING ? length_of(vm, v) : columns ? width_of(vm, grid) : height_of(vm, grid), part = n / 2;
    if (!part) return empty_tuple(vm);
    u32 from = rest ? n - part : 0;
    if (grid != NOTHING) {
        if (columns) return piece_of(vm, grid, 0, from, height_of(vm, grid), part);
        return piece_of(vm, grid, from, 0, part, width_of(vm, grid));
    }
    Items items = items_as_they_lie(vm, v);
    u32 at = begin_tuple(vm, part);
    CHECK(vm);
    for (u32 k = 0; k < part; k++) tuple_items(vm, at)[k] = item_at(vm, items, from + k);
    return finish_tuple(vm, at, part);
}

CALLED Val trim(Vm &vm, Val v) {
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (is_empty_tuple(vm, v)) return v;
    if (grid == NOTHING) return is_tuple(v) ? punt(vm, NO_SUCH_OP) : raise(vm, TYPE_ERROR);
    u32 height = height_of(vm, grid), width = width_of(vm, grid);
    return piece_of(vm, grid, 1, 1, height > 2 ? height - 2 : 0, width > 2 ? width - 2 : 0);
}

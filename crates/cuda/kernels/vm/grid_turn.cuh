// Grids cut, turned and mirrored; mirrors are for patches, too.
#pragma once
#include "grid_rows.cuh"

// Where a cell of the result comes from: (i, j), or with SWAPPED (j, i), counted from the other end where that is said.
enum Turn { SWAPPED = 1, FROM_BELOW = 2, FROM_RIGHT = 4 };

CALLED Val turned_grid(Vm &vm, Val grid, u32 turn) {
    u32 height = height_of(vm, grid), width = width_of(vm, grid);
    u32 rows = turn & SWAPPED ? width : height, columns = turn & SWAPPED ? height : width;
    Val made = begin_grid(vm, rows, columns);
    CHECK(vm);
    const i8 *from = cells_of(vm, grid);
    i8 *to = own_cells_of(vm, made);
    LOOP (u32 k = lane(); k < rows * columns; k += 32) {
        u32 i = k / columns, j = k % columns;
        u32 row = turn & SWAPPED ? j : i, column = turn & SWAPPED ? i : j;
        if (turn & FROM_BELOW) row = height - 1 - row;
        if (turn & FROM_RIGHT) column = width - 1 - column;
        to[k] = from[row * width + column];
    }
    return finish_grid(vm, made);
}

// What an operation does to a grid.
DEVICE u32 turn_of(u32 op) {
    switch (op) {
    case OP_rot90: return SWAPPED | FROM_BELOW;
    case OP_rot180: return FROM_BELOW | FROM_RIGHT;
    case OP_rot270: return SWAPPED | FROM_RIGHT;
    case OP_hmirror: return FROM_BELOW;
    case OP_vmirror: return FROM_RIGHT;
    case OP_dmirror: return SWAPPED;
    default: return SWAPPED | FROM_BELOW | FROM_RIGHT;
    }
}

CALLED Val turned(Vm &vm, Val v, u32 op) {
    if (!is_tuple(v)) return raise(vm, TYPE_ERROR);
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (grid != NOTHING) return turned_grid(vm, grid, turn_of(op));
    return is_empty_tuple(vm, v) ? v : rows_turned(vm, v, op);
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
    if (is_tuple(v)) return turned(vm, v, op);
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

// value[start[n] : start[n] + dims[n]]: the ints of it. Together.
CALLED bool window_bounds(Vm &vm, Val start, Val dims, u32 n, i64 &from, i64 &extent) {
    Val a = get(vm, start, n);
    if (vm.fail) return false;
    Val b = get(vm, dims, n);
    if (vm.fail) return false;
    // What adds up otherwise is no bound of a slice.
    if (!is_int(a) || !is_int(b)) raise(vm, TYPE_ERROR);
    from = int_of(a);
    extent = int_of(b);
    return !vm.fail;
}

CALLED Val crop(Vm &vm, Val v, Val start, Val dims) {
    i64 i, j, height, width;
    if (!window_bounds(vm, start, dims, 0, i, height)) return NOTHING;
    if (!is_tuple(v)) return raise(vm, TYPE_ERROR);
    u32 n = length_of(vm, v);
    if (clamped(i, n) >= clamped(i + height, n)) return empty_tuple(vm);
    if (!window_bounds(vm, start, dims, 1, j, width)) return NOTHING;
    Val grid = as_grid(vm, v);
    CHECK(vm);
    return grid == NOTHING ? window_of_rows(vm, v, i, j, height, width) : window_of(vm, grid, i, j, height, width);
}

CALLED Val subgrid(Vm &vm, Val patch, Val v) {
    Patch p = patch_of(vm, patch);
    if (p.form == NO_PATCH && tag(patch) == GRID && width_of(vm, patch) > 2) {
        Val least = folded_columns(vm, patch, LEAST);
        CHECK(vm);
        return crop(vm, v, least, pair_val((i32)height_of(vm, patch), (i32)width_of(vm, patch)));
    }
    if (p.form == NO_PATCH) return no_patch(vm, patch, false);
    if (!p.count) return raise(vm, INDEX_ERROR);
    if (tag(patch) != SET) return punt(vm, NO_SUCH_OP);
    if (!is_tuple(v)) return raise(vm, TYPE_ERROR);
    Val grid = as_grid(vm, v);
    CHECK(vm);
    Box box = box_of(p);
    i64 height = (i64)box.bottom - box.top + 1, width = (i64)box.right - box.left + 1;
    return grid == NOTHING ? window_of_rows(vm, v, box.top, box.left, height, width) : window_of(vm, grid, box.top, box.left, height, width);
}

// v[from:to] of a tuple; for halves, of which a grid's may be columns. Together.
CALLED Val half(Vm &vm, Val v, u32 op) {
    bool columns = op == OP_lefthalf || op == OP_righthalf, rest = op == OP_bottomhalf || op == OP_righthalf;
    if (!is_tuple(v)) return raise(vm, TYPE_ERROR);
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (is_empty_tuple(vm, v)) return v;
    if (grid == NOTHING && columns) {
        v = rows_turned(vm, v, OP_rot90);
        CHECK(vm);
    }
    u32 n = grid == NOTHING ? length_of(vm, v) : columns ? width_of(vm, grid) : height_of(vm, grid), part = n / 2, from = rest ? n - part : 0;
    if (!part) return empty_tuple(vm);
    if (grid == NOTHING) {
        v = sliced_tuple(vm, v, from, from + part);
        CHECK(vm);
        return columns ? rows_turned(vm, v, OP_rot270) : v;
    }
    if (columns) return piece_of(vm, grid, 0, from, height_of(vm, grid), part);
    return piece_of(vm, grid, from, 0, part, width_of(vm, grid));
}

CALLED Val trim(Vm &vm, Val v) {
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (is_empty_tuple(vm, v)) return v;
    if (grid == NOTHING) return is_tuple(v) ? punt(vm, NO_SUCH_OP) : raise(vm, TYPE_ERROR);
    u32 height = height_of(vm, grid), width = width_of(vm, grid);
    return piece_of(vm, grid, 1, 1, height > 2 ? height - 2 : 0, width > 2 ? width - 2 : 0);
}

// `cpu::reference::line` on the device.
#pragma once
#include "grid_lines.cuh"

// So many places from one on, each a step further. Together.
CALLED Val line_of_places(Vm &vm, i64 i, i64 j, i32 di, i32 dj, i64 count) {
    if (count > MOST_CELLS) return punt(vm, TOO_LARGE_HERE);
    reserve(vm, (u64)count * 3 + 1);
    CHECK(vm);
    u32 at = begin_set(vm, (u32)count);
    CHECK(vm);
    for (u32 k = lane(); k < (u32)count; k += 32) begun_items(vm, at)[k] = pair_val((i32)(i + (i32)k * di), (i32)(j + (i32)k * dj));
    return finish_set(vm, at, (u32)count, ALL_DISTINCT, GROWN);
}

// The straight or diagonal line between two places, from the upper (or left) one on. Together.
CALLED Val line_between(Vm &vm, i64 ai, i64 aj, i64 bi, i64 bj) {
    i64 top = ai < bi ? ai : bi, left = aj < bj ? aj : bj, down = bi - ai, right = bj - aj;
    i64 rows = (down < 0 ? -down : down) + 1, columns = (right < 0 ? -right : right) + 1;
    if (!down) return line_of_places(vm, ai, left, 0, 1, columns);
    if (!right) return line_of_places(vm, top, aj, 1, 0, rows);
    if (down == right) return line_of_places(vm, top, left, 1, 1, rows);
    if (down == -right) return line_of_places(vm, top, left + columns - 1, 1, -1, rows);
    return empty_set(vm);
}

CALLED Val connect(Vm &vm, Val a, Val b) {
    i32 ai, aj, bi, bj;
    two_ints(vm, a, ai, aj);
    CHECK(vm);
    two_ints(vm, b, bi, bj);
    CHECK(vm);
    return line_between(vm, ai, aj, bi, bj);
}

// A line of 42 steps. Together.
CALLED Val shoot(Vm &vm, Val start, Val direction) {
    if (tag(start) != PAIR || tag(direction) != PAIR) {
        if (!is_tuple(start) || (tag(start) == PAIR && !is_tuple(direction))) return raise(vm, TYPE_ERROR);
        return punt(vm, NO_SUCH_OP);
    }
    i64 i = first_of(start), j = second_of(start), to_i = i + 42 * (i64)first_of(direction), to_j = j + 42 * (i64)second_of(direction);
    if (!fits_pair(to_i) || !fits_pair(to_j)) return punt(vm, OUT_OF_RANGE);
    return line_between(vm, i, j, to_i, to_j);
}

// A row or a column of 30 places. Together.
CALLED Val frontier(Vm &vm, Val location, bool upright) {
    if (tag(location) != PAIR) {
        if (is_empty_tuple(vm, location)) return raise(vm, INDEX_ERROR);
        return is_tuple(location) ? punt(vm, NO_SUCH_OP) : raise(vm, TYPE_ERROR);
    }
    return upright ? line_of_places(vm, 0, second_of(location), 1, 0, 30) : line_of_places(vm, first_of(location), 0, 0, 1, 30);
}

// The cells of a row or a column. Together.
CALLED Val cells_of_line(Vm &vm, Val grid, u32 number, bool column) {
    u32 width = width_of(vm, grid), count = column ? height_of(vm, grid) : width, at = begin_set(vm, count);
    CHECK(vm);
    const i8 *cells = cells_of(vm, grid);
    for (u32 k = lane(); k < count; k += 32) {
        u32 i = column ? k : number, j = column ? number : k;
        begun_items(vm, at)[k] = cell_val(cells[i * width + j], (i32)i, (i32)j);
    }
    return finish_set(vm, at, count, ALL_DISTINCT, GROWN_AND_COPIED);
}

CALLED Val frontiers(Vm &vm, Val v) {
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (grid == NOTHING) return no_dims(vm, v);
    Lines rows = uniform_lines(vm, grid, false, false);
    CHECK(vm);
    Lines columns = uniform_lines(vm, grid, true, false);
    CHECK(vm);
    u32 count = rows.count + columns.count, list_at = take(vm, count);
    CHECK(vm);
    u64 *list = vm.arena + list_at;
    for (u32 k = 0; k < count; k++) {
        bool column = k >= rows.count;
        list[k] = cells_of_line(vm, grid, column ? line_numbers(vm, columns)[k - rows.count] : line_numbers(vm, rows)[k], column);
        CHECK(vm);
    }
    u32 at = begin_set(vm, count);
    CHECK(vm);
    for (u32 k = lane(); k < count; k += 32) begun_items(vm, at)[k] = list[k];
    // Only in a grid of one cell a row is a column. The union with nothing is a copy once more.
    u32 repeats = height_of(vm, grid) * width_of(vm, grid) == 1 ? MAY_REPEAT : ALL_DISTINCT;
    return finish_set(vm, at, count, repeats, rows.count && columns.count ? UNION_OF_DISPLAYS : GROWN_AND_COPIED, 0, rows.count);
}

CALLED Val call_line(Vm &vm, u32 op, const Val *a) {
    switch (op) {
    case OP_connect: return connect(vm, a[0], a[1]);
    case OP_shoot: return shoot(vm, a[0], a[1]);
    case OP_vfrontier: return frontier(vm, a[0], true);
    case OP_hfrontier: return frontier(vm, a[0], false);
    case OP_frontiers: return frontiers(vm, a[0]);
    default: return punt(vm, NO_SUCH_OP);
    }
}

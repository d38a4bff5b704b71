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
    LOOP (u32 k = lane(); k < (u32)count; k += 32) begun_items(vm, at)[k] = pair_val((i32)(i + (i32)k * di), (i32)(j + (i32)k * dj));
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
    i32 ai = 0, aj = 0, bi = 0, bj = 0;
    bool odd = false;
    LOOP (u32 k = 0; k < 2; k++) {
        Val v = k ? b : a;
        if (is_plain(v)) return raise(vm, TYPE_ERROR);
        if (length_of(vm, v) != 2) return raise(vm, VALUE_ERROR);
        if (tag(v) != PAIR && !is_no_pair_of_ints(vm, v)) return punt(vm, NO_SUCH_OP);
        odd |= tag(v) != PAIR;
    }
    if (odd) return raise(vm, TYPE_ERROR);
    two_ints(vm, a, ai, aj);
    two_ints(vm, b, bi, bj);
    return line_between(vm, ai, aj, bi, bj);
}

// start[n] + 42 * direction[n]. Together.
CALLED i64 end_of_shot(Vm &vm, Val start, Val direction, u32 n) {
    Val from = get(vm, start, n);
    if (vm.fail) return 0;
    Val by = get(vm, direction, n);
    if (vm.fail) return 0;
    if (is_tuple(from) && is_tuple(by)) punt(vm, NO_SUCH_OP);
    else if (!is_int(from) || !is_int(by)) raise(vm, TYPE_ERROR);
    else if (!fits_pair(int_of(from)) || !fits_pair(int_of(by)) || !fits_pair(int_of(from) + 42 * int_of(by))) punt(vm, OUT_OF_RANGE);
    return vm.fail ? 0 : int_of(from) + 42 * int_of(by);
}

// A line of 42 steps. Together.
CALLED Val shoot(Vm &vm, Val start, Val direction) {
    i64 i = end_of_shot(vm, start, direction, 0);
    CHECK(vm);
    i64 j = end_of_shot(vm, start, direction, 1);
    CHECK(vm);
    return connect(vm, start, pair_val((i32)i, (i32)j));
}

// {(i, n) for i in range(30)}, or {(n, j) ...}, where n is no int. Together.
CALLED Val frontier_of_anything(Vm &vm, Val n, bool upright) {
    u32 at = begin_set(vm, 30);
    CHECK(vm);
    LOOP (u32 k = 0; k < 30; k++) {
        Val place = upright ? tuple_of_two(vm, int_val_unchecked(k), n) : tuple_of_two(vm, n, int_val_unchecked(k));
        CHECK(vm);
        begun_items(vm, at)[k] = place;
    }
    return finish_set(vm, at, 30, ALL_DISTINCT, GROWN);
}

// A row or a column of 30 places. Together.
CALLED Val frontier(Vm &vm, Val location, bool upright) {
    Val n = get(vm, location, upright ? 1 : 0);
    CHECK(vm);
    if (tag(n) != INT) return frontier_of_anything(vm, n, upright);
    if (!fits_pair(int_of(n))) return punt(vm, OUT_OF_RANGE);
    return upright ? line_of_places(vm, 0, int_of(n), 1, 0, 30) : line_of_places(vm, int_of(n), 0, 0, 1, 30);
}

// The cells of a row or a column. Together.
CALLED Val cells_of_line(Vm &vm, Val grid, u32 number, bool column) {
    u32 width = width_of(vm, grid), count = column ? height_of(vm, grid) : width, at = begin_set(vm, count);
    CHECK(vm);
    const i8 *cells = cells_of(vm, grid);
    LOOP (u32 k = lane(); k < count; k += 32) {
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
    LOOP (u32 k = 0; k < count; k++) {
        bool column = k >= rows.count;
        list[k] = cells_of_line(vm, grid, column ? line_numbers(vm, columns)[k - rows.count] : line_numbers(vm, rows)[k], column);
        CHECK(vm);
    }
    u32 at = begin_set(vm, count);
    CHECK(vm);
    LOOP (u32 k = lane(); k < count; k += 32) begun_items(vm, at)[k] = list[k];
    // Only in a grid of one cell a row is a column. The union with nothing is a copy once more.
    u32 repeats = height_of(vm, grid) * width_of(vm, grid) == 1 ? MAY_REPEAT : ALL_DISTINCT;
    return finish_set(vm, at, count, repeats, rows.count && columns.count ? UNION_OF_DISPLAYS : GROWN_AND_COPIED, 0, rows.count);
}

CALLED Val call_line(Vm &vm, u32 op, const Val *a) {
    if (walks_by_address(vm, op, a)) return punt(vm, ORDER_UNKNOWN);
    switch (op) {
    case OP_connect: return connect(vm, a[0], a[1]);
    case OP_shoot: return shoot(vm, a[0], a[1]);
    case OP_vfrontier: return frontier(vm, a[0], true);
    case OP_hfrontier: return frontier(vm, a[0], false);
    case OP_frontiers: return frontiers(vm, a[0]);
    default: return punt(vm, NO_SUCH_OP);
    }
}

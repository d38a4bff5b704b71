// Grids made larger, smaller, joined and split.
#pragma once
#include "grid_turn.cuh"

// A count for `range(n)`: nothing below zero. Together.
CALLED u32 count_up_to(Vm &vm, Val n) {
    if (!is_int(n)) {
        raise(vm, TYPE_ERROR);
        return 0;
    }
    if (int_of(n) > MOST_SIDE) punt(vm, TOO_LARGE_HERE);
    return int_of(n) < 0 || vm.fail ? 0 : (u32)int_of(n);
}

// Each row `down` times and each value `right` times. Together.
CALLED Val scaled_grid(Vm &vm, Val grid, u32 down, u32 right) {
    u32 height = height_of(vm, grid), width = width_of(vm, grid);
    if ((u64)height * down > MOST_SIDE || (u64)width * right > MOST_SIDE) return punt(vm, TOO_LARGE_HERE);
    u32 rows = height * down, columns = width * right;
    reserve(vm, bulk_of_grid(1 + rows * (1 + columns)));
    CHECK(vm);
    if (!rows || !columns) return rows_without_cells(vm, rows);
    Val made = begin_grid(vm, rows, columns);
    CHECK(vm);
    const i8 *from = cells_of(vm, grid);
    i8 *to = own_cells_of(vm, made);
    LOOP (u32 k = lane(); k < rows * columns; k += 32) to[k] = from[k / columns / down * width + k % columns / right];
    return finish_grid(vm, made);
}

CALLED Val upscaled(Vm &vm, Val v, Val factor, u32 op) {
    Val grid = walked_as_grid(vm, v);
    CHECK(vm);
    if (is_empty_tuple(vm, v)) return v;
    if (grid == NOTHING) {
        bool empty_rows = has_no_cells(vm, v);
        if (is_plain(v) || (op != OP_vupscale && !empty_rows)) return no_rows(vm, v);
        // Rows may be anything where they are not walked, and the factor may where there is nothing in them.
        if (tag(v) == SET && !count_of(vm, v)) return empty_tuple(vm);
        u32 times = op == OP_hupscale ? 1 : count_up_to(vm, factor);
        CHECK(vm);
        return rows_repeated(vm, v, times);
    }
    u32 times = count_up_to(vm, factor);
    CHECK(vm);
    return scaled_grid(vm, grid, op == OP_hupscale ? 1 : times, op == OP_vupscale ? 1 : times);
}

// Each cell of an object that starts at the origin as a square of cells. Together.
CALLED Val squares_of_cells(Vm &vm, Val normed, u32 times) {
    Patch p = patch_of(vm, normed);
    u32 each = times * times, all = each * p.count, at = begin_set(vm, all);
    CHECK(vm);
    bool far = false;
    LOOP (u32 k = lane(); k < all; k += 32) {
        u32 from = k / each, io = k / times % times, jo = k % times;
        i64 i = (i64)row_at(p, from) * times + io, j = (i64)column_at(p, from) * times + jo;
        far |= !fits_cell(i) || !fits_cell(j);
        begun_items(vm, at)[k] = cell_val(colour_of(p.items[from]), (i32)i, (i32)j);
    }
    if (__any_sync(ALL_LANES, far)) return punt(vm, OUT_OF_RANGE);
    return finish_set(vm, at, all, ALL_DISTINCT, EXPANDED, normed, each);
}

// upscale(object, factor). Together.
CALLED Val upscaled_object(Vm &vm, Val v, Val factor) {
    Patch p = patch_of(vm, v);
    if (p.form == NO_PATCH) return no_patch(vm, v, true);
    if (!p.count) return empty_set(vm);
    if (p.form != CELLS) return raise(vm, TYPE_ERROR); // a place's second part is a number
    u32 times = count_up_to(vm, factor);
    CHECK(vm);
    if ((u64)times * times * p.count > MOST_CELLS) return punt(vm, TOO_LARGE_HERE);
    reserve(vm, (u64)times * times * p.count * 5 + 1);
    CHECK(vm);
    if (!times) return empty_set(vm);
    Box box = box_of(p);
    Val made = shifted(vm, p, -(i64)box.top, -(i64)box.left);
    CHECK(vm);
    made = squares_of_cells(vm, made, times);
    CHECK(vm);
    return shifted(vm, patch_of(vm, made), box.top, box.left);
}

CALLED Val downscale(Vm &vm, Val v, Val factor) {
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (grid == NOTHING) return no_dims(vm, v);
    if (!is_int(factor)) return raise(vm, TYPE_ERROR);
    i64 by = int_of(factor) < 0 ? -int_of(factor) : int_of(factor);
    if (!by) return raise(vm, ZERO_DIVISION_ERROR);
    if (by > MOST_SIDE) by = MOST_SIDE;
    u32 step = (u32)by, stride = width_of(vm, grid), rows = (height_of(vm, grid) + step - 1) / step, columns = (stride + step - 1) / step;
    Val made = begin_grid(vm, rows, columns);
    CHECK(vm);
    const i8 *from = cells_of(vm, grid);
    i8 *to = own_cells_of(vm, made);
    LOOP (u32 k = lane(); k < rows * columns; k += 32) to[k] = from[k / columns * step * stride + k % columns * step];
    return finish_grid(vm, made);
}

// a + b of two tuples that are no grids of one width. Together.
CALLED Val joined_tuples(Vm &vm, Val a, Val b) {
    Items x = items_as_they_lie(vm, a), y = items_as_they_lie(vm, b);
    u32 count = x.count + y.count, at = begin_tuple(vm, count);
    CHECK(vm);
    LOOP (u32 k = 0; k < count; k++) {
        Val item = k < x.count ? item_at(vm, x, k) : item_at(vm, y, k - x.count);
        CHECK(vm);
        tuple_items(vm, at)[k] = item;
    }
    return finish_tuple(vm, at, count);
}

// a + b. Together.
CALLED Val vconcat(Vm &vm, Val a, Val b) {
    if (is_int(a) && is_int(b)) return arithmetic(vm, ADD, a, b);
    if (!is_tuple(a) || !is_tuple(b)) return raise(vm, TYPE_ERROR);
    if (is_empty_tuple(vm, b)) return a;
    if (is_empty_tuple(vm, a)) return b;
    Val x = as_grid(vm, a);
    CHECK(vm);
    Val y = as_grid(vm, b);
    CHECK(vm);
    if (x == NOTHING || y == NOTHING || width_of(vm, x) != width_of(vm, y)) return joined_tuples(vm, a, b);
    u32 above = height_of(vm, x) * width_of(vm, x), all = above + height_of(vm, y) * width_of(vm, y);
    Val made = begin_grid(vm, height_of(vm, x) + height_of(vm, y), width_of(vm, x));
    CHECK(vm);
    const i8 *one = cells_of(vm, x), *other = cells_of(vm, y);
    i8 *to = own_cells_of(vm, made);
    LOOP (u32 k = lane(); k < all; k += 32) to[k] = k < above ? one[k] : other[k - above];
    return finish_grid(vm, made);
}

// tuple(i + j for i, j in zip(a, b)). Together.
CALLED Val joined_rows(Vm &vm, Val a, Val b) {
    Items x = items_in_order(vm, a);
    CHECK(vm);
    Items y = items_in_order(vm, b);
    CHECK(vm);
    u32 count = x.count < y.count ? x.count : y.count, at = begin_tuple(vm, count);
    CHECK(vm);
    LOOP (u32 k = 0; k < count; k++) {
        Val one = item_at(vm, x, k), other = item_at(vm, y, k);
        CHECK(vm);
        Val row = vconcat(vm, one, other);
        CHECK(vm);
        tuple_items(vm, at)[k] = row;
    }
    return finish_tuple(vm, at, count);
}

CALLED Val hconcat(Vm &vm, Val a, Val b) {
    if (is_plain(a) || is_plain(b)) return raise(vm, TYPE_ERROR);
    Val x = as_grid(vm, a);
    CHECK(vm);
    Val y = as_grid(vm, b);
    CHECK(vm);
    if (!length_of(vm, a) || !length_of(vm, b)) return empty_tuple(vm);
    if (x == NOTHING || y == NOTHING) return joined_rows(vm, a, b);
    u32 height = height_of(vm, x) < height_of(vm, y) ? height_of(vm, x) : height_of(vm, y);
    u32 left = width_of(vm, x), right = width_of(vm, y), width = left + right;
    Val made = begin_grid(vm, height, width);
    CHECK(vm);
    const i8 *one = cells_of(vm, x), *other = cells_of(vm, y);
    i8 *to = own_cells_of(vm, made);
    LOOP (u32 k = lane(); k < height * width; k += 32) {
        u32 i = k / width, j = k % width;
        to[k] = j < left ? one[i * left + j] : other[i * right + j - left];
    }
    return finish_grid(vm, made);
}

// hsplit or vsplit: n parts side by side, or one below the other. Together.
CALLED Val split(Vm &vm, Val v, Val n, bool side_by_side) {
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (grid == NOTHING) {
        if (side_by_side || is_plain(v)) return no_dims(vm, v);
        if (!is_int(n)) return raise(vm, TYPE_ERROR);
        return int_of(n) ? no_dims(vm, v) : raise(vm, ZERO_DIVISION_ERROR);
    }
    if (!is_int(n)) return raise(vm, TYPE_ERROR);
    if (!int_of(n)) return raise(vm, ZERO_DIVISION_ERROR);
    if (int_of(n) < 0) return empty_tuple(vm);
    u32 parts = count_up_to(vm, n);
    CHECK(vm);
    u32 height = height_of(vm, grid), width = width_of(vm, grid), length = side_by_side ? width : height;
    u32 part = length / parts, step = part + (length % parts != 0);
    if (parts > weight_of(vm, grid)) reserve(vm, parts);
    CHECK(vm);
    u32 at = begin_tuple(vm, parts);
    CHECK(vm);
    LOOP (u32 k = 0; k < parts; k++) {
        Val piece = side_by_side ? window_of(vm, grid, 0, k * step, height, part) : window_of(vm, grid, k * step, 0, part, width);
        CHECK(vm);
        tuple_items(vm, at)[k] = piece;
    }
    return finish_tuple(vm, at, parts);
}

CALLED Val cellwise(Vm &vm, Val a, Val b, Val fallback) {
    Val x = as_grid(vm, a);
    CHECK(vm);
    if (x == NOTHING) return no_dims(vm, a);
    Val y = as_grid(vm, b);
    CHECK(vm);
    if (y == NOTHING) {
        if (is_empty_tuple(vm, b)) return raise(vm, INDEX_ERROR);
        bool rows = tag(b) == TUPLE && is_tuple(words_of(vm, b)[TUPLE_HEADER]);
        return rows ? punt(vm, NO_SUCH_OP) : raise(vm, TYPE_ERROR);
    }
    u32 height = height_of(vm, x), width = width_of(vm, x), stride = width_of(vm, y);
    if (height_of(vm, y) < height || stride < width) return raise(vm, INDEX_ERROR);
    Val made = begin_grid(vm, height, width);
    CHECK(vm);
    const i8 *one = cells_of(vm, x), *other = cells_of(vm, y);
    i8 *to = own_cells_of(vm, made);
    bool differ = false;
    LOOP (u32 k = lane(); k < height * width; k += 32) {
        bool same = one[k] == other[k / width * stride + k % width];
        differ |= !same;
        to[k] = same ? one[k] : (i8)int_of(fallback);
    }
    if (__any_sync(ALL_LANES, differ) && !is_byte(fallback)) return punt(vm, NO_SUCH_OP);
    return finish_grid(vm, made);
}

CALLED Val canvas_of_anything(Vm &vm, Val value, u32 rows, u32 columns) {
    reserve(vm, 1 + rows * (1 + columns * weight_of(vm, value)));
    CHECK(vm);
    u32 row_at = begin_tuple(vm, columns);
    CHECK(vm);
    LOOP (u32 k = lane(); k < columns; k += 32) tuple_items(vm, row_at)[k] = value;
    Val row = finish_tuple(vm, row_at, columns);
    CHECK(vm);
    u32 at = begin_tuple(vm, rows);
    CHECK(vm);
    LOOP (u32 k = lane(); k < rows; k += 32) tuple_items(vm, at)[k] = row;
    return finish_tuple(vm, at, rows);
}

CALLED Val canvas(Vm &vm, Val value, Val dims) {
    Val n = get(vm, dims, 0);
    CHECK(vm);
    u32 rows = count_up_to(vm, n);
    CHECK(vm);
    if (!rows) return empty_tuple(vm);
    n = get(vm, dims, 1);
    CHECK(vm);
    u32 columns = count_up_to(vm, n);
    CHECK(vm);
    if (columns && !is_byte(value)) return canvas_of_anything(vm, value, rows, columns);
    u64 weight = 1 + (u64)rows * (1 + columns);
    reserve(vm, columns ? bulk_of_grid((u32)weight) : weight);
    CHECK(vm);
    if (!columns) return rows_without_cells(vm, rows);
    Val made = begin_grid(vm, rows, columns);
    CHECK(vm);
    LOOP (u32 k = lane(); k < rows * columns; k += 32) own_cells_of(vm, made)[k] = (i8)int_of(value);
    return finish_grid(vm, made);
}

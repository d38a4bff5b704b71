// Sizes, corners and centres.
#pragma once
#include "grid_rows.cuh"

struct Size {
    i64 height, width;
};

// height(piece) and width(piece): of tuples their lengths, of sets those of the box. Together.
CALLED Size size_of_piece(Vm &vm, Val v, bool wants_width) {
    Size size = {0, 0};
    u32 count = length_of(vm, v);
    if (vm.fail || !count) return size;
    if (is_tuple(v)) {
        size.height = count;
        if (!wants_width) return size;
        if (tag(v) == GRID) {
            size.width = width_of(vm, v);
        } else {
            Items items = items_as_they_lie(vm, v);
            Val first = item_at(vm, items, 0);
            if (!vm.fail) size.width = length_of(vm, first);
        }
        return size;
    }
    Patch p = patch_of(vm, v);
    if (p.form == NO_PATCH) {
        no_patch(vm, v, true);
        return size;
    }
    Box box = box_of(p);
    size.height = (i64)box.bottom - box.top + 1;
    size.width = (i64)box.right - box.left + 1;
    return size;
}

CALLED Val size_op(Vm &vm, u32 op, Val v) {
    Size size = size_of_piece(vm, v, op != OP_height);
    CHECK(vm);
    switch (op) {
    case OP_height: return int_val(vm, size.height);
    case OP_width: return int_val(vm, size.width);
    case OP_shape: return pair_of_ints(vm, size.height, size.width);
    default: return bool_val(size.height > size.width);
    }
}

// The box of a patch; fails as `min` and `max` do if it is empty. Together.
CALLED Box bounds(Vm &vm, Val v) {
    Box box = {0, 0, 0, 0};
    Patch p = patch_of(vm, v);
    if (p.form == NO_PATCH) no_patch(vm, v, true);
    else if (!p.count) raise(vm, VALUE_ERROR);
    return vm.fail ? box : box_of(p);
}

CALLED Val bound_op(Vm &vm, u32 op, Val v) {
    Box box = bounds(vm, v);
    CHECK(vm);
    return int_val_unchecked(op == OP_uppermost ? box.top : op == OP_lowermost ? box.bottom : op == OP_leftmost ? box.left : box.right);
}

// A corner: the bounds of each part of the places. Nothing has no parts. Together.
CALLED Val corner_op(Vm &vm, u32 op, Val v) {
    Patch p = patch_of(vm, v);
    if (p.form == NO_PATCH && tag(v) == GRID && width_of(vm, v) > 2) {
        // A grid has a bound for each of its columns; the mixed corners know but two.
        if (op == OP_urcorner || op == OP_llcorner) return raise(vm, KEY_ERROR);
        return folded_columns(vm, v, op == OP_ulcorner ? LEAST : GREATEST);
    }
    if (p.form == NO_PATCH) return no_patch(vm, v, false);
    if (!p.count) return empty_tuple(vm);
    Box box = box_of(p);
    i32 i = op == OP_ulcorner || op == OP_urcorner ? box.top : box.bottom, j = op == OP_ulcorner || op == OP_llcorner ? box.left : box.right;
    return pair_val(i, j);
}

CALLED Val corners(Vm &vm, Val v) {
    u32 at = begin_set(vm, 4);
    CHECK(vm);
    LOOP (u32 k = 0; k < 4; k++) {
        Val corner = corner_op(vm, OP_ulcorner + k, v);
        CHECK(vm);
        begun_items(vm, at)[k] = corner;
    }
    return finish_set(vm, at, 4, MAY_REPEAT, GROWN_AND_COPIED);
}

// The middle of a patch that is a set or a tuple; fails as `center` does. Together.
CALLED Val center(Vm &vm, Val v) {
    Box box = bounds(vm, v);
    CHECK(vm);
    Size size = size_of_piece(vm, v, true);
    CHECK(vm);
    return pair_of_ints(vm, box.top + size.height / 2, box.left + size.width / 2);
}

// a // b for a positive b.
DEVICE i64 floored(i64 a, i64 b) { return a / b - (a % b < 0); }

CALLED Val centerofmass(Vm &vm, Val v) {
    Patch p = patch_of(vm, v);
    if (p.form == NO_PATCH && tag(v) == GRID && width_of(vm, v) > 2) return folded_columns(vm, v, MEAN);
    if (p.form == NO_PATCH) return no_patch(vm, v, false);
    u32 all = p.count;
    if (!all) return empty_tuple(vm);
    // Places are counted once, colours or not.
    Val places = places_of(vm, p);
    CHECK(vm);
    p = patch_of(vm, places);
    i64 rows = 0, columns = 0;
    LOOP (u32 k = lane(); k < p.count; k += 32) {
        rows += row_at(p, k);
        columns += column_at(p, k);
    }
#pragma unroll
    for (u32 step = 16; step; step >>= 1) {
        rows += __shfl_xor_sync(ALL_LANES, rows, step);
        columns += __shfl_xor_sync(ALL_LANES, columns, step);
    }
    return pair_of_ints(vm, floored(rows, all), floored(columns, all));
}

CALLED Val square(Vm &vm, Val v) {
    if (is_empty_tuple(vm, v)) return raise(vm, INDEX_ERROR);
    Size size = size_of_piece(vm, v, true);
    CHECK(vm);
    return bool_val(size.height == size.width && (is_tuple(v) || size.height * size.width == count_of(vm, v)));
}

CALLED Val line_op(Vm &vm, u32 op, Val v) {
    bool upright = op == OP_vline;
    Size size = size_of_piece(vm, v, !upright);
    CHECK(vm);
    if ((upright ? size.height : size.width) != length_of(vm, v)) return bool_val(false);
    size = size_of_piece(vm, v, upright);
    CHECK(vm);
    return bool_val((upright ? size.width : size.height) == 1);
}

CALLED Val bordering(Vm &vm, Val patch, Val grid) {
    Box box = bounds(vm, patch);
    CHECK(vm);
    if (!box.top || !box.left) return bool_val(true);
    u32 height = length_of(vm, grid);
    CHECK(vm);
    if (box.bottom == (i64)height - 1) return bool_val(true);
    Val row = tag(grid) == GRID ? NOTHING : get(vm, grid, 0);
    CHECK(vm);
    u32 width = tag(grid) == GRID ? width_of(vm, grid) : length_of(vm, row);
    CHECK(vm);
    return bool_val(box.right == (i64)width - 1);
}

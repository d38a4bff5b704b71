// Questions about small patches, one patch a lane: for the objects of a grid, asked all at once.
#pragma once
#include "number.cuh"

// Larger patches are looked at by all lanes together, one patch after the other.
#define MOST_CELLS_IN_LANE 1024
// And pairs of cells.
#define MOST_PAIRS_IN_LANE 2048

// What a lane finds out about a set of places or cells.
struct LanePatch {
    u32 count;
    i32 top, bottom, left, right;
    // A bit for each colour from 0 to 31, if all are such.
    u32 colours;
    bool coloured;
};

// False if it is no such set, empty, or too large to be looked at here. Alone.
DEVICE bool look_at_patch(const Vm &vm, Val v, LanePatch &p) {
    if (tag(v) != SET) return false;
    u64 word = *words_of(vm, v);
    u32 kind = kind_of_set(word);
    p.count = (u32)word;
    if ((kind != PAIR_ITEMS && kind != CELL_ITEMS) || !p.count || p.count > MOST_CELLS_IN_LANE) return false;
    const Val *items = set_items(vm, v);
    p.top = p.left = 0x7fffffff;
    p.bottom = p.right = -0x7fffffff;
    p.colours = 0;
    p.coloured = kind == CELL_ITEMS;
    LOOP (u32 k = 0; k < p.count; k++) {
        Val item = items[k];
        i32 i = p.coloured ? row_of(item) : first_of(item), j = p.coloured ? column_of(item) : second_of(item);
        p.top = i < p.top ? i : p.top;
        p.bottom = i > p.bottom ? i : p.bottom;
        p.left = j < p.left ? j : p.left;
        p.right = j > p.right ? j : p.right;
        if (p.coloured) {
            i32 colour = colour_of(item);
            p.coloured = colour >= 0 && colour < 32;
            if (!p.coloured) return false;
            p.colours |= 1u << colour;
        }
    }
    // So that heights and widths fit a pair, too.
    return fits_cell(p.top) && fits_cell(p.bottom) && fits_cell(p.left) && fits_cell(p.right);
}

// How many cells have the colour. Alone.
DEVICE u32 cells_of_colour(const Vm &vm, Val v, i64 colour) {
    const Val *items = set_items(vm, v);
    u32 count = count_of(vm, v), found = 0;
    LOOP (u32 k = 0; k < count; k++) found += colour_of(items[k]) == colour;
    return found;
}

// The least number of steps between two patches, or whether they share a row or a column. Alone.
DEVICE Val two_patches_in_lane(const Vm &vm, u32 op, const Val *a, const LanePatch &p, bool &odd) {
    LanePatch q;
    odd = !look_at_patch(vm, a[1], q) || p.count * q.count > MOST_PAIRS_IN_LANE;
    if (odd) return NOTHING;
    const Val *x = set_items(vm, a[0]), *y = set_items(vm, a[1]);
    i32 least = 0x7fffffff;
    LOOP (u32 k = 0; k < p.count; k++) {
        i32 i = p.coloured ? row_of(x[k]) : first_of(x[k]), j = p.coloured ? column_of(x[k]) : second_of(x[k]);
        LOOP (u32 n = 0; n < q.count; n++) {
            i32 down = i - (q.coloured ? row_of(y[n]) : first_of(y[n])), right = j - (q.coloured ? column_of(y[n]) : second_of(y[n]));
            down = down < 0 ? -down : down;
            right = right < 0 ? -right : right;
            i32 steps = op == OP_manhattan ? down + right : op == OP_hmatching ? down : right;
            least = steps < least ? steps : least;
        }
    }
    return op == OP_manhattan ? int_val_unchecked(least) : bool_val(!least);
}

// Sets `odd` where the answer is not this file's. Alone, but all lanes ask the same.
CALLED Val patch_op_in_lane(const Vm &vm, u32 op, const Val *a, bool &odd) {
    LanePatch p;
    if (!look_at_patch(vm, a[0], p)) {
        odd = true;
        return NOTHING;
    }
    i32 height = p.bottom - p.top + 1, width = p.right - p.left + 1;
    switch (op) {
    case OP_color:
        // The first cell's; where they differ, the order decides.
        odd = !p.coloured || (p.colours & (p.colours - 1));
        return odd ? NOTHING : int_val_unchecked(lowest(p.colours));
    case OP_numcolors:
        odd = !p.coloured;
        return int_val_unchecked(count_ones(p.colours));
    case OP_colorcount:
        odd = !p.coloured || !is_int(a[1]);
        return odd ? NOTHING : int_val_unchecked(cells_of_colour(vm, a[0], int_of(a[1])));
    case OP_height: return int_val_unchecked(height);
    case OP_width: return int_val_unchecked(width);
    case OP_shape: return pair_val(height, width);
    case OP_portrait: return bool_val(height > width);
    case OP_uppermost: return int_val_unchecked(p.top);
    case OP_lowermost: return int_val_unchecked(p.bottom);
    case OP_leftmost: return int_val_unchecked(p.left);
    case OP_rightmost: return int_val_unchecked(p.right);
    case OP_ulcorner: return pair_val(p.top, p.left);
    case OP_urcorner: return pair_val(p.top, p.right);
    case OP_llcorner: return pair_val(p.bottom, p.left);
    case OP_lrcorner: return pair_val(p.bottom, p.right);
    case OP_center: return pair_val(p.top + height / 2, p.left + width / 2);
    case OP_square: return bool_val((i64)height * width == p.count && height == width);
    case OP_vline: return bool_val(height == (i64)p.count && width == 1);
    case OP_hline: return bool_val(width == (i64)p.count && height == 1);
    case OP_manhattan:
    case OP_hmatching:
    case OP_vmatching: return two_patches_in_lane(vm, op, a, p, odd);
    case OP_bordering:
        odd = tag(a[1]) != GRID;
        return odd ? NOTHING
                   : bool_val(!p.top || !p.left || p.bottom == (i32)height_of(vm, a[1]) - 1 || p.right == (i32)width_of(vm, a[1]) - 1);
    default: odd = true; return NOTHING;
    }
}

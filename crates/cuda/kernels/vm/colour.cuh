// `cpu::reference::colour` on the device.
#pragma once
#include "colour_count.cuh"
#include "grid_any.cuh"

CALLED Val colorcount(Vm &vm, Val element, Val value) {
    if (tag(element) == TUPLE && count_of(vm, element) && is_plain(words_of(vm, element)[TUPLE_HEADER])) return raise(vm, ATTRIBUTE_ERROR);
    if (tag(element) == PAIR || tag(element) == TRIPLE || tag(element) == CELL) return raise(vm, ATTRIBUTE_ERROR);
    Colours c = colours_of(vm, element);
    CHECK(vm);
    u32 found = 0;
    LOOP (u32 k = lane(); k < c.count; k += 32) found += is_int(value) && int_of(value) == colour_at(c, k);
    return int_val_unchecked(sum_of_lanes(found));
}

// In container.cuh.
CALLED Val most_common(Vm &vm, Val container, bool fewest);

// mostcolor, or leastcolor. Together.
CALLED Val most_color(Vm &vm, Val element, bool fewest) {
    if (tag(element) == TUPLE && as_grid(vm, element) == NOTHING && !vm.fail && has_any_cells(vm, element)) {
        Val values = values_of_rows(vm, element);
        CHECK(vm);
        return most_common(vm, values, fewest);
    }
    CHECK(vm);
    return common_colour(vm, element, fewest);
}

// palette() of a tuple of rows that hold anything. Together.
CALLED Val palette_of_rows(Vm &vm, Val rows) {
    Items outer = items_as_they_lie(vm, rows);
    u32 most = 0;
    LOOP (u32 n = 0; n < outer.count; n++) {
        most += length_of(vm, outer.at[n]);
        CHECK(vm);
        if (tag(outer.at[n]) == GRID) return punt(vm, NO_SUCH_OP);
    }
    u32 at = begin_set(vm, most), count = 0;
    CHECK(vm);
    LOOP (u32 n = 0; n < outer.count; n++) {
        Items row = items_in_order(vm, outer.at[n]);
        CHECK(vm);
        LOOP (u32 k = lane(); k < row.count; k += 32) begun_items(vm, at)[count + k] = item_at(vm, row, k);
        count += row.count;
    }
    return finish_set(vm, at, count, MAY_REPEAT, GROWN_AND_COPIED);
}

CALLED Val palette(Vm &vm, Val element) {
    if (tag(element) == TUPLE) {
        Val grid = as_grid(vm, element);
        CHECK(vm);
        if (grid == NOTHING) return palette_of_rows(vm, element);
    }
    Colours c = colours_of(vm, element);
    CHECK(vm);
    Distinct d = distinct_colours(vm, c);
    CHECK(vm);
    u32 at = begin_set(vm, d.count);
    CHECK(vm);
    LOOP (u32 k = lane(); k < d.count; k += 32) begun_items(vm, at)[k] = vm.arena[d.at + k];
    return finish_set(vm, at, d.count, ALL_DISTINCT, d.known ? GROWN_AND_COPIED : UNKNOWN_ORDER);
}

CALLED Val numcolors(Vm &vm, Val element) {
    Colours c = colours_of(vm, element);
    CHECK(vm);
    return int_val_unchecked(tally(vm, c, 0));
}

// Whether all items of a set of places or cells have the same first part. Together.
CALLED bool one_colour(const Colours &c) {
    bool differ = false;
    LOOP (u32 k = lane(); k < c.count; k += 32) differ |= colour_at(c, k) != colour_at(c, 0);
    return !__any_sync(ALL_LANES, differ);
}

// next(iter(obj))[0]. Together.
CALLED Val color(Vm &vm, Val obj) {
    u32 count = length_of(vm, obj);
    CHECK(vm);
    if (!count) return raise(vm, STOP_ITERATION);
    if (tag(obj) == SET) {
        u32 kind = kind_of_set(*words_of(vm, obj));
        if (kind == INT_ITEMS) return raise(vm, TYPE_ERROR);
        if (kind == PAIR_ITEMS || kind == CELL_ITEMS) {
            Colours c = {obj, 0, set_items(vm, obj), count, kind == PAIR_ITEMS};
            if (one_colour(c)) return int_val_unchecked(colour_at(c, 0));
        }
        // Sets have no first part, whichever comes first.
        bool parts = false;
        LOOP (u32 k = lane(); k < count; k += 32) parts |= is_tuple(set_items(vm, obj)[k]);
        if (!__any_sync(ALL_LANES, parts)) return raise(vm, TYPE_ERROR);
    }
    Items items = items_in_order(vm, obj);
    CHECK(vm);
    Val first = item_at(vm, items, 0);
    CHECK(vm);
    return get(vm, first, 0);
}

// {(value, place) for place in places} where the value is no int. Together.
CALLED Val recolored_with_anything(Vm &vm, Val value, const Patch &p) {
    Val first = tuple_of_two(vm, value, p.items[0]);
    CHECK(vm);
    if (tag(first) != TUPLE) return punt(vm, NO_SUCH_OP);
    u32 each = TUPLE_HEADER + 2, tuples_at = take(vm, each * p.count);
    CHECK(vm);
    u32 at = begin_set(vm, p.count);
    CHECK(vm);
    LOOP (u32 k = lane(); k < p.count; k += 32) {
        // They differ in the place alone.
        u64 *words = vm.arena + tuples_at + each * k;
        words[0] = words_of(vm, first)[0];
        words[1] = words_of(vm, first)[1];
        words[2] = value;
        words[3] = p.items[k];
        begun_items(vm, at)[k] = ref_val(TUPLE, tuples_at + each * k);
    }
    return finish_set(vm, at, p.count, tag(p.of) == SET ? ALL_DISTINCT : MAY_REPEAT, FROM_OTHER, p.of);
}

// {(value, row) for row in grid}. Together.
CALLED Val recolored_rows(Vm &vm, Val value, Val grid) {
    u32 height = height_of(vm, grid), at = begin_set(vm, height);
    CHECK(vm);
    LOOP (u32 k = 0; k < height; k++) {
        Val row = row_of_grid(vm, grid, k);
        CHECK(vm);
        row = tuple_of_two(vm, value, row);
        CHECK(vm);
        begun_items(vm, at)[k] = row;
    }
    return finish_set(vm, at, height, MAY_REPEAT, GROWN);
}

CALLED Val recolor(Vm &vm, Val value, Val v) {
    Patch p = patch_of(vm, v);
    if (p.form == NO_PATCH && tag(v) == GRID && width_of(vm, v) > 2) return recolored_rows(vm, value, v);
    if (p.form == NO_PATCH) return no_patch(vm, v, false);
    Val places = places_of(vm, p);
    CHECK(vm);
    p = patch_of(vm, places);
    if (p.count && tag(value) != INT) return recolored_with_anything(vm, value, p);
    if (p.count && !fits_cell(int_of(value))) return punt(vm, OUT_OF_RANGE);
    u32 at = begin_set(vm, p.count);
    CHECK(vm);
    bool far = false;
    LOOP (u32 k = lane(); k < p.count; k += 32) {
        i32 i = row_at(p, k), j = column_at(p, k);
        far |= !fits_cell(i) || !fits_cell(j);
        begun_items(vm, at)[k] = cell_val((i32)int_of(value), i, j);
    }
    if (__any_sync(ALL_LANES, far)) return punt(vm, OUT_OF_RANGE);
    return finish_set(vm, at, p.count, tag(places) == SET ? ALL_DISTINCT : MAY_REPEAT, FROM_OTHER, places);
}

// The cells of a grid that have a value, row by row, as places or with their colour. Together.
CALLED Val cells_equal_to(Vm &vm, Val grid, Val value, bool coloured) {
    u32 width = width_of(vm, grid), count = height_of(vm, grid) * width, found = 0;
    const i8 *cells = cells_of(vm, grid);
    LOOP (u32 k = lane(); k < count; k += 32) found += cell_is(cells[k], value);
    found = sum_of_lanes(found);
    u32 at = begin_set(vm, found), before = 0;
    CHECK(vm);
    LOOP (u32 base = 0; base < count; base += 32) {
        u32 k = base + lane();
        bool here = k < count && cell_is(cells[k], value);
        u32 there = __ballot_sync(ALL_LANES, here);
        if (here) {
            i32 i = (i32)(k / width), j = (i32)(k % width);
            begun_items(vm, at)[before + count_ones(there & ((1u << lane()) - 1))] = coloured ? cell_val(cells[k], i, j) : pair_val(i, j);
        }
        before += count_ones(there);
    }
    return finish_set(vm, at, found, ALL_DISTINCT, GROWN);
}

CALLED Val ofcolor(Vm &vm, Val v, Val value) {
    Val grid = walked_as_grid(vm, v);
    CHECK(vm);
    if (is_empty_tuple(vm, v) || (tag(v) == SET && !count_of(vm, v)) || has_no_cells(vm, v)) return empty_set(vm);
    if (grid == NOTHING) return has_any_cells(vm, v) ? places_in_rows(vm, v, value, false) : no_rows(vm, v);
    return cells_equal_to(vm, grid, value, false);
}

// The grid with one value in place of another; with `back`, the other way round, too. Together.
CALLED Val exchanged_values(Vm &vm, Val v, Val old, Val fresh, bool back) {
    Val grid = walked_as_grid(vm, v);
    CHECK(vm);
    if (is_empty_tuple(vm, v) || has_no_cells(vm, v)) return v;
    if (tag(v) == SET && !count_of(vm, v)) return empty_tuple(vm);
    if (grid == NOTHING) return has_any_cells(vm, v) && !back ? replaced_in_rows(vm, v, old, fresh) : no_rows(vm, v);
    u32 count = height_of(vm, grid) * width_of(vm, grid);
    const i8 *cells = cells_of(vm, grid);
    bool some_old = false, some_fresh = false;
    LOOP (u32 k = lane(); k < count; k += 32) {
        some_old |= cell_is(cells[k], old);
        some_fresh |= cell_is(cells[k], fresh);
    }
    some_old = __any_sync(ALL_LANES, some_old);
    some_fresh = __any_sync(ALL_LANES, some_fresh);
    bool puts_fresh = some_old && !is_byte(fresh), puts_old = back && some_fresh && !is_byte(old);
    if (puts_fresh || puts_old) {
        if (back && some_old && some_fresh) return punt(vm, NO_SUCH_OP);
        u8 *marks = no_marks(vm, count);
        CHECK(vm);
        LOOP (u32 k = lane(); k < count; k += 32) marks[k] = cell_is(cells[k], puts_fresh ? old : fresh);
        __syncwarp();
        return rows_with_value(vm, grid, marks, puts_fresh ? fresh : old);
    }
    Val made = begin_grid(vm, height_of(vm, grid), width_of(vm, grid));
    CHECK(vm);
    i8 *to = own_cells_of(vm, made);
    LOOP (u32 k = lane(); k < count; k += 32) {
        i8 cell = cells[k];
        to[k] = cell_is(cell, old) ? (i8)int_of(fresh) : back && cell_is(cell, fresh) ? (i8)int_of(old) : cell;
    }
    return finish_grid(vm, made);
}

CALLED Val index_of_grid(Vm &vm, Val v, Val loc) {
    i32 i, j;
    two_ints(vm, loc, i, j);
    CHECK(vm);
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (grid == NOTHING) return no_dims(vm, v);
    i32 height = (i32)height_of(vm, grid), width = (i32)width_of(vm, grid);
    if (i < 0 || i >= height || j < 0 || j >= width) return NOTHING;
    return int_val_unchecked(cells_of(vm, grid)[i * width + j]);
}

CALLED Val call_colour(Vm &vm, u32 op, const Val *a) {
    if (walks_by_address(vm, op, a)) return punt(vm, ORDER_UNKNOWN);
    switch (op) {
    case OP_mostcolor: return most_color(vm, a[0], false);
    case OP_leastcolor: return most_color(vm, a[0], true);
    case OP_colorcount: return colorcount(vm, a[0], a[1]);
    case OP_palette: return palette(vm, a[0]);
    case OP_numcolors: return numcolors(vm, a[0]);
    case OP_color: return color(vm, a[0]);
    case OP_recolor: return recolor(vm, a[0], a[1]);
    case OP_ofcolor: return ofcolor(vm, a[0], a[1]);
    case OP_replace: return exchanged_values(vm, a[0], a[1], a[2], false);
    case OP_switch: return exchanged_values(vm, a[0], a[1], a[2], true);
    case OP_index: return index_of_grid(vm, a[0], a[1]);
    default: return punt(vm, NO_SUCH_OP);
    }
}

// Drawing patches onto grids.
#pragma once
#include "colour_count.cuh"

// No colour: drawn everywhere.
#define EVERYWHERE 1000

// A patch's place in a grid; false if it is outside. Alone.
DEVICE bool place_in_grid(const Patch &p, u32 k, u32 height, u32 width, u32 &at) {
    i32 i = row_at(p, k), j = column_at(p, k);
    at = (u32)i * width + (u32)j;
    return i >= 0 && j >= 0 && i < (i32)height && j < (i32)width;
}

// Where two cells of different colours meet, the walk decides. Together.
CALLED void draw_one_by_one(Vm &vm, Val made, Val grid, const Patch &p, i32 only_on) {
    const u16 *order = tag(p.of) == SET ? order_of(vm, p.of) : 0;
    if (vm.fail) return;
    u32 height = height_of(vm, grid), width = width_of(vm, grid);
    const i8 *from = cells_of(vm, grid);
    i8 *to = own_cells_of(vm, made);
    LOOP (u32 k = lane(); k < height * width; k += 32) to[k] = from[k];
    __syncwarp();
    if (lane() == 0)
        LOOP (u32 k = 0; k < p.count; k++) {
            u32 item = order ? order[k] : k, at;
            if (place_in_grid(p, item, height, width, at) && (only_on == EVERYWHERE || to[at] == only_on)) to[at] = (i8)colour_of(p.items[item]);
        }
    __syncwarp();
}

// A copy of the grid with a patch drawn onto it, in one colour or (EVERYWHERE) in its own; only where the grid has the colour
// `only_on`, unless that is EVERYWHERE. Together.
CALLED Val drawn(Vm &vm, Val grid, const Patch &p, i32 colour, i32 only_on) {
    u32 height = height_of(vm, grid), width = width_of(vm, grid);
    Val made = begin_grid(vm, height, width);
    CHECK(vm);
    const i8 *from = cells_of(vm, grid);
    i8 *to = own_cells_of(vm, made);
    LOOP (u32 k = lane(); k < height * width; k += 32) to[k] = from[k];
    __syncwarp();
    bool odd = false;
    LOOP (u32 k = lane(); k < p.count; k += 32) {
        i32 ours = colour == EVERYWHERE ? colour_of(p.items[k]) : colour;
        u32 at;
        if (!place_in_grid(p, k, height, width, at)) continue;
        odd |= ours != (i8)ours;
        // Lanes that meet here with different colours are found out below.
        if (only_on == EVERYWHERE || from[at] == only_on) to[at] = (i8)ours;
    }
    if (__any_sync(ALL_LANES, odd)) return punt(vm, NO_SUCH_OP);
    if (colour != EVERYWHERE) return finish_grid(vm, made);
    __syncwarp();
    bool other = false;
    LOOP (u32 k = lane(); k < p.count; k += 32) {
        u32 at;
        if (place_in_grid(p, k, height, width, at) && (only_on == EVERYWHERE || from[at] == only_on)) other |= to[at] != colour_of(p.items[k]);
    }
    if (__any_sync(ALL_LANES, other)) draw_one_by_one(vm, made, grid, p, only_on);
    CHECK(vm);
    return finish_grid(vm, made);
}

// Where an item of the patch goes in rows of anything; null if it is outside. In a ragged row there may be nothing. Alone.
DEVICE Val *place_in_rows(const Vm &vm, const Patch &p, u32 k, u32 list_at, i32 height, i32 width, bool &missing) {
    i32 i = row_at(p, k), j = column_at(p, k);
    if (i < 0 || j < 0 || i >= height || j >= width) return 0;
    u64 begun = vm.arena[list_at + (u32)i];
    if ((u32)j >= (u32)(begun >> 32)) {
        missing = true;
        return 0;
    }
    return tuple_items(vm, (u32)begun) + j;
}

// What is drawn for an item of the patch: one value, or its own colour.
DEVICE Val drawn_value(const Patch &p, u32 k, Val value, bool own) { return own ? int_val_unchecked(colour_of(p.items[k])) : value; }

// Draws onto a TUPLE of rows that is no grid of bytes. Together.
CALLED Val drawn_on_rows(Vm &vm, Val v, const Patch &p, Val value, bool own) {
    i32 height = (i32)count_of(vm, v), width = (i32)length_of(vm, words_of(vm, v)[TUPLE_HEADER]);
    CHECK(vm);
    u32 list_at = begun_rows(vm, v);
    CHECK(vm);
    bool missing = false, other = false;
    LOOP (u32 k = lane(); k < p.count; k += 32) {
        Val *to = place_in_rows(vm, p, k, list_at, height, width, missing);
        if (to) *to = drawn_value(p, k, value, own);
    }
    if (__any_sync(ALL_LANES, missing)) return raise(vm, INDEX_ERROR);
    __syncwarp();
    LOOP (u32 k = lane(); k < p.count; k += 32) {
        Val *to = place_in_rows(vm, p, k, list_at, height, width, missing);
        other |= to && *to != drawn_value(p, k, value, own);
    }
    // Where colours meet, the walk decides.
    if (__any_sync(ALL_LANES, other)) {
        const u16 *order = tag(p.of) == SET ? order_of(vm, p.of) : 0;
        CHECK(vm);
        if (lane() == 0)
            LOOP (u32 k = 0; k < p.count; k++) {
                Val *to = place_in_rows(vm, p, order ? order[k] : k, list_at, height, width, missing);
                if (to) *to = drawn_value(p, order ? order[k] : k, value, own);
            }
        __syncwarp();
    }
    return finish_rows(vm, list_at, (u32)height);
}

// Whether a value is a TUPLE of rows, but no grid of bytes; what comes first in it decides. Together.
CALLED bool is_rows_of_anything(Vm &vm, Val v) {
    return tag(v) == TUPLE && count_of(vm, v) && is_tuple(words_of(vm, v)[TUPLE_HEADER]) && as_grid(vm, v) == NOTHING && !vm.fail;
}

// mostcolor(v), then `len(v), len(v[0])`, of what is no grid. Together.
CALLED Val no_background(Vm &vm, Val v) {
    common_colour(vm, v, false);
    CHECK(vm);
    return no_dims(vm, v);
}

// The grid to draw on and, with `under`, its background. Fails as `dims` and `mostcolor` do, whichever comes first. Together.
CALLED Val canvas_to_draw_on(Vm &vm, Val v, bool background, bool dims_first, i32 &colour) {
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (grid == NOTHING) return dims_first ? no_dims(vm, v) : no_background(vm, v);
    if (!background) return grid;
    Val most = common_colour(vm, grid, false);
    CHECK(vm);
    colour = (i32)int_of(most);
    return grid;
}

// Fills places with what no GRID can hold. Together.
CALLED Val filled_with_anything(Vm &vm, Val grid, const Patch &p, Val value, i32 only_on) {
    u32 height = height_of(vm, grid), width = width_of(vm, grid);
    u8 *marks = no_marks(vm, height * width);
    CHECK(vm);
    bool some = false;
    LOOP (u32 k = lane(); k < p.count; k += 32) {
        u32 at;
        if (!place_in_grid(p, k, height, width, at) || (only_on != EVERYWHERE && cells_of(vm, grid)[at] != only_on)) continue;
        marks[at] = 1;
        some = true;
    }
    if (!__any_sync(ALL_LANES, some)) return grid;
    __syncwarp();
    return rows_with_value(vm, grid, marks, value);
}

CALLED Val fill_op(Vm &vm, Val v, Val value, Val patch, bool under) {
    i32 only_on = EVERYWHERE;
    if (!under && is_rows_of_anything(vm, v)) {
        begun_rows(vm, v); // what cannot be walked fails before the patch is looked at
        CHECK(vm);
        Patch p = patch_of(vm, patch);
        return p.form == NO_PATCH ? no_patch(vm, patch, true) : drawn_on_rows(vm, v, p, value, false);
    }
    Val grid = canvas_to_draw_on(vm, v, under, true, only_on);
    CHECK(vm);
    Patch p = patch_of(vm, patch);
    if (p.form == NO_PATCH) return no_patch(vm, patch, true);
    if (p.count && !is_byte(value)) return filled_with_anything(vm, grid, p, value, only_on);
    return drawn(vm, grid, p, p.count ? (i32)int_of(value) : 0, only_on);
}

// `for value, (i, j) in v` of what are no cells. Together.
CALLED Val no_cells(Vm &vm, Val v) {
    if (is_plain(v) || !is_heap(v)) return raise(vm, TYPE_ERROR);
    Patch p = patch_of(vm, v);
    if (p.form == PLACES) return raise(vm, TYPE_ERROR); // a place's second part is a number
    if (tag(v) == GRID) return raise(vm, width_of(vm, v) == 2 ? TYPE_ERROR : VALUE_ERROR);
    if (tag(v) == SET) {
        colours_of(vm, v);
        CHECK(vm);
        return punt(vm, NO_SUCH_OP);
    }
    Val first = p.items[0];
    if (is_plain(first)) return raise(vm, TYPE_ERROR);
    return length_of(vm, first) == 2 ? punt(vm, NO_SUCH_OP) : raise(vm, VALUE_ERROR);
}

CALLED Val paint_op(Vm &vm, Val v, Val obj, bool under) {
    i32 only_on = EVERYWHERE;
    if (!under && is_rows_of_anything(vm, v)) {
        begun_rows(vm, v);
        CHECK(vm);
        Patch p = patch_of(vm, obj);
        bool cells = p.form == CELLS || (p.form != NO_PATCH && !p.count);
        return cells ? drawn_on_rows(vm, v, p, NOTHING, true) : no_cells(vm, obj);
    }
    Val grid = canvas_to_draw_on(vm, v, under, true, only_on);
    CHECK(vm);
    Patch p = patch_of(vm, obj);
    if (p.form != CELLS && (p.form == NO_PATCH || p.count)) return no_cells(vm, obj);
    return drawn(vm, grid, p, EVERYWHERE, only_on);
}

CALLED Val cover(Vm &vm, Val v, Val patch) {
    i32 background = 0;
    Val grid = canvas_to_draw_on(vm, v, true, false, background);
    CHECK(vm);
    Patch p = patch_of(vm, patch);
    if (p.form == NO_PATCH) return no_patch(vm, patch, true);
    return drawn(vm, grid, p, background, EVERYWHERE);
}

CALLED Val move_op(Vm &vm, Val v, Val obj, Val offset) {
    Val covered = cover(vm, v, obj);
    CHECK(vm);
    Patch p = patch_of(vm, obj);
    if (!p.count) return covered;
    i32 di, dj;
    two_ints(vm, offset, di, dj);
    CHECK(vm);
    Val moved = shifted(vm, p, di, dj);
    CHECK(vm);
    return paint_op(vm, covered, moved, false);
}

// Rectangles of places and their outlines.
#pragma once
#include "grid_rows.cuh"
#include "replay.cuh"

// All places of a box, row by row. Together.
CALLED Val rectangle(Vm &vm, i32 top, i32 left, u32 height, u32 width) {
    if ((u64)height * width > MOST_CELLS) return punt(vm, TOO_LARGE_HERE);
    reserve(vm, (u64)height * width * 3 + 1);
    CHECK(vm);
    u32 count = height * width, at = begin_set(vm, count);
    CHECK(vm);
    LOOP (u32 k = lane(); k < count; k += 32) begun_items(vm, at)[k] = pair_val(top + (i32)(k / width), left + (i32)(k % width));
    return finish_set(vm, at, count, ALL_DISTINCT, GROWN);
}

CALLED Val asindices(Vm &vm, Val v) {
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (grid != NOTHING) return rectangle(vm, 0, 0, height_of(vm, grid), width_of(vm, grid));
    if (((tag(v) == SET || tag(v) == TUPLE) && !count_of(vm, v)) || has_no_cells(vm, v)) return empty_set(vm);
    return no_dims(vm, v);
}

// The box of a patch that is not empty, as all its places. Together.
CALLED Val full_box(Vm &vm, const Patch &p) {
    Box box = box_of(p);
    if ((i64)box.bottom - box.top >= MOST_SIDE || (i64)box.right - box.left >= MOST_SIDE) return punt(vm, TOO_LARGE_HERE);
    return rectangle(vm, box.top, box.left, (u32)(box.bottom - box.top + 1), (u32)(box.right - box.left + 1));
}

CALLED Val backdrop(Vm &vm, Val v) {
    Patch p = patch_of(vm, v);
    if (p.form == NO_PATCH) return no_patch(vm, v, tag(v) != TUPLE); // bounds are compared before they are unpacked
    return p.count ? full_box(vm, p) : empty_set(vm);
}

// Which places of a rectangle a patch has: a byte each, in fresh memory. Together.
CALLED u32 places_taken(Vm &vm, const Patch &p, const Box &box, u32 &distinct) {
    u32 width = (u32)(box.right - box.left + 1), count = (u32)(box.bottom - box.top + 1) * width, at = take(vm, words_for_bytes(count));
    CHECK(vm);
    u8 *left = (u8 *)(vm.arena + at);
    LOOP (u32 k = lane(); k < count; k += 32) left[k] = 1;
    __syncwarp();
    LOOP (u32 k = lane(); k < p.count; k += 32) left[(u32)(row_at(p, k) - box.top) * width + (u32)(column_at(p, k) - box.left)] = 0;
    __syncwarp();
    u32 free = 0;
    LOOP (u32 k = lane(); k < count; k += 32) free += left[k];
    distinct = count - sum_of_lanes(free);
    return at;
}

// The same set, made in another way. Together.
CALLED Val made_otherwise(Vm &vm, Val set, u32 state) {
    __syncwarp();
    u64 *words = own_words_of(vm, set), word = (words[0] & ~((u64)15 << SET_STATE_SHIFT)) | (u64)state << SET_STATE_SHIFT;
    __syncwarp();
    words[0] = word;
    return set;
}

// backdrop(patch) - toindices(patch). Together.
CALLED Val delta(Vm &vm, Val v) {
    Patch p = patch_of(vm, v);
    if (p.form == NO_PATCH) return no_patch(vm, v, tag(v) != TUPLE);
    if (!p.count) return empty_set(vm);
    Val all = full_box(vm, p);
    CHECK(vm);
    // A set minus a tuple.
    if (tag(v) != SET && p.form == PLACES) return raise(vm, TYPE_ERROR);
    u32 distinct;
    u32 left_at = places_taken(vm, p, box_of(p), distinct);
    CHECK(vm);
    // Where there is little to take away, Python copies and takes away; else it walks and leaves out.
    bool removes = count_of(vm, all) >> 2 > distinct;
    if (removes) made_otherwise(vm, all, GROWN_AND_COPIED);
    Val rest = filtered_set(vm, all, (const u8 *)(vm.arena + left_at));
    CHECK(vm);
    return removes ? made_otherwise(vm, rest, WALK_OF_OTHER) : rest;
}

// The places on the border of a box between two opposite corners. They lie row by row; replay.cuh
// counts on that. Together.
CALLED Val outline(Vm &vm, i64 top, i64 left, i64 bottom, i64 right) {
    if (bottom < top) {
        i64 other = top;
        top = bottom;
        bottom = other;
    }
    if (right < left) {
        i64 other = left;
        left = right;
        right = other;
    }
    if (bottom - top >= MOST_CELLS || right - left >= MOST_CELLS) return punt(vm, TOO_LARGE_HERE);
    if (!fits_pair(top) || !fits_pair(bottom) || !fits_pair(left) || !fits_pair(right)) return punt(vm, OUT_OF_RANGE);
    u32 rows = (u32)(bottom - top + 1), columns = (u32)(right - left + 1);
    u32 count = rows < 2 || columns < 2 ? rows * columns : 2 * (rows + columns) - 4;
    reserve(vm, (u64)count * 3 + 1);
    CHECK(vm);
    u32 at = begin_set(vm, count);
    CHECK(vm);
    // The first row, then both ends of those between, then the last row.
    LOOP (u32 k = lane(); k < count; k += 32) {
        u32 i, j;
        if (columns == 1) {
            i = k;
            j = 0;
        } else if (k < columns) {
            i = 0;
            j = k;
        } else if (k < columns + 2 * (rows - 2)) {
            i = 1 + (k - columns) / 2;
            j = (k - columns) % 2 ? columns - 1 : 0;
        } else {
            i = rows - 1;
            j = k - columns - 2 * (rows - 2);
        }
        begun_items(vm, at)[k] = pair_val((i32)(top + i), (i32)(left + j));
    }
    return finish_set(vm, at, count, ALL_DISTINCT, OUTLINE);
}

// box, inbox or outbox: each side of the patch's box moved outwards by `step`. Together.
CALLED Val outline_of(Vm &vm, Val v, i32 step) {
    Patch p = patch_of(vm, v);
    if (p.form == NO_PATCH) return no_patch(vm, v, step || tag(v) != TUPLE);
    if (!p.count) return step ? raise(vm, VALUE_ERROR) : v;
    Box box = box_of(p);
    return outline(vm, (i64)box.top - step, (i64)box.left - step, (i64)box.bottom + step, (i64)box.right + step);
}

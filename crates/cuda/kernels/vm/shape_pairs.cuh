// Two patches beside each other: distances, directions; and how a pattern repeats.
#pragma once
#include "shape_box.cuh"

// The places of a patch for walking; fails as `toindices` and unpacking do. Together.
CALLED Patch patch_or_fail(Vm &vm, Val v) {
    Patch p = patch_of(vm, v);
    if (p.form == NO_PATCH) no_patch(vm, v, true);
    return p;
}

// Whether two patches share a row, or a column. Together.
CALLED Val matching(Vm &vm, Val a, Val b, bool columns) {
    Patch x = patch_or_fail(vm, a);
    CHECK(vm);
    Patch y = patch_or_fail(vm, b);
    CHECK(vm);
    if (!x.count || !y.count) return bool_val(false);
    Box box = box_of(x);
    i64 from = columns ? box.left : box.top, to = columns ? box.right : box.bottom;
    if (to - from >= SCRATCH_WORDS) return punt(vm, TOO_LARGE_HERE);
    __syncwarp();
    LOOP (u32 k = lane(); k <= (u32)(to - from); k += 32) put(&vm.scratch[k], 0u);
    __syncwarp();
    LOOP (u32 k = lane(); k < x.count; k += 32) put(&vm.scratch[(columns ? column_at(x, k) : row_at(x, k)) - from], 1u);
    __syncwarp();
    bool found = false;
    LOOP (u32 k = lane(); k < y.count; k += 32) {
        i64 n = columns ? column_at(y, k) : row_at(y, k);
        found |= n >= from && n <= to && look(&vm.scratch[n - from]);
    }
    return bool_val(__any_sync(ALL_LANES, found));
}

DEVICE i32 distance(i32 a, i32 b) { return a < b ? b - a : a - b; }

// The least number of steps from one patch to the other. Together.
CALLED Val manhattan(Vm &vm, Val a, Val b) {
    Patch x = patch_or_fail(vm, a);
    CHECK(vm);
    if (!x.count) return raise(vm, VALUE_ERROR);
    Patch y = patch_or_fail(vm, b);
    CHECK(vm);
    if (!y.count) return raise(vm, VALUE_ERROR);
    i32 least = 0x7fffffff;
    // The lanes share the longer one.
    bool turned = x.count < y.count;
    const Patch &shared = turned ? y : x, &other = turned ? x : y;
    LOOP (u32 k = lane(); k < shared.count; k += 32) {
        i32 i = row_at(shared, k), j = column_at(shared, k);
        LOOP (u32 n = 0; n < other.count; n++) {
            i32 steps = distance(i, row_at(other, n)) + distance(j, column_at(other, n));
            least = steps < least && steps >= 0 ? steps : least;
        }
    }
    return int_val_unchecked(least_of_lanes(least));
}

// In which of the eight directions the second centre lies. Together.
CALLED Val position(Vm &vm, Val a, Val b) {
    Patch p = patch_or_fail(vm, a);
    CHECK(vm);
    // Tuples have other sizes than the sets of the same places.
    Val from = center(vm, tag(a) == SET || p.form == PLACES ? a : places_of(vm, p));
    CHECK(vm);
    p = patch_or_fail(vm, b);
    CHECK(vm);
    Val to = center(vm, tag(b) == SET || p.form == PLACES ? b : places_of(vm, p));
    CHECK(vm);
    i32 ia = first_of(from), ja = second_of(from), ib = first_of(to), jb = second_of(to);
    if (ia == ib) return pair_val(0, ja < jb ? 1 : -1);
    if (ja == jb) return pair_val(ia < ib ? 1 : -1, 0);
    return pair_val(ia < ib ? 1 : -1, ja < jb ? 1 : -1);
}

// The most moves of `gravitate`.
#define MOST_MOVES 42

// After how many moves along one axis (`by` a move) the two are adjacent for the first time; at most MOST_MOVES. Together.
CALLED u32 moves_to_touch(const Patch &x, const Patch &y, bool upright, i32 by) {
    // Bit t: after t moves, places meet; or are one step apart.
    u64 meet = 0, touch = 0;
    LOOP (u32 k = lane(); k < x.count; k += 32) {
        i32 along = upright ? row_at(x, k) : column_at(x, k), across = upright ? column_at(x, k) : row_at(x, k);
        LOOP (u32 n = 0; n < y.count; n++) {
            i32 apart = distance(across, upright ? column_at(y, n) : row_at(y, n));
            if (apart > 1) continue;
            i64 moves = ((i64)(upright ? row_at(y, n) : column_at(y, n)) - along) * by;
            if (moves < -1 || moves > MOST_MOVES + 1) continue;
            u64 there = moves < 0 ? 0 : (u64)1 << moves;
            if (apart) {
                touch |= there;
            } else {
                meet |= there;
                touch |= (moves > 0 ? (u64)1 << (moves - 1) : 0) | (u64)1 << (moves + 1);
            }
        }
    }
#pragma unroll
    for (u32 step = 16; step; step >>= 1) {
        meet |= __shfl_xor_sync(ALL_LANES, meet, step);
        touch |= __shfl_xor_sync(ALL_LANES, touch, step);
    }
    touch &= ~meet & (((u64)1 << MOST_MOVES) - 1);
    return touch ? lowest(touch) : MOST_MOVES;
}

CALLED Val gravitate(Vm &vm, Val source, Val destination) {
    Val from = center(vm, source);
    CHECK(vm);
    Val to = center(vm, destination);
    CHECK(vm);
    Val same = matching(vm, source, destination, true);
    CHECK(vm);
    bool upright = truthy(vm, same);
    i32 by = (upright ? first_of(from) < first_of(to) : second_of(from) < second_of(to)) ? 1 : -1;
    u32 moves = moves_to_touch(patch_of(vm, source), patch_of(vm, destination), upright, by);
    charge(vm, moves * weight_of(vm, source) * weight_of(vm, destination));
    CHECK(vm);
    return pair_val(upright ? (i32)moves * by : 0, upright ? 0 : (i32)moves * by);
}

// The least shift by which an object, cut off at the border, fits onto itself. Together.
CALLED Val period(Vm &vm, Val v, bool sideways) {
    Patch p = patch_or_fail(vm, v);
    CHECK(vm);
    if (!p.count) return int_val_unchecked(0);
    Box box = box_of(p);
    i64 extent = sideways ? (i64)box.right - box.left + 1 : (i64)box.bottom - box.top + 1;
    if (extent > 1 && p.form == PLACES) {
        charge(vm, weight_of(vm, v));
        return raise(vm, TYPE_ERROR); // a place's second part is a number
    }
    if (p.count > MOST_INDEXED) return punt(vm, TOO_LARGE_HERE);
    Index index = {vm.scratch, p.items};
    clear_slots(vm.scratch, SCRATCH_WORDS);
    LOOP (u32 k = lane(); k < p.count; k += 32) put_into(index, k);
    __syncwarp();
    LOOP (i64 by = 1; by < extent; by++) {
        charge(vm, weight_of(vm, v));
        CHECK(vm);
        bool missing = false;
        LOOP (u32 k = lane(); k < p.count && !missing; k += 32) {
            Val cell = p.items[k];
            i64 i = row_of(cell) - (sideways ? 0 : by), j = column_of(cell) - (sideways ? by : 0);
            if (sideways ? j < box.left : i < box.top) continue;
            missing = number_in(index, cell_val(colour_of(cell), (i32)i, (i32)j)) == FREE_SLOT;
        }
        if (!__any_sync(ALL_LANES, missing)) return int_val(vm, by);
    }
    return int_val(vm, extent);
}

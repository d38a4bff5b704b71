// `cpu::reference::patch` on the device.
#pragma once
#include "lanes_set.cuh"
#include "patch_box.cuh"

CALLED Val toindices(Vm &vm, Val v) {
    Patch p = patch_of(vm, v);
    if (p.form != NO_PATCH) return places_of(vm, p);
    // A grid's first row has a number for its second part: the grid itself is taken for places.
    if (tag(v) == GRID && width_of(vm, v) > 1) return v;
    return no_patch(vm, v, false);
}

CALLED Val shift(Vm &vm, Val v, Val directions) {
    u32 count = length_of(vm, v);
    CHECK(vm);
    if (!count) return v;
    if (is_plain(directions)) return raise(vm, TYPE_ERROR);
    if (length_of(vm, directions) != 2) return raise(vm, VALUE_ERROR);
    Patch p = patch_of(vm, v);
    if (p.form == NO_PATCH) return no_patch(vm, v, true);
    if (is_no_pair_of_ints(vm, directions)) return raise(vm, TYPE_ERROR);
    i32 di, dj;
    two_ints(vm, directions, di, dj);
    CHECK(vm);
    return shifted(vm, p, di, dj);
}

CALLED Val normalize(Vm &vm, Val v) {
    u32 count = length_of(vm, v);
    CHECK(vm);
    if (!count) return v;
    Patch p = patch_of(vm, v);
    if (p.form == NO_PATCH) return no_patch(vm, v, true);
    Box box = box_of(p);
    return shifted(vm, p, -(i64)box.top, -(i64)box.left);
}

// dneighbors, ineighbors or neighbors. Together.
CALLED Val around(Vm &vm, Val loc, u32 op) {
    if (tag(loc) != PAIR && tag(loc) != TRIPLE) {
        if (is_empty_tuple(vm, loc)) return raise(vm, INDEX_ERROR);
        // Rows and places are no numbers.
        return tag(loc) == TUPLE ? punt(vm, NO_SUCH_OP) : raise(vm, TYPE_ERROR);
    }
    i32 i = tag(loc) == PAIR ? first_of(loc) : row_of(loc), j = tag(loc) == PAIR ? second_of(loc) : column_of(loc);
    if (!fits_pair((i64)i - 1) || !fits_pair((i64)i + 1) || !fits_pair((i64)j - 1) || !fits_pair((i64)j + 1)) return punt(vm, OUT_OF_RANGE);
    u32 count = op == OP_neighbors ? 8 : 4, first = op == OP_ineighbors ? 4 : 0;
    u32 at = begin_set(vm, count);
    CHECK(vm);
    if (lane() < count) begun_items(vm, at)[lane()] = place_around(i, j, first + lane());
    return finish_set(vm, at, count, ALL_DISTINCT, op == OP_neighbors ? UNION_OF_DISPLAYS : GROWN_AND_COPIED, 0, op == OP_neighbors ? 4 : 0);
}

CALLED Val call_patch(Vm &vm, u32 op, const Val *a) {
    if (walks_by_address(vm, op, a)) return punt(vm, ORDER_UNKNOWN);
    switch (op) {
    case OP_asindices: return asindices(vm, a[0]);
    case OP_toindices: return toindices(vm, a[0]);
    case OP_shift: return shift(vm, a[0], a[1]);
    case OP_normalize: return normalize(vm, a[0]);
    case OP_dneighbors:
    case OP_ineighbors:
    case OP_neighbors: return around(vm, a[0], op);
    case OP_backdrop: return backdrop(vm, a[0]);
    case OP_delta: return delta(vm, a[0]);
    case OP_inbox: return outline_of(vm, a[0], -1);
    case OP_outbox: return outline_of(vm, a[0], 1);
    case OP_box: return outline_of(vm, a[0], 0);
    default: return punt(vm, NO_SUCH_OP);
    }
}

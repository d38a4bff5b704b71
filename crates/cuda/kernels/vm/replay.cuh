// The order of sets that are made in ways of their own: unions of displays, outlines of boxes, copies with items removed.
#pragma once
#include "sets.cuh"

// A table in scratch memory and what is in it.
struct Table {
    u32 *slots;
    u32 size, count;
    const u64 *hashes;
    // Room for a list of all items.
    u16 *list;
};

// Makes the table that of a copy of the set. Together.
CALLED void copy_table(Table &t) {
    u32 size = copied_size(t.count);
    if (size == t.size) return;
    resize_slots(t.slots, t.size, size, t.list, t.count, t.hashes);
    t.size = size;
}

// `a | b`: a is in the table, and of b come the items as its walk gives them; those that are there already (`there`, a byte for
// each number) are left out. Together.
CALLED void merge_into_copy(Table &t, const u16 *walk, u32 count, u8 *there) {
    copy_table(t);
    if (!count) return;
    if ((t.count + count) * 5 >= (t.size - 1) * 3) {
        u32 larger = slots_above((t.count + count) * 2);
        if (t.count) resize_slots(t.slots, t.size, larger, t.list, t.count, t.hashes);
        else clear_slots(t.slots, larger);
        t.size = larger;
    }
    u32 fresh = 0;
    LOOP (u32 base = 0; base < count; base += 32) {
        u32 k = base + lane();
        bool here = k < count && !there[walk[k]];
        u32 lanes = __ballot_sync(ALL_LANES, here);
        if (here) t.list[fresh + count_ones(lanes & ((1u << lane()) - 1))] = walk[k];
        fresh += count_ones(lanes);
    }
    __syncwarp();
    fill_slots(t.slots, t.size - 1, t.list, 0, fresh, t.hashes);
    LOOP (u32 k = lane(); k < fresh; k += 32) there[t.list[k]] = 1;
    __syncwarp();
    t.count += fresh;
}

// frozenset({...}): the items of a list, grown, then copied. Together.
CALLED void grow_display(Table &t, const u16 *list, u32 count) {
    t.size = grow(t.slots, list, t.list, count, t.hashes);
    t.count = count;
    copy_table(t);
}

// Room for lists of u16 numbers of all items, one after the other.
DEVICE u16 *list_in(const Vm &vm, u32 at, u32 count, u32 number) { return (u16 *)(vm.arena + at + number * words_for_bytes(2 * count)); }

CALLED void replay_union_of_displays(Vm &vm, Val set, Table &t, u16 *walk) {
    u32 count = count_of(vm, set), first = (u32)words_of(vm, set)[5];
    u32 at = take(vm, 2 * words_for_bytes(2 * count) + words_for_bytes(count));
    if (vm.fail) return;
    u16 *numbers = list_in(vm, at, count, 0), *other = list_in(vm, at, count, 1);
    u8 *there = (u8 *)list_in(vm, at, count, 2);
    LOOP (u32 k = lane(); k < count; k += 32) {
        numbers[k] = (u16)k;
        there[k] = 0;
    }
    __syncwarp();
    grow_display(t, numbers + first, count - first);
    walk_slots(t.slots, t.size, other);
    grow_display(t, numbers, first);
    merge_into_copy(t, other, count - first, there);
    walk_slots(t.slots, t.size, walk);
}

// The number of a place on a box's border, as `outline` puts them.
DEVICE u32 number_on_border(u32 i, u32 j, u32 rows, u32 columns) {
    if (columns == 1) return i;
    if (i == 0) return j;
    return i + 1 == rows ? columns + 2 * (rows - 2) + j : columns + 2 * (i - 1) + (j != 0);
}

// The union of two opposite sides, which are left in the table; `sides` has room for two lists. Together.
CALLED void unite_sides(Table &t, u32 rows, u32 columns, bool upright, u16 *one, u16 *other, u8 *there, u32 count) {
    u32 length = upright ? rows : columns;
    LOOP (u32 k = lane(); k < count; k += 32) there[k] = 0;
    LOOP (u32 k = lane(); k < length; k += 32) {
        one[k] = (u16)(upright ? number_on_border(k, 0, rows, columns) : number_on_border(0, k, rows, columns));
        other[k] = (u16)(upright ? number_on_border(k, columns - 1, rows, columns) : number_on_border(rows - 1, k, rows, columns));
    }
    __syncwarp();
    // The walk over the second one first, as the first has to stay in the table.
    u32 size = grow(t.slots, other, t.list, length, t.hashes);
    walk_slots(t.slots, size, other);
    t.size = grow(t.slots, one, t.list, length, t.hashes);
    t.count = length;
    LOOP (u32 k = lane(); k < length; k += 32) there[one[k]] = 1;
    __syncwarp();
    merge_into_copy(t, other, length, there);
}

CALLED void replay_outline(Vm &vm, Val set, Table &t, u16 *walk) {
    u32 count = count_of(vm, set), at = take(vm, 3 * words_for_bytes(2 * count) + words_for_bytes(count));
    if (vm.fail) return;
    u16 *one = list_in(vm, at, count, 0), *other = list_in(vm, at, count, 1), *across = list_in(vm, at, count, 2);
    u8 *there = (u8 *)list_in(vm, at, count, 3);
    // The first item is the upper left corner, the last one the lower right.
    Val corner = set_items(vm, set)[0], opposite = set_items(vm, set)[count - 1];
    u32 rows = (u32)(first_of(opposite) - first_of(corner)) + 1, columns = (u32)(second_of(opposite) - second_of(corner)) + 1;
    unite_sides(t, rows, columns, false, one, other, there, count);
    u32 crossing = t.count;
    walk_slots(t.slots, t.size, across);
    unite_sides(t, rows, columns, true, one, other, there, count);
    merge_into_copy(t, across, crossing, there);
    copy_table(t);
    walk_slots(t.slots, t.size, walk);
}

// The numbers of the set's items in the order of its walk. Together.
CALLED void replay_walk(Vm &vm, Val set, u16 *walk) {
    u32 state = state_of_set(*words_of(vm, set)), count = count_of(vm, set);
    if (state == WALK_OF_OTHER) {
        list_from_other(vm, set, walk);
        return;
    }
    u32 before = vm.top, hashes_at = hashes_of_items(vm, set), list_at = take(vm, words_for_bytes(2 * count));
    if (vm.fail) return;
    Table table = {vm.scratch, 0, 0, vm.arena + hashes_at, (u16 *)(vm.arena + list_at)};
    if (state == UNION_OF_DISPLAYS) replay_union_of_displays(vm, set, table, walk);
    else if (state == OUTLINE) replay_outline(vm, set, table, walk);
    else punt(vm, ORDER_UNKNOWN);
    if (vm.fail) return;
    give_back(vm, before);
}

// Sets of what functions gave.
#pragma once
#include "loops.cuh"

enum Sameness { ALL_DIFFER = 0, SAME_OBJECTS = 1, EQUAL_OBJECTS = 2 };

// Whether two values with the same hash but of different words are equal: -1 and -2 have one hash, and so has what is made of them.
// Together.
CALLED bool some_are_equal(Vm &vm, const Val *items, u32 count, const u64 *hashes) {
    LOOP (u32 k = 0; k < count; k++)
        LOOP (u32 n = 0; n < k; n++) {
            if (hashes[n] != hashes[k] || items[n] == items[k]) continue;
            if (equal(vm, items[n], items[k]) || vm.fail) return true;
        }
    return false;
}

// Whether some of these values of any kind are equal, and if so, whether those are one object each. Together.
CALLED u32 repeats_among(Vm &vm, const Val *items, u32 count) {
    u32 top = vm.top, at = take(vm, count);
    CHECK(vm);
    u64 *hashes = vm.arena + at;
    LOOP (u32 k = 0; k < count; k++) {
        hashes[k] = hash_of(vm, items[k]);
        CHECK(vm);
    }
    __syncwarp();
    bool same = false, equal = false;
    LOOP (u32 k = lane(); k < count; k += 32)
        LOOP (u32 n = 0; n < k; n++)
            if (hashes[n] == hashes[k]) {
                same |= items[n] == items[k];
                equal |= items[n] != items[k];
            }
    u32 found = __any_sync(ALL_LANES, same) ? SAME_OBJECTS : ALL_DIFFER;
    if (__any_sync(ALL_LANES, equal) && some_are_equal(vm, items, count, hashes)) found = EQUAL_OBJECTS;
    give_back(vm, top);
    return found;
}

// A set just made of a list of words in which some were repeated remembers which item came of which of another set. Together.
CALLED Val applied_set(Vm &vm, Val set, Val source, const Val *list, u32 count) {
    u32 numbers_at = take(vm, words_for_bytes(2 * count));
    CHECK(vm);
    Index index = {vm.scratch, set_items(vm, set)};
    u32 distinct = count_of(vm, set);
    clear_slots(vm.scratch, SCRATCH_WORDS);
    LOOP (u32 k = lane(); k < distinct; k += 32) put_into(index, k);
    __syncwarp();
    u16 *numbers = (u16 *)(vm.arena + numbers_at);
    LOOP (u32 k = lane(); k < count; k += 32) numbers[k] = (u16)number_in(index, list[k]);
    __syncwarp();
    u64 *words = own_words_of(vm, set);
    words[0] = (words[0] & ~((u64)15 << SET_STATE_SHIFT)) | (u64)APPLIED << SET_STATE_SHIFT;
    words[4] = source;
    words[5] = numbers_at;
    __syncwarp();
    return set;
}

// `frozenset(results)`, where the list has what a function gave for the items of the source, by number as they lie. Together.
CALLED Val set_of_results(Vm &vm, Val source, u32 list_at, u32 count) {
    const Val *list = vm.arena + list_at;
    u32 at = begin_set(vm, count);
    CHECK(vm);
    Val *items = begun_items(vm, at);
    if (lies_in_order(vm, source) || count < 2) {
        LOOP (u32 k = lane(); k < count; k += 32) items[k] = list[k];
        return finish_set(vm, at, count, MAY_REPEAT, count < 2 ? IN_ORDER : GROWN);
    }
    bool plain = kind_of_items(list, count) != MIXED_ITEMS;
    // Of equal results the first stays. Where that shows, it has to be the first in the order of the walk.
    u32 repeats = plain ? (u32)SAME_OBJECTS : repeats_among(vm, list, count);
    CHECK(vm);
    if (repeats == EQUAL_OBJECTS) {
        const u16 *order = order_of(vm, source);
        CHECK(vm);
        LOOP (u32 k = lane(); k < count; k += 32) items[k] = list[order ? order[k] : k];
        return finish_set(vm, at, count, MAY_REPEAT, GROWN);
    }
    LOOP (u32 k = lane(); k < count; k += 32) items[k] = list[k];
    __syncwarp();
    u32 distinct = repeats == ALL_DIFFER ? count : without_repeats(vm, items, count);
    CHECK(vm);
    Val set = finish_set(vm, at, distinct, ALL_DISTINCT, FROM_OTHER, source);
    CHECK(vm);
    return distinct == count ? set : applied_set(vm, set, source, list, count);
}

// Whether it can be walked. Alone.
DEVICE bool can_be_walked(Val v) { return is_tuple(v) || tag(v) == SET; }
// len() of what can be walked. Alone.
DEVICE u32 length_in_lane(const Vm &vm, Val v) {
    u32 t = tag(v);
    return t == TUPLE || t == SET ? count_of(vm, v) : t == GRID ? height_of(vm, v) : t == TRIPLE ? 3 : 2;
}

// The weights of the items of all these containers, repeated ones counted each time, and how many there are; a TypeError if one of
// them is no container. The outer one is walkable. Together.
CALLED u64 weight_inside(Vm &vm, const Items &outer, u32 &count) {
    u32 sum = 0, all = 0;
    bool fine = true;
    LOOP (u32 k = lane(); k < outer.count; k += 32) {
        Val inner = item_at(vm, outer, k);
        fine = fine && can_be_walked(inner);
        if (!fine) break;
        sum += (u32)weight_of(vm, inner) - 1;
        all += length_in_lane(vm, inner);
    }
    if (__any_sync(ALL_LANES, !fine)) return raise(vm, TYPE_ERROR);
    count = sum_of_lanes(all);
    return sum_of_lanes(sum);
}
CALLED u32 count_inside(Vm &vm, const Items &outer) {
    u32 count = 0;
    weight_inside(vm, outer, count);
    return count;
}

// The sum of what the lanes before this one have. Together.
DEVICE u32 sum_before(u32 x) {
    u32 sum = x;
#pragma unroll
    for (u32 step = 1; step < 32; step <<= 1) {
        u32 other = __shfl_up_sync(ALL_LANES, sum, step);
        if (lane() >= step) sum += other;
    }
    return sum - x;
}

// One container's items to their places, by all lanes. Together.
CALLED void flatten_one(Vm &vm, Val one, bool in_order, Val *to) {
    Items inner = in_order ? items_in_order(vm, one) : items_as_they_lie(vm, one);
    if (vm.fail) return;
    if (tag(one) == GRID) {
        LOOP (u32 n = 0; n < inner.count && !vm.fail; n++) to[n] = row_of_grid(vm, one, n);
    } else {
        LOOP (u32 n = lane(); n < inner.count; n += 32) to[n] = item_at(vm, inner, n);
    }
}

// A container with up to so many items is one lane's.
#define FEW_ITEMS 24

// The items of all inner containers, one container after the other, each in order if that is asked for. Together.
CALLED void flatten(Vm &vm, const Items &outer, bool in_order, Val *to) {
    LOOP (u32 base = 0; base < outer.count; base += 32) {
        u32 k = base + lane();
        Val mine = k < outer.count ? item_at(vm, outer, k) : NOTHING;
        u32 count = k < outer.count ? length_in_lane(vm, mine) : 0, before = sum_before(count);
        // Small ones by their lanes, the others by all.
        bool alone = count <= FEW_ITEMS && tag(mine) != GRID && !(in_order && !lies_in_order(vm, mine));
        if (alone) {
            const Val *items = tag(mine) == SET ? set_items(vm, mine) : tag(mine) == TUPLE ? words_of(vm, mine) + TUPLE_HEADER : 0;
            LOOP (u32 n = 0; n < count; n++) to[before + n] = items ? items[n] : item_of_word(mine, n);
        }
        LOOP (u32 rest = __ballot_sync(ALL_LANES, !alone); rest; rest &= rest - 1) {
            u32 other = lowest(rest);
            flatten_one(vm, __shfl_sync(ALL_LANES, mine, other), in_order, to + __shfl_sync(ALL_LANES, before, other));
            if (vm.fail) return;
        }
        to += __shfl_sync(ALL_LANES, before + count, 31);
    }
    __syncwarp();
}

// The set of the items of all inner containers: `frozenset(e for c in outer for e in c)`; state, other and from as `finish_set`
// has them. Together.
CALLED Val union_of(Vm &vm, const Items &outer, u32 state, Val other, u32 from) {
    u32 count = count_inside(vm, outer);
    CHECK(vm);
    u32 at = begin_set(vm, count);
    CHECK(vm);
    Val *items = begun_items(vm, at);
    flatten(vm, outer, false, items);
    CHECK(vm);
    // The items of one set are distinct, and those of one tuple lie in their order.
    if (state == FROM_OTHER) return finish_set(vm, at, count, ALL_DISTINCT, state, other, from);
    if (state == GROWN || count < 2 || kind_of_items(items, count) != MIXED_ITEMS)
        return finish_set(vm, at, count, MAY_REPEAT, state, other, from);
    u32 repeats = repeats_among(vm, items, count);
    CHECK(vm);
    if (repeats == ALL_DIFFER) return finish_set(vm, at, count, ALL_DISTINCT, state, other, from);
    if (repeats == SAME_OBJECTS) {
        count = without_repeats(vm, items, count);
        CHECK(vm);
        return finish_set(vm, at, count, ALL_DISTINCT, state, other, from);
    }
    // Equal, but not in every respect: the first in the order of the walk stays.
    Items walked = outer;
    if (state == MERGED_RESULTS) other = set_of_results(vm, other, from, count_of(vm, other));
    CHECK(vm);
    walked = items_in_order(vm, other);
    CHECK(vm);
    count = count_inside(vm, walked);
    at = begin_set(vm, count);
    CHECK(vm);
    flatten(vm, walked, true, begun_items(vm, at));
    CHECK(vm);
    return finish_set(vm, at, count, MAY_REPEAT, GROWN);
}

// Grids of one width, one below the other; NOTHING if that is not what they are. Together.
CALLED Val stacked(Vm &vm, const Items &outer) {
    u32 height = 0, width = 0;
    LOOP (u32 k = 0; k < outer.count; k++) {
        Val grid = item_at(vm, outer, k);
        if (tag(grid) != GRID || (width && width_of(vm, grid) != width)) return NOTHING;
        width = width_of(vm, grid);
        height += height_of(vm, grid);
    }
    if (!width) return NOTHING;
    Val all = begin_grid(vm, height, width);
    CHECK(vm);
    i8 *to = own_cells_of(vm, all);
    LOOP (u32 k = 0; k < outer.count; k++) {
        Val grid = item_at(vm, outer, k);
        const i8 *cells = cells_of(vm, grid);
        u32 count = width * height_of(vm, grid);
        LOOP (u32 n = lane(); n < count; n += 32) to[n] = cells[n];
        to += count;
    }
    return finish_grid(vm, all);
}

// The tuple of the items of all inner containers. Together.
CALLED Val joined_tuple(Vm &vm, const Items &outer) {
    Val grid = stacked(vm, outer);
    if (vm.fail || tag(grid) == GRID) return grid;
    u32 count = count_inside(vm, outer);
    CHECK(vm);
    u32 at = begin_tuple(vm, count);
    CHECK(vm);
    flatten(vm, outer, true, tuple_items(vm, at));
    CHECK(vm);
    return finish_tuple(vm, at, count);
}

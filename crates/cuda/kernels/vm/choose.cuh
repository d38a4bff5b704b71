// Choosing among items by what a function gives for them: argmax and its kin, order, mostcommon.
#pragma once
#include "results.cuh"

// A number that compares as the key does among keys of its kind. Alone.
DEVICE i64 rank_of(Val key) {
    const i64 half = 1 << 19;
    switch (tag(key)) {
    case PAIR: return ((i64)first_of(key) << 32) + second_of(key);
    case CELL: return ((i64)colour_of(key) << 40) + ((row_of(key) + half) << 20) + (column_of(key) + half);
    case TRIPLE: return ((i64)row_of(key) << 40) + ((column_of(key) + half) << 20) + (colour_of(key) + half);
    default: return int_of(key);
    }
}
// Whether all keys are numbers, or all pairs, cells or triples: then `rank_of` tells how they compare. Together.
CALLED bool can_be_ranked(const Val *keys, u32 count) {
    u32 kind = count ? tag(keys[0]) : (u32)INT;
    bool ranked = kind == INT || kind == BOOL || kind == PAIR || kind == CELL || kind == TRIPLE;
    LOOP (u32 k = lane(); k < count; k += 32) ranked = ranked && (tag(keys[k]) == kind || (is_int(keys[k]) && is_int(keys[0])));
    return !__any_sync(ALL_LANES, !ranked);
}

// max or min by key as Python finds it: each key is compared as soon as it is there. Together.
CALLED Val best_step_by_step(Vm &vm, Val container, Val f, bool greatest) {
    Items items = items_in_order(vm, container);
    CHECK(vm);
    Loop loop = begin_loop(vm);
    u32 best = 0;
    Val best_key = NOTHING;
    LOOP (u32 k = 0; k < items.count; k++) {
        Val key = key_of(vm, f, item_at(vm, items, k));
        CHECK(vm);
        if (!k || less(vm, key, best_key, greatest)) {
            best = k;
            best_key = key;
        }
        CHECK(vm);
        settle(vm, loop, key);
    }
    end_loop(vm, loop);
    return item_at(vm, items, best);
}

// The first item with the best key. Together; not for an empty container.
CALLED Val best_item(Vm &vm, Val container, Val f, bool greatest) {
    punt_if_by_address(vm, container);
    Items items = items_as_they_lie(vm, container);
    u32 at = take(vm, items.count);
    CHECK(vm);
    const Val *keys = vm.arena + at;
    Loop loop = begin_loop(vm);
    Mark mark = mark_now(vm);
    call_each(vm, KEY, f, items, 0, vm.arena + at);
    if (vm.fail == PUNT) return NOTHING;
    __syncwarp();
    if (vm.fail || !can_be_ranked(keys, items.count)) {
        // Which key or which comparison fails first depends on the order; sets compare by inclusion, so theirs shows, too.
        rewind(vm, mark);
        Val best = best_step_by_step(vm, container, f, greatest);
        CHECK(vm);
        end_loop(vm, loop);
        return best;
    }
    i64 best = rank_of(keys[0]);
    LOOP (u32 k = lane(); k < items.count; k += 32) {
        i64 rank = rank_of(keys[k]);
        if (greatest ? rank > best : rank < best) best = rank;
    }
    LOOP (u32 step = 16; step; step >>= 1) {
        i64 rank = (i64)__shfl_xor_sync(ALL_LANES, (u64)best, step);
        if (greatest ? rank > best : rank < best) best = rank;
    }
    u32 found = 0, first = 0xffff;
    LOOP (u32 k = lane(); k < items.count; k += 32)
        if (rank_of(keys[k]) == best) {
            found++;
            if (first == 0xffff) first = k;
        }
    found = sum_of_lanes(found);
    first = (u32)least_of_lanes((i32)first);
    if (found > 1 && !lies_in_order(vm, container)) {
        const u16 *order = order_of(vm, container);
        CHECK(vm);
        u32 place = 0xffff;
        LOOP (u32 k = lane(); k < items.count && place == 0xffff; k += 32)
            if (rank_of(keys[order ? order[k] : k]) == best) place = k;
        place = (u32)least_of_lanes((i32)place);
        first = order ? order[place] : place;
    }
    give_back(vm, mark.top);
    end_loop(vm, loop);
    return item_at(vm, items, first);
}

// argmax and argmin. Together.
CALLED Val best_argument(Vm &vm, Val container, Val f, bool greatest) {
    container = walkable(vm, container);
    u32 count = vm.fail ? 0 : length_of(vm, container);
    CHECK(vm);
    if (count) return best_item(vm, container, f, greatest);
    return vm.args->flags & EMPTY_ARGMAX_IS_NONE ? NOTHING : raise(vm, VALUE_ERROR);
}
// valmax and valmin: what the function gives for that item, asked once more. Together.
CALLED Val best_value(Vm &vm, Val container, Val f, bool greatest) {
    container = walkable(vm, container);
    u32 count = vm.fail ? 0 : length_of(vm, container);
    CHECK(vm);
    Val best = count ? best_item(vm, container, f, greatest) : int_val_unchecked(0);
    CHECK(vm);
    return call1(vm, f, best);
}

// Up to here Python's sort is one run, to which what is not in order yet is added by binary insertion.
#define MOST_INSERTED 63

// Whether key a goes before key b. Together.
DEVICE bool goes_before(Vm &vm, const Val *keys, u32 a, u32 b) {
    Loop loop = begin_loop(vm);
    bool before = less(vm, keys[a], keys[b], false);
    give_back(vm, loop.top);
    end_loop(vm, loop);
    return before;
}

// Turns round so many of the first places. Together.
DEVICE void turn_round(u16 *sorted, u32 count) {
    __syncwarp();
    u16 mine = lane() < count ? sorted[lane()] : 0, other = lane() + 32 < count ? sorted[lane() + 32] : 0;
    __syncwarp();
    if (lane() < count) sorted[count - 1 - lane()] = mine;
    if (lane() + 32 < count) sorted[count - 1 - (lane() + 32)] = other;
    __syncwarp();
}

// CPython's sort of a short list, comparison by comparison: sets compare by inclusion, which is no total order, and what does
// not compare at all fails only if it is compared. Leaves the places of the keys in their order. Together.
CALLED void sort_short(Vm &vm, const Val *keys, u32 count, u16 *sorted) {
    LOOP (u32 k = lane(); k < count; k += 32) sorted[k] = (u16)k;
    __syncwarp();
    if (count < 2) return;
    bool falling = goes_before(vm, keys, 1, 0);
    u32 run = 2;
    while (run < count && !vm.fail && goes_before(vm, keys, run, run - 1) == falling) run++;
    if (vm.fail) return;
    if (falling) turn_round(sorted, run);
    LOOP (u32 at = run; at < count; at++) {
        u32 left = 0, right = at;
        while (left < right) {
            u32 middle = left + (right - left) / 2;
            if (goes_before(vm, keys, at, sorted[middle])) right = middle;
            else left = middle + 1;
            if (vm.fail) return;
        }
        // What is behind moves up by one.
        __syncwarp();
        u32 k = left + lane();
        u16 mine = k < at ? sorted[k] : 0, other = k + 32 < at ? sorted[k + 32] : 0;
        __syncwarp();
        if (k < at) sorted[k + 1] = mine;
        if (k + 32 < at) sorted[k + 33] = other;
        if (lane() == 0) sorted[left] = (u16)at;
        __syncwarp();
    }
}

// tuple(sorted(container, key=f)). Together.
CALLED Val order_by(Vm &vm, Val container, Val f) {
    container = walkable(vm, container);
    CHECK(vm);
    u32 keys_at = each(vm, KEPT_KEY, f, container);
    CHECK(vm);
    Items items = items_as_they_lie(vm, container);
    u32 count = items.count, sorted_at = take(vm, words_for_bytes(2 * count) + 1), ordered_at = take(vm, count + 1);
    CHECK(vm);
    const Val *keys = tuple_items(vm, keys_at);
    u16 *sorted = (u16 *)(vm.arena + sorted_at);
    bool ranked = can_be_ranked(keys, count);
    if (ranked) {
        // Equal keys leave items in the order in which they came.
        bool ties = false;
        LOOP (u32 k = lane(); k < count; k += 32) {
            u32 place = 0;
            i64 rank = rank_of(keys[k]);
            LOOP (u32 n = 0; n < count; n++) {
                i64 other = rank_of(keys[n]);
                place += other < rank || (other == rank && n < k);
                ties |= other == rank && n != k;
            }
            sorted[place] = (u16)k;
        }
        __syncwarp();
        ranked = lies_in_order(vm, container) || !__any_sync(ALL_LANES, ties);
    }
    if (!ranked) {
        Items walked = items_in_order(vm, container);
        CHECK(vm);
        Val *ordered = vm.arena + ordered_at;
        LOOP (u32 k = lane(); k < count; k += 32) ordered[k] = keys[walked.order ? walked.order[k] : k];
        __syncwarp();
        if (can_be_ranked(ordered, count)) {
            LOOP (u32 k = lane(); k < count; k += 32) {
                u32 place = 0;
                i64 rank = rank_of(ordered[k]);
                LOOP (u32 n = 0; n < count; n++) {
                    i64 other = rank_of(ordered[n]);
                    place += other < rank || (other == rank && n < k);
                }
                sorted[place] = (u16)k;
            }
            __syncwarp();
        } else {
            if (count > MOST_INSERTED) return punt(vm, NO_SUCH_OP);
            sort_short(vm, ordered, count, sorted);
            CHECK(vm);
        }
        items = walked;
    }
    u32 at = begin_tuple(vm, count);
    CHECK(vm);
    LOOP (u32 k = lane(); k < count; k += 32) tuple_items(vm, at)[k] = item_at(vm, items, sorted[k]);
    return finish_tuple(vm, at, count);
}

// max(set(container), key=container.count), or min. Together.
CALLED Val most_common(Vm &vm, Val container, bool fewest) {
    container = walkable(vm, container);
    Items items = items_as_they_lie(vm, container);
    CHECK(vm);
    if (tag(container) == SET) return raise(vm, ATTRIBUTE_ERROR);
    if (!items.count) return raise(vm, VALUE_ERROR);
    u32 at = begin_set(vm, items.count);
    CHECK(vm);
    LOOP (u32 k = lane(); k < items.count; k += 32) begun_items(vm, at)[k] = item_at(vm, items, k);
    Val distinct = finish_set(vm, at, items.count, MAY_REPEAT, GROWN);
    CHECK(vm);
    punt_if_by_address(vm, distinct);
    u32 count = count_of(vm, distinct), counts_at = take(vm, count);
    CHECK(vm);
    const Val *values = set_items(vm, distinct);
    Val *counts = vm.arena + counts_at;
    bool plain = kind_of_set(*words_of(vm, distinct)) != MIXED_ITEMS;
    LOOP (u32 k = 0; k < count; k++) {
        u32 times = 0;
        if (plain) {
            LOOP (u32 n = lane(); n < items.count; n += 32) times += item_at(vm, items, n) == values[k];
            times = sum_of_lanes(times);
        } else {
            LOOP (u32 n = 0; n < items.count; n++) {
                times += equal(vm, item_at(vm, items, n), values[k]);
                CHECK(vm);
            }
        }
        counts[k] = times;
    }
    u64 best = counts[0];
    u32 found = 0, first = 0;
    LOOP (u32 k = 0; k < count; k++)
        if (fewest ? counts[k] < best : counts[k] > best) best = counts[k];
    LOOP (u32 k = 0; k < count; k++)
        if (counts[k] == best && !found++) first = k;
    if (found > 1) {
        const u16 *order = order_of(vm, distinct);
        CHECK(vm);
        u32 place = 0;
        while (counts[order ? order[place] : place] != best) place++;
        first = order ? order[place] : place;
    }
    return values[first];
}

// Making sets.
#pragma once
#include "repeats.cuh"

// The kind of set that these items make. Together.
CALLED u32 kind_of_items(const Val *items, u32 count) {
    u32 kind = count ? kind_for(tag(items[0])) : (u32)PAIR_ITEMS;
    bool other = false;
    LOOP (u32 k = lane(); k < count; k += 32) other |= kind_for(tag(items[k])) != kind;
    return __any_sync(ALL_LANES, other) ? (u32)MIXED_ITEMS : kind;
}

enum Repeats { ALL_DISTINCT = 0, MAY_REPEAT = 1 };

// The set of the items written since `begin_set`, which all lanes wrote together or apart. With MAY_REPEAT, items that are there
// already are left out. `state` says how the set was made (set_layout.cuh); for FROM_OTHER and MERGED also of what, and for
// FROM_OTHER with `from`, from which items (ALL_DISTINCT only). Together.
CALLED Val finish_set(Vm &vm, u32 at, u32 count, u32 repeats, u32 state, Val other = 0, u32 from = 0) {
    __syncwarp();
    Val *items = begun_items(vm, at);
    u32 kind = kind_of_items(items, count), all = count;
    if (repeats == MAY_REPEAT && count > 1) {
        count = kind == MIXED_ITEMS ? without_repeats_of_any(vm, items, count) : without_repeats(vm, items, count);
        CHECK(vm);
        // The others' numbers are not ours any more. What is left is in the right order if the walk is over the other set as it
        // lies; else nobody knows here.
        if (state == FROM_OTHER && count != all) state = tag(other) != SET ? GROWN : UNKNOWN_ORDER;
        if (kind == MIXED_ITEMS) kind = kind_of_items(items, count);
    }
    u32 weight, nesting;
    u64 flag = 0;
    if (kind == MIXED_ITEMS) {
        weigh(vm, items, count, weight, nesting, flag);
        if (nesting > MOST_NESTING) return punt(vm, TOO_DEEP);
    } else {
        weight = 1 + count * weight_of_kind(kind);
        nesting = kind == CELL_ITEMS ? 3 : kind == INT_ITEMS ? 1 : 2;
        if (!count) nesting = 1;
    }
    // A set that was made while walking something that is no set grew in the order in which its items lie.
    if (state == FROM_OTHER && tag(other) != SET) state = GROWN;
    u64 *words = vm.arena + at;
    words[0] = (u64)nesting << 48 | flag | (u64)kind << SET_KIND_SHIFT | (u64)state << SET_STATE_SHIFT | count;
    words[1] = (u64)weight << 32 | weight;
    words[2] = words[3] = 0;
    words[4] = other;
    words[5] = from;
    return ref_val(SET, at);
}

CALLED Val empty_set(Vm &vm) {
    u32 at = begin_set(vm, 0);
    CHECK(vm);
    return finish_set(vm, at, 0, ALL_DISTINCT, IN_ORDER);
}
CALLED Val set_of_one(Vm &vm, Val item) {
    u32 at = begin_set(vm, 1);
    CHECK(vm);
    begun_items(vm, at)[0] = item;
    return finish_set(vm, at, 1, ALL_DISTINCT, IN_ORDER);
}
CALLED Val empty_tuple(Vm &vm) {
    u32 at = begin_tuple(vm, 0);
    CHECK(vm);
    return finish_tuple(vm, at, 0);
}

// Those items of a set for which each lane's `kept[k]` (a byte per item, in the order in which they lie) is not zero: as
// `frozenset(e for e in set if ...)`. Together.
CALLED Val filtered_set(Vm &vm, Val set, const u8 *kept) {
    u32 count = count_of(vm, set), all = 0;
    LOOP (u32 k = lane(); k < count; k += 32) all += kept[k] != 0;
    all = sum_of_lanes(all);
    u32 from_at = take(vm, words_for_bytes(2 * all) + 1);
    CHECK(vm);
    u16 *from = (u16 *)(vm.arena + from_at);
    u32 at = begin_set(vm, all);
    CHECK(vm);
    const Val *items = set_items(vm, set);
    Val *mine = begun_items(vm, at);
    u32 before = 0;
    LOOP (u32 base = 0; base < count; base += 32) {
        u32 k = base + lane();
        bool here = k < count && kept[k];
        u32 there = __ballot_sync(ALL_LANES, here);
        u32 number = before + count_ones(there & ((1u << lane()) - 1));
        if (here) {
            from[number] = (u16)k;
            mine[number] = items[k];
        }
        before += count_ones(there);
    }
    return finish_set(vm, at, all, ALL_DISTINCT, FROM_OTHER, set, from_at);
}

// results.cuh: the set of what a function gave for each item of a set.
CALLED Val set_of_results(Vm &vm, Val source, u32 list_at, u32 count);

// As `list_of_merged`, for items of any kind, one by one: each is looked up by its hash. Together.
CALLED void list_of_merged_any(Vm &vm, Val set, const Items &inner, u16 *list) {
    u32 count = count_of(vm, set), hashes_at = hashes_of_items(vm, set), seen_at = take(vm, words_for_bytes(count)), done = 0;
    if (vm.fail) return;
    u8 *seen = (u8 *)(vm.arena + seen_at);
    LOOP (u32 k = lane(); k < count; k += 32) seen[k] = 0;
    __syncwarp();
    LOOP (u32 n = 0; n < inner.count; n++) {
        Val one = item_at(vm, inner, n);
        Items items = items_in_order(vm, one);
        punt_if_late(vm);
        LOOP (u32 k = 0; k < items.count && !vm.fail; k++) {
            Val item = item_at(vm, items, k);
            u64 hash = vm.fail ? 0 : hash_of(vm, item);
            u32 number = vm.fail ? FREE_SLOT : number_by_hash(vm, set_items(vm, set), vm.arena + hashes_at, count, item, hash);
            if (number == FREE_SLOT) break;
            bool fresh = !seen[number];
            __syncwarp();
            if (fresh) {
                seen[number] = 1;
                list[done++] = (u16)number;
            }
            __syncwarp();
        }
        if (vm.fail) return;
    }
}

// In which order the items of a MERGED set were put into it: each inner container is walked, and an item counts where it came
// first. Together.
CALLED void list_of_merged(Vm &vm, Val set, u16 *list) {
    const u64 *words = words_of(vm, set);
    u32 count = (u32)words[0];
    Val outer = words[4];
    if (state_of_set(words[0]) == MERGED_RESULTS) outer = set_of_results(vm, outer, (u32)words[5], count_of(vm, outer));
    if (vm.fail) return;
    Items inner = items_in_order(vm, outer);
    if (vm.fail) return;
    if (kind_of_set(words[0]) == MIXED_ITEMS) {
        list_of_merged_any(vm, set, inner, list);
        return;
    }
    if (count > MOST_INDEXED) {
        punt(vm, ORDER_UNKNOWN);
        return;
    }
    // All orders first: finding them uses scratch memory.
    LOOP (u32 n = 0; n < inner.count; n++) {
        Val one = item_at(vm, inner, n);
        if (!vm.fail && tag(one) == SET) order_of(vm, one);
        if (vm.fail) return;
    }
    Index index = {vm.scratch, set_items(vm, set)};
    clear_slots(vm.scratch, SCRATCH_WORDS);
    LOOP (u32 k = lane(); k < count; k += 32) put_into(index, k);
    u32 first_at = take(vm, words_for_bytes(4 * count));
    if (vm.fail) return;
    u32 *first = (u32 *)(vm.arena + first_at);
    LOOP (u32 k = lane(); k < count; k += 32) first[k] = 0xffffffffu;
    __syncwarp();
    LOOP (u32 pass = 0; pass < 2; pass++) {
        u32 before = 0, done = 0;
        LOOP (u32 n = 0; n < inner.count; n++) {
            Items items = items_in_order(vm, item_at(vm, inner, n));
            if (vm.fail) return;
            LOOP (u32 base = 0; base < items.count; base += 32) {
                u32 k = base + lane(), number = 0;
                bool here = k < items.count;
                if (tag(items.of) == GRID) {
                    punt(vm, ORDER_UNKNOWN);
                    return;
                }
                if (here) number = number_in(index, item_at(vm, items, k));
                if (!pass) {
                    if (here) atomicMin(&first[number], before + k);
                } else {
                    bool mine = here && first[number] == before + k;
                    u32 lanes = __ballot_sync(ALL_LANES, mine);
                    if (mine) list[done + count_ones(lanes & ((1u << lane()) - 1))] = (u16)number;
                    done += count_ones(lanes);
                }
            }
            before += items.count;
        }
        __syncwarp();
    }
}

// The order of sets: CPython's table, filled again by the warp.
#pragma once
#include "hash.cuh"

// A table of this many slots fits into scratch memory; sets of more than `MOST_ORDERED` items would need a larger one.
#define MOST_SLOTS SCRATCH_WORDS
#define MOST_ORDERED 1228
#define FREE_SLOT 0xffffffffu
#define SLOT_CLAIMED 0x10000u

DEVICE void clear_slots(u32 *table, u32 size) {
    __syncwarp();
    LOOP (u32 k = lane(); k < size; k += 32) put(&table[k], FREE_SLOT);
    __syncwarp();
}

// The first free slot on the way of a hash. Alone.
DEVICE u32 free_slot_for(const u32 *table, u32 mask, u64 hash) {
    u64 perturb = hash;
    u32 at = (u32)hash & mask;
    LOOP (;;) {
        u32 last = at + 9 <= mask ? at + 9 : at;
        LOOP (u32 slot = at; slot <= last; slot++)
            if (look(&table[slot]) == FREE_SLOT) return slot;
        perturb >>= 5;
        at = (at * 5 + 1 + (u32)perturb) & mask;
    }
}

// Puts items list[from..to) into the table (without a list, item k is k). 32 look for their slots at once, and as many of them,
// from the first on, take theirs as would have taken the same slots one after the other. Together.
CALLED void fill_slots(u32 *table, u32 mask, const u16 *list, u32 from, u32 to, const u64 *hashes) {
    while (from < to) {
        u32 k = from + lane(), item = 0, slot = 0;
        bool here = k < to;
        if (here) {
            item = list ? list[k] : k;
            slot = free_slot_for(table, mask, hashes[item]);
        }
        __syncwarp();
        if (here) atomicMin(&table[slot], SLOT_CLAIMED | lane());
        __syncwarp();
        u32 losers = __ballot_sync(ALL_LANES, here && look(&table[slot]) != (SLOT_CLAIMED | lane()));
        __syncwarp();
        u32 winners = losers ? lowest(losers) : 32;
        if (here && !(losers >> lane() & 1)) put(&table[slot], lane() < winners ? item : FREE_SLOT);
        __syncwarp();
        from += winners;
    }
}

// The items in the order of their slots. Together.
CALLED void walk_slots(const u32 *table, u32 size, u16 *list) {
    u32 before = 0;
    LOOP (u32 base = 0; base < size; base += 32) {
        u32 item = base + lane() < size ? look(&table[base + lane()]) : FREE_SLOT;
        u32 there = __ballot_sync(ALL_LANES, item != FREE_SLOT);
        if (item != FREE_SLOT) list[before + count_ones(there & ((1u << lane()) - 1))] = (u16)item;
        before += count_ones(there);
    }
    __syncwarp();
}

DEVICE u32 slots_above(u32 n) {
    u32 size = 8;
    while (size <= n) size *= 2;
    return size;
}
DEVICE u32 full_at(u32 size) { return ((size - 1) * 3 + 4) / 5; }

// Grows a table item by item in the order of the list (without one, by number) and leaves its walk in `walk`, which has room for
// all items. Gives the size of the table. Together.
CALLED u32 grow(u32 *table, const u16 *list, u16 *walk, u32 count, const u64 *hashes) {
    u32 size = 8, done = 0;
    clear_slots(table, size);
    while (done < count) {
        u32 limit = full_at(size), next = count < limit ? count : limit;
        fill_slots(table, size - 1, list, done, next, hashes);
        done = next;
        if (done < limit) break;
        walk_slots(table, size, walk);
        size = slots_above(done * 4);
        clear_slots(table, size);
        fill_slots(table, size - 1, walk, 0, done, hashes);
    }
    walk_slots(table, size, walk);
    return size;
}

CALLED const u16 *order_of(Vm &vm, Val set);

// The hashes of a set's items, in fresh memory.
CALLED u32 hashes_of_items(Vm &vm, Val set) {
    u32 count = count_of(vm, set), at = take(vm, count);
    CHECK(vm);
    const Val *items = set_items(vm, set);
    u64 *hashes = vm.arena + at;
    if (kind_of_set(*words_of(vm, set)) != MIXED_ITEMS) {
        LOOP (u32 k = lane(); k < count; k += 32) hashes[k] = hash_of_word(items[k]);
    } else {
        LOOP (u32 k = 0; k < count; k++) {
            hashes[k] = hash_of(vm, items[k]);
            CHECK(vm);
        }
    }
    __syncwarp();
    return at;
}

// In which order the items of a FROM_OTHER set were put into it.
CALLED void list_from_other(Vm &vm, Val set, u16 *list) {
    const u64 *words = words_of(vm, set);
    u32 count = (u32)words[0];
    Val other = words[4];
    const u16 *order = order_of(vm, other);
    if (vm.fail) return;
    u32 other_count = count_of(vm, other);
    const u16 *from = words[5] ? (const u16 *)(vm.arena + words[5]) : 0;
    if (other_count > MOST_SLOTS) {
        punt(vm, ORDER_UNKNOWN);
        return;
    }
    if (!from) {
        LOOP (u32 k = lane(); k < count; k += 32) list[k] = order ? order[k] : (u16)k;
        __syncwarp();
        return;
    }
    // Which of our items comes from which of the other's, in scratch memory.
    u32 *mine = vm.scratch;
    __syncwarp();
    LOOP (u32 k = lane(); k < other_count; k += 32) put(&mine[k], 0xffffu);
    __syncwarp();
    LOOP (u32 k = lane(); k < count; k += 32) put(&mine[from[k]], k);
    __syncwarp();
    u32 before = 0;
    LOOP (u32 base = 0; base < other_count; base += 32) {
        u32 k = base + lane(), number = 0xffff;
        if (k < other_count) number = look(&mine[order ? order[k] : k]);
        u32 there = __ballot_sync(ALL_LANES, number != 0xffff);
        if (number != 0xffff) list[before + count_ones(there & ((1u << lane()) - 1))] = (u16)number;
        before += count_ones(there);
    }
    __syncwarp();
}

CALLED void list_of_merged(Vm &vm, Val set, u16 *list);

// In which order the items of an APPLIED set were put into it: each where it came first. Together.
CALLED void list_of_applied(Vm &vm, Val set, u16 *list) {
    const u64 *words = words_of(vm, set);
    u32 count = (u32)words[0];
    Val other = words[4];
    const u16 *order = order_of(vm, other);
    if (vm.fail) return;
    u32 other_count = count_of(vm, other);
    const u16 *numbers = (const u16 *)(vm.arena + words[5]);
    u32 *first = vm.scratch;
    clear_slots(first, count);
    LOOP (u32 k = lane(); k < other_count; k += 32) atomicMin(&first[numbers[order ? order[k] : k]], k);
    __syncwarp();
    u32 before = 0;
    LOOP (u32 base = 0; base < other_count; base += 32) {
        u32 k = base + lane(), number = 0;
        bool here = k < other_count;
        if (here) number = numbers[order ? order[k] : k];
        here = here && look(&first[number]) == k;
        u32 there = __ballot_sync(ALL_LANES, here);
        if (here) list[before + count_ones(there & ((1u << lane()) - 1))] = (u16)number;
        before += count_ones(there);
    }
    __syncwarp();
}

// In which order the items of an EXPANDED set were put into it. Together.
CALLED void list_of_expanded(Vm &vm, Val set, u16 *list) {
    const u64 *words = words_of(vm, set);
    u32 count = (u32)words[0], each = (u32)words[5];
    const u16 *order = order_of(vm, words[4]);
    if (vm.fail) return;
    LOOP (u32 k = lane(); k < count; k += 32) list[k] = (u16)((order ? order[k / each] : k / each) * each + k % each);
    __syncwarp();
}

// Moves what is in the table to one of another size, in the order of the walk. Together.
CALLED void resize_slots(u32 *table, u32 from, u32 to, u16 *walk, u32 count, const u64 *hashes) {
    walk_slots(table, from, walk);
    clear_slots(table, to);
    fill_slots(table, to - 1, walk, 0, count, hashes);
}

// The size of a fresh table into which a set of so many is copied.
DEVICE u32 copied_size(u32 count) { return count < 5 ? 8 : slots_above(count * 2); }

// From the table of `count` items (of this size) to that of `a_set | {value}`; the value has the number `count` if it was `added`.
// Gives the new size. Together.
CALLED u32 insert_into_copy(u32 *table, u32 size, u16 *walk, u32 count, bool added, const u64 *hashes) {
    u32 copied = copied_size(count);
    if (copied != size && count) resize_slots(table, size, copied, walk, count, hashes);
    if (count && (count + 1) * 5 >= (copied - 1) * 3) {
        u32 larger = slots_above((count + 1) * 2);
        resize_slots(table, copied, larger, walk, count, hashes);
        copied = larger;
    }
    if (added) fill_slots(table, copied - 1, 0, count, count + 1, hashes);
    return copied;
}

// In which order the items of a FOUND set were put into it (object_order.cuh). Together.
CALLED void list_of_found(Vm &vm, Val set, u16 *list);
DEVICE bool is_copied(u32 state) { return state == GROWN_AND_COPIED || state == FOUND || state == EXPANDED; }
DEVICE bool is_replayed(u32 state) { return state == WALK_OF_OTHER || state == UNION_OF_DISPLAYS || state == OUTLINE; }
// Of a set that was made in a way of its own (replay.cuh).
CALLED void replay_walk(Vm &vm, Val set, u16 *walk);

// Sets may be made of sets that are made of sets, and so on; how deep this goes counts with the calls, as the stack is short.
#define MOST_CHAINED 48

// The other set whose order a set's order follows from, if that is not known yet. Alone.
DEVICE Val source_to_order(const Vm &vm, Val set) {
    const u64 *words = words_of(vm, set);
    return state_of_set(words[0]) == FROM_OTHER && (u32)words[0] > 1 && !words[3] ? words[4] : NOTHING;
}

// Orders what a set was made of, what that was made of, ..., from the oldest on: long chains (a patch moved step by step) would
// go too deep otherwise. Together.
CALLED void order_sources_first(Vm &vm, Val set) {
    u32 chain = 0;
    LOOP (Val at = source_to_order(vm, set); at != NOTHING; at = source_to_order(vm, at)) chain++;
    LOOP (; chain > 1; chain--) {
        Val at = set;
        LOOP (u32 k = 1; k < chain; k++) at = words_of(vm, at)[4];
        order_of(vm, at);
        if (vm.fail) return;
    }
}

// The numbers of a set's items in the order of its walk; null if that is the order in which they lie. Punts where it is not
// known. Together.
CALLED const u16 *order_of(Vm &vm, Val set) {
    const u64 *words = words_of(vm, set);
    u32 count = (u32)words[0];
    if (count < 2 || state_of_set(words[0]) == IN_ORDER) return 0;
    if (words[3]) return (const u16 *)(vm.arena + words[3]);
    order_sources_first(vm, set);
    if (vm.fail) return 0;
    // Below all that was inserted.
    Val base = set;
    u32 inserted = 0;
    LOOP (; state_of_set(*words_of(vm, base)) == INSERTED; base = words_of(vm, base)[4]) inserted++;
    u32 state = state_of_set(*words_of(vm, base)), base_count = count_of(vm, base);
    // What is copied on the way may need more slots than there are here.
    bool too_many = count > MOST_ORDERED || (is_replayed(state) && count >= MOST_SLOTS / 4) || ((inserted || is_copied(state) || is_replayed(state)) && count >= MOST_SLOTS / 2);
    if (state == UNKNOWN_ORDER || (state == IN_ORDER && base_count > 1) || (is_replayed(state) && inserted) || too_many) {
        punt(vm, ORDER_UNKNOWN);
        return 0;
    }
    if (++vm.nested > MOST_CHAINED) punt(vm, TOO_DEEP);
    if (vm.fail) return 0;
    // The order stays as long as the set; what it takes to find it goes.
    u32 kept = keep_for(vm, set, words_for_bytes(2 * count));
    if (vm.fail) return 0;
    u16 *walk = (u16 *)(vm.arena + kept);
    if (is_replayed(state)) {
        replay_walk(vm, set, walk);
        if (vm.fail) return 0;
        own_words_of(vm, set)[3] = kept;
        vm.nested--;
        return walk;
    }
    u32 before = vm.top, list_at = 0;
    if (state == FROM_OTHER || state == MERGED || state == APPLIED || state == MERGED_RESULTS || state == FOUND || state == EXPANDED) {
        list_at = take(vm, words_for_bytes(2 * base_count));
        if (vm.fail) return 0;
        u16 *list = (u16 *)(vm.arena + list_at);
        // This may work out other sets' orders, which stay, too.
        if (state == FROM_OTHER) list_from_other(vm, base, list);
        else if (state == APPLIED) list_of_applied(vm, base, list);
        else if (state == FOUND) list_of_found(vm, base, list);
        else if (state == EXPANDED) list_of_expanded(vm, base, list);
        else list_of_merged(vm, base, list);
        if (vm.fail) return 0;
        before = vm.top;
    }
    u32 hashes_at = hashes_of_items(vm, set);
    if (vm.fail) return 0;
    const u64 *hashes = vm.arena + hashes_at;
    u32 size = grow(vm.scratch, list_at ? (const u16 *)(vm.arena + list_at) : 0, walk, base_count, hashes);
    if (is_copied(state) && copied_size(base_count) != size) {
        resize_slots(vm.scratch, size, copied_size(base_count), walk, base_count, hashes);
        size = copied_size(base_count);
    }
    LOOP (; inserted; inserted--) {
        Val larger = set;
        LOOP (u32 k = 1; k < inserted; k++) larger = words_of(vm, larger)[4];
        u32 all = count_of(vm, larger), ours = count_of(vm, words_of(vm, larger)[4]);
        size = insert_into_copy(vm.scratch, size, walk, ours, all > ours, hashes);
    }
    walk_slots(vm.scratch, size, walk);
    give_back(vm, before);
    own_words_of(vm, set)[3] = kept;
    vm.nested--;
    return walk;
}

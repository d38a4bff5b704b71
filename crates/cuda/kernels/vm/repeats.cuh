// What came twice: numbers of words in a table, and lists without repeats.
#pragma once
#include "abi.cuh"
#include "compare.cuh"

// The first slot to look at for a value, in a table of which the mask is given. Alone.
DEVICE u32 index_slot(Val v, u32 mask) { return (u32)((v * 0x9E3779B97F4A7C15ull) >> 40) & mask; }
// The number of an item, or FREE_SLOT. Alone.
DEVICE u32 find_in_slots(const u32 *slots, u32 mask, const Val *items, Val v) {
    LOOP (u32 at = index_slot(v, mask);; at = (at + 1) & mask) {
        u32 number = look(&slots[at]);
        if (number == FREE_SLOT || items[number] == v) return number;
    }
}
// Alone, for an item that is not there; several lanes may do this at once, for different items.
DEVICE void put_into_slots(u32 *slots, u32 mask, const Val *items, u32 number) {
    u32 at = index_slot(items[number], mask);
    while (atomicCAS(&slots[at], FREE_SLOT, number) != FREE_SLOT) at = (at + 1) & mask;
}

// The numbers of a set of words in a table in scratch memory, by value. Together; until scratch memory is used again.
struct Index {
    u32 *slots;
    const Val *items;
};
// The most items an index has room for.
#define MOST_INDEXED 1500

DEVICE u32 number_in(const Index &index, Val v) { return find_in_slots(index.slots, SCRATCH_WORDS - 1, index.items, v); }
DEVICE void put_into(const Index &index, u32 number) { put_into_slots(index.slots, SCRATCH_WORDS - 1, index.items, number); }

// Takes what came twice out of a list of words; the first of each stays. Gives how many are left. Together.
CALLED u32 without_repeats(Vm &vm, Val *items, u32 count) {
    if (count < 2) return count;
    u32 *slots = vm.scratch;
    u32 mask = SCRATCH_WORDS - 1, top = vm.top;
    if (count > MOST_INDEXED) {
        // Too many for scratch memory.
        mask = slots_above(2 * count) - 1;
        u32 at = take(vm, (mask + 1) / 2);
        if (vm.fail) return 0;
        slots = (u32 *)(vm.arena + at);
    }
    clear_slots(slots, mask + 1);
    u32 kept = 0;
    LOOP (u32 base = 0; base < count; base += 32) {
        bool here = base + lane() < count;
        Val item = here ? items[base + lane()] : 0;
        bool fresh = here && find_in_slots(slots, mask, items, item) == FREE_SLOT;
        u32 fresh_lanes = __ballot_sync(ALL_LANES, fresh);
        // Of equal ones among these 32 the first counts.
        LOOP (u32 rest = fresh_lanes; rest & (rest - 1); rest &= rest - 1) {
            u32 other = lowest(rest);
            Val theirs = __shfl_sync(ALL_LANES, item, other);
            if (fresh && lane() > other && theirs == item) fresh = false;
        }
        fresh_lanes = __ballot_sync(ALL_LANES, fresh);
        u32 number = kept + count_ones(fresh_lanes & ((1u << lane()) - 1));
        __syncwarp();
        if (fresh) items[number] = item;
        __syncwarp();
        if (fresh) put_into_slots(slots, mask, items, number);
        __syncwarp();
        kept += count_ones(fresh_lanes);
    }
    give_back(vm, top);
    return kept;
}

// The number of an item among the first ones of a list of which the hashes are given, or FREE_SLOT. Together.
CALLED u32 number_by_hash(Vm &vm, const Val *items, const u64 *hashes, u32 count, Val item, u64 hash) {
    LOOP (u32 base = 0; base < count; base += 32) {
        u32 n = base + lane(), alike = __ballot_sync(ALL_LANES, n < count && hashes[n] == hash);
        LOOP (; alike; alike &= alike - 1) {
            n = base + lowest(alike);
            if (equal(vm, items[n], item)) return n;
            if (vm.fail) return FREE_SLOT;
        }
    }
    return FREE_SLOT;
}

// From so many items on, hashes tell sooner.
#define MANY_ITEMS 12

// As `without_repeats_of_any`, for items that have a hash here. Together.
CALLED u32 without_repeats_by_hash(Vm &vm, Val *items, u32 count) {
    u32 top = vm.top, at = take(vm, count), kept = 0;
    if (vm.fail) return 0;
    u64 *hashes = vm.arena + at;
    LOOP (u32 k = 0; k < count; k++) {
        Val item = items[k];
        u64 hash = hash_of(vm, item);
        punt_if_late(vm);
        u32 there = vm.fail ? 0 : number_by_hash(vm, items, hashes, kept, item, hash);
        if (vm.fail) return 0;
        __syncwarp();
        if (there == FREE_SLOT) {
            items[kept] = item;
            hashes[kept++] = hash;
        }
        __syncwarp();
    }
    give_back(vm, top);
    return kept;
}

// The same for items of any kind. Together.
CALLED u32 without_repeats_of_any(Vm &vm, Val *items, u32 count) {
    if (count >= MANY_ITEMS) {
        bool by_address = false;
        LOOP (u32 k = lane(); k < count; k += 32) by_address |= hashes_by_address(vm, items[k]);
        if (!__any_sync(ALL_LANES, by_address)) return without_repeats_by_hash(vm, items, count);
    }
    u32 kept = 0;
    LOOP (u32 k = 0; k < count; k++) {
        Val item = items[k];
        bool found = false;
        punt_if_late(vm);
        if (vm.fail) return 0;
        LOOP (u32 n = 0; n < kept && !found; n++) {
            // Unequal hashes are the quick way out.
            Val other = items[n];
            if (tag(item) == SET && tag(other) == SET && hash_of(vm, item) != hash_of(vm, other)) continue;
            found = equal(vm, other, item);
            if (vm.fail) return 0;
        }
        if (!found) items[kept++] = item;
        __syncwarp();
    }
    return kept;
}

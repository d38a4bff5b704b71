// CPython's set table, filled by a warp: 32 items look for their slots at once, and as many of them, from the first on, take
// theirs as would have taken the same slots one after the other.
#pragma once
#include "objects_abi.cuh"

#define EMPTY_SLOT 0xffffffffu
#define CLAIMED 0x10000u

DEVICE void clear_table(u32 *table, u32 size) {
#pragma unroll 1
    for (u32 k = lane(); k < size; k += 32) put(&table[k], EMPTY_SLOT);
    __syncwarp();
}

// The hashes of objects: the low halves in shared memory, where they are at hand, and all of them in the records.
struct Hashes {
    const u32 *low;
    const ObjectRecord *objects;
};

// The first free slot on an item's way. Tables have at most 4096 slots, so the low half of a hash says where to look for the
// first five times.
DEVICE u32 free_slot(const u32 *table, u32 mask, u32 item, const Hashes &hashes) {
    u32 low = look(&hashes.low[item]), at = low & mask;
    for (u32 shift = 5;; shift += 5) {
        u32 last = at + 9 <= mask ? at + 9 : at;
        for (u32 slot = at; slot <= last; slot++)
            if (look(&table[slot]) == EMPTY_SLOT) return slot;
        u32 perturb = shift <= 20 ? low >> shift : shift < 64 ? (u32)(hashes.objects[item].hash >> shift) : 0;
        at = (at * 5 + 1 + perturb) & mask;
    }
}

// Inserts the items list[from..to) in this order; without a list, item k is k.
DEVICE void insert_items(u32 *table, u32 mask, const u16 *list, u32 from, u32 to, const Hashes &hashes) {
#pragma unroll 1
    while (from < to) {
        u32 k = from + lane(), item = 0, slot = 0;
        bool here = k < to;
        if (here) {
            item = list ? look(&list[k]) : k;
            slot = free_slot(table, mask, item, hashes);
        }
        __syncwarp();
        if (here) atomicMin(&table[slot], CLAIMED | lane());
        __syncwarp();
        // Whoever finds an earlier item in its slot has to look again, and so do all after it.
        u32 losers = __ballot_sync(ALL_LANES, here && look(&table[slot]) != (CLAIMED | lane()));
        __syncwarp();
        u32 winners = losers ? lowest(losers) : 32;
        bool owner = here && !(losers >> lane() & 1);
        if (owner) put(&table[slot], lane() < winners ? item : EMPTY_SLOT);
        __syncwarp();
        from += winners;
    }
}

// The items in the order of their slots.
DEVICE void walk_table(const u32 *table, u32 size, u16 *list) {
    u32 before = 0;
#pragma unroll 1
    for (u32 base = 0; base < size; base += 32) {
        u32 item = base + lane() < size ? look(&table[base + lane()]) : EMPTY_SLOT;
        u32 there = __ballot_sync(ALL_LANES, item != EMPTY_SLOT);
        if (item != EMPTY_SLOT) put(&list[before + count_ones(there & ((1u << lane()) - 1))], (u16)item);
        before += count_ones(there);
    }
    __syncwarp();
}

// How many items make a growing table of this size grow, and how large it becomes then.
DEVICE u32 grows_at(u32 size) { return ((size - 1) * 3 + 4) / 5; }
DEVICE u32 size_above(u32 n) {
    u32 size = 8;
    while (size <= n) size *= 2;
    return size;
}

// Whether the first five items ask for different slots of a table of 32: then it does not matter how they lay in that of 8.
DEVICE bool first_five_apart(const u16 *list, const Hashes &hashes) {
    u32 taken = 0;
    if (lane() < 5) taken = 1u << (look(&hashes.low[list ? look(&list[lane()]) : lane()]) & 31);
#pragma unroll
    for (u32 step = 4; step; step >>= 1) taken |= __shfl_xor_sync(ALL_LANES, taken, step);
    return count_ones(__shfl_sync(ALL_LANES, taken, 0)) == 5;
}

// Grows a set item by item, from the list or, without one, in the order of the objects; `list` becomes its walk.
// Gives the size of its table.
DEVICE u32 grow_set(u32 *table, u16 *list, bool from_list, u32 count, const Hashes &hashes) {
    u32 size = 8, done = 0;
    // The part of the list that is still to come is needed after the first part was overwritten by walks of the table.
    u16 *walk = list + count;
    if (count >= 5 && first_five_apart(from_list ? list : 0, hashes)) {
        size = 32;
        clear_table(table, size);
        insert_items(table, size - 1, from_list ? list : 0, 0, 5, hashes);
        done = 5;
    } else {
        clear_table(table, size);
    }
    while (done < count) {
        u32 limit = grows_at(size), next = count < limit ? count : limit;
        insert_items(table, size - 1, from_list ? list : 0, done, next, hashes);
        done = next;
        if (done < limit) break;
        walk_table(table, size, walk);
        size = size_above(done * 4);
        clear_table(table, size);
        insert_items(table, size - 1, walk, 0, done, hashes);
    }
    walk_table(table, size, list);
    return size;
}

// The walk over frozenset(set) of the set whose walk the list is and whose table is there. Gives the size of the copy's table.
DEVICE u32 copy_set(u32 *table, u16 *list, u32 size, u32 count, const Hashes &hashes) {
    u32 copied = count < 5 ? 8 : size_above(count * 2);
    if (copied == size) return size;
    clear_table(table, copied);
    insert_items(table, copied - 1, list, 0, count, hashes);
    walk_table(table, copied, list);
    return copied;
}

// For up to 31 objects, a lane's each: the place in the walk over the copied set if all of them sit in the slots their hashes ask
// for, where it does not matter who came first. Else 0xffff.
DEVICE u32 walk_without_collisions(u32 hash, u32 count) {
    u32 slot = hash & ((count < 5 ? 8 : size_above(count * 2)) - 1);
    u64 taken = lane() < count ? (u64)1 << slot : 0, below = ((u64)1 << slot) - 1;
#pragma unroll
    for (u32 step = 16; step; step >>= 1) taken |= __shfl_xor_sync(ALL_LANES, taken, step);
    return count_ones(taken) == count ? count_ones(taken & below) : 0xffff;
}

// The order of an object's cells: that in which the DSL's search meets them, which goes through sets of candidates.
//
// One lane plays the search again, with tables as CPython's; there is little in it that others could do meanwhile. Places are
// numbers of cells of the grid with a border around it, since the neighbours of a cell may lie outside.
#pragma once
#include "sets.cuh"

// What `objects` leaves behind for this: word 4 of a set in state FOUND is the place of these words, word 5 the object's number.
enum FoundRecord {
    FOUND_GRID = 0,
    FOUND_FLAGS = 1,   // 1: univalued, 2: diagonal, and the background from bit 8 on, as a number from 0 to 1023
    FOUND_NUMBERS = 2, // u16 for each cell: its object
    FOUND_PLACES = 3,  // u16 for each cell: which item of its object it is
    FOUND_SIZES = 4,   // u32 for each object
    FOUND_STARTS = 5,  // u16 for each object: the cell where the search starts
    FOUND_WORDS = 6,
};

// The largest table of candidates, and room for a list of what may be in it, in halves of words.
#define CANDIDATE_SLOTS 1024
#define CANDIDATE_LIST 620
#define NO_PLACE 0xffffu

// A set of places while the search goes on; the table and the list lie in scratch memory.
struct Candidates {
    u16 *slots, *list;
    u32 size, count;
    const u64 *hashes;
    bool failed;
};

DEVICE void empty_slots(u16 *slots, u32 size) {
    LOOP (u32 k = 0; k < size; k++) slots[k] = NO_PLACE;
}

// The slot of a place, or the free one where it goes. Alone.
DEVICE u32 slot_for(const u16 *slots, u32 mask, u32 place, u64 hash) {
    u64 perturb = hash;
    u32 at = (u32)hash & mask;
    LOOP (;;) {
        u32 last = at + 9 <= mask ? at + 9 : at;
        LOOP (u32 slot = at; slot <= last; slot++)
            if (slots[slot] == NO_PLACE || slots[slot] == place) return slot;
        perturb >>= 5;
        at = (at * 5 + 1 + (u32)perturb) & mask;
    }
}

// The places in the order of their slots. Gives how many. Alone.
DEVICE u32 walk_places(const u16 *slots, u32 size, u16 *list) {
    u32 count = 0;
    LOOP (u32 k = 0; k < size; k++)
        if (slots[k] != NO_PLACE) list[count++] = slots[k];
    return count;
}

// Alone.
CALLED void resize_candidates(Candidates &c, u32 size) {
    if (size > CANDIDATE_SLOTS || c.count > CANDIDATE_LIST) {
        c.failed = true;
        return;
    }
    u32 count = walk_places(c.slots, c.size, c.list);
    empty_slots(c.slots, size);
    c.size = size;
    LOOP (u32 k = 0; k < count; k++) c.slots[slot_for(c.slots, size - 1, c.list[k], c.hashes[c.list[k]])] = c.list[k];
}

// set.add. Alone.
CALLED void add_candidate(Candidates &c, u32 place) {
    u32 slot = slot_for(c.slots, c.size - 1, place, c.hashes[place]);
    if (c.slots[slot] == place) return;
    c.slots[slot] = (u16)place;
    if (++c.count * 5 >= (c.size - 1) * 3) resize_candidates(c, slots_above(c.count * 4));
}

// set |= other, of a table in which nothing was removed. Alone.
CALLED void merge_candidates(Candidates &c, const u16 *slots, u32 size, const u16 *walk, u32 count) {
    if (!count) return;
    if ((c.count + count) * 5 >= (c.size - 1) * 3) resize_candidates(c, slots_above((c.count + count) * 2));
    if (c.failed) return;
    if (!c.count && c.size == size) {
        LOOP (u32 k = 0; k < size; k++) c.slots[k] = slots[k];
        c.count = count;
        return;
    }
    LOOP (u32 k = 0; k < count; k++) {
        u32 slot = slot_for(c.slots, c.size - 1, walk[k], c.hashes[walk[k]]);
        c.count += c.slots[slot] == NO_PLACE;
        c.slots[slot] = walk[k];
    }
}

// What one lane needs to play a search.
struct Replay {
    const i8 *cells;
    u32 height, width, stride; // the stride counts the border
    i32 background;
    bool univalued, diagonal;
    const u64 *hashes;
    u32 *occupied; // a bit for each place
    u32 occupied_count;
};

DEVICE bool is_occupied(const Replay &r, u32 place) { return r.occupied[place >> 5] >> (place & 31) & 1; }

// dneighbors(place), or neighbors(place): the places in the order of the walk. Alone.
CALLED u32 walk_around(const Replay &r, u32 place, u16 *slots, u16 *walk) {
    i32 steps[8] = {-(i32)r.stride, (i32)r.stride, -1, 1, -(i32)r.stride - 1, -(i32)r.stride + 1, (i32)r.stride - 1, (i32)r.stride + 1};
    u32 count = 0;
    LOOP (u32 half = 0; half < (r.diagonal ? 2u : 1u); half++) {
        empty_slots(slots, 8);
        LOOP (u32 k = 0; k < 4; k++) {
            u32 next = place + steps[half * 4 + k];
            slots[slot_for(slots, 7, next, r.hashes[next])] = (u16)next;
        }
        count += walk_places(slots, 8, walk + count);
    }
    if (!r.diagonal) return count;
    // The union of both: the first one's items move to a larger table, then come the others.
    empty_slots(slots, 32);
    LOOP (u32 k = 0; k < count; k++) slots[slot_for(slots, 31, walk[k], r.hashes[walk[k]])] = walk[k];
    return walk_places(slots, 32, walk);
}

// `neighborhood |= {place for place in around if it is inside}`. Alone.
CALLED void merge_around(const Replay &r, Candidates &neighborhood, u32 place, u16 *small) {
    u16 *slots = small, *walk = small + 32, *list = small + 48;
    u32 count = walk_around(r, place, slots, walk);
    Candidates inside = {slots, list, 8, 0, r.hashes, false};
    empty_slots(slots, 8);
    LOOP (u32 k = 0; k < count; k++) {
        u32 i = walk[k] / r.stride, j = walk[k] % r.stride;
        if (i >= 1 && i <= r.height && j >= 1 && j <= r.width) add_candidate(inside, walk[k]);
    }
    count = walk_places(slots, inside.size, walk);
    merge_candidates(neighborhood, slots, inside.size, walk, count);
}

// `neighborhood - occupied`, as a list in the order of the walk; gives how many. Alone.
CALLED u32 minus_occupied(const Replay &r, Candidates &neighborhood, Candidates &rest, u16 *candidates) {
    if (neighborhood.count >> 2 > r.occupied_count) {
        // A copy, from which what is occupied is removed.
        u32 size = copied_size(neighborhood.count), removed = 0;
        if (size != neighborhood.size) resize_candidates(neighborhood, size);
        if (neighborhood.failed) return 0;
        LOOP (u32 k = 0; k < size; k++)
            if (neighborhood.slots[k] != NO_PLACE && is_occupied(r, neighborhood.slots[k])) {
                neighborhood.slots[k] = NO_PLACE;
                removed++;
            }
        neighborhood.count -= removed;
        if (removed > (size - 1) / 4) resize_candidates(neighborhood, slots_above(neighborhood.count * 4));
        return neighborhood.failed ? 0 : walk_places(neighborhood.slots, neighborhood.size, candidates);
    }
    empty_slots(rest.slots, 8);
    rest.size = 8;
    rest.count = 0;
    LOOP (u32 k = 0; k < neighborhood.size && !rest.failed; k++) {
        u32 place = neighborhood.slots[k];
        if (place != NO_PLACE && !is_occupied(r, place)) add_candidate(rest, place);
    }
    return rest.failed || rest.count > CANDIDATE_LIST ? 0 : walk_places(rest.slots, rest.size, candidates);
}

// The cells of an object in the order in which the search meets them; gives how many there are, none if it could not be played.
// `halves` is the rest of scratch memory. Alone.
CALLED u32 play_search(Replay &r, u32 start, const u16 *places, u16 *halves, u16 *list) {
    Candidates neighborhood = {halves, halves + CANDIDATE_SLOTS, 8, 0, r.hashes, false};
    Candidates rest = {neighborhood.list + CANDIDATE_LIST, neighborhood.list, 8, 0, r.hashes, false};
    u16 *candidates = rest.slots + CANDIDATE_SLOTS, *small = candidates + CANDIDATE_LIST;
    i32 colour = r.cells[start];
    u32 met = 0, count = 1;
    candidates[0] = (u16)((start / r.width + 1) * r.stride + start % r.width + 1);
    while (count) {
        empty_slots(neighborhood.slots, 8);
        neighborhood.size = 8;
        neighborhood.count = 0;
        LOOP (u32 k = 0; k < count; k++) {
            u32 place = candidates[k], cell = (place / r.stride - 1) * r.width + place % r.stride - 1;
            i32 value = r.cells[cell];
            if (r.univalued ? value != colour : value == r.background) continue;
            list[met++] = places[cell];
            r.occupied[place >> 5] |= 1u << (place & 31);
            r.occupied_count++;
            merge_around(r, neighborhood, place, small);
            if (neighborhood.failed) return 0;
        }
        count = minus_occupied(r, neighborhood, rest, candidates);
        if (neighborhood.failed || rest.failed) return 0;
    }
    return met;
}

// In which order the items of a FOUND set were put into it. Together.
CALLED void list_of_found(Vm &vm, Val set, u16 *list) {
    const u64 *words = words_of(vm, set), *record = vm.arena + words[4];
    u32 number = (u32)words[5], count = (u32)words[0];
    Val grid = record[FOUND_GRID];
    u32 height = height_of(vm, grid), width = width_of(vm, grid), stride = width + 2, all = (height + 2) * stride;
    u32 before = vm.top, hashes_at = take(vm, all);
    if (vm.fail) return;
    const u16 *numbers = (const u16 *)(vm.arena + record[FOUND_NUMBERS]);
    const u32 *sizes = (const u32 *)(vm.arena + record[FOUND_SIZES]);
    u32 *occupied = vm.scratch, occupied_words = (all + 31) / 32, taken = 0;
    __syncwarp();
    LOOP (u32 k = lane(); k < occupied_words; k += 32) put(&occupied[k], 0u);
    LOOP (u32 k = lane(); k < all; k += 32) vm.arena[hashes_at + k] = hash_of_word(pair_val((i32)(k / stride) - 1, (i32)(k % stride) - 1));
    __syncwarp();
    // All that was found before is occupied.
    LOOP (u32 k = lane(); k < height * width; k += 32)
        if (numbers[k] < number) {
            u32 place = (k / width + 1) * stride + k % width + 1;
            atomicOr(&occupied[place >> 5], 1u << (place & 31));
        }
    LOOP (u32 k = lane(); k < number; k += 32) taken += sizes[k];
    taken = sum_of_lanes(taken);
    u32 flags = (u32)record[FOUND_FLAGS], met = 0;
    u32 needed = 2 * occupied_words + 2 * CANDIDATE_SLOTS + 2 * CANDIDATE_LIST + 64;
    __syncwarp();
    if (lane() == 0 && needed <= 2 * SCRATCH_WORDS) {
        Replay replay = {cells_of(vm, grid), height, width, stride, (i32)(flags >> 8) - 128, (flags & 1) != 0, (flags & 2) != 0, vm.arena + hashes_at, occupied, taken};
        const u16 *starts = (const u16 *)(vm.arena + record[FOUND_STARTS]), *places = (const u16 *)(vm.arena + record[FOUND_PLACES]);
        met = play_search(replay, starts[number], places, (u16 *)(occupied + occupied_words), list);
    }
    met = __shfl_sync(ALL_LANES, met, 0);
    if (met != count) punt(vm, ORDER_UNKNOWN);
    __syncwarp();
    if (!vm.fail) give_back(vm, before);
}

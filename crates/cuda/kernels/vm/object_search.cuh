// objects(): which cells belong together, found by all lanes at once.
#pragma once
#include "../labels.cuh"
#include "grid_draw.cuh"
#include "object_order.cuh"
#include "patch_box.cuh"

#define NO_OBJECT 0xffffu
#define NUMBERED 0x80000000u

struct Search {
    Val grid;
    u32 height, width, cells;
    // EVERYWHERE: none.
    i32 background;
    bool univalued, diagonal;
};

// Whether two cells that touch are of one object. Alone.
DEVICE bool same_object(const Search &s, i8 one, i8 other) {
    if (one == s.background || other == s.background) return false;
    return !s.univalued || one == other;
}

// For each cell the number of its object's first cell, row by row; NO_OBJECT for the background. Gives how many objects there are.
// Together.
CALLED u32 label_cells(Vm &vm, const Search &s, u16 *roots) {
    u32 *trees = vm.scratch;
    const i8 *cells = cells_of(vm, s.grid);
    __syncwarp();
    LOOP (u32 k = lane(); k < s.cells; k += 32) put(&trees[k], k);
    __syncwarp();
    LOOP (u32 k = lane(); k < s.cells; k += 32) {
        u32 j = k % s.width;
        i8 cell = cells[k];
        bool left = j > 0, above = k >= s.width, right = j + 1 < s.width;
        if (left && same_object(s, cell, cells[k - 1])) join_trees(trees, k, k - 1);
        if (above && same_object(s, cell, cells[k - s.width])) join_trees(trees, k, k - s.width);
        if (s.diagonal && above && left && same_object(s, cell, cells[k - s.width - 1])) join_trees(trees, k, k - s.width - 1);
        if (s.diagonal && above && right && same_object(s, cell, cells[k - s.width + 1])) join_trees(trees, k, k - s.width + 1);
    }
    __syncwarp();
    u32 found = 0;
    LOOP (u32 k = lane(); k < s.cells; k += 32) {
        u32 root = root_of(trees, k);
        bool in_object = cells[k] != s.background;
        roots[k] = (u16)(in_object ? root : NO_OBJECT);
        found += in_object && root == k;
    }
    return sum_of_lanes(found);
}

// Numbers the objects as the search finds them: by the first of their cells in the walk over all places. Afterwards scratch
// memory has a number for each root, and `starts` the first cell of each object. Together.
CALLED void number_roots(Vm &vm, const Search &s, const u16 *roots, const u16 *order, u16 *starts) {
    u32 *first = vm.scratch;
    clear_slots(first, s.cells);
    LOOP (u32 k = lane(); k < s.cells; k += 32) {
        u32 root = roots[order ? order[k] : k];
        if (root != NO_OBJECT) atomicMin(&first[root], k);
    }
    __syncwarp();
    u32 before = 0;
    LOOP (u32 base = 0; base < s.cells; base += 32) {
        u32 k = base + lane(), root = NO_OBJECT;
        if (k < s.cells) root = roots[order ? order[k] : k];
        bool found = root != NO_OBJECT && look(&first[root]) == k;
        u32 there = __ballot_sync(ALL_LANES, found);
        __syncwarp();
        if (found) {
            u32 number = before + count_ones(there & ((1u << lane()) - 1));
            put(&first[root], NUMBERED | number);
            starts[number] = (u16)(order ? order[k] : k);
        }
        before += count_ones(there);
        __syncwarp();
    }
}

// Gives each cell its place in its object, row by row, and each object its size. `numbers` has the roots before and the objects'
// numbers afterwards. Together.
CALLED void place_cells(Vm &vm, const Search &s, u16 *numbers, u16 *places, u32 *sizes, u32 objects) {
    LOOP (u32 k = lane(); k < objects; k += 32) put(&sizes[k], 0u);
    __syncwarp();
    LOOP (u32 base = 0; base < s.cells; base += 32) {
        u32 k = base + lane(), number = NO_OBJECT, place = 0;
        if (k < s.cells && numbers[k] != NO_OBJECT) number = look(&vm.scratch[numbers[k]]) & ~NUMBERED;
        // Those of one object are counted at once.
        LOOP (u32 rest = __ballot_sync(ALL_LANES, number != NO_OBJECT); rest;) {
            u32 leader = lowest(rest), theirs = __shfl_sync(ALL_LANES, number, leader);
            u32 same = __ballot_sync(ALL_LANES, number == theirs);
            if (number == theirs) place = look(&sizes[number]) + count_ones(same & ((1u << lane()) - 1));
            __syncwarp();
            if (lane() == leader) put(&sizes[number], look(&sizes[number]) + count_ones(same));
            __syncwarp();
            rest &= ~same;
        }
        if (k < s.cells) {
            numbers[k] = (u16)number;
            places[k] = (u16)place;
        }
    }
    __syncwarp();
}

// Makes the objects' sets, one after the other in the arena, and the set of them. Together.
CALLED Val sets_of_objects(Vm &vm, const Search &s, const u16 *numbers, const u16 *places, const u32 *sizes, u32 objects, u32 record) {
    u32 at = begin_set(vm, objects);
    CHECK(vm);
    u32 total = 0;
    LOOP (u32 base = 0; base < objects; base += 32) {
        u32 k = base + lane(), words = k < objects ? SET_HEADER + look(&sizes[k]) : 0, upto = words;
#pragma unroll
        for (u32 step = 1; step < 32; step *= 2) {
            u32 theirs = __shfl_up_sync(ALL_LANES, upto, step);
            if (lane() >= step) upto += theirs;
        }
        if (k < objects) begun_items(vm, at)[k] = ref_val(SET, total + upto - words);
        total += __shfl_sync(ALL_LANES, upto, 31);
    }
    u32 start = take(vm, total);
    CHECK(vm);
    LOOP (u32 k = lane(); k < objects; k += 32) {
        Val object = begun_items(vm, at)[k] + ((u64)start << 4);
        begun_items(vm, at)[k] = object;
        u64 *words = own_words_of(vm, object);
        u32 size = look(&sizes[k]), weight = 1 + 5 * size;
        words[0] = (u64)3 << 48 | (u64)CELL_ITEMS << SET_KIND_SHIFT | (u64)FOUND << SET_STATE_SHIFT | size;
        words[1] = (u64)weight << 32 | weight;
        words[2] = words[3] = 0;
        words[4] = record;
        words[5] = k;
    }
    __syncwarp();
    const i8 *cells = cells_of(vm, s.grid);
    LOOP (u32 k = lane(); k < s.cells; k += 32)
        if (numbers[k] != NO_OBJECT)
            own_words_of(vm, begun_items(vm, at)[numbers[k]])[SET_HEADER + places[k]] = cell_val(cells[k], (i32)(k / s.width), (i32)(k % s.width));
    return finish_set(vm, at, objects, ALL_DISTINCT, GROWN_AND_COPIED);
}

// What object_order.cuh needs to know. Together.
CALLED u32 found_record(Vm &vm, const Search &s, u32 lists_at, u32 sizes_at, u32 starts_at) {
    u32 at = take(vm, FOUND_WORDS);
    CHECK(vm);
    u64 *record = vm.arena + at;
    record[FOUND_GRID] = s.grid;
    record[FOUND_FLAGS] = (u64)s.univalued | (u64)s.diagonal << 1 | (u64)(s.background + 128) << 8;
    record[FOUND_NUMBERS] = lists_at;
    record[FOUND_PLACES] = lists_at + words_for_bytes(2 * s.cells);
    record[FOUND_SIZES] = sizes_at;
    record[FOUND_STARTS] = starts_at;
    return at;
}

CALLED Val objects(Vm &vm, Val v, Val univalued, Val diagonal, Val without_background) {
    bool without = truthy(vm, without_background);
    Search s = {as_grid(vm, v), 0, 0, 0, EVERYWHERE, truthy(vm, univalued), truthy(vm, diagonal)};
    CHECK(vm);
    if (s.grid == NOTHING) return without ? no_background(vm, v) : no_dims(vm, v);
    if (without) {
        Val most = common_colour(vm, s.grid, false);
        CHECK(vm);
        s.background = (i32)int_of(most);
    }
    s.height = height_of(vm, s.grid);
    s.width = width_of(vm, s.grid);
    s.cells = s.height * s.width;
    if (s.cells > MOST_ORDERED) return punt(vm, TOO_LARGE_HERE);
    u32 lists_at = take(vm, 2 * words_for_bytes(2 * s.cells));
    CHECK(vm);
    u16 *numbers = list_in(vm, lists_at, s.cells, 0), *places = list_in(vm, lists_at, s.cells, 1);
    u32 found = label_cells(vm, s, numbers);
    u32 sizes_at = take(vm, words_for_bytes(4 * found));
    CHECK(vm);
    u32 starts_at = take(vm, words_for_bytes(2 * found));
    CHECK(vm);
    const u16 *order = 0;
    if (found) {
        Val all = rectangle(vm, 0, 0, s.height, s.width);
        CHECK(vm);
        order = order_of(vm, all);
        CHECK(vm);
    }
    number_roots(vm, s, numbers, order, (u16 *)(vm.arena + starts_at));
    u32 *sizes = (u32 *)(vm.arena + sizes_at);
    place_cells(vm, s, numbers, places, sizes, found);
    u32 record = found_record(vm, s, lists_at, sizes_at, starts_at);
    CHECK(vm);
    return sets_of_objects(vm, s, numbers, places, sizes, found, record);
}

// Counting colours, and which of them come first.
#pragma once
#include "grid_rows.cuh"

// All colours of a grid row by row, or of a set's items one by one. The first part of a place counts as one, too.
struct Colours {
    Val of;
    const i8 *cells;
    const Val *items;
    u32 count;
    bool places;
};

DEVICE i32 colour_at(const Colours &c, u32 k) {
    return c.cells ? c.cells[k] : c.places ? first_of(c.items[k]) : colour_of(c.items[k]);
}

// The colours of an element; fails as Python does. Together.
CALLED Colours colours_of(Vm &vm, Val element) {
    Colours colours = {element, 0, 0, 0, false};
    if (tag(element) == SET) {
        u32 kind = kind_of_set(*words_of(vm, element));
        colours.items = set_items(vm, element);
        colours.count = count_of(vm, element);
        colours.places = kind == PAIR_ITEMS;
        if (!colours.count || kind == PAIR_ITEMS || kind == CELL_ITEMS) return colours;
        if (kind == INT_ITEMS) raise(vm, TYPE_ERROR);
        if (kind == TRIPLE_ITEMS) raise(vm, VALUE_ERROR);
        // Sets of sets: those that have not two items cannot be unpacked.
        bool other = false;
        LOOP (u32 k = lane(); k < colours.count; k += 32)
            other |= tag(colours.items[k]) != SET || count_of(vm, colours.items[k]) == 2;
        if (__any_sync(ALL_LANES, other)) punt(vm, NO_SUCH_OP);
        else raise(vm, VALUE_ERROR);
        return colours;
    }
    Val grid = as_grid(vm, element);
    if (vm.fail || is_empty_tuple(vm, element) || has_no_cells(vm, element)) return colours;
    if (grid == NOTHING) {
        no_rows(vm, element);
        return colours;
    }
    colours.cells = cells_of(vm, grid);
    colours.count = height_of(vm, grid) * width_of(vm, grid);
    return colours;
}

// In scratch memory, a place for each colour from -128 on: how often it occurs, and where first.
#define COLOUR_BINS 256
DEVICE u32 bin_of(i32 colour) { return (u32)(colour + 128) & 255; }

// Counts, and gives the number of distinct colours. With an order, "first" is meant in that. Together.
CALLED u32 tally(Vm &vm, const Colours &c, const u16 *order) {
    u32 *counts = vm.scratch, *firsts = vm.scratch + COLOUR_BINS;
    __syncwarp();
    LOOP (u32 k = lane(); k < COLOUR_BINS; k += 32) {
        put(&counts[k], 0u);
        put(&firsts[k], 0xffffffffu);
    }
    __syncwarp();
    bool odd = false;
    LOOP (u32 k = lane(); k < c.count; k += 32) {
        i32 colour = colour_at(c, order ? order[k] : k);
        odd |= colour != (i8)colour;
        atomicAdd(&counts[bin_of(colour)], 1u);
        atomicMin(&firsts[bin_of(colour)], k);
    }
    if (__any_sync(ALL_LANES, odd)) {
        punt(vm, OUT_OF_RANGE);
        return 0;
    }
    __syncwarp();
    u32 distinct = 0;
    LOOP (u32 k = lane(); k < COLOUR_BINS; k += 32) distinct += look(&counts[k]) != 0;
    return sum_of_lanes(distinct);
}

// The distinct colours in the order in which they came, as ints, and how often (in the words after them). Together.
CALLED u32 colours_as_they_came(Vm &vm, const Colours &c, const u16 *order, u32 distinct) {
    u32 at = take(vm, 2 * distinct);
    CHECK(vm);
    u64 *list = vm.arena + at;
    i32 before = -1;
    LOOP (u32 n = 0; n < distinct; n++) {
        i32 next = 0x7fffffff;
        LOOP (u32 k = lane(); k < COLOUR_BINS; k += 32) {
            i32 first = (i32)look(&vm.scratch[COLOUR_BINS + k]);
            if (first > before && first < next) next = first;
        }
        before = least_of_lanes(next);
        i32 colour = colour_at(c, order ? order[before] : before);
        list[n] = int_val_unchecked(colour);
        list[distinct + n] = look(&vm.scratch[bin_of(colour)]);
    }
    return at;
}

// Whether the walk over a set of these ints depends on the order in which they came. It does not where each has the slot it
// asks for: five or more are in a table of at least 16 slots. Together.
CALLED bool insertion_matters(const u64 *list, u32 count) {
    u32 taken = 0;
    LOOP (u32 k = 0; k < count; k++) {
        i64 n = int_of(list[k]);
        if (n < 0 || n > 15) return true;
        u32 slot = 1u << (count < 5 ? n & 7 : n);
        if (taken & slot) return true;
        taken |= slot;
    }
    return false;
}

// The order of a set if it is known; if not, tells so instead of punting. Together.
CALLED bool order_if_known(Vm &vm, Val set, const u16 *&order) {
    order = 0;
    if (tag(set) != SET || vm.fail) return !vm.fail;
    u32 op = vm.reason_op, nested = vm.nested;
    order = order_of(vm, set);
    if (vm.fail != PUNT || vm.reason != ORDER_UNKNOWN) return !vm.fail;
    vm.fail = vm.reason = 0;
    vm.reason_op = op;
    vm.nested = nested;
    return false;
}

// A list of distinct colours as a set is filled with them. If the order is needed but not known, `known` says so.
struct Distinct {
    u32 at, count;
    bool known;
};
CALLED Distinct distinct_colours(Vm &vm, const Colours &c) {
    Distinct d = {0, 0, true};
    d.count = tally(vm, c, 0);
    if (vm.fail) return d;
    d.at = colours_as_they_came(vm, c, 0, d.count);
    if (vm.fail || tag(c.of) != SET || d.count < 2 || !insertion_matters(vm.arena + d.at, d.count)) return d;
    const u16 *order;
    d.known = order_if_known(vm, c.of, order);
    if (vm.fail || !d.known || !order) return d;
    tally(vm, c, order);
    d.at = colours_as_they_came(vm, c, order, d.count);
    return d;
}

// `max(set(colours), key=colours.count)`, or min. Together.
CALLED Val common_colour(Vm &vm, Val element, bool fewest) {
    Colours c = colours_of(vm, element);
    CHECK(vm);
    if (!c.count) return raise(vm, VALUE_ERROR);
    tally(vm, c, 0);
    CHECK(vm);
    u32 best = fewest ? 0xffffffffu : 0;
    LOOP (u32 k = lane(); k < COLOUR_BINS; k += 32) {
        u32 n = look(&vm.scratch[k]);
        if (n && (fewest ? n < best : n > best)) best = n;
    }
    best = fewest ? ~max_of_lanes(~best) : max_of_lanes(best);
    u32 found = 0, bin = 0;
    LOOP (u32 k = lane(); k < COLOUR_BINS; k += 32)
        if (look(&vm.scratch[k]) == best) {
            found++;
            bin = k;
        }
    if (sum_of_lanes(found) == 1) return int_val_unchecked((i32)max_of_lanes(bin) - 128);
    // Several occur as often: the first of them in the walk over the set.
    Distinct d = distinct_colours(vm, c);
    CHECK(vm);
    if (!d.known) return punt(vm, ORDER_UNKNOWN);
    u32 hashes_at = take(vm, d.count + words_for_bytes(2 * d.count));
    CHECK(vm);
    const u64 *list = vm.arena + d.at;
    u64 *hashes = vm.arena + hashes_at;
    u16 *walk = (u16 *)(hashes + d.count);
    LOOP (u32 k = 0; k < d.count; k++) hashes[k] = hash_of_int(int_of(list[k]));
    grow(vm.scratch, 0, walk, d.count, hashes);
    LOOP (u32 k = 0; k < d.count; k++)
        if (list[d.count + walk[k]] == best) return list[walk[k]];
    return punt(vm, NO_SUCH_OP);
}

// == and <, as Python has them.
#pragma once
#include "order.cuh"

// Any container as a list of items, to be walked by number. Rows of a grid are made when they are asked for.
struct Items {
    Val of;
    u32 count;
    const Val *at;    // a TUPLE's or a SET's items
    const u16 *order; // their numbers in the order of the walk, if that is another
};

// len(); fails as Python does. Together.
CALLED u32 length_of(Vm &vm, Val v) {
    switch (tag(v)) {
    case PAIR:
    case CELL: return 2;
    case TRIPLE: return 3;
    case GRID: return height_of(vm, v);
    case TUPLE:
    case SET: return count_of(vm, v);
    default: raise(vm, TYPE_ERROR); return 0;
    }
}

// What can be walked, whatever the order of a set. Together.
CALLED Items items_as_they_lie(Vm &vm, Val v) {
    Items items;
    items.of = v;
    items.count = length_of(vm, v);
    items.order = 0;
    items.at = tag(v) == TUPLE ? words_of(vm, v) + TUPLE_HEADER : tag(v) == SET ? set_items(vm, v) : 0;
    return items;
}
// In the order in which Python walks it. Together.
CALLED Items items_in_order(Vm &vm, Val v) {
    Items items = items_as_they_lie(vm, v);
    if (!vm.fail && tag(v) == SET) items.order = order_of(vm, v);
    return items;
}

// The row of a grid as a tuple. Together.
CALLED Val row_of_grid(Vm &vm, Val grid, u32 row) {
    u32 width = width_of(vm, grid), at = begin_tuple(vm, width);
    CHECK(vm);
    const i8 *cells = cells_of(vm, grid) + row * width;
    LOOP (u32 j = lane(); j < width; j += 32) tuple_items(vm, at)[j] = int_val_unchecked(cells[j]);
    return finish_tuple(vm, at, width);
}

// Item k of a PAIR, CELL or TRIPLE. Alone.
DEVICE Val item_of_word(Val v, u32 k) {
    switch (tag(v)) {
    case PAIR: return int_val_unchecked(k ? second_of(v) : first_of(v));
    case CELL: return k ? pair_val(row_of(v), column_of(v)) : int_val_unchecked(colour_of(v));
    default: return int_val_unchecked(k == 0 ? row_of(v) : k == 1 ? column_of(v) : colour_of(v));
    }
}

// Item k. Together; alone if it is a TUPLE or a SET (`items.at`).
DEVICE Val item_at(Vm &vm, const Items &items, u32 k) {
    if (items.at) return items.at[items.order ? items.order[k] : k];
    return tag(items.of) == GRID ? row_of_grid(vm, items.of, k) : item_of_word(items.of, k);
}

// Two values of one word each. Alone.
DEVICE bool same_words(Val a, Val b) { return a == b || (is_int(a) && is_int(b) && int_of(a) == int_of(b)); }

CALLED bool equal(Vm &vm, Val a, Val b);

// Whether the set has the item. Together.
CALLED bool set_has(Vm &vm, Val set, Val item) {
    u32 count = count_of(vm, set), kind = kind_of_set(*words_of(vm, set));
    const Val *items = set_items(vm, set);
    if (kind != MIXED_ITEMS && kind_for(tag(item)) == kind) {
        bool found = false;
        LOOP (u32 k = lane(); k < count; k += 32) found |= items[k] == item;
        return __any_sync(ALL_LANES, found);
    }
    // Functions are found by identity; where they meet others, that is the CPU's.
    LOOP (u32 k = 0; k < count; k++) {
        if (equal(vm, items[k], item)) return true;
        if (vm.fail) return false;
    }
    return false;
}

CALLED bool equal_sets(Vm &vm, Val a, Val b) {
    u32 count = count_of(vm, a);
    if (count != count_of(vm, b)) return false;
    u64 hash_a = hash_of(vm, a), hash_b = hash_of(vm, b);
    if (vm.fail || hash_a != hash_b) return false;
    u32 kind = kind_of_set(*words_of(vm, a));
    const Val *x = set_items(vm, a), *y = set_items(vm, b);
    if (kind != MIXED_ITEMS && kind == kind_of_set(*words_of(vm, b))) {
        // Mostly they lie in the same order.
        bool all = true;
        LOOP (u32 k = lane(); k < count; k += 32) {
            bool found = x[k] == y[k];
            LOOP (u32 n = 0; n < count && !found; n++) found = x[k] == y[n];
            all &= found;
        }
        return !__any_sync(ALL_LANES, !all);
    }
    LOOP (u32 k = 0; k < count; k++)
        if (!set_has(vm, b, x[k]) || vm.fail) return false;
    return true;
}

// a == b. Together.
CALLED bool equal(Vm &vm, Val a, Val b) {
    if (same_words(a, b)) return true;
    if (is_tuple(a) && is_tuple(b)) {
        if (!is_heap(a) && !is_heap(b)) return false; // compact forms are the only forms of what they stand for
        if (tag(a) == GRID && tag(b) == GRID) {
            if (*words_of(vm, a) != *words_of(vm, b)) return false;
            u32 cells = height_of(vm, a) * width_of(vm, a);
            const i8 *x = cells_of(vm, a), *y = cells_of(vm, b);
            bool differ = false;
            LOOP (u32 k = lane(); k < cells; k += 32) differ |= x[k] != y[k];
            return !__any_sync(ALL_LANES, differ);
        }
        Items x = items_as_they_lie(vm, a), y = items_as_they_lie(vm, b);
        if (x.count != y.count) return false;
        u32 top = vm.top, loop = vm.loop;
        vm.loop = top;
        bool same = true;
        LOOP (u32 k = 0; k < x.count && same; k++) {
            same = equal(vm, item_at(vm, x, k), item_at(vm, y, k));
            if (vm.fail) return false;
            give_back(vm, top);
        }
        vm.loop = loop;
        return same;
    }
    if (tag(a) == SET && tag(b) == SET) return equal_sets(vm, a, b);
    // Functions are equal if they are one and the same, and then they are one word.
    return false;
}

// Whether all items of a are in b. Together.
CALLED bool is_subset(Vm &vm, Val a, Val b) {
    u32 count = count_of(vm, a);
    const Val *items = set_items(vm, a);
    LOOP (u32 k = 0; k < count; k++)
        if (!set_has(vm, b, items[k]) || vm.fail) return false;
    return true;
}

// a < b (or, with `turned`, a > b), for numbers, tuples and sets, which compare by inclusion. Together.
CALLED bool less(Vm &vm, Val a, Val b, bool turned) {
    if (is_int(a) && is_int(b)) return turned ? int_of(a) > int_of(b) : int_of(a) < int_of(b);
    if (tag(a) == SET && tag(b) == SET) {
        Val small = turned ? b : a, large = turned ? a : b;
        return count_of(vm, small) < count_of(vm, large) && is_subset(vm, small, large);
    }
    if (!is_tuple(a) || !is_tuple(b)) {
        raise(vm, TYPE_ERROR);
        return false;
    }
    Items x = items_as_they_lie(vm, a), y = items_as_they_lie(vm, b);
    u32 shorter = x.count < y.count ? x.count : y.count;
    LOOP (u32 k = 0; k < shorter; k++) {
        Val p = item_at(vm, x, k), q = item_at(vm, y, k);
        if (vm.fail) return false;
        bool same = equal(vm, p, q);
        if (vm.fail) return false;
        if (!same) return less(vm, p, q, turned);
    }
    return turned ? x.count > y.count : x.count < y.count;
}

// bool(v). Alone for words.
DEVICE bool truthy(const Vm &vm, Val v) {
    switch (tag(v)) {
    case NONE: return false;
    case BOOL:
    case INT: return int_of(v) != 0;
    case TUPLE:
    case SET: return count_of(vm, v) != 0;
    default: return true;
    }
}

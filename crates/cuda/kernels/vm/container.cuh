// Tuples and sets of anything: `cpu::reference::container`.
#pragma once
#include "choose.cuh"
#include "setops.cuh"

CALLED Val repeat(Vm &vm, Val item, Val num) {
    if (!is_int(num)) return raise(vm, TYPE_ERROR);
    i64 times = int_of(num) > 0 ? int_of(num) : 0;
    if (times > 4096) return punt(vm, TOO_LARGE_HERE);
    // At least what the CPU asks room for.
    reserve(vm, weight_of(vm, item) * times + 1);
    CHECK(vm);
    u32 at = begin_tuple(vm, (u32)times);
    CHECK(vm);
    LOOP (u32 k = lane(); k < times; k += 32) tuple_items(vm, at)[k] = item;
    return finish_tuple(vm, at, (u32)times);
}

// type(containers)(e for c in containers for e in c). Together.
CALLED Val merge(Vm &vm, Val containers) {
    containers = walkable(vm, containers);
    Items outer = items_as_they_lie(vm, containers);
    CHECK(vm);
    punt_if_by_address(vm, containers);
    u32 count;
    u64 weight = weight_inside(vm, outer, count);
    CHECK(vm);
    if (tag(containers) != SET) {
        reserve(vm, weight + 1);
        CHECK(vm);
        return joined_tuple(vm, outer);
    }
    charge(vm, weight);
    CHECK(vm);
    if (outer.count == 1 && tag(outer.at[0]) == SET) return union_of(vm, outer, FROM_OTHER, outer.at[0], 0);
    return union_of(vm, outer, outer.count < 2 ? GROWN : MERGED, containers, 0);
}

// The items for which the condition holds. Together.
CALLED Val sfilter(Vm &vm, Val container, Val condition) {
    container = walkable(vm, container);
    CHECK(vm);
    u32 at = each(vm, TEST, condition, container);
    CHECK(vm);
    u32 count = length_of(vm, container), bytes_at = take(vm, words_for_bytes(count) + 1);
    CHECK(vm);
    u8 *kept = (u8 *)(vm.arena + bytes_at);
    const Val *holds = tuple_items(vm, at);
    LOOP (u32 k = lane(); k < count; k += 32) kept[k] = (u8)int_of(holds[k]);
    __syncwarp();
    Val rest = filtered(vm, container, kept);
    CHECK(vm);
    if (tag(container) == SET) charge(vm, weight_of(vm, rest) - 1);
    return rest;
}

// The first item for which the condition holds; those after it are not asked. Together.
CALLED Val extract(Vm &vm, Val container, Val condition) {
    container = walkable(vm, container);
    CHECK(vm);
    punt_if_by_address(vm, container);
    Items items = items_in_order(vm, container);
    CHECK(vm);
    Loop loop = begin_loop(vm);
    LOOP (u32 k = 0; k < items.count; k++) {
        Val item = item_at(vm, items, k), result = call_in_generator(vm, condition, &item, 1);
        CHECK(vm);
        bool holds = truthy(vm, result);
        give_back(vm, loop.top);
        if (holds) {
            end_loop(vm, loop);
            return item;
        }
    }
    return raise(vm, STOP_ITERATION);
}

CALLED Val first_or_last(Vm &vm, Val container, bool last) {
    u32 count = length_of(vm, container);
    CHECK(vm);
    if (!count) return raise(vm, last ? VALUE_ERROR : STOP_ITERATION);
    Items items = items_in_order(vm, container);
    CHECK(vm);
    return item_at(vm, items, last ? count - 1 : 0);
}

CALLED Val to_tuple(Vm &vm, Val container) {
    if (is_tuple(container)) return container;
    Items items = items_in_order(vm, container);
    CHECK(vm);
    u32 at = begin_tuple(vm, items.count);
    CHECK(vm);
    LOOP (u32 k = lane(); k < items.count; k += 32) tuple_items(vm, at)[k] = item_at(vm, items, k);
    return finish_tuple(vm, at, items.count);
}

// The set of items that came in the order of Python's walks, or in some order where those are not `known`. Together.
CALLED Val finish_walked(Vm &vm, u32 at, u32 count, bool known) {
    __syncwarp();
    const Val *items = begun_items(vm, at);
    if (!known && count > 1 && kind_of_items(items, count) == MIXED_ITEMS) {
        u32 repeats = repeats_among(vm, items, count);
        CHECK(vm);
        if (repeats == EQUAL_OBJECTS) return punt(vm, ORDER_UNKNOWN);
    }
    return finish_set(vm, at, count, MAY_REPEAT, known ? GROWN : UNKNOWN_ORDER);
}

// The most pairs that product and prapply make here.
#define MOST_PAIRS 10000

// frozenset((i, j) for j in b for i in a). Together.
CALLED Val product(Vm &vm, Val a, Val b) {
    b = walkable(vm, b);
    CHECK(vm);
    if (!length_of(vm, b)) return vm.fail ? NOTHING : empty_set(vm);
    a = walkable(vm, a);
    CHECK(vm);
    length_of(vm, a);
    CHECK(vm);
    punt_if_by_address(vm, a);
    punt_if_by_address(vm, b);
    CHECK(vm);
    bool known_a, known_b;
    Items inner = items_in_order_if_known(vm, a, known_a), outer = items_in_order_if_known(vm, b, known_b);
    CHECK(vm);
    u32 count = inner.count * outer.count;
    if (inner.count > MOST_PAIRS || outer.count > MOST_PAIRS || count > MOST_PAIRS) return punt(vm, TOO_LARGE_HERE);
    reserve(vm, count);
    u32 at = begin_set(vm, count);
    CHECK(vm);
    Val *pairs = begun_items(vm, at);
    bool ints = true;
    LOOP (u32 k = lane(); k < inner.count; k += 32) ints = ints && tag(item_at(vm, inner, k)) == INT;
    LOOP (u32 k = lane(); k < outer.count; k += 32) ints = ints && tag(item_at(vm, outer, k)) == INT;
    if (!__any_sync(ALL_LANES, !ints)) {
        bool fits = true;
        LOOP (u32 k = lane(); k < count; k += 32) {
            i64 i = int_of(item_at(vm, inner, k % inner.count)), j = int_of(item_at(vm, outer, k / inner.count));
            fits = fits && fits_pair(i) && fits_pair(j);
            pairs[k] = pair_val((i32)i, (i32)j);
        }
        if (__any_sync(ALL_LANES, !fits)) return punt(vm, OUT_OF_RANGE);
    } else {
        LOOP (u32 k = 0; k < count; k++) {
            pairs[k] = tuple_of_two(vm, item_at(vm, inner, k % inner.count), item_at(vm, outer, k / inner.count));
            CHECK(vm);
        }
    }
    // Two sets have no pair twice.
    if (tag(a) == SET && tag(b) == SET) return finish_set(vm, at, count, ALL_DISTINCT, known_a && known_b ? GROWN : UNKNOWN_ORDER);
    return finish_walked(vm, at, count, known_a && known_b);
}

// tuple(zip(a, b)). Together.
CALLED Val zipped(Vm &vm, Val a, Val b) {
    a = walkable(vm, a);
    b = walkable(vm, b);
    CHECK(vm);
    Items left = items_in_order(vm, a), right = items_in_order(vm, b);
    CHECK(vm);
    u32 count = left.count < right.count ? left.count : right.count, at = begin_tuple(vm, count);
    CHECK(vm);
    LOOP (u32 k = 0; k < count; k++) {
        tuple_items(vm, at)[k] = tuple_of_two(vm, item_at(vm, left, k), item_at(vm, right, k));
        CHECK(vm);
    }
    return finish_tuple(vm, at, count);
}

CALLED Val call_container(Vm &vm, u32 op, const Val *a) {
    switch (op) {
    case OP_identity: return a[0];
    case OP_combine: return combine(vm, a[0], a[1]);
    case OP_intersection: return intersection(vm, a[0], a[1]);
    case OP_difference: return difference(vm, a[0], a[1]);
    case OP_dedupe: return dedupe(vm, a[0]);
    case OP_order: return order_by(vm, a[0], a[1]);
    case OP_repeat: return repeat(vm, a[0], a[1]);
    case OP_size: {
        u32 length = length_of(vm, a[0]);
        CHECK(vm);
        return int_val_unchecked(length);
    }
    case OP_merge: return merge(vm, a[0]);
    case OP_valmax: return best_value(vm, a[0], a[1], true);
    case OP_valmin: return best_value(vm, a[0], a[1], false);
    case OP_argmax: return best_argument(vm, a[0], a[1], true);
    case OP_argmin: return best_argument(vm, a[0], a[1], false);
    case OP_mostcommon: return most_common(vm, a[0], false);
    case OP_leastcommon: return most_common(vm, a[0], true);
    case OP_initset: return set_of_one(vm, a[0]);
    case OP_sfilter: return sfilter(vm, a[0], a[1]);
    case OP_mfilter: {
        Val kept = sfilter(vm, a[0], a[1]);
        CHECK(vm);
        return merge(vm, kept);
    }
    case OP_extract: return extract(vm, a[0], a[1]);
    case OP_totuple: return to_tuple(vm, a[0]);
    case OP_first: return first_or_last(vm, a[0], false);
    case OP_last: return first_or_last(vm, a[0], true);
    case OP_insert: return inserted(vm, a[0], a[1]);
    case OP_remove: return removed(vm, a[0], a[1]);
    case OP_other: {
        Val rest = removed(vm, a[1], a[0]);
        CHECK(vm);
        return first_or_last(vm, rest, false);
    }
    case OP_product: return product(vm, a[0], a[1]);
    case OP_pair: return zipped(vm, a[0], a[1]);
    default: return punt(vm, NO_SUCH_OP);
    }
}

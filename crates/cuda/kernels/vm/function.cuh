// Functions that make or apply functions: `cpu::reference::function`.
#pragma once
#include "container.cuh"

// The function with an argument bound; only what has code can be. Together.
CALLED Val bound(Vm &vm, u32 maker, Val f, Val fixed) {
    if (!is_function(f)) return raise(vm, ATTRIBUTE_ERROR);
    return make_function(vm, maker, arg_count(vm, f), f, fixed, NOTHING, 2);
}

// The function composed with itself. Python builds it by recursion. Together.
CALLED Val power(Vm &vm, Val f, Val n) {
    if (!is_int(n)) return raise(vm, TYPE_ERROR);
    i64 times = int_of(n);
    if (times == 1) return f;
    if (times < 1) return raise(vm, RECURSION_ERROR);
    if (times > MOST_FRAMES) return punt(vm, TOO_DEEP);
    enter(vm, (u32)times);
    CHECK(vm);
    Val result = f;
    LOOP (i64 k = 1; k < times; k++) {
        result = make_function(vm, OP_compose, 0, f, result, NOTHING, 2);
        CHECK(vm);
    }
    leave(vm, (u32)times);
    return result;
}

// The weights of all these values. Together.
CALLED u64 total_weight(const Vm &vm, const Val *items, u32 count) {
    u32 sum = 0;
    LOOP (u32 k = lane(); k < count; k += 32) sum += (u32)weight_of(vm, items[k]);
    return sum_of_lanes(sum);
}

// apply and rapply. Together.
CALLED Val applied(Vm &vm, u32 how, Val f, Val container) {
    container = walkable(vm, container);
    CHECK(vm);
    u32 at = each(vm, how, f, container);
    CHECK(vm);
    u32 count = length_of(vm, container);
    if (tag(container) != SET) return finish_tuple(vm, at, count);
    charge(vm, total_weight(vm, tuple_items(vm, at), count));
    CHECK(vm);
    return set_of_results(vm, container, at + TUPLE_HEADER, count);
}

// Merging is paid for by what the function gave, repeated values counted each time. Together.
CALLED Val mapply(Vm &vm, Val f, Val container) {
    container = walkable(vm, container);
    CHECK(vm);
    u32 at = each(vm, APPLY, f, container);
    CHECK(vm);
    Items outer;
    outer.of = ref_val(TUPLE, at);
    outer.count = length_of(vm, container);
    outer.at = tuple_items(vm, at);
    outer.order = 0;
    u64 weight = total_weight(vm, outer.at, outer.count);
    charge(vm, weight);
    reserve(vm, weight);
    charge(vm, weight);
    CHECK(vm);
    if (tag(container) != SET) return joined_tuple(vm, outer);
    if (outer.count == 1) return union_of(vm, outer, tag(outer.at[0]) == SET ? FROM_OTHER : GROWN, outer.at[0], 0);
    // A set of functions is walked in an order of its own each time.
    bool by_address = false;
    LOOP (u32 k = lane(); k < outer.count; k += 32) by_address |= hashes_by_address(vm, outer.at[k]);
    if (__any_sync(ALL_LANES, by_address)) return punt(vm, ORDER_UNKNOWN);
    return union_of(vm, outer, MERGED_RESULTS, container, at + TUPLE_HEADER);
}

// What the function gives for items side by side. Together.
CALLED Val papply(Vm &vm, Val f, Val a, Val b) {
    a = walkable(vm, a);
    b = walkable(vm, b);
    CHECK(vm);
    punt_if_by_address(vm, a);
    punt_if_by_address(vm, b);
    CHECK(vm);
    Items left = items_in_order(vm, a), right = items_in_order(vm, b);
    CHECK(vm);
    u32 count = left.count < right.count ? left.count : right.count, at = begin_tuple(vm, count);
    CHECK(vm);
    Loop loop = begin_loop(vm);
    u64 kept = 0;
    LOOP (u32 k = 0; k < count; k++) {
        Val two[2] = {item_at(vm, left, k), item_at(vm, right, k)};
        Val result = call_in_generator(vm, f, two, 2);
        CHECK(vm);
        keep(vm, kept, weight_of(vm, result));
        tuple_items(vm, at)[k] = result;
        settle(vm, loop, result);
    }
    end_loop(vm, loop);
    return finish_tuple(vm, at, count);
}

CALLED Val mpapply(Vm &vm, Val f, Val a, Val b) {
    Val results = papply(vm, f, a, b);
    CHECK(vm);
    reserve(vm, weight_of(vm, results));
    return merge(vm, results);
}

// frozenset(function(i, j) for j in b for i in a). Together.
CALLED Val prapply(Vm &vm, Val f, Val a, Val b) {
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
    if (inner.count > MOST_PAIRS || outer.count > MOST_PAIRS || inner.count * outer.count > MOST_PAIRS) return punt(vm, TOO_LARGE_HERE);
    u32 count = inner.count * outer.count, at = begin_set(vm, count);
    CHECK(vm);
    Loop loop = begin_loop(vm);
    u64 kept = 0;
    LOOP (u32 k = 0; k < count; k++) {
        Val two[2] = {item_at(vm, inner, k % inner.count), item_at(vm, outer, k / inner.count)};
        Val result = call_in_generator(vm, f, two, 2);
        if (vm.fail && vm.fail != PUNT && !(known_a && known_b)) {
            // Another call may be the first to fail in the order of the walk.
            vm.fail = 0;
            return punt(vm, ORDER_UNKNOWN);
        }
        CHECK(vm);
        charge(vm, weight_of(vm, result));
        keep(vm, kept, weight_of(vm, result));
        begun_items(vm, at)[k] = result;
        settle(vm, loop, result);
    }
    end_loop(vm, loop);
    return finish_walked(vm, at, count, known_a && known_b);
}

CALLED Val call_function_op(Vm &vm, u32 op, const Val *a) {
    switch (op) {
    case OP_compose: return make_function(vm, OP_compose, 0, a[0], a[1], NOTHING, 2);
    case OP_chain: return make_function(vm, OP_chain, 0, a[0], a[1], a[2], 3);
    case OP_matcher: return make_function(vm, OP_matcher, 0, a[0], a[1], NOTHING, 2);
    case OP_rbind: return bound(vm, OP_rbind, a[0], a[1]);
    case OP_lbind: return bound(vm, OP_lbind, a[0], a[1]);
    case OP_power: return power(vm, a[0], a[1]);
    case OP_fork: return make_function(vm, OP_fork, 0, a[0], a[1], a[2], 3);
    case OP_apply: return applied(vm, APPLY, a[0], a[1]);
    case OP_rapply: return applied(vm, RAPPLY, a[1], a[0]);
    case OP_mapply: return mapply(vm, a[0], a[1]);
    case OP_papply: return papply(vm, a[0], a[1], a[2]);
    case OP_mpapply: return mpapply(vm, a[0], a[1], a[2]);
    case OP_prapply: return prapply(vm, a[0], a[1], a[2]);
    default: return punt(vm, NO_SUCH_OP);
    }
}

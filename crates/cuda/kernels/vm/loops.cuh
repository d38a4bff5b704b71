// Calling a function for each item of a container.
#pragma once
#include "lanes.cuh"

// A state to return to. Who makes one and may return to it has to be in a loop: see `Loop`.
struct Mark {
    u64 fuel, memory, most_memory;
    u32 depth, deepest, nested, top, loop;
};
DEVICE Mark mark_now(const Vm &vm) {
    Mark mark;
    mark.fuel = vm.fuel;
    mark.memory = vm.memory;
    mark.most_memory = vm.most_memory;
    mark.depth = vm.depth;
    mark.deepest = vm.deepest;
    mark.nested = vm.nested;
    mark.top = vm.top;
    mark.loop = vm.loop;
    return mark;
}
// What was done since did not happen. Together.
CALLED void rewind(Vm &vm, const Mark &mark) {
    vm.fail = vm.reason = 0;
    vm.reason_op = 0xffff;
    vm.fuel = mark.fuel;
    vm.memory = mark.memory;
    vm.most_memory = mark.most_memory;
    vm.depth = mark.depth;
    vm.deepest = mark.deepest;
    vm.nested = mark.nested;
    vm.loop = mark.loop;
    give_back(vm, mark.top);
}

// A stretch in which memory is given back. What older values find out about themselves meanwhile is kept elsewhere.
struct Loop {
    u32 top, outer;
};
DEVICE Loop begin_loop(Vm &vm) {
    Loop loop = {vm.top, vm.loop};
    vm.loop = vm.top;
    return loop;
}
DEVICE void end_loop(Vm &vm, const Loop &loop) { vm.loop = loop.outer; }

// After a call: all that it took is free again, unless its result lies there. Together.
DEVICE void settle(Vm &vm, Loop &loop, Val result) {
    if (is_heap(result) && !(result & IN_CONSTANTS) && (u32)(result >> 4) >= loop.top) loop.top = vm.loop = vm.top;
    else give_back(vm, loop.top);
}

// A grid as a list of its rows, everything else as it is: what loops walk. The list is for this machine only. Together.
CALLED Val walkable(Vm &vm, Val v) {
    if (tag(v) != GRID) return v;
    u32 height = height_of(vm, v), at = begin_tuple(vm, height);
    CHECK(vm);
    LOOP (u32 k = 0; k < height; k++) {
        tuple_items(vm, at)[k] = row_of_grid(vm, v, k);
        CHECK(vm);
    }
    u32 weight = (u32)weight_of(vm, v), bulk = (u32)bulk_of(vm, v);
    vm.arena[at] = (u64)2 << 48 | height;
    vm.arena[at + 1] = (u64)bulk << 32 | weight;
    return ref_val(TUPLE, at);
}

// Python walks a set with functions in it in an order of its own each time; what then comes of it is the CPU's. Together.
DEVICE void punt_if_by_address(Vm &vm, Val v) {
    if (tag(v) == SET && count_of(vm, v) > 1 && hashes_by_address(vm, v)) punt(vm, ORDER_UNKNOWN);
}
// Whether the order in which the items lie is the order of the walk for sure.
DEVICE bool lies_in_order(const Vm &vm, Val v) {
    return tag(v) != SET || count_of(vm, v) < 2 || state_of_set(*words_of(vm, v)) == IN_ORDER;
}

enum How {
    APPLY = 0,    // function(item) inside a generator, kept
    RAPPLY = 1,   // item(value) inside a generator, kept
    TEST = 2,     // whether function(item) inside a generator is true
    KEY = 3,      // as the key of max and min
    KEPT_KEY = 4, // as the key of sorted
};

// What the key function of `sorted`, `max` or `min` gives; None as the function means the item itself. Together.
DEVICE Val key_of(Vm &vm, Val f, Val item) {
    u64 level = vm.memory;
    Val key = tag(f) == NONE ? item : call1(vm, f, item);
    CHECK(vm);
    vm.memory = level;
    charge(vm, weight_of(vm, key));
    return key;
}

// One of the calls of `each`. Together.
DEVICE Val one_of_each(Vm &vm, u32 how, Val f, Val item, u64 &kept) {
    Val result, given = how == RAPPLY ? f : item;
    if (how == KEY || how == KEPT_KEY) result = key_of(vm, f, item);
    else result = call_in_generator(vm, how == RAPPLY ? item : f, &given, 1);
    CHECK(vm);
    if (how == TEST) return bool_val(truthy(vm, result));
    if (how != KEY) keep(vm, kept, weight_of(vm, result));
    return result;
}

// All calls, 32 at a time, where nothing is odd about them; false, and nothing done, if something is. Together.
CALLED bool call_each_in_lanes(Vm &vm, u32 how, Val f, const Items &items, Val *results) {
    u64 fuel = 0, most = 0;
    u32 weight = 0, depth = vm.depth, top = vm.top;
    enter(vm, how == KEY || how == KEPT_KEY ? 0 : 1);
    bool fine = !vm.fail;
    LOOP (u32 base = 0; base < items.count && fine; base += 32) {
        u32 k = base + lane();
        bool here = k < items.count;
        LaneState state;
        Val result;
        punt_if_late(vm);
        fine = !vm.fail && call_in_lanes(vm, f, items.at[here ? k : items.count - 1], state, result);
        if (!here || !fine) continue;
        fuel += state.fuel;
        if (state.most > most) most = state.most;
        weight += (u32)weight_of(vm, result);
        results[k] = how == TEST ? bool_val(truthy(vm, result)) : result;
    }
    vm.depth = depth;
    if (!fine) {
        // A row that is late stays so: the next call finds that out at once.
        vm.fail = vm.reason = 0;
        give_back(vm, top);
        return false;
    }
    fuel = sum_of_lanes((u32)fuel);
    most = max_of_lanes((u32)most);
    weight = sum_of_lanes(weight);
    charge(vm, fuel + (how == KEY || how == KEPT_KEY ? weight : 0));
    u64 level = vm.memory;
    hold(vm, most);
    vm.memory = level;
    if (how == APPLY || how == KEPT_KEY) hold(vm, weight);
    vm.memory = level;
    __syncwarp();
    return true;
}

// From so many items on it is worth trying.
#define FEWEST_IN_LANES 2

// The calls in the order in which the items lie, or in that of `order`; the results by number of the item. Together.
CALLED void call_each(Vm &vm, u32 how, Val f, const Items &items, const u16 *order, Val *results) {
    bool in_lanes = how != RAPPLY && items.at && !order && items.count >= FEWEST_IN_LANES && is_function(f);
    if (in_lanes && call_each_in_lanes(vm, how, f, items, results)) return;
    Loop loop = begin_loop(vm);
    u64 kept = 0;
    LOOP (u32 k = 0; k < items.count; k++) {
        u32 n = order ? order[k] : k;
        Val result = one_of_each(vm, how, f, item_at(vm, items, n), kept);
        if (vm.fail) return;
        results[n] = result;
        settle(vm, loop, result);
    }
    end_loop(vm, loop);
}

// What the function gives for each item (of a container that is `walkable`), by its number as the items lie. If nothing fails, the
// order of the calls does not show; if something does, it is done again in the order of the walk. Gives the place of a tuple
// begun with the results. Together.
CALLED u32 each(Vm &vm, u32 how, Val f, Val container) {
    Items items = items_as_they_lie(vm, container);
    CHECK(vm);
    punt_if_by_address(vm, container);
    u32 at = begin_tuple(vm, items.count);
    CHECK(vm);
    Loop loop = begin_loop(vm);
    Mark mark = mark_now(vm);
    call_each(vm, how, f, items, 0, tuple_items(vm, at));
    if (vm.fail && vm.fail != PUNT && !lies_in_order(vm, container)) {
        rewind(vm, mark);
        const u16 *order = order_of(vm, container);
        CHECK(vm);
        call_each(vm, how, f, items, order, tuple_items(vm, at));
    }
    CHECK(vm);
    end_loop(vm, loop);
    __syncwarp();
    return at;
}

// A container's items in the order of the walk if that is known, else as they lie. Together.
CALLED Items items_in_order_if_known(Vm &vm, Val v, bool &known) {
    Loop loop = begin_loop(vm);
    Mark mark = mark_now(vm);
    Items items = items_in_order(vm, v);
    known = true;
    if (vm.fail == PUNT && vm.reason == ORDER_UNKNOWN) {
        rewind(vm, mark);
        known = false;
        items = items_as_they_lie(vm, v);
    }
    if (!vm.fail) end_loop(vm, loop);
    return items;
}

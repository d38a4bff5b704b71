// Numbers, vectors, truth: `cpu::reference::{number, logic}`.
#pragma once
#include "call.cuh"

enum Arithmetic { ADD, SUBTRACT, MULTIPLY, DIVIDE };

// On two ints; whatever else Python's operators take is the CPU's. Together.
CALLED Val arithmetic(Vm &vm, u32 what, Val a, Val b) {
    if (!is_int(a) || !is_int(b)) {
        // Tuples can be added and multiplied, and sets subtracted.
        bool known = (what == ADD && is_tuple(a) && is_tuple(b)) || (what == SUBTRACT && tag(a) == SET && tag(b) == SET) ||
                     (what == MULTIPLY && ((is_tuple(a) && is_int(b)) || (is_int(a) && is_tuple(b))));
        return known ? punt(vm, NO_SUCH_OP) : raise(vm, TYPE_ERROR);
    }
    i64 x = int_of(a), y = int_of(b);
    switch (what) {
    case ADD: return int_val(vm, x + y);
    case SUBTRACT: return int_val(vm, x - y);
    case MULTIPLY:
        if (x > 0x3fffffff || x < -0x3fffffff || y > 0x1fffffff || y < -0x1fffffff) return punt(vm, OUT_OF_RANGE);
        return int_val(vm, x * y);
    default: {
        if (!y) return raise(vm, ZERO_DIVISION_ERROR);
        i64 quotient = x / y;
        if (x % y && (x < 0) != (y < 0)) quotient--;
        return int_val(vm, quotient);
    }
    }
}

// tuple[k]. Together.
CALLED Val get(Vm &vm, Val v, u32 k) {
    if (!is_tuple(v)) return raise(vm, TYPE_ERROR);
    Items items = items_as_they_lie(vm, v);
    if (k >= items.count) return raise(vm, INDEX_ERROR);
    return item_at(vm, items, k);
}

// A binary operation on ints, pairs, or one of each: an int meets both parts of a pair. Together.
CALLED Val on_numbers(Vm &vm, u32 what, Val a, Val b) {
    if (is_int(a) && is_int(b)) return arithmetic(vm, what, a, b);
    bool left = !is_int(a) || !is_tuple(b), right = !is_int(a) ? is_tuple(a) && is_tuple(b) : is_tuple(b);
    Val first = left ? get(vm, a, 0) : a;
    CHECK(vm);
    Val other = right ? get(vm, b, 0) : b;
    CHECK(vm);
    first = arithmetic(vm, what, first, other);
    CHECK(vm);
    Val second = left ? get(vm, a, 1) : a;
    CHECK(vm);
    other = right ? get(vm, b, 1) : b;
    CHECK(vm);
    second = arithmetic(vm, what, second, other);
    CHECK(vm);
    return tuple_of_two(vm, first, second);
}

// An operation on one number. Together.
CALLED Val on_number(Vm &vm, u32 op, Val n) {
    Val one = int_val_unchecked(1), two = int_val_unchecked(2), zero = int_val_unchecked(0);
    switch (op) {
    case OP_invert: return is_int(n) ? int_val(vm, -int_of(n)) : raise(vm, TYPE_ERROR);
    case OP_double: return arithmetic(vm, MULTIPLY, n, two);
    case OP_halve: return arithmetic(vm, DIVIDE, n, two);
    case OP_increment: return arithmetic(vm, ADD, n, one);
    case OP_decrement: return arithmetic(vm, SUBTRACT, n, one);
    default: {
        if (!is_int(n)) return raise(vm, TYPE_ERROR);
        i64 x = int_of(n);
        if (!x) return zero;
        if (op == OP_sign) return int_val_unchecked(x > 0 ? 1 : -1);
        return int_val(vm, x > 0 ? x + 1 : x - 1);
    }
    }
}
CALLED Val on_parts(Vm &vm, u32 op, Val n) {
    if (is_int(n)) return on_number(vm, op, n);
    Val first = get(vm, n, 0);
    CHECK(vm);
    first = on_number(vm, op, first);
    CHECK(vm);
    Val second = get(vm, n, 1);
    CHECK(vm);
    second = on_number(vm, op, second);
    CHECK(vm);
    return tuple_of_two(vm, first, second);
}

// The greatest or least item of a container, 0 of an empty one. Together.
CALLED Val extreme(Vm &vm, Val container, bool greatest) {
    if (tag(container) == SET && kind_of_set(*words_of(vm, container)) == INT_ITEMS) {
        // Whatever the order.
        u32 count = count_of(vm, container);
        const Val *items = set_items(vm, container);
        if (!count) return int_val_unchecked(0);
        i64 best = int_of(items[0]);
        LOOP (u32 k = 1; k < count; k++) {
            i64 x = int_of(items[k]);
            if (greatest ? x > best : x < best) best = x;
        }
        return int_val_unchecked(best);
    }
    Items items = items_in_order(vm, container);
    CHECK(vm);
    if (!items.count) return int_val_unchecked(0);
    Val best = item_at(vm, items, 0);
    CHECK(vm);
    LOOP (u32 k = 1; k < items.count; k++) {
        Val item = item_at(vm, items, k);
        CHECK(vm);
        if (less(vm, item, best, greatest)) best = item;
        CHECK(vm);
    }
    return best;
}

CALLED Val interval(Vm &vm, Val start, Val stop, Val step) {
    if (!is_int(start) || !is_int(stop) || !is_int(step)) return raise(vm, TYPE_ERROR);
    i64 from = int_of(start), to = int_of(stop), by = int_of(step);
    if (!by) return raise(vm, VALUE_ERROR);
    i64 distance = by > 0 ? to - from : from - to, stride = by > 0 ? by : -by;
    i64 count = distance <= 0 ? 0 : (distance + stride - 1) / stride;
    if (count > 4096) return punt(vm, TOO_LARGE_HERE);
    reserve(vm, count + 1);
    CHECK(vm);
    u32 at = begin_tuple(vm, (u32)count);
    CHECK(vm);
    LOOP (u32 k = lane(); k < count; k += 32) tuple_items(vm, at)[k] = int_val_unchecked(from + k * by);
    return finish_tuple(vm, at, (u32)count);
}

// value in container. Together.
CALLED bool contains(Vm &vm, Val container, Val value) {
    if (tag(container) == SET) return set_has(vm, container, value);
    Items items = items_as_they_lie(vm, container);
    LOOP (u32 k = 0; k < items.count && !vm.fail; k++) {
        Val item = item_at(vm, items, k);
        if (!vm.fail && equal(vm, item, value)) return true;
    }
    return false;
}

CALLED Val call_number(Vm &vm, u32 op, const Val *a) {
    switch (op) {
    case OP_add: return on_numbers(vm, ADD, a[0], a[1]);
    case OP_subtract: return on_numbers(vm, SUBTRACT, a[0], a[1]);
    case OP_multiply: return on_numbers(vm, MULTIPLY, a[0], a[1]);
    case OP_divide: return on_numbers(vm, DIVIDE, a[0], a[1]);
    case OP_even:
        if (!is_int(a[0])) return raise(vm, TYPE_ERROR);
        return bool_val(!(int_of(a[0]) & 1));
    case OP_positive: return bool_val(less(vm, a[0], int_val_unchecked(0), true));
    case OP_toivec: return tuple_of_two(vm, a[0], int_val_unchecked(0));
    case OP_tojvec: return tuple_of_two(vm, int_val_unchecked(0), a[0]);
    case OP_greater: return bool_val(less(vm, a[0], a[1], true));
    case OP_maximum: return extreme(vm, a[0], true);
    case OP_minimum: return extreme(vm, a[0], false);
    case OP_interval: return interval(vm, a[0], a[1], a[2]);
    case OP_astuple: return tuple_of_two(vm, a[0], a[1]);
    case OP_flip: return bool_val(!truthy(vm, a[0]));
    case OP_equality: return bool_val(equal(vm, a[0], a[1]));
    case OP_contained: return bool_val(contains(vm, a[1], a[0]));
    case OP_both: return truthy(vm, a[0]) ? a[1] : a[0];
    case OP_either: return truthy(vm, a[0]) ? a[0] : a[1];
    case OP_branch: return truthy(vm, a[0]) ? a[1] : a[2];
    default: return on_parts(vm, op, a[0]);
    }
}

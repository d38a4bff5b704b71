// A function for 32 items at once, each lane with its own.
//
// Only where all goes well: numbers, pairs, cells and small patches through the operations below. Lanes take the same way through the function,
// since it is the same function for all; what a lane cannot do is noted and then all of it is done in the usual way instead,
// call by call. Fuel and memory are counted for each item as `call.cuh` does.
#pragma once
#include "lanes_set.cuh"

struct LaneState {
    u64 fuel;
    // Memory above the level at the start, now and at most.
    u64 memory, most;
    // This lane's item is not for this file. Lanes may differ.
    bool odd;
};

DEVICE Val odd_one(LaneState &state) {
    state.odd = true;
    return NOTHING;
}
DEVICE void hold_in_lane(LaneState &state, u64 weight) {
    state.memory += weight;
    if (state.memory > state.most) state.most = state.memory;
}
DEVICE bool is_number_word(Val v) { return is_int(v) || tag(v) == PAIR; }

// Arithmetic is number.cuh's; for numbers and pairs of them it needs no other lane. A failure is this lane's alone. Alone.
DEVICE Val number_in_lane(Vm &vm, LaneState &state, u32 op, const Val *a, u32 count) {
    if (!is_number_word(a[0]) || (count > 1 && !is_number_word(a[1]))) return odd_one(state);
    Val result = op <= OP_divide ? on_numbers(vm, op, a[0], a[1]) : on_parts(vm, op, a[0]);
    if (!vm.fail) return result;
    vm.fail = vm.reason = 0;
    return odd_one(state);
}

// value in container. Alone.
DEVICE Val contained_in_lane(const Vm &vm, LaneState &state, Val value, Val container) {
    u32 t = tag(container);
    if ((t != SET && t != TUPLE) || is_heap(value)) return odd_one(state);
    u32 count = count_of(vm, container);
    const Val *items = words_of(vm, container) + (t == SET ? SET_HEADER : TUPLE_HEADER);
    bool found = false;
    // A compact value equals none but its like, and numbers.
    LOOP (u32 k = 0; k < count && !found; k++) found = same_words(items[k], value);
    return bool_val(found);
}

// grid[i][j], None outside. Alone.
DEVICE Val index_in_lane(const Vm &vm, LaneState &state, Val grid, Val place) {
    if (tag(grid) != GRID || tag(place) != PAIR) return odd_one(state);
    i32 i = first_of(place), j = second_of(place), height = (i32)height_of(vm, grid), width = (i32)width_of(vm, grid);
    if (i < 0 || j < 0 || i >= height || j >= width) return NOTHING;
    return int_val_unchecked(cells_of(vm, grid)[i * width + j]);
}

// The first or the last item, where no order has to be found out. Alone.
DEVICE Val end_in_lane(const Vm &vm, LaneState &state, Val v, bool last) {
    u32 t = tag(v);
    if (t == PAIR || t == CELL || t == TRIPLE) return item_of_word(v, !last ? 0 : t == TRIPLE ? 2 : 1);
    if (t != TUPLE && t != SET) return odd_one(state);
    u32 count = count_of(vm, v);
    if (!count || (t == SET && count > 1 && state_of_set(*words_of(vm, v)) != IN_ORDER)) return odd_one(state);
    return words_of(vm, v)[(t == SET ? SET_HEADER : TUPLE_HEADER) + (last ? count - 1 : 0)];
}

// The greatest or least of some ints. Alone.
DEVICE Val extreme_in_lane(const Vm &vm, LaneState &state, Val v, bool greatest) {
    u32 t = tag(v), count = t == PAIR ? 2 : t == TRIPLE ? 3 : t == TUPLE || t == SET ? count_of(vm, v) : 0;
    if (!count || count > MOST_CELLS_IN_LANE) return odd_one(state);
    const Val *items = is_heap(v) ? words_of(vm, v) + (t == SET ? SET_HEADER : TUPLE_HEADER) : 0;
    i64 best = 0;
    bool ints = true;
    LOOP (u32 k = 0; k < count && ints; k++) {
        Val item = items ? items[k] : item_of_word(v, k);
        ints = tag(item) == INT;
        i64 x = int_of(item);
        if (!k || (greatest ? x > best : x < best)) best = x;
    }
    return ints ? int_val_unchecked(best) : odd_one(state);
}

// One operation. Alone, but all lanes have the same one.
CALLED Val op_in_lane(Vm &vm, LaneState &state, u32 op, const Val *a, u32 count) {
    switch (op) {
    case OP_even: return is_int(a[0]) ? bool_val(!(int_of(a[0]) & 1)) : odd_one(state);
    case OP_positive: return is_int(a[0]) ? bool_val(int_of(a[0]) > 0) : odd_one(state);
    case OP_greater: return is_int(a[0]) && is_int(a[1]) ? bool_val(int_of(a[0]) > int_of(a[1])) : odd_one(state);
    case OP_flip: return bool_val(!truthy(vm, a[0]));
    case OP_equality: return bool_val(equal_in_lane(vm, a[0], a[1], state.odd));
    case OP_contained: return contained_in_lane(vm, state, a[0], a[1]);
    case OP_both: return truthy(vm, a[0]) ? a[1] : a[0];
    case OP_either: return truthy(vm, a[0]) ? a[0] : a[1];
    case OP_branch: return truthy(vm, a[0]) ? a[1] : a[2];
    case OP_identity: return a[0];
    case OP_size: return tag(a[0]) == SET || tag(a[0]) == TUPLE ? int_val_unchecked(count_of(vm, a[0])) : odd_one(state);
    case OP_first: return end_in_lane(vm, state, a[0], false);
    case OP_last: return end_in_lane(vm, state, a[0], true);
    case OP_maximum: return extreme_in_lane(vm, state, a[0], true);
    case OP_minimum: return extreme_in_lane(vm, state, a[0], false);
    case OP_index: return index_in_lane(vm, state, a[0], a[1]);
    case OP_add:
    case OP_subtract:
    case OP_multiply:
    case OP_divide:
    case OP_invert:
    case OP_double:
    case OP_halve:
    case OP_increment:
    case OP_decrement:
    case OP_crement:
    case OP_sign: return number_in_lane(vm, state, op, a, count);
    case OP_colorcount:
    case OP_numcolors:
    case OP_color:
    case OP_height:
    case OP_width:
    case OP_shape:
    case OP_portrait:
    case OP_uppermost:
    case OP_lowermost:
    case OP_leftmost:
    case OP_rightmost:
    case OP_ulcorner:
    case OP_urcorner:
    case OP_llcorner:
    case OP_lrcorner:
    case OP_center:
    case OP_square:
    case OP_vline:
    case OP_hline:
    case OP_hmatching:
    case OP_vmatching:
    case OP_manhattan:
    case OP_bordering: return patch_op_in_lane(vm, op, a, state.odd);
    case OP_toivec:
    case OP_tojvec:
    case OP_astuple:
    case OP_intersection:
    case OP_initset:
    case OP_neighbors:
    case OP_dneighbors:
    case OP_ineighbors:
    case OP_hfrontier:
    case OP_vfrontier:
    case OP_shoot:
    case OP_connect:
    case OP_shift:
    case OP_normalize:
    case OP_toindices:
    case OP_recolor:
    case OP_backdrop: return set_op_in_lane(vm, op, a, state.odd);
    default: return odd_one(state);
    }
}

CALLED Val call_in_lane(Vm &vm, LaneState &state, Val f, const Val *args, u32 count);

// As `call_op`. All lanes at once, each with its own arguments.
DEVICE Val call_op_in_lane(Vm &vm, LaneState &state, u32 op, const Val *args, u32 count) {
    u32 shape = shape_of(vm, op), cost = shape >> 8 & 255;
    if ((shape & 255) != count || (vm.args->off[op >> 6] >> (op & 63) & 1)) return odd_one(state);
    enter(vm, 1);
    state.fuel += cost == COST_CONST ? 4 : cost_before(cost, weigh_args(vm, args, count));
    u64 level = state.memory;
    Val result = op_in_lane(vm, state, op, args, count);
    if (state.odd) return NOTHING;
    if (cost != COST_CONST) {
        state.memory = level;
        state.fuel += bulk_of(vm, result);
        hold_in_lane(state, bulk_of(vm, result));
    }
    leave(vm, 1);
    return result;
}

// As `call_function`. A lane whose item is odd goes along with the others with whatever it has.
CALLED Val call_function_in_lane(Vm &vm, LaneState &state, Val f, const Val *args, u32 count) {
    if (arg_count(vm, f) != count) return odd_one(state);
    enter(vm, 1);
    state.fuel += 4;
    u64 level = state.memory;
    const u64 *words = words_of(vm, f);
    Val a = words[2], b = words[3], result = NOTHING, two[4];
    switch ((u32)words[0] & 255) {
    case OP_compose:
        two[0] = call_in_lane(vm, state, b, args, count);
        result = call_in_lane(vm, state, a, two, 1);
        break;
    case OP_chain:
        two[0] = call_in_lane(vm, state, words[4], args, count);
        two[0] = call_in_lane(vm, state, b, two, 1);
        result = call_in_lane(vm, state, a, two, 1);
        break;
    case OP_matcher: {
        two[0] = call_in_lane(vm, state, a, args, count);
        if (state.odd) return NOTHING;
        u64 one = weight_of(vm, two[0]), other = weight_of(vm, b);
        state.fuel += one < other ? one : other;
        result = bool_val(equal_in_lane(vm, two[0], b, state.odd));
        break;
    }
    case OP_rbind:
        LOOP (u32 k = 0; k < count; k++) two[k] = args[k];
        two[count] = b;
        result = call_in_lane(vm, state, a, two, count + 1);
        break;
    case OP_lbind:
        two[0] = b;
        LOOP (u32 k = 0; k < count; k++) two[k + 1] = args[k];
        result = call_in_lane(vm, state, a, two, count + 1);
        break;
    case OP_fork:
        two[0] = call_in_lane(vm, state, b, args, count);
        two[1] = call_in_lane(vm, state, words[4], args, count);
        result = call_in_lane(vm, state, a, two, 2);
        break;
    default: return odd_one(state);
    }
    if (state.odd) return NOTHING;
    state.memory = level;
    hold_in_lane(state, bulk_of(vm, result));
    leave(vm, 1);
    return result;
}

CALLED Val call_in_lane(Vm &vm, LaneState &state, Val f, const Val *args, u32 count) {
    if (state.odd) return NOTHING;
    if (tag(f) == OP) return call_op_in_lane(vm, state, op_of(f), args, count);
    if (tag(f) == FUNC) return call_function_in_lane(vm, state, f, args, count);
    return odd_one(state);
}

// How deeply the functions may be nested here: the stack is short.
#define MOST_LANE_NESTING 10

// f(item) for this lane's item, with no other effect than what `state` says; false if all lanes have to do it another way. Fuel of
// lanes without an item does not count. Together.
CALLED bool call_in_lanes(Vm &vm, Val f, Val item, LaneState &state, Val &result) {
    u32 depth = vm.depth, deepest = vm.deepest;
    state.fuel = state.memory = state.most = 0;
    state.odd = nesting_of(vm, f) > MOST_LANE_NESTING;
    begin_lane_memory(vm);
    result = call_in_lane(vm, state, f, &item, 1);
    state.odd |= vm.fail != 0;
    bool odd = __any_sync(ALL_LANES, state.odd);
    // What nobody sees afterwards need not stay.
    end_lane_memory(vm, !odd && __any_sync(ALL_LANES, is_heap(result)));
    if (odd) {
        // What failed here, in whichever lane, did not happen.
        vm.fail = vm.reason = 0;
        vm.deepest = deepest;
    }
    vm.depth = depth;
    return !odd;
}

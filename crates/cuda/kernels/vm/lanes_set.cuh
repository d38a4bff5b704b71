// Patches that a lane makes: 32 at once, for a function over many items. What comes out is, word for word but for the place, what the operation
// makes when all lanes work on one patch.
#pragma once
#include "lanes_patch.cuh"

// Lanes take memory one beside the other; where it ends stands in scratch memory.
#define LANES_TOP 0

DEVICE void begin_lane_memory(Vm &vm) {
    __syncwarp();
    if (lane() == 0) put(&vm.scratch[LANES_TOP], vm.top);
    __syncwarp();
}
// What they took stays, or is free again. Together.
DEVICE void end_lane_memory(Vm &vm, bool stays) {
    __syncwarp();
    u32 top = look(&vm.scratch[LANES_TOP]);
    if (stays) vm.top = top;
    __syncwarp();
}
// So many words; 0 and `odd` if there are none left. Alone.
DEVICE u32 take_in_lane(const Vm &vm, u32 words, bool &odd) {
    u32 at = atomicAdd(&vm.scratch[LANES_TOP], words);
    odd = at > vm.room || words > vm.room - at;
    return odd ? 0 : at;
}

// The set of items that a lane wrote, distinct ones of one kind. Alone.
DEVICE Val set_in_lane(const Vm &vm, u32 at, u32 count, u32 kind, u32 state, Val other, u32 from) {
    u32 weight = 1 + count * weight_of_kind(kind), nesting = !count ? 1 : kind == CELL_ITEMS ? 3 : kind == INT_ITEMS ? 1 : 2;
    u64 *words = vm.arena + at;
    words[0] = (u64)nesting << 48 | (u64)kind << SET_KIND_SHIFT | (u64)state << SET_STATE_SHIFT | count;
    words[1] = (u64)weight << 32 | weight;
    words[2] = words[3] = 0;
    words[4] = other;
    words[5] = from;
    return ref_val(SET, at);
}
DEVICE Val *items_in_lane(const Vm &vm, u32 at) { return vm.arena + at + SET_HEADER; }

// {item}. Alone.
DEVICE Val set_of_one_in_lane(const Vm &vm, Val item, bool &odd) {
    u32 at = take_in_lane(vm, SET_HEADER + 1, odd), kind = kind_for(tag(item)), nesting = tag(item) == FUNC ? 0 : nesting_of(vm, item);
    odd |= nesting >= MOST_NESTING;
    if (odd) return NOTHING;
    items_in_lane(vm, at)[0] = item;
    Val set = set_in_lane(vm, at, 1, kind, IN_ORDER, 0, 0);
    if (kind == MIXED_ITEMS) {
        u64 weight = weight_of(vm, item) + 1;
        vm.arena[at] = (u64)(nesting + 1) << 48 | (hashes_by_address(vm, item) ? HASHES_BY_ADDRESS : 0) | (u64)kind << SET_KIND_SHIFT |
                       (u64)IN_ORDER << SET_STATE_SHIFT | 1;
        vm.arena[at + 1] = weight << 32 | weight;
    }
    return set;
}

// The patch moved, as `shifted`. Alone.
DEVICE Val shifted_in_lane(const Vm &vm, Val patch, const LanePatch &p, i64 di, i64 dj, bool &odd) {
    odd = !fits_cell(p.top + di) || !fits_cell(p.bottom + di) || !fits_cell(p.left + dj) || !fits_cell(p.right + dj);
    u32 at = odd ? 0 : take_in_lane(vm, SET_HEADER + p.count, odd);
    if (odd) return NOTHING;
    const Val *items = set_items(vm, patch);
    Val *mine = items_in_lane(vm, at);
    LOOP (u32 k = 0; k < p.count; k++) {
        Val item = items[k];
        mine[k] = p.coloured ? cell_val(colour_of(item), row_of(item) + (i32)di, column_of(item) + (i32)dj)
                             : pair_val(first_of(item) + (i32)di, second_of(item) + (i32)dj);
    }
    return set_in_lane(vm, at, p.count, p.coloured ? CELL_ITEMS : PAIR_ITEMS, FROM_OTHER, patch, 0);
}

// Its places. Cells of one colour have different places; where there are more colours, that is not known here. Alone.
DEVICE Val places_in_lane(const Vm &vm, Val patch, const LanePatch &p, bool &odd) {
    if (!p.coloured) return patch;
    odd = (p.colours & (p.colours - 1)) && state_of_set(*words_of(vm, patch)) != FOUND;
    u32 at = odd ? 0 : take_in_lane(vm, SET_HEADER + p.count, odd);
    if (odd) return NOTHING;
    const Val *items = set_items(vm, patch);
    LOOP (u32 k = 0; k < p.count; k++) items_in_lane(vm, at)[k] = pair_val(row_of(items[k]), column_of(items[k]));
    return set_in_lane(vm, at, p.count, PAIR_ITEMS, FROM_OTHER, patch, 0);
}

DEVICE Val recolored_in_lane(const Vm &vm, Val value, Val patch, const LanePatch &p, bool &odd) {
    odd = tag(value) != INT || !fits_cell(int_of(value));
    Val places = odd ? NOTHING : places_in_lane(vm, patch, p, odd);
    u32 at = odd ? 0 : take_in_lane(vm, SET_HEADER + p.count, odd);
    if (odd) return NOTHING;
    const Val *items = set_items(vm, places);
    LOOP (u32 k = 0; k < p.count; k++) items_in_lane(vm, at)[k] = cell_val((i32)int_of(value), first_of(items[k]), second_of(items[k]));
    return set_in_lane(vm, at, p.count, CELL_ITEMS, FROM_OTHER, places, 0);
}

// So many places from one on, a row after so many; as `line_of_places` and `rectangle`. Alone.
DEVICE Val places_from(const Vm &vm, i32 i, i32 j, i32 di, i32 dj, u32 count, u32 width, bool &odd) {
    odd = count > MOST_CELLS_IN_LANE;
    u32 at = odd ? 0 : take_in_lane(vm, SET_HEADER + count, odd);
    if (odd) return NOTHING;
    LOOP (u32 k = 0, row = 0, column = 0; k < count; k++) {
        items_in_lane(vm, at)[k] = width ? pair_val(i + (i32)row, j + (i32)column) : pair_val(i + (i32)k * di, j + (i32)k * dj);
        if (++column == width) column = 0, row++;
    }
    return set_in_lane(vm, at, count, PAIR_ITEMS, GROWN, 0, 0);
}

// As `line_between`. Alone.
DEVICE Val line_in_lane(const Vm &vm, Val a, i32 bi, i32 bj, bool &odd) {
    i32 ai = first_of(a), aj = second_of(a), down = bi - ai, right = bj - aj;
    odd = !fits_cell(ai) || !fits_cell(aj) || !fits_cell(bi) || !fits_cell(bj);
    i32 rows = (down < 0 ? -down : down) + 1, columns = (right < 0 ? -right : right) + 1;
    i32 top = ai < bi ? ai : bi, left = aj < bj ? aj : bj;
    if (odd) return NOTHING;
    if (down && right && down != right && down != -right) {
        // No line at all.
        u32 at = take_in_lane(vm, SET_HEADER, odd);
        return odd ? NOTHING : set_in_lane(vm, at, 0, PAIR_ITEMS, IN_ORDER, 0, 0);
    }
    i32 from = right == -down ? left + columns - 1 : left;
    return places_from(vm, top, from, down ? 1 : 0, !right ? 0 : !down || down == right ? 1 : -1, (u32)(down ? rows : columns), 0, odd);
}

// The k-th of the eight places around another: the four straight ones first, as the DSL writes them.
DEVICE Val place_around(i32 i, i32 j, u32 k) {
    i32 di = k == 0 ? -1 : k == 1 ? 1 : k < 4 ? 0 : k < 6 ? -1 : 1;
    i32 dj = k < 2 ? 0 : k == 2 ? -1 : k == 3 ? 1 : k % 2 ? 1 : -1;
    return pair_val(i + di, j + dj);
}
DEVICE Val around_in_lane(const Vm &vm, Val place, u32 op, bool &odd) {
    odd = tag(place) != PAIR || !fits_cell(first_of(place)) || !fits_cell(second_of(place));
    u32 all = op == OP_neighbors ? 8 : 4, at = odd ? 0 : take_in_lane(vm, SET_HEADER + all, odd);
    if (odd) return NOTHING;
    LOOP (u32 k = 0; k < all; k++)
        items_in_lane(vm, at)[k] = place_around(first_of(place), second_of(place), k + (op == OP_ineighbors ? 4 : 0));
    bool both = op == OP_neighbors;
    return set_in_lane(vm, at, all, PAIR_ITEMS, both ? UNION_OF_DISPLAYS : GROWN_AND_COPIED, 0, both ? 4 : 0);
}

// Whether an item is among others of its kind. Alone.
DEVICE bool is_among(const Val *items, u32 count, Val item) {
    bool found = false;
    LOOP (u32 k = 0; k < count && !found; k++) found = items[k] == item;
    return found;
}
// Two sets of items of one kind, and few enough to be compared one by one. Alone.
DEVICE bool are_alike(const Vm &vm, Val a, Val b) {
    if (tag(a) != SET || tag(b) != SET) return false;
    u64 x = *words_of(vm, a), y = *words_of(vm, b);
    return kind_of_set(x) == kind_of_set(y) && kind_of_set(x) != MIXED_ITEMS && (u32)x && (u32)y && (u64)(u32)x * (u32)y <= MOST_PAIRS_IN_LANE;
}

// a & b of two different sets. Alone.
DEVICE Val intersection_in_lane(const Vm &vm, Val a, Val b, bool &odd) {
    odd = a == b || !are_alike(vm, a, b);
    if (odd) return NOTHING;
    bool first = count_of(vm, b) > count_of(vm, a);
    Val walked = first ? a : b, other = first ? b : a;
    u32 count = count_of(vm, walked), others = count_of(vm, other), found = 0;
    u32 from_at = take_in_lane(vm, words_for_bytes(2 * count) + 1, odd), at = odd ? 0 : take_in_lane(vm, SET_HEADER + count, odd);
    if (odd) return NOTHING;
    u16 *from = (u16 *)(vm.arena + from_at);
    const Val *items = set_items(vm, walked);
    LOOP (u32 k = 0; k < count; k++) {
        if (!is_among(set_items(vm, other), others, items[k])) continue;
        from[found] = (u16)k;
        items_in_lane(vm, at)[found++] = items[k];
    }
    u32 kind = found ? kind_of_set(*words_of(vm, walked)) : (u32)PAIR_ITEMS;
    return set_in_lane(vm, at, found, kind, FROM_OTHER, walked, from_at);
}

// a == b, where that is easily told. Alone.
DEVICE bool equal_in_lane(const Vm &vm, Val a, Val b, bool &odd) {
    if (!is_heap(a) || !is_heap(b) || a == b) return same_words(a, b);
    if (tag(a) == SET && tag(b) == SET && count_of(vm, a) != count_of(vm, b)) return false;
    odd = !are_alike(vm, a, b);
    if (odd) return false;
    u32 count = count_of(vm, a);
    bool same = true;
    LOOP (u32 k = 0; k < count && same; k++) same = is_among(set_items(vm, b), count, set_items(vm, a)[k]);
    return same;
}

// (a, b). Alone.
DEVICE Val two_in_lane(const Vm &vm, Val a, Val b, bool &odd) {
    if (tag(a) == INT && (tag(b) == INT || tag(b) == PAIR)) {
        if (tag(b) == INT) {
            odd = !fits_pair(int_of(a)) || !fits_pair(int_of(b));
            return pair_val((i32)int_of(a), (i32)int_of(b));
        }
        odd = !fits_cell(int_of(a)) || !fits_cell(first_of(b)) || !fits_cell(second_of(b));
        return cell_val((i32)int_of(a), first_of(b), second_of(b));
    }
    u32 weight = (u32)weight_of(vm, a) + (u32)weight_of(vm, b) + 1;
    u32 nesting = tag(a) == FUNC ? 0 : nesting_of(vm, a), other = tag(b) == FUNC ? 0 : nesting_of(vm, b);
    nesting = (other > nesting ? other : nesting) + 1;
    // Large tuples count what is in them in another way.
    odd = weight > SMALL_WEIGHT || nesting > MOST_NESTING;
    u32 at = odd ? 0 : take_in_lane(vm, TUPLE_HEADER + 2, odd);
    if (odd) return NOTHING;
    u64 *words = vm.arena + at;
    words[0] = (u64)nesting << 48 | (hashes_by_address(vm, a) || hashes_by_address(vm, b) ? HASHES_BY_ADDRESS : 0) | 2;
    words[1] = (u64)weight << 32 | weight;
    words[2] = a;
    words[3] = b;
    return ref_val(TUPLE, at);
}

// Operations that make a set of one item or of places. Sets `odd` where the answer is not this file's. Alone, but all lanes ask the same.
CALLED Val set_op_in_lane(const Vm &vm, u32 op, const Val *a, bool &odd) {
    switch (op) {
    case OP_intersection: return intersection_in_lane(vm, a[0], a[1], odd);
    case OP_astuple: return two_in_lane(vm, a[0], a[1], odd);
    case OP_toivec: return two_in_lane(vm, a[0], int_val_unchecked(0), odd);
    case OP_tojvec: return two_in_lane(vm, int_val_unchecked(0), a[0], odd);
    case OP_initset: return set_of_one_in_lane(vm, a[0], odd);
    case OP_neighbors:
    case OP_dneighbors:
    case OP_ineighbors: return around_in_lane(vm, a[0], op, odd);
    case OP_hfrontier:
    case OP_vfrontier: {
        bool upright = op == OP_vfrontier;
        odd = tag(a[0]) != PAIR;
        if (odd) return NOTHING;
        return places_from(vm, upright ? 0 : first_of(a[0]), upright ? second_of(a[0]) : 0, upright, !upright, 30, 0, odd);
    }
    case OP_shoot:
    case OP_connect: {
        odd = tag(a[0]) != PAIR || tag(a[1]) != PAIR;
        if (odd) return NOTHING;
        i64 i = first_of(a[1]), j = second_of(a[1]);
        if (op == OP_shoot) i = first_of(a[0]) + 42 * i, j = second_of(a[0]) + 42 * j;
        odd = !fits_cell(i) || !fits_cell(j);
        return odd ? NOTHING : line_in_lane(vm, a[0], (i32)i, (i32)j, odd);
    }
    default: break;
    }
    LanePatch p;
    Val patch = op == OP_recolor ? a[1] : a[0];
    odd = !look_at_patch(vm, patch, p);
    if (odd) return NOTHING;
    switch (op) {
    case OP_shift:
        odd = tag(a[1]) != PAIR;
        return odd ? NOTHING : shifted_in_lane(vm, patch, p, first_of(a[1]), second_of(a[1]), odd);
    case OP_normalize: return shifted_in_lane(vm, patch, p, -p.top, -p.left, odd);
    case OP_toindices: return places_in_lane(vm, patch, p, odd);
    case OP_recolor: return recolored_in_lane(vm, a[0], patch, p, odd);
    default: {
        // backdrop
        u32 width = (u32)(p.right - p.left + 1), height = (u32)(p.bottom - p.top + 1);
        odd = width > 64 || height > 64;
        return odd ? NOTHING : places_from(vm, p.top, p.left, 0, 0, height * width, width, odd);
    }
    }
}

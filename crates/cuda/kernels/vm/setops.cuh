// Parts of containers, and containers put together: combine, difference, intersection, remove, insert, dedupe.
#pragma once
#include "results.cuh"

// The items of the tuple for which `kept` has a byte that is not zero. Together.
CALLED Val filtered_tuple(Vm &vm, Val tuple, const u8 *kept) {
    Items items = items_as_they_lie(vm, tuple);
    u32 at = begin_tuple(vm, items.count), done = 0;
    CHECK(vm);
    Val *mine = tuple_items(vm, at);
    LOOP (u32 base = 0; base < items.count; base += 32) {
        u32 k = base + lane();
        bool here = k < items.count && kept[k];
        u32 there = __ballot_sync(ALL_LANES, here);
        if (here) mine[done + count_ones(there & ((1u << lane()) - 1))] = item_at(vm, items, k);
        done += count_ones(there);
    }
    return finish_tuple(vm, at, done);
}

// `type(like)(e for e in like if ...)`, of a container that is walkable. Together.
CALLED Val filtered(Vm &vm, Val like, const u8 *kept) {
    punt_if_by_address(vm, like);
    CHECK(vm);
    return tag(like) == SET ? filtered_set(vm, like, kept) : filtered_tuple(vm, like, kept);
}

// A byte for each item of `of`: whether it is in `in`, both walkable. Gives the place of the bytes. Together.
CALLED u32 membership(Vm &vm, Val of, Val in, bool wanted) {
    Items items = items_as_they_lie(vm, of), others = items_as_they_lie(vm, in);
    u32 bytes_at = take(vm, words_for_bytes(items.count) + 1);
    CHECK(vm);
    u8 *bytes = (u8 *)(vm.arena + bytes_at);
    u32 kind = others.at ? kind_of_items(others.at, others.count) : (u32)MIXED_ITEMS;
    u32 own_kind = items.at ? kind_of_items(items.at, items.count) : (u32)MIXED_ITEMS;
    bool by_hash = tag(in) == SET && tag(of) == SET && items.count > 1 && !hashes_by_address(vm, of) && !hashes_by_address(vm, in);
    if (kind != MIXED_ITEMS && own_kind != MIXED_ITEMS && others.count && kind != own_kind) {
        // Numbers, places and cells are never equal to each other.
        LOOP (u32 k = lane(); k < items.count; k += 32) bytes[k] = !wanted;
    } else if (kind != MIXED_ITEMS && others.count && own_kind == kind) {
        if (others.count > MOST_INDEXED || tag(in) != SET) {
            LOOP (u32 k = lane(); k < items.count; k += 32) {
                bool found = false;
                LOOP (u32 n = 0; n < others.count && !found; n++) found = others.at[n] == items.at[k];
                bytes[k] = found == wanted;
            }
        } else {
            Index index = {vm.scratch, others.at};
            clear_slots(vm.scratch, SCRATCH_WORDS);
            LOOP (u32 k = lane(); k < others.count; k += 32) put_into(index, k);
            __syncwarp();
            LOOP (u32 k = lane(); k < items.count; k += 32) bytes[k] = (number_in(index, items.at[k]) != FREE_SLOT) == wanted;
        }
    } else if (by_hash) {
        u32 top = vm.top, hashes_at = hashes_of_items(vm, in);
        CHECK(vm);
        LOOP (u32 k = 0; k < items.count; k++) {
            u64 hash = hash_of(vm, items.at[k]);
            CHECK(vm);
            bool found = number_by_hash(vm, others.at, vm.arena + hashes_at, others.count, items.at[k], hash) != FREE_SLOT;
            CHECK(vm);
            bytes[k] = found == wanted;
        }
        give_back(vm, top);
    } else {
        LOOP (u32 k = 0; k < items.count; k++) {
            Val item = item_at(vm, items, k);
            bool found = false;
            LOOP (u32 n = 0; n < others.count && !found && !vm.fail; n++) found = equal(vm, item_at(vm, others, n), item);
            CHECK(vm);
            bytes[k] = found == wanted;
        }
    }
    __syncwarp();
    return bytes_at;
}

// type(a)((*a, *b)). Together.
CALLED Val combine(Vm &vm, Val a, Val b) {
    if ((!is_tuple(a) && tag(a) != SET) || (!is_tuple(b) && tag(b) != SET)) return raise(vm, TYPE_ERROR);
    // The two as a list of two, whatever they are: a tuple of two would have a more compact form now and then.
    u32 at = begin_tuple(vm, 2);
    CHECK(vm);
    tuple_items(vm, at)[0] = a;
    tuple_items(vm, at)[1] = b;
    vm.arena[at] = 2;
    vm.arena[at + 1] = 0;
    Val both = ref_val(TUPLE, at);
    Items outer = items_as_they_lie(vm, both);
    if (tag(a) != SET) {
        punt_if_by_address(vm, b);
        CHECK(vm);
        return joined_tuple(vm, outer);
    }
    if (tag(b) != SET) punt_if_by_address(vm, a);
    charge(vm, weight_of(vm, a) + weight_of(vm, b) - 2);
    CHECK(vm);
    if (tag(b) == GRID) return punt(vm, NO_SUCH_OP);
    // a's items stay where b has equal ones, whatever the orders, so the first to lie here may stay.
    u32 count = count_inside(vm, outer), set_at = begin_set(vm, count);
    CHECK(vm);
    flatten(vm, outer, false, begun_items(vm, set_at));
    CHECK(vm);
    return finish_set(vm, set_at, count, MAY_REPEAT, MERGED, both);
}

CALLED Val intersection(Vm &vm, Val a, Val b) {
    if (tag(a) == SET && tag(b) == SET) {
        bool first = count_of(vm, b) > count_of(vm, a);
        Val walked = first ? a : b, other = first ? b : a;
        punt_if_by_address(vm, walked);
        u32 kept = membership(vm, walked, other, true);
        CHECK(vm);
        Val set = filtered(vm, walked, (const u8 *)(vm.arena + kept));
        CHECK(vm);
        if (a == b) {
            // A copy of the table; that is another way to make a set.
            __syncwarp();
            u64 *words = own_words_of(vm, set);
            words[0] = (words[0] & ~((u64)15 << SET_STATE_SHIFT)) | (u64)UNKNOWN_ORDER << SET_STATE_SHIFT;
            __syncwarp();
        }
        return set;
    }
    if (!is_int(a) || !is_int(b)) return raise(vm, TYPE_ERROR);
    if (tag(a) == BOOL && tag(b) == BOOL) return bool_val(int_of(a) & int_of(b));
    return int_val_unchecked(int_of(a) & int_of(b));
}

CALLED Val difference(Vm &vm, Val a, Val b) {
    a = walkable(vm, a);
    u32 count = vm.fail ? 0 : length_of(vm, a);
    CHECK(vm);
    if (!count) return a;
    punt_if_by_address(vm, a);
    b = walkable(vm, b);
    length_of(vm, b);
    CHECK(vm);
    u32 kept = membership(vm, a, b, false);
    CHECK(vm);
    Val rest = filtered(vm, a, (const u8 *)(vm.arena + kept));
    CHECK(vm);
    if (tag(a) == SET) charge(vm, weight_of(vm, rest) - 1);
    return rest;
}

// The container without the value. Together.
CALLED Val removed(Vm &vm, Val value, Val container) {
    container = walkable(vm, container);
    Items items = items_as_they_lie(vm, container);
    CHECK(vm);
    u32 bytes_at = take(vm, words_for_bytes(items.count) + 1);
    CHECK(vm);
    u8 *kept = (u8 *)(vm.arena + bytes_at);
    if (!is_heap(value) && items.at && kind_of_items(items.at, items.count) != MIXED_ITEMS) {
        LOOP (u32 k = lane(); k < items.count; k += 32) kept[k] = !same_words(items.at[k], value);
    } else {
        LOOP (u32 k = 0; k < items.count; k++) {
            kept[k] = !equal(vm, item_at(vm, items, k), value);
            CHECK(vm);
        }
    }
    __syncwarp();
    return filtered(vm, container, kept);
}

// container.union(frozenset({value})). Together.
CALLED Val inserted(Vm &vm, Val value, Val set) {
    if (tag(set) != SET) return raise(vm, ATTRIBUTE_ERROR);
    bool there = set_has(vm, set, value);
    u32 count = count_of(vm, set), at = begin_set(vm, count + 1);
    CHECK(vm);
    const Val *items = set_items(vm, set);
    Val *mine = begun_items(vm, at);
    LOOP (u32 k = lane(); k < count; k += 32) mine[k] = items[k];
    if (!there) mine[count] = value;
    return finish_set(vm, at, count + !there, ALL_DISTINCT, INSERTED, set);
}

// The tuple without what was in it before. Together.
CALLED Val dedupe(Vm &vm, Val v) {
    v = walkable(vm, v);
    Items items = items_as_they_lie(vm, v);
    CHECK(vm);
    if (tag(v) == SET) return items.count ? raise(vm, ATTRIBUTE_ERROR) : empty_tuple(vm);
    u32 at = begin_tuple(vm, items.count);
    CHECK(vm);
    Val *mine = tuple_items(vm, at);
    LOOP (u32 k = lane(); k < items.count; k += 32) mine[k] = item_at(vm, items, k);
    __syncwarp();
    bool plain = kind_of_items(mine, items.count) != MIXED_ITEMS;
    u32 count = plain ? without_repeats(vm, mine, items.count) : without_repeats_of_any(vm, mine, items.count);
    CHECK(vm);
    return finish_tuple(vm, at, count);
}

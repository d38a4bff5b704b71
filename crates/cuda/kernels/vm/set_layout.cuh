// How a frozenset lies in the arena.
//
//   word 0   count, and flags from bit 32 on: state, kind, nesting
//   word 1   weight and bulk (equal, for a set)
//   word 2   hash, once somebody asked (SET_HASHED)
//   word 3   where its order is, once somebody asked (0 before): u16 numbers of items, in the order of CPython's walk
//   word 4   what it was made of, for those states that need it
//   word 5   for FROM_OTHER: u16 numbers of the items of the other set that its items come from (0: the same numbers); see also
//            APPLIED and MERGED_RESULTS
//   word 6.. the items, distinct, in the order in which they came
//
// The walk over a frozenset depends on how it was made. Few operations look at it, so a set only remembers, and `order_of`
// (order.cuh) works it out when it is asked for.
#pragma once
#include "value.cuh"

enum SetState {
    // An empty table into which the items were put in the order in which they lie here.
    GROWN = 0,
    // Grown as above, then copied into a frozenset: `frozenset(a_set)`.
    GROWN_AND_COPIED = 1,
    // The items lie in the order of the walk.
    IN_ORDER = 2,
    // Grown in the order of the walk over another set (word 4), whose items ours come from one by one (word 5).
    FROM_OTHER = 3,
    // Grown by walking a container of containers (word 4), each item if it was not there yet: `merge`.
    MERGED = 4,
    // Nobody here knows.
    UNKNOWN_ORDER = 5,
    // Grown from what a function gave for each item of another set (word 4), item by item, with repeats: word 5 has a u16 for
    // each item of the other set, the number of ours that came of it.
    APPLIED = 6,
    // As MERGED, where the outer set is `frozenset(results)` for the items of a set (word 4): word 5 has a word for each of them.
    MERGED_RESULTS = 7,
    // `a_set | {value}`: another set (word 4) copied, with its items under the same numbers, then the last one added unless it was
    // there.
    INSERTED = 8,
    // From here on: made in a way of its own, which replay.cuh knows.
    // The walk is that over another set (word 4) with some items left out (word 5): a copy from which items were removed.
    WALK_OF_OTHER = 9,
    // `frozenset({...}) | frozenset({...})` of two displays without common items: the first has so many items as word 5 says.
    UNION_OF_DISPLAYS = 10,
    // The outline of a box: a union of its sides. The items lie as `outline` (patch_box.cuh) puts them.
    OUTLINE = 11,
    // An object that `objects` found, cell by cell, then copied: object_order.cuh knows how.
    FOUND = 12,
    // Grown by walking another set (word 4), each of whose items gave so many (word 5), one after the other; then copied.
    EXPANDED = 13,
};

enum SetKind { PAIR_ITEMS = 0, CELL_ITEMS = 1, INT_ITEMS = 2, TRIPLE_ITEMS = 3, MIXED_ITEMS = 7 };

#define SET_STATE_SHIFT 32
#define SET_KIND_SHIFT 36
#define SET_HASHED ((u64)1 << 40)

DEVICE u32 state_of_set(u64 word) { return (u32)(word >> SET_STATE_SHIFT) & 15; }
DEVICE u32 kind_of_set(u64 word) { return (u32)(word >> SET_KIND_SHIFT) & 7; }
DEVICE const Val *set_items(const Vm &vm, Val set) { return words_of(vm, set) + SET_HEADER; }

// Room for a set's items; `finish_set` follows. Gives the place of the header. Together.
DEVICE u32 begin_set(Vm &vm, u32 most) { return take(vm, SET_HEADER + most); }
DEVICE Val *begun_items(const Vm &vm, u32 at) { return vm.arena + at + SET_HEADER; }

DEVICE u32 kind_for(u32 t) {
    switch (t) {
    case PAIR: return PAIR_ITEMS;
    case CELL: return CELL_ITEMS;
    case INT: return INT_ITEMS;
    case TRIPLE: return TRIPLE_ITEMS;
    default: return MIXED_ITEMS;
    }
}
// What the items of a set of one kind weigh.
DEVICE u32 weight_of_kind(u32 kind) { return kind == PAIR_ITEMS ? 3 : kind == CELL_ITEMS ? 5 : kind == TRIPLE_ITEMS ? 4 : 1; }

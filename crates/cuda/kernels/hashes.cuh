// CPython's hashes of cells and of frozensets of them.
#pragma once
#include "cut.cuh"
#include "objects_abi.cuh"

DEVICE u64 rotated31(u64 x) { return x << 31 | x >> 33; }

#define PRIME_1 11400714785074694791ull
#define PRIME_2 14029467366897019727ull
#define PRIME_5 2870177450012600261ull

// The state of a tuple's hash after a row's number.
DEVICE u64 after_row(u32 row) { return rotated31(PRIME_5 + row * PRIME_2) * PRIME_1; }

// What a cell adds to the hash of its object; what its row and its colour add to its own is known.
DEVICE u64 hash_of_cell(const ObjectsArgs &args, u64 row, u32 column, u64 colour) {
    u64 place = rotated31(row + column * PRIME_2) * PRIME_1;
    if (!(args.flags & COLOUR_LAST)) {
        place += 2 ^ (PRIME_5 ^ 3527539);
        if (place == ~(u64)0) place = 1546275796;
        place *= PRIME_2;
    }
    u64 hash = rotated31(colour + place) * PRIME_1 + args.finish;
    if (hash == ~(u64)0) hash = 1546275796;
    return ((hash ^ 89869747) ^ (hash << 16)) * 3644798167ull;
}

// hash() of a frozenset.
DEVICE u64 hash_of_set(u64 sum, u32 size) {
    u64 hash = sum ^ (u64)(size + 1) * 1927868237;
    hash ^= (hash >> 11) ^ (hash >> 25);
    hash = hash * 69069 + 907133923;
    return hash == ~(u64)0 ? 590923713 : hash;
}

DEVICE ObjectRecord made_record(u64 sum, u32 size, u32 first, u32 codes, Slice rows, Slice columns) {
    ObjectRecord made;
    made.hash = hash_of_set(sum, size);
    made.first_row = (u8)(first >> 8);
    made.first_column = (u8)first;
    made.walk = 0xffff;
    made.size = (u16)size;
    made.codes = (u16)codes;
    made.top = (u8)rows.start;
    made.left = (u8)columns.start;
    made.bottom = (u8)(rows.start + rows.count - 1);
    made.right = (u8)(columns.start + columns.count - 1);
    made.unused = 0;
    return made;
}

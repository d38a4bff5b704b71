// Colours: how many cells each has, and the order in which CPython walks the set of them.
#pragma once
#include "abi.cuh"

// How many cells have the code `lane / 2`. Two counts share a word; in each round lanes hand over the words of the other half.
template <class C> DEVICE u32 count_of_code(const Grid<C> &g) {
    u32 sum[8];
#pragma unroll
    for (u32 k = 0; k < 8; k++) {
        sum[k] = 0;
#pragma unroll
        for (u32 r = 0; r < C::ROWS; r++) {
            typename C::Word same = cells_of_row<C>(g.height, g.width, r);
            same &= k & 1 ? g.plane[1].row[r] : ~g.plane[1].row[r];
            same &= k & 2 ? g.plane[2].row[r] : ~g.plane[2].row[r];
            same &= k & 4 ? g.plane[3].row[r] : ~g.plane[3].row[r];
            sum[k] += count_ones(same & ~g.plane[0].row[r]) | count_ones(same & g.plane[0].row[r]) << 16;
        }
    }
#pragma unroll
    for (u32 half = 4; half; half >>= 1) {
        bool upper = lane() & half * 4;
#pragma unroll
        for (u32 k = 0; k < half; k++) {
            u32 given = upper ? sum[k] : sum[k + half], kept = upper ? sum[k + half] : sum[k];
            sum[k] = kept + __shfl_xor_sync(ALL_LANES, given, half * 4);
        }
    }
    sum[0] += __shfl_xor_sync(ALL_LANES, sum[0], 2);
    sum[0] += __shfl_xor_sync(ALL_LANES, sum[0], 1);
    return lane() & 2 ? sum[0] >> 16 : sum[0] & 0xffff;
}

// One bit for each code for which its lanes say so.
DEVICE u32 codes_where(bool said) {
    u32 lanes = __ballot_sync(ALL_LANES, said && (lane() & 1) == 0), codes = 0;
#pragma unroll
    for (u32 k = 0; k < 16; k++) codes |= (lanes >> 2 * k & 1) << k;
    return codes;
}

// hash() of a code's value.
DEVICE u64 hash_of_code(u32 code, u64 spare) {
    i32 value = (i8)value_of(code, spare);
    return (u64)(long long)(value == -1 ? -2 : value);
}

// A table of CPython's for codes: 8, 16, 32 or 64 slots, 16 for an empty one.
struct CodeTable {
    u8 slot[64];
    u32 mask, used;
};

DEVICE void clear(CodeTable &t, u32 size) {
    for (u32 k = 0; k < size; k++) t.slot[k] = 16;
    t.mask = size - 1;
    t.used = 0;
}

DEVICE void insert(CodeTable &t, u32 code, u64 spare) {
    u64 hash = hash_of_code(code, spare), perturb = hash;
    u32 at = (u32)hash & t.mask;
    for (;;) {
        u32 last = at + 9 <= t.mask ? at + 9 : at;
        for (u32 k = at; k <= last; k++)
            if (t.slot[k] == 16) {
                t.slot[k] = (u8)code;
                t.used++;
                return;
            }
        perturb >>= 5;
        at = (u32)(at * 5 + 1 + perturb) & t.mask;
    }
}

// All of one table into a fresh one, slot by slot.
DEVICE void rebuild(CodeTable &t, u32 size, u64 spare) {
    CodeTable old = t;
    clear(t, size);
    for (u32 k = 0; k <= old.mask; k++)
        if (old.slot[k] != 16) insert(t, old.slot[k], spare);
}

// The codes as nibbles, in the order in which CPython walks the set that was grown by adding the values as they come row by
// row; a copy of it if `copied`. Every lane works out the same.
template <class C> CALLED u64 walk_of_codes(Grid<C> g, u32 present, u64 spare, bool copied) {
    CodeTable table;
    clear(table, 8);
    u32 count = count_ones(present);
    // Without collisions in the end it does not matter who came first.
    u32 size = count < 5 ? 8 : !copied ? 32 : count < 8 ? 16 : count < 16 ? 32 : 64;
    u64 taken = 0;
    bool collide = false;
    for (u32 left = present; left; left &= left - 1) {
        u64 home = (u64)1 << ((u32)hash_of_code(lowest(left), spare) & (size - 1));
        collide |= (taken & home) != 0;
        taken |= home;
    }
    if (!collide) {
        clear(table, size);
        for (u32 left = present; left; left &= left - 1) insert(table, lowest(left), spare);
    } else {
        // Where each code comes first.
        u32 first[16];
        for (u32 left = present; left; left &= left - 1) {
            u32 code = lowest(left);
            Plane<C> cells = cells_with(g, code);
            u32 place = 0xffffffffu;
#pragma unroll
            for (u32 r = 0; r < C::ROWS; r++)
                if (place == 0xffffffffu && cells.row[r]) place = row_number(r) << 8 | lowest(cells.row[r]);
#pragma unroll
            for (u32 step = 16; step; step >>= 1) {
                u32 theirs = __shfl_xor_sync(ALL_LANES, place, step);
                place = theirs < place ? theirs : place;
            }
            first[code] = place;
        }
        for (u32 left = present; left;) {
            u32 next = lowest(left);
            for (u32 more = left & (left - 1); more; more &= more - 1)
                if (first[lowest(more)] < first[next]) next = lowest(more);
            left &= ~(1u << next);
            insert(table, next, spare);
            if (table.used * 5 >= table.mask * 3) rebuild(table, 32, spare);
        }
        if (copied && count >= 5 && size != table.mask + 1) rebuild(table, size, spare);
    }
    u64 walk = 0;
    u32 at = 0;
    for (u32 k = 0; k <= table.mask; k++)
        if (table.slot[k] != 16) walk |= (u64)table.slot[k] << 4 * at++;
    // After the last comes the first again, which says how many there are.
    if (at < 16) walk |= (walk & 15) << 4 * at;
    return walk;
}

// max or min of the set of colours by count; the first of the best in CPython's walk.
template <class C> DEVICE u32 extreme_code(const Grid<C> &g, u64 spare, bool most) {
    u32 count = count_of_code(g);
    u32 rank = count == 0 ? 0 : most ? count : 0x10000u - count, best = rank;
#pragma unroll
    for (u32 step = 16; step > 1; step >>= 1) {
        u32 theirs = __shfl_xor_sync(ALL_LANES, best, step);
        best = theirs > best ? theirs : best;
    }
    u32 tied = codes_where(rank == best), present = codes_where(count != 0);
    if ((tied & (tied - 1)) == 0) return lowest(tied);
    u64 walk = walk_of_codes<C>(g, present, spare, false);
    while (!(tied >> (u32)(walk & 15) & 1)) walk >>= 4;
    return (u32)(walk & 15);
}

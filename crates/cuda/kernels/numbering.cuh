// Objects get their numbers in the order in which the DSL finds them.
#pragma once
#include "labels.cuh"

// The ranks of the grid's cells; a bit for each rank that is the least of an object, and how many there are in the words before.
template <class C> struct RankBits {
    enum { WORDS = C::SIDE * C::SIDE / 32 };
    u32 bits[WORDS], before[WORDS];
    u32 ranks[C::SIDE * C::SIDE / 2 + 1];
};

// Where the ranks of a shape start among those of all shapes of the class.
template <class C> DEVICE u32 ranks_of_shape(u32 height, u32 width) {
    return height * (height - 1) / 2 * (C::SIDE * (C::SIDE + 1) / 2) + height * (width * (width - 1) / 2);
}

// The place in the trees of the root of the run that starts here.
DEVICE u32 root_place(const u32 *trees, u32 start) {
    u32 there = look(&trees[start]);
    return there & ROOT ? start : there;
}

// Gives every root its object's number: objects are numbered as the DSL finds them.
template <class C> DEVICE void number_objects(RankBits<C> *work, u32 *trees, const Runs<C> &runs, u32 height, u32 width, const u16 *ranks) {
    typedef typename C::Word Word;
    typedef RankBits<C> Ranks;
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++)
        for (Word left = runs.roots.row[r]; left; left &= left - 1) put(&trees[row_number(r) * C::SIDE + lowest(left)], ROOT | 0xffff);
    for (u32 k = lane(); k < Ranks::WORDS; k += 32) put(&work->bits[k], 0u);
    // All lanes fetch the ranks of the shape together: one wait, where cell by cell it would be many. They may start amid a word.
    u32 skew = (u32)((u64)ranks >> 1 & 1);
    const u32 *words = (const u32 *)(ranks - skew);
#pragma unroll 4
    for (u32 k = lane(); 2 * k < skew + height * width; k += 32) put(&work->ranks[k], words[k]);
    __syncwarp();
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        u32 first = skew + row_number(r) * width;
#pragma unroll 1
        for (Word left = runs.starts.row[r]; left; left &= left - 1) {
            u32 start = lowest(left), end = run_end<C>(runs.joined.row[r], start), least = 0xffff;
#pragma unroll 4
            for (u32 column = start; column < end; column++) {
                u32 rank = look((const u16 *)work->ranks + first + column);
                least = rank < least ? rank : least;
            }
            atomicMin(&trees[root_place(trees, row_number(r) * C::SIDE + start)], ROOT | least);
        }
    }
    __syncwarp();
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++)
        for (Word left = runs.roots.row[r]; left; left &= left - 1) {
            u32 rank = look(&trees[row_number(r) * C::SIDE + lowest(left)]) & 0xffff;
            atomicOr(&work->bits[rank >> 5], 1u << (rank & 31));
        }
    __syncwarp();
    u32 before = 0;
    for (u32 base = 0; base < Ranks::WORDS; base += 32) {
        u32 ones = count_ones(look(&work->bits[base + lane()])), sum = ones;
#pragma unroll
        for (u32 step = 1; step < 32; step *= 2) {
            u32 theirs = __shfl_up_sync(ALL_LANES, sum, step);
            if (lane() >= step) sum += theirs;
        }
        put(&work->before[base + lane()], before + sum - ones);
        before += __shfl_sync(ALL_LANES, sum, 31);
    }
    __syncwarp();
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++)
        for (Word left = runs.roots.row[r]; left; left &= left - 1) {
            u32 *root = &trees[row_number(r) * C::SIDE + lowest(left)], rank = look(root) & 0xffff;
            u32 number = look(&work->before[rank >> 5]) + count_ones(look(&work->bits[rank >> 5]) & ((1u << (rank & 31)) - 1));
            put(root, ROOT | number);
        }
    __syncwarp();
}

// The same for a grid with one object at most.
template <class C> DEVICE void number_only_object(u32 *trees, const Runs<C> &runs) {
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++)
        if (runs.roots.row[r]) put(&trees[row_number(r) * C::SIDE + lowest(runs.roots.row[r])], ROOT);
    __syncwarp();
}

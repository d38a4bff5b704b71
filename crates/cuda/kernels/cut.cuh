// Cutting, scaling and putting together. Columns are rows of the transposed grid where that is simplest.
#pragma once
#include "turn.cuh"

// What grid[start:stop] starts at and how many it has.
struct Slice {
    u32 start, count;
};

DEVICE Slice python_slice(i32 start, i32 stop, u32 length) {
    i32 n = (i32)length;
    start = start < 0 ? start + n : start;
    stop = stop < 0 ? stop + n : stop;
    start = start < 0 ? 0 : start > n ? n : start;
    stop = stop < 0 ? 0 : stop > n ? n : stop;
    Slice slice = {(u32)start, stop > start ? (u32)(stop - start) : 0};
    return slice;
}

// Whether there are cells left.
template <class C> DEVICE bool keep_window(Grid<C> &g, Slice rows, Slice columns) {
    if (rows.count == 0 || columns.count == 0) return false;
    u32 source[C::ROWS];
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) source[r] = row_number(r) < rows.count ? row_number(r) + rows.start : (u32)C::SIDE;
#pragma unroll
    for (u32 p = 0; p < 4; p++) {
        g.plane[p] = rows_from<C>(g.plane[p], source);
#pragma unroll
        for (u32 r = 0; r < C::ROWS; r++)
            g.plane[p].row[r] = moved_down<C>(g.plane[p].row[r], columns.start) & low_bits<C>(columns.count);
    }
    g.height = rows.count;
    g.width = columns.count;
    return true;
}

template <class C> DEVICE bool half(Grid<C> &g, u32 which) {
    u32 length = which < 2 ? g.height : g.width;
    Slice all_rows = {0, g.height}, all_columns = {0, g.width};
    Slice part = {which & 1 ? length / 2 + length % 2 : 0, length / 2};
    return keep_window(g, which < 2 ? part : all_rows, which < 2 ? all_columns : part);
}

// Row i of the result is row `source` of the grid; so many rows.
template <class C> DEVICE void take_rows(Grid<C> &g, const u32 (&source)[C::ROWS], u32 count) {
#pragma unroll
    for (u32 p = 0; p < 4; p++) g.plane[p] = rows_from<C>(g.plane[p], source);
    g.height = count;
}

// Repeats (factor > 0) or thins out (step > 0) the rows, and then, transposed, the columns.
template <class C> DEVICE void scale_both(Grid<C> &g, u32 down, u32 right, u32 step) {
#pragma unroll 1
    for (u32 turn = 0; turn < 2; turn++) {
        u32 factor = turn == 0 ? down : right;
        u32 count = step ? (g.height + step - 1) / step : g.height * factor;
        u32 source[C::ROWS];
#pragma unroll
        for (u32 r = 0; r < C::ROWS; r++) {
            u32 i = row_number(r);
            source[r] = i >= count ? (u32)C::SIDE : step ? i * step : i / factor;
        }
        take_rows(g, source, count);
        dmirror(g);
    }
}

// The rows whose bits are not all alike in every plane, as this lane sees its own.
template <class C> DEVICE bool is_uniform(const Grid<C> &g, u32 r) {
    typename C::Word full = low_bits<C>(g.width);
    bool uniform = true;
#pragma unroll
    for (u32 p = 0; p < 4; p++) uniform &= g.plane[p].row[r] == 0 || g.plane[p].row[r] == full;
    return uniform;
}

// One bit for each row that is not of one colour.
template <class C> DEVICE u64 mixed_rows(const Grid<C> &g) {
    u64 mixed = 0;
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) mixed |= (u64)__ballot_sync(ALL_LANES, row_number(r) < g.height && !is_uniform(g, r)) << 32 * r;
    return mixed;
}

// The number of the n-th one of a word, counted from 0; past the side if there are fewer.
DEVICE u32 nth_one(u64 word, u32 n) {
    for (u32 k = 0; k < n; k++) word &= word - 1;
    return word ? lowest(word) : 64;
}

template <class C> DEVICE void keep_rows(Grid<C> &g, u64 kept) {
    u32 source[C::ROWS];
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        source[r] = nth_one(kept, row_number(r));
        source[r] = source[r] > (u32)C::SIDE ? (u32)C::SIDE : source[r];
    }
    take_rows(g, source, count_ones(kept));
}

// Rows of one colour are looked for in the whole grid, and so are columns, before any go.
template <class C> DEVICE bool compress(Grid<C> &g) {
    u64 rows = mixed_rows(g);
    dmirror(g);
    u64 columns = mixed_rows(g);
    keep_rows(g, columns);
    dmirror(g);
    keep_rows(g, rows);
    return rows != 0 && columns != 0;
}

template <class C> DEVICE bool split(Grid<C> &g, u32 axis, u32 parts, u32 part) {
    u32 length = axis == 0 ? g.width : g.height;
    u32 size = length / parts, start = part * (size + (length % parts != 0));
    Slice all_rows = {0, g.height}, all_columns = {0, g.width};
    Slice cut = python_slice((i32)start, (i32)(start + size), length);
    return keep_window(g, axis == 0 ? all_rows : cut, axis == 0 ? cut : all_columns);
}

// As many rows as the shorter of the two has.
template <class C> DEVICE bool hconcat(Grid<C> &g, const Grid<C> &other) {
    u32 rows = g.height < other.height ? g.height : other.height;
    if (g.width + other.width > (u32)C::SIDE) return false;
#pragma unroll
    for (u32 p = 0; p < 4; p++)
#pragma unroll
        for (u32 r = 0; r < C::ROWS; r++) {
            typename C::Word both = g.plane[p].row[r] | moved_up<C>(other.plane[p].row[r], g.width);
            g.plane[p].row[r] = row_number(r) < rows ? both : 0;
        }
    g.height = rows;
    g.width += other.width;
    return true;
}

template <class C> DEVICE void vconcat(Grid<C> &g, const Grid<C> &other) {
    u32 source[C::ROWS];
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        u32 below = row_number(r) - g.height;
        source[r] = row_number(r) >= g.height && below < other.height ? below : (u32)C::SIDE;
    }
#pragma unroll
    for (u32 p = 0; p < 4; p++) {
        Plane<C> lower = rows_from<C>(other.plane[p], source);
#pragma unroll
        for (u32 r = 0; r < C::ROWS; r++) g.plane[p].row[r] |= lower.row[r];
    }
    g.height += other.height;
}

// Where the two differ, within the grid.
template <class C> DEVICE Plane<C> differing(const Grid<C> &g, const Grid<C> &other) {
    Plane<C> differ;
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        differ.row[r] = 0;
#pragma unroll
        for (u32 p = 0; p < 4; p++) differ.row[r] |= g.plane[p].row[r] ^ other.plane[p].row[r];
        differ.row[r] &= cells_of_row<C>(g.height, g.width, r);
    }
    return differ;
}

// The box around a mask as two slices; empty ones if nothing is masked.
template <class C> DEVICE void box_of(const Plane<C> &mask, Slice &rows, Slice &columns) {
    u64 used = 0;
    typename C::Word across = 0;
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        used |= (u64)__ballot_sync(ALL_LANES, mask.row[r] != 0) << 32 * r;
        across |= mask.row[r];
    }
#pragma unroll
    for (u32 step = 16; step; step >>= 1) across |= __shfl_xor_sync(ALL_LANES, across, step);
    rows.start = columns.start = rows.count = columns.count = 0;
    if (used == 0) return;
    rows.start = lowest(used);
    rows.count = highest(used) - rows.start + 1;
    columns.start = lowest(across);
    columns.count = highest(across) - columns.start + 1;
}

// Grids that stay on the device: for each row of the class its four words side by side, so that a lane reads and writes
// sixteen bytes at once. Rows past the height are neither written nor read.
#pragma once
#include "abi.cuh"

template <class C> struct alignas(16) FourWords {
    typename C::Word word[4];
};

template <class C> DEVICE void read_planes(const void *planes, u32 row, u32 word, Grid<C> &g) {
    g.height = word & 255;
    g.width = word >> 8 & 255;
    const FourWords<C> *rows = (const FourWords<C> *)planes + (u64)row * C::SIDE;
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        FourWords<C> got = {{0, 0, 0, 0}};
        if (row_number(r) < g.height) got = rows[row_number(r)];
#pragma unroll
        for (u32 p = 0; p < 4; p++) g.plane[p].row[r] = got.word[p];
    }
}

template <class C> DEVICE void write_planes(const Grid<C> &g, void *planes, u32 row) {
    FourWords<C> *rows = (FourWords<C> *)planes + (u64)row * C::SIDE;
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        FourWords<C> made;
#pragma unroll
        for (u32 p = 0; p < 4; p++) made.word[p] = g.plane[p].row[r];
        if (row_number(r) < g.height) rows[row_number(r)] = made;
    }
}

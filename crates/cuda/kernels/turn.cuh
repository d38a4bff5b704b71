// Turning and mirroring.
#pragma once
#include "warp.cuh"

template <class C> DEVICE void hmirror(Grid<C> &g) {
    u32 source[C::ROWS];
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) source[r] = row_number(r) < g.height ? g.height - 1 - row_number(r) : (u32)C::SIDE;
#pragma unroll
    for (u32 p = 0; p < 4; p++) g.plane[p] = rows_from<C>(g.plane[p], source);
}

template <class C> DEVICE void vmirror(Grid<C> &g) {
#pragma unroll
    for (u32 p = 0; p < 4; p++)
#pragma unroll
        for (u32 r = 0; r < C::ROWS; r++) g.plane[p].row[r] = moved_down<C>(reversed(g.plane[p].row[r]), C::SIDE - g.width);
}

template <class C> DEVICE void dmirror(Grid<C> &g) {
#pragma unroll
    for (u32 p = 0; p < 4; p++) g.plane[p] = transposed(g.plane[p]);
    u32 height = g.height;
    g.height = g.width;
    g.width = height;
}

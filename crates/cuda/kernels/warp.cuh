// What every kernel stands on: one warp holds one grid, a lane holds one row (two in the large class).
//
// A plane is one bit of every cell's code; four planes are a grid. Bits outside the grid are zero, always.
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;
typedef signed char i8;

#ifdef MEGABATT_EMULATOR
#include "emulator.hpp"
#else
#define DEVICE __device__ __forceinline__
// For code that several steps use and that is long: it stands once, and the kernels become machine code sooner.
#define CALLED __device__ __noinline__
// A loop that is written once. The compiler writes most loops four times over, and where there is much code, fetching it takes longer than
// what that saves.
#define LOOP _Pragma("unroll 1") for
// A table.
#define CONSTANT static __device__ const
// A kernel whose blocks have so many warps.
#define KERNEL(warps) extern "C" __global__ void __launch_bounds__(warps * 32)
// And of which so many blocks fit on a multiprocessor at once.
#define DENSE_KERNEL(warps, blocks) extern "C" __global__ void __launch_bounds__(warps * 32, blocks)
// Memory that lanes share goes through these two, so that the emulator can let another lane go first.
template <class T> DEVICE T look(const T *at) { return *at; }
template <class T> DEVICE void put(T *at, T value) { *at = value; }
// The multiprocessor on which this lane runs.
DEVICE u32 multiprocessor() {
    u32 number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    return number;
}
#endif

#define ALL_LANES 0xffffffffu

DEVICE u32 lane() { return threadIdx.x & 31; }
DEVICE u32 warp_in_block() { return threadIdx.x >> 5; }
template <u32 WARPS> DEVICE u32 warp_number() { return blockIdx.x * WARPS + warp_in_block(); }

// The size classes: grids of up to 32x32 and of up to 64x64 cells.
struct Small {
    typedef u32 Word;
    enum { SIDE = 32, ROWS = 1 };
};
struct Large {
    typedef u64 Word;
    enum { SIDE = 64, ROWS = 2 };
};

DEVICE u32 count_ones(u32 x) { return __popc(x); }
DEVICE u32 count_ones(u64 x) { return __popcll(x); }
DEVICE u32 reversed(u32 x) { return __brev(x); }
DEVICE u64 reversed(u64 x) { return __brevll(x); }
// The number of the lowest one; not for zero.
DEVICE u32 lowest(u32 x) { return __ffs(x) - 1; }
DEVICE u32 lowest(u64 x) { return __ffsll(x) - 1; }
DEVICE u32 highest(u32 x) { return 31 - __clz(x); }
DEVICE u32 highest(u64 x) { return 63 - __clzll(x); }

template <class C> struct Plane {
    typename C::Word row[C::ROWS];
};

template <class C> struct Grid {
    Plane<C> plane[4];
    u32 height, width;
};

// Which row of the grid this lane's r-th is.
DEVICE u32 row_number(u32 r) { return lane() + 32 * r; }

// A word with the n lowest bits set; n may be all of them.
template <class C> DEVICE typename C::Word low_bits(u32 n) {
    typedef typename C::Word Word;
    return n >= (u32)C::SIDE ? ~(Word)0 : ((Word)1 << n) - 1;
}

// A word shifted, to the left for positive n; all bits may go.
template <class C> DEVICE typename C::Word moved_up(typename C::Word x, u32 n) { return n >= (u32)C::SIDE ? 0 : x << n; }
template <class C> DEVICE typename C::Word moved_down(typename C::Word x, u32 n) { return n >= (u32)C::SIDE ? 0 : x >> n; }

// Each lane's rows become the rows it names; a number past the side gives an empty row.
DEVICE u32 row_from(const Plane<Small> &from, u32 source) {
    u32 got = __shfl_sync(ALL_LANES, from.row[0], source & 31);
    return source < 32 ? got : 0;
}

CALLED u64 row_of_two(u64 lower, u64 upper, u32 source) {
    lower = __shfl_sync(ALL_LANES, lower, source & 31);
    upper = __shfl_sync(ALL_LANES, upper, source & 31);
    return source < 32 ? lower : source < 64 ? upper : 0;
}

DEVICE u64 row_from(const Plane<Large> &from, u32 source) { return row_of_two(from.row[0], from.row[1], source); }

template <class C> DEVICE Plane<C> rows_from(const Plane<C> &from, const u32 (&source)[C::ROWS]) {
    Plane<C> to;
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) to.row[r] = row_from(from, source[r]);
    return to;
}

// Rows become columns: five rounds in which blocks of 16, 8, 4, 2, 1 change places across the diagonal. A lane keeps one half of
// each block and takes the other from its partner, moved over by the size of the block; moving by rotation does, since
// what comes in from the far end lands in the half that is kept.
template <u32 STEP> DEVICE u32 exchanged(u32 x, u32 low) {
    bool lower = lane() & STEP;
    u32 kept = lower ? ~low : low, other = __shfl_xor_sync(ALL_LANES, x, STEP);
    other = __funnelshift_l(other, other, lower ? 32 - STEP : STEP);
    return (x & kept) | (other & ~kept);
}

DEVICE u32 transposed_block(u32 x) {
    u32 other = __shfl_xor_sync(ALL_LANES, x, 16);
    x = __byte_perm(x, other, lane() & 16 ? 0x3276 : 0x5410);
    other = __shfl_xor_sync(ALL_LANES, x, 8);
    x = __byte_perm(x, other, lane() & 8 ? 0x3715 : 0x6240);
    x = exchanged<4>(x, 0x0f0f0f0fu);
    x = exchanged<2>(x, 0x33333333u);
    return exchanged<1>(x, 0x55555555u);
}

DEVICE Plane<Small> transposed(const Plane<Small> &from) {
    Plane<Small> to;
    to.row[0] = transposed_block(from.row[0]);
    return to;
}

CALLED u32 called_transposed_block(u32 x) { return transposed_block(x); }

DEVICE Plane<Large> transposed(const Plane<Large> &from) {
    u32 a = called_transposed_block((u32)from.row[0]), b = called_transposed_block((u32)(from.row[0] >> 32));
    u32 c = called_transposed_block((u32)from.row[1]), d = called_transposed_block((u32)(from.row[1] >> 32));
    Plane<Large> to;
    to.row[0] = (u64)a | (u64)c << 32;
    to.row[1] = (u64)b | (u64)d << 32;
    return to;
}

// The bits of this lane's r-th row that are cells.
template <class C> DEVICE typename C::Word cells_of_row(u32 height, u32 width, u32 r) {
    return row_number(r) < height ? low_bits<C>(width) : 0;
}

// Where the grid has a code, within its cells.
template <class C> DEVICE Plane<C> cells_with(const Grid<C> &g, u32 code) {
    Plane<C> found;
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        typename C::Word differ = 0;
#pragma unroll
        for (u32 p = 0; p < 4; p++) differ |= code >> p & 1 ? ~g.plane[p].row[r] : g.plane[p].row[r];
        found.row[r] = ~differ & cells_of_row<C>(g.height, g.width, r);
    }
    return found;
}

// Gives some cells a code.
template <class C> DEVICE void set_cells(Grid<C> &g, const Plane<C> &where, u32 code) {
#pragma unroll
    for (u32 p = 0; p < 4; p++)
#pragma unroll
        for (u32 r = 0; r < C::ROWS; r++) {
            if (code >> p & 1) g.plane[p].row[r] |= where.row[r];
            else g.plane[p].row[r] &= ~where.row[r];
        }
}

template <class C> DEVICE void exchange_codes(Grid<C> &g, u32 a, u32 b) {
    Plane<C> were_a = cells_with(g, a), were_b = cells_with(g, b);
    set_cells(g, were_a, b);
    set_cells(g, were_b, a);
}

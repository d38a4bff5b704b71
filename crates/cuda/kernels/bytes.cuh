// Grids between bytes and planes. Bytes are moved in whole words by all lanes together, through shared memory.
#pragma once
#include "abi.cuh"

// Room for one grid's bytes, for how they may lie in their first word, and for a word read past the end.
template <class C> struct Stage {
    u32 word[C::SIDE * C::SIDE / 4 + 2];
};

// The four bytes from byte `at` on.
template <class C> DEVICE u32 four_bytes(const Stage<C> *stage, u32 at) {
    u32 low = look(&stage->word[at >> 2]), high = look(&stage->word[(at >> 2) + 1]);
    u32 shift = 8 * (at & 3);
    return shift ? low >> shift | high << (32 - shift) : low;
}

// Codes for four raw bytes of which at least one is above 9.
// Bytes that no code stands for come out as 0 and are told in `unknown`, transparent ones in `absent`, a bit each.
DEVICE u32 spare_codes(u32 raw, u64 spare, u32 &unknown, u32 &absent) {
    u32 codes = 0;
#pragma unroll 1
    for (u32 k = 0; k < 4; k++) {
        u32 byte = raw >> 8 * k & 255, code = byte;
        if (byte > 9) {
            code = 0;
#pragma unroll 1
            for (u32 s = 10; s < 16; s++)
                if (value_of(s, spare) == byte) code = s;
            if (byte == TRANSPARENT) absent |= 1u << k;
            else if (code == 0) unknown |= 1u << k;
        }
        codes |= code << 8 * k;
    }
    return codes;
}

// Bit p of four codes, side by side.
DEVICE u32 bits_of_four(u32 codes, u32 p) { return ((codes >> p & 0x01010101u) * 0x10204080u) >> 28; }

// Reads a grid, or a patch, of which `mask` gets the cells that are there. Gives the row's status.
template <class C> DEVICE u32 read_bytes(const Bytes &from, bool patch, u32 row, u64 spare, Stage<C> *stage, Grid<C> &g, Plane<C> &mask) {
    typedef typename C::Word Word;
    u32 word = from.words[row], status = word >> STATUS_SHIFT;
    g.height = word & 255;
    g.width = word >> 8 & 255;
    if (status == FINE && (g.height > (u32)C::SIDE || g.width > (u32)C::SIDE)) status = TOO_LARGE;
    if (status == FINE && (g.height == 0 || g.width == 0)) status = NO_GRID;
    if (status != FINE) g.height = g.width = 0;
    u32 offset = from.offsets[row], skew = offset & 3, count = g.height * g.width;
    const u32 *source = (const u32 *)(from.cells + (offset - skew));
#pragma unroll 2
    for (u32 k = lane(); 4 * k < skew + count; k += 32) put(&stage->word[k], look(&source[k]));
    __syncwarp();
    bool foreign = false;
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        Word bits[4] = {0, 0, 0, 0}, there = 0;
        u32 start = skew + row_number(r) * g.width;
        u32 end = row_number(r) < g.height ? g.width : 0;
#pragma unroll 1
        for (u32 j = 0; j < end; j += 4) {
            u32 raw = four_bytes(stage, start + j), present = 15;
            if (end - j < 4) {
                present = (1u << (end - j)) - 1;
                raw &= (1u << 8 * (end - j)) - 1;
            }
            if ((raw | (raw + 0x76767676u)) & 0x80808080u) {
                u32 unknown = 0, absent = 0;
                raw = spare_codes(raw, spare, unknown, absent);
                foreign |= unknown != 0 || (absent & present && !patch);
                present &= ~absent;
            }
#pragma unroll
            for (u32 p = 0; p < 4; p++) bits[p] |= (Word)bits_of_four(raw, p) << j;
            there |= (Word)present << j;
        }
#pragma unroll
        for (u32 p = 0; p < 4; p++) g.plane[p].row[r] = bits[p];
        mask.row[r] = there;
    }
    __syncwarp();
    if (__any_sync(ALL_LANES, foreign)) status = FOREIGN_VALUE;
    return status;
}

// Writes the cells of a grid to where they belong among the output's bytes.
template <class C> DEVICE void write_bytes(const Grid<C> &g, u8 *cells, u32 offset, u64 spare, Stage<C> *stage) {
    u8 *staged = (u8 *)stage->word;
    u32 skew = offset & 3, end = skew + g.height * g.width;
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        u32 start = skew + row_number(r) * g.width;
        u32 width = row_number(r) < g.height ? g.width : 0;
#pragma unroll 1
        for (u32 j = 0; j < width; j += 4) {
            u32 codes = 0;
#pragma unroll
            for (u32 p = 0; p < 4; p++)
                codes |= (((u32)(g.plane[p].row[r] >> j) & 15) * 0x00204081u & 0x01010101u) << p;
#pragma unroll 1
            for (u32 k = 0; k < 4 && j + k < width; k++) put(&staged[start + j + k], (u8)value_of(codes >> 8 * k & 255, spare));
        }
    }
    __syncwarp();
    u32 *target = (u32 *)(cells + (offset - skew));
#pragma unroll 1
    for (u32 k = lane(); 4 * k < end; k += 32) {
        // The first and the last word may belong to a neighbour in part.
        if (4 * k >= skew && 4 * k + 4 <= end) {
            target[k] = look(&stage->word[k]);
        } else {
#pragma unroll 1
            for (u32 b = 4 * k < skew ? skew : 4 * k; b < end && b < 4 * k + 4; b++) cells[offset - skew + b] = look(&staged[b]);
        }
    }
    __syncwarp();
}

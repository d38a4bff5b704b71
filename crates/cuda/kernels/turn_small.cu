// Pipelines over kept grids of the small class that only turn, mirror and recolour: little to hold, so many warps run at once
// and each has four grids on their way. These are bound by memory, and this is what keeps it busy.
#include "ops.cuh"
#include "planes.cuh"
#include "turn.cuh"

#define GRIDS_OF_A_WARP 4

DEVICE void turn_step(Grid<Small> &g, const Op &op) {
    switch (op.code) {
    case STEP_HMIRROR: hmirror(g); break;
    case STEP_VMIRROR: vmirror(g); break;
    case STEP_DMIRROR: dmirror(g); break;
    case STEP_REPLACE: set_cells(g, cells_with(g, (u32)op.a), (u32)op.b); break;
    case STEP_SWITCH: exchange_codes(g, (u32)op.a, (u32)op.b); break;
    }
}

DENSE_KERNEL(8, 5) turn_small(const PipelineArgs args) {
    u32 first = warp_number<8>() * GRIDS_OF_A_WARP;
    if (first >= args.rows) return;
    u32 word[GRIDS_OF_A_WARP];
    Grid<Small> g[GRIDS_OF_A_WARP];
#pragma unroll
    for (u32 k = 0; k < GRIDS_OF_A_WARP; k++) word[k] = first + k < args.rows ? args.in.words[first + k] : 0;
#pragma unroll
    for (u32 k = 0; k < GRIDS_OF_A_WARP; k++) read_planes<Small>(args.in_planes, first + k, word[k], g[k]);
#pragma unroll 1
    for (u32 n = 0; n < args.op_count; n++)
#pragma unroll
        for (u32 k = 0; k < GRIDS_OF_A_WARP; k++) turn_step(g[k], args.ops[n]);
#pragma unroll
    for (u32 k = 0; k < GRIDS_OF_A_WARP; k++) write_planes<Small>(g[k], args.out_planes, first + k);
    if (lane() < GRIDS_OF_A_WARP && first + lane() < args.rows) {
        u32 height = g[0].height, width = g[0].width, old = word[0];
#pragma unroll
        for (u32 k = 1; k < GRIDS_OF_A_WARP; k++)
            if (lane() == k) height = g[k].height, width = g[k].width, old = word[k];
        args.out_words[first + lane()] = word_of(height, width, old >> STATUS_SHIFT);
    }
}

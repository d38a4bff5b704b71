// A whole pipeline in one launch: a warp reads its grid, runs the operations on it in registers, and writes what came out.
// All warps run the same list, so the switch costs a jump and no divergence.
#include "bytes.cuh"
#include "ops.cuh"
#include "planes.cuh"
#include "turn.cuh"

template <class C> struct State {
    Grid<C> grid;
    Grid<C> other;
    Plane<C> mask;
    u32 status;
};

template <class C> DEVICE void run_op(State<C> &s, const Op &op) {
    switch (op.code) {
    case OP_HMIRROR: hmirror(s.grid); break;
    case OP_VMIRROR: vmirror(s.grid); break;
    case OP_DMIRROR: dmirror(s.grid); break;
    case OP_REPLACE: set_cells(s.grid, cells_with(s.grid, (u32)op.a), (u32)op.b); break;
    default: s.status = NO_GRID;
    }
}

template <class C> DEVICE void run_pipeline(const PipelineArgs &args, Stage<C> *stage) {
    u32 row = warp_number();
    if (row >= args.rows) return;
    State<C> s;
    if (args.input == FROM_PLANES) {
        u32 word = args.in.words[row];
        s.status = word >> STATUS_SHIFT;
        read_planes<C>(args.in_planes, row, s.status == FINE ? word : 0, s.grid);
    } else {
        s.status = read_bytes<C>(args.in, row, args.spare, stage, s.grid, s.mask);
    }
#pragma unroll 1
    for (u32 k = 0; k < args.op_count && s.status == FINE; k++) run_op<C>(s, args.ops[k]);
    if (s.status == FINE && args.output == TO_BYTES) {
        u32 offset = args.out_offsets[row];
        if (s.grid.height * s.grid.width > args.out_offsets[row + 1] - offset) s.status = NO_ROOM;
        else write_bytes<C>(s.grid, args.out_cells, offset, args.spare, stage);
    } else if (s.status == FINE && args.output == TO_PLANES) {
        write_planes<C>(s.grid, args.out_planes, row);
    }
    if (lane() == 0) args.out_words[row] = s.status == FINE ? word_of(s.grid.height, s.grid.width, FINE) : word_of(0, 0, s.status);
}

KERNEL pipeline_small(const PipelineArgs args) {
    __shared__ Stage<Small> stage[WARPS];
    run_pipeline<Small>(args, &stage[warp_in_block()]);
}

KERNEL pipeline_large(const PipelineArgs args) {
    __shared__ Stage<Large> stage[WARPS];
    run_pipeline<Large>(args, &stage[warp_in_block()]);
}

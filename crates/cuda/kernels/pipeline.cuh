// A whole pipeline in one launch: a warp reads its grid, runs the steps on it in registers, and writes what came out.
// All warps run the same list, so the switch costs a jump and no divergence.
#pragma once
#include "bytes.cuh"
#include "colours.cuh"
#include "cut.cuh"
#include "ops.cuh"
#include "planes.cuh"

template <class C> struct State {
    Grid<C> grid;
    Grid<C> other;
    Plane<C> mask;
    u64 number;
    u32 status;
};

// Steps that want to know the most or the least common colour.
DEVICE bool wants_extreme(const Op &op) {
    return op.code == STEP_MOSTCOLOR || op.code == STEP_LEASTCOLOR || op.code == STEP_COVER ||
           ((op.code == STEP_FILL || op.code == STEP_PAINT) && op.b != 0);
}

// What fill, cover and paint do: the masked cells become the other's, or get a code; all of them or those of the background.
template <class C> DEVICE void draw(State<C> &s, const Op &op, u32 background) {
    u32 code = op.code == STEP_COVER ? background : (u32)op.a;
    Plane<C> under = cells_with(s.grid, background);
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        typename C::Word cells = s.mask.row[r] & cells_of_row<C>(s.grid.height, s.grid.width, r);
        if (op.b != 0) cells &= under.row[r];
#pragma unroll
        for (u32 p = 0; p < 4; p++) {
            typename C::Word drawn = op.code == STEP_PAINT ? s.other.plane[p].row[r] : code >> p & 1 ? ~(typename C::Word)0 : 0;
            s.grid.plane[p].row[r] = (s.grid.plane[p].row[r] & ~cells) | (drawn & cells);
        }
    }
}

template <class C> DEVICE void run_step(State<C> &s, const Op &op, const PipelineArgs &args, u32 row, u32 part, Stage<C> *stage) {
    Grid<C> &g = s.grid;
    bool is_grid = true, fits = true;
    u32 extreme = 0;
    if (wants_extreme(op)) extreme = extreme_code(g, args.spare, op.code != STEP_LEASTCOLOR);
    switch (op.code) {
    case STEP_HMIRROR: hmirror(g); break;
    case STEP_VMIRROR: vmirror(g); break;
    case STEP_DMIRROR: dmirror(g); break;
    case STEP_REPLACE: set_cells(g, cells_with(g, (u32)op.a), (u32)op.b); break;
    case STEP_SWITCH: exchange_codes(g, (u32)op.a, (u32)op.b); break;
    case STEP_WINDOW: is_grid = keep_window(g, python_slice(op.a, op.b, g.height), python_slice(op.c, op.d, g.width)); break;
    case STEP_HALF: is_grid = half(g, (u32)op.a); break;
    case STEP_SCALE:
        is_grid = op.a > 0 && op.b > 0;
        fits = is_grid && op.a <= C::SIDE && op.b <= C::SIDE && g.height * op.a <= (u32)C::SIDE && g.width * op.b <= (u32)C::SIDE;
        if (fits) scale_both(g, (u32)op.a, (u32)op.b, 0);
        break;
    case STEP_DOWNSCALE:
        is_grid = op.a != 0;
        if (is_grid) scale_both(g, 1, 1, (u32)(op.a < 0 ? -op.a : op.a));
        break;
    case STEP_CANVAS:
        is_grid = op.b > 0 && op.c > 0;
        fits = is_grid && op.b <= C::SIDE && op.c <= C::SIDE;
        if (fits) {
            g.height = (u32)op.b;
            g.width = (u32)op.c;
#pragma unroll
            for (u32 p = 0; p < 4; p++)
#pragma unroll
                for (u32 r = 0; r < C::ROWS; r++) g.plane[p].row[r] = op.a >> p & 1 ? cells_of_row<C>(g.height, g.width, r) : 0;
        }
        break;
    case STEP_COMPRESS: is_grid = compress(g); break;
    case STEP_SPLIT: is_grid = split(g, (u32)op.a, (u32)op.b, part); break;
    case STEP_SAVE: s.other = g; break;
    case STEP_SWAP: {
        Grid<C> kept = g;
        g = s.other;
        s.other = kept;
        break;
    }
    case STEP_LOAD: s.status = read_bytes<C>(args.other, true, row, args.spare, stage, s.other, s.mask); break;
    case STEP_HCONCAT: fits = hconcat(g, s.other); break;
    case STEP_VCONCAT:
        is_grid = g.width == s.other.width;
        fits = g.height + s.other.height <= (u32)C::SIDE;
        if (is_grid && fits) vconcat(g, s.other);
        break;
    case STEP_CELLWISE:
        is_grid = g.height <= s.other.height && g.width <= s.other.width;
        if (is_grid) set_cells(g, differing(g, s.other), (u32)op.a);
        break;
    case STEP_OFCOLOR: s.mask = cells_with(g, (u32)op.a); break;
    case STEP_FILL:
    case STEP_COVER:
    case STEP_PAINT: draw(s, op, extreme); break;
    case STEP_SUBGRID: {
        Slice rows, columns;
        box_of(s.mask, rows, columns);
        rows = python_slice((i32)rows.start, (i32)(rows.start + rows.count), g.height);
        columns = python_slice((i32)columns.start, (i32)(columns.start + columns.count), g.width);
        is_grid = keep_window(g, rows, columns);
        break;
    }
    case STEP_MOSTCOLOR:
    case STEP_LEASTCOLOR:
        s.number = (u64)(long long)(i8)value_of(extreme, args.spare);
        break;
    case STEP_NUMCOLORS:
    case STEP_COLORCOUNT:
    case STEP_PALETTE: {
        u32 count = count_of_code(g), present = codes_where(count != 0), asked = __shfl_sync(ALL_LANES, count, (u32)op.a * 2);
        s.number = op.code == STEP_NUMCOLORS ? count_ones(present) : op.code == STEP_COLORCOUNT ? asked : walk_of_codes<C>(g, present, args.spare, op.b == 0);
        break;
    }
    default: is_grid = false;
    }
    if (!fits) s.status = TOO_LARGE;
    if (!is_grid) s.status = NO_GRID;
}

template <class C> DEVICE void run_pipeline(const PipelineArgs &args, Stage<C> *stage, u32 result) {
    if (result >= args.rows * args.parts) return;
    u32 row = args.parts == 1 ? result : result / args.parts, part = result - row * args.parts;
    State<C> s = {};
    if (args.input == FROM_PLANES) {
        u32 word = args.in.words[row];
        s.status = word >> STATUS_SHIFT;
        read_planes<C>(args.in_planes, row, s.status == FINE ? word : 0, s.grid);
    } else {
        s.status = read_bytes<C>(args.in, false, row, args.spare, stage, s.grid, s.mask);
    }
#pragma unroll 1
    for (u32 k = 0; k < args.op_count && s.status == FINE; k++) run_step<C>(s, args.ops[k], args, row, part, stage);
    if (s.status == FINE && args.output == TO_BYTES) {
        u32 offset = args.out_offsets[result];
        if (s.grid.height * s.grid.width > args.out_offsets[result + 1] - offset) s.status = NO_ROOM;
        else write_bytes<C>(s.grid, args.out_cells, offset, args.spare, stage);
    } else if (s.status == FINE && args.output == TO_PLANES) {
        write_planes<C>(s.grid, args.out_planes, result);
    } else if (s.status == FINE && args.output == TO_MASK) {
        typename C::Word *masks = (typename C::Word *)args.out_cells + (u64)result * C::SIDE;
#pragma unroll
        for (u32 r = 0; r < C::ROWS; r++) masks[row_number(r)] = s.mask.row[r];
    } else if (s.status == FINE && args.output == TO_NUMBER && lane() == 0) {
        ((u64 *)args.out_cells)[result] = s.number;
    }
    if (lane() == 0) args.out_words[result] = s.status == FINE ? word_of(s.grid.height, s.grid.width, FINE) : word_of(0, 0, s.status);
}

// Which cells belong together: runs of a row are joined with runs of the row above, as trees in shared memory.
#pragma once
#include "abi.cuh"

// Every cell has a place for the number of a cell of the same object; only those at the start of a run are used.
template <class C> struct Trees {
    u32 at[C::SIDE * C::SIDE];
};

// A root's place holds something else than a cell once the trees are flat.
#define ROOT 0x80000000u

// What a lane knows of its rows.
template <class C> struct Runs {
    // The cells that belong to objects.
    Plane<C> cells;
    // Those that go on from the cell to their left, and those that start a run.
    Plane<C> joined, starts;
    // The starts that are roots.
    Plane<C> roots;
};

DEVICE u32 root_of(const u32 *trees, u32 cell) {
    u32 parent = look(&trees[cell]);
    while (parent != cell) {
        cell = parent;
        parent = look(&trees[cell]);
    }
    return cell;
}

// Joins two trees; the root is always the least cell, whoever comes first.
DEVICE void join_trees(u32 *trees, u32 a, u32 b) {
    for (;;) {
        a = root_of(trees, a);
        b = root_of(trees, b);
        if (a == b) return;
        u32 upper = a < b ? a : b, lower = a < b ? b : a;
        u32 old = atomicMin(&trees[lower], upper);
        if (old == lower) return;
        // Somebody else was quicker: what they joined has to be joined with ours.
        a = old;
        b = upper;
    }
}

// The start of the run that a column is in.
template <class C> DEVICE u32 run_start(typename C::Word starts, u32 column) { return highest(starts & low_bits<C>(column + 1)); }

// Where the run that starts at a column ends.
template <class C> DEVICE u32 run_end(typename C::Word joined, u32 start) {
    typename C::Word after = moved_down<C>(~joined, start + 1);
    return after ? start + 1 + lowest(after) : (u32)C::SIDE;
}

// Joins the runs of a row, at the columns given, with runs of the row above, at columns so much further right.
template <class C> DEVICE void join_at(u32 *trees, u32 row, typename C::Word at, int shift, typename C::Word starts, typename C::Word above) {
    for (; at; at &= at - 1) {
        u32 column = lowest(at);
        join_trees(trees, row * C::SIDE + run_start<C>(starts, column), (row - 1) * C::SIDE + run_start<C>(above, column + shift));
    }
}

// Finds the runs and joins them. Afterwards the starts of runs point to their roots, and roots to themselves.
template <class C> DEVICE Runs<C> label(const Grid<C> &g, const Plane<C> &cells, bool univalued, bool diagonal, u32 *trees) {
    typedef typename C::Word Word;
    Runs<C> runs;
    runs.cells = cells;
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        Word differ = 0;
#pragma unroll
        for (u32 p = 0; p < 4; p++) differ |= g.plane[p].row[r] ^ (g.plane[p].row[r] << 1);
        runs.joined.row[r] = cells.row[r] & (cells.row[r] << 1) & (univalued ? ~differ : ~(Word)0);
        runs.starts.row[r] = cells.row[r] & ~runs.joined.row[r];
        for (Word left = runs.starts.row[r]; left; left &= left - 1) {
            u32 cell = row_number(r) * C::SIDE + lowest(left);
            put(&trees[cell], cell);
        }
    }
    u32 above[C::ROWS];
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) above[r] = row_number(r) - 1;
    Plane<C> upper_cells = rows_from<C>(cells, above), upper_starts = rows_from<C>(runs.starts, above), upper[4];
#pragma unroll
    for (u32 p = 0; p < 4; p++) upper[p] = rows_from<C>(g.plane[p], above);
    __syncwarp();
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        Word differ = 0, differ_left = 0, differ_right = 0;
#pragma unroll
        for (u32 p = 0; p < 4; p++) {
            differ |= g.plane[p].row[r] ^ upper[p].row[r];
            differ_left |= g.plane[p].row[r] ^ (upper[p].row[r] << 1);
            differ_right |= g.plane[p].row[r] ^ (upper[p].row[r] >> 1);
        }
        if (!univalued) differ = differ_left = differ_right = 0;
        Word here = cells.row[r], joined = runs.joined.row[r], over = upper_cells.row[r];
        // A run needs to be joined once with each run above; cells whose left neighbour does the same are left out.
        Word straight = ~differ & here & over;
        join_at<C>(trees, row_number(r), straight & ~((straight << 1) & joined), 0, runs.starts.row[r], upper_starts.row[r]);
        if (diagonal) {
            Word left = ~differ_left & here & (over << 1) & ~straight & ~joined;
            join_at<C>(trees, row_number(r), left, -1, runs.starts.row[r], upper_starts.row[r]);
            Word right = ~differ_right & here & (over >> 1) & ~straight & ~(joined >> 1);
            join_at<C>(trees, row_number(r), right, 1, runs.starts.row[r], upper_starts.row[r]);
        }
    }
    __syncwarp();
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        runs.roots.row[r] = 0;
        for (Word left = runs.starts.row[r]; left; left &= left - 1) {
            u32 column = lowest(left), cell = row_number(r) * C::SIDE + column, root = root_of(trees, cell);
            if (root == cell) runs.roots.row[r] |= (Word)1 << column;
            else atomicMin(&trees[cell], root);
        }
    }
    __syncwarp();
    return runs;
}

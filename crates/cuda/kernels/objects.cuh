// `objects`: boxes, sizes, colours and hashes of all objects of a grid, and the order in which CPython walks the set of them.
//
// That order follows from the order in which the DSL finds them (the least rank of a cell in the walk over all places, a
// table per shape) and from their hashes (XORs over cells), by the rules of CPython's table.
#pragma once
#include "bytes.cuh"
#include "colours.cuh"
#include "hashes.cuh"
#include "numbering.cuh"
#include "planes.cuh"
#include "set_table.cuh"

// How many objects are added up at a time.
#define AT_A_TIME 32

template <class C> struct Sums {
    u32 low[AT_A_TIME], high[AT_A_TIME], size[AT_A_TIME], first[AT_A_TIME], codes[AT_A_TIME];
    typename C::Word rows[AT_A_TIME], columns[AT_A_TIME];
};

// The most objects whose tables fit into the place of the trees: a table grows to 512 slots up to 306 items, to 2048 up to 1228.
template <class C> struct Limit {
    enum { OBJECTS = C::SIDE == 32 ? 306 : 1228 };
};

// What is needed once objects are added up: the low halves of all hashes, and, first, sums, and then a list and a walk.
template <class C> struct Ordering {
    u32 low[Limit<C>::OBJECTS];
    union {
        Sums<C> sums;
        u16 list[2 * Limit<C>::OBJECTS];
    };
};

// Shared memory is what bounds how many grids are worked on at once, so whatever is not needed at the same time has one place.
template <class C> struct ObjectsWork {
    union {
        Trees<C> trees;
        u32 table[C::SIDE * C::SIDE];
    };
    union {
        Stage<C> stage;
        RankBits<C> ranks;
        Ordering<C> ordering;
    };
};

template <class C> DEVICE u32 code_at(const Grid<C> &g, u32 r, u32 column) {
    u32 code = 0;
#pragma unroll
    for (u32 p = 0; p < 4; p++) code |= (u32)(g.plane[p].row[r] >> column & 1) << p;
    return code;
}

// Adds up the cells of the objects numbered from `from` on, as many as there is room for.
template <class C> DEVICE void add_up(ObjectsWork<C> *work, const Grid<C> &g, const Runs<C> &runs, u32 from, const ObjectsArgs &args) {
    typedef typename C::Word Word;
    Sums<C> *sums = &work->ordering.sums;
    for (u32 k = lane(); k < AT_A_TIME; k += 32) {
        put(&sums->low[k], 0u);
        put(&sums->high[k], 0u);
        put(&sums->size[k], 0u);
        put(&sums->codes[k], 0u);
        put(&sums->rows[k], (Word)0);
        put(&sums->columns[k], (Word)0);
    }
    __syncwarp();
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        u32 row = row_number(r);
#pragma unroll 1
        for (Word left = runs.starts.row[r]; left; left &= left - 1) {
            u32 start = lowest(left);
            u32 number = (look(&work->trees.at[root_place(work->trees.at, row * C::SIDE + start)]) & 0xffff) - from;
            if (number >= AT_A_TIME) continue;
            u32 end = run_end<C>(runs.joined.row[r], start), length = end - start;
            u64 sum = 0;
            u32 code = code_at(g, r, start), codes = 1u << code;
            // Objects are bound by how many instructions they take, so hashes are looked up where they can be.
            if (args.flags & UNIVALUED && code < 10) {
                const u64 *cells = args.cells + (code * C::SIDE + row) * C::SIDE;
#pragma unroll 4
                for (u32 column = start; column < end; column++) sum ^= cells[column];
            } else {
#pragma unroll 1
                for (u32 column = start; column < end; column++) {
                    code = code_at(g, r, column);
                    codes |= 1u << code;
                    sum ^= code < 10 ? args.cells[(code * C::SIDE + row) * C::SIDE + column]
                                     : hash_of_cell(args, after_row(row), column, args.colours[code]);
                }
            }
            atomicXor(&sums->low[number], (u32)sum);
            atomicXor(&sums->high[number], (u32)(sum >> 32));
            atomicAdd(&sums->size[number], length);
            // A root is the first cell of its object.
            if (runs.roots.row[r] >> start & 1) put(&sums->first[number], row << 8 | start);
            if (!(args.flags & UNIVALUED)) atomicOr(&sums->codes[number], codes);
            else if (runs.roots.row[r] >> start & 1) put(&sums->codes[number], codes);
            atomicOr(&sums->rows[number], (Word)1 << row);
            atomicOr(&sums->columns[number], moved_up<C>(low_bits<C>(length), start));
        }
    }
    __syncwarp();
}

// Writes the objects added up, `from` on. Up to 31 objects get their place in the walk at once if there are no collisions
// and no filters; whether they did is the result.
template <class C> DEVICE bool write_objects(ObjectsWork<C> *work, u32 from, u32 count, ObjectRecord *objects, u32 filters) {
    const Sums<C> *sums = &work->ordering.sums;
    bool ordered = false;
    u32 here = count - from < AT_A_TIME ? count - from : AT_A_TIME;
#pragma unroll 1
    for (u32 base = 0; base < here; base += 32) {
        u32 k = base + lane();
        ObjectRecord made;
        u32 low = 0;
        if (k < here) {
            typename C::Word down = look(&sums->rows[k]), across = look(&sums->columns[k]);
            Slice rows = {lowest(down), highest(down) - lowest(down) + 1}, columns = {lowest(across), highest(across) - lowest(across) + 1};
            u64 sum = (u64)look(&sums->low[k]) | (u64)look(&sums->high[k]) << 32;
            made = made_record(sum, look(&sums->size[k]), look(&sums->first[k]), look(&sums->codes[k]), rows, columns);
            low = (u32)made.hash;
            put(&work->ordering.low[from + k], low);
        }
        if (count < 32 && filters == 0) {
            u32 walk = walk_without_collisions(low, count);
            ordered = walk != 0xffff;
            made.walk = (u16)walk;
        }
        if (k < here) objects[from + k] = made;
    }
    __syncwarp();
    return ordered;
}

// Filters a walk and notes for each object that is left when the walk comes to it. Gives how many are left.
DEVICE u32 keep_filtered(u32 *table, u16 *list, u32 count, ObjectRecord *objects, const Hashes &hashes, const ObjectsArgs &args) {
#pragma unroll 1
    for (u32 f = 0; f < args.filter_count; f++) {
        u32 kept = 0;
        for (u32 base = 0; base < count; base += 32) {
            u32 item = base + lane() < count ? look(&list[base + lane()]) : 0;
            bool keep = base + lane() < count && (args.filters[f].kind == BY_SIZE ? objects[item].size == args.filters[f].value
                                                                                  : objects[item].codes >> args.filters[f].value & 1);
            u32 keepers = __ballot_sync(ALL_LANES, keep);
            __syncwarp();
            if (keep) put(&list[kept + count_ones(keepers & ((1u << lane()) - 1))], (u16)item);
            kept += count_ones(keepers);
            __syncwarp();
        }
        count = kept;
        grow_set(table, list, true, count, hashes);
    }
    for (u32 k = lane(); k < count; k += 32) objects[look(&list[k])].walk = (u16)k;
    return count;
}

// The walk over the set of all objects, and then over what filters leave of it.
template <class C> DEVICE u32 order_objects(ObjectsWork<C> *work, u32 count, ObjectRecord *objects, const ObjectsArgs &args) {
    Hashes hashes = {work->ordering.low, objects};
    u32 size = grow_set(work->table, work->ordering.list, false, count, hashes);
    copy_set(work->table, work->ordering.list, size, count, hashes);
    return keep_filtered(work->table, work->ordering.list, count, objects, hashes, args);
}

template <class C> DEVICE void write_labels(const ObjectsWork<C> *work, const Runs<C> &runs, u16 *labels) {
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        u32 number = 0xffff;
        for (u32 column = 0; column < (u32)C::SIDE; column++) {
            u32 cell = row_number(r) * C::SIDE + column;
            if (runs.starts.row[r] >> column & 1) number = look(&work->trees.at[root_place(work->trees.at, cell)]) & 0xffff;
            labels[cell] = runs.cells.row[r] >> column & 1 ? (u16)number : 0xffff;
        }
    }
    __syncwarp();
}

template <class C> DEVICE void find_objects(const ObjectsArgs &args, ObjectsWork<C> *work, u32 row) {
    if (row >= args.rows) return;
    Grid<C> g;
    Plane<C> cells;
    u32 status;
    if (args.input == FROM_PLANES) {
        u32 word = args.in.words[row];
        status = word >> STATUS_SHIFT;
        read_planes<C>(args.in_planes, row, status == FINE ? word : 0, g);
    } else {
        status = read_bytes<C>(args.in, false, row, args.spare, &work->stage, g, cells);
    }
    u32 count = 0, first = 0, kept = 0;
    if (status == FINE) {
        Plane<C> background;
        if (args.flags & WITHOUT_BACKGROUND) background = cells_with(g, extreme_code(g, args.spare, true));
#pragma unroll
        for (u32 r = 0; r < C::ROWS; r++) {
            cells.row[r] = cells_of_row<C>(g.height, g.width, r);
            if (args.flags & WITHOUT_BACKGROUND) cells.row[r] &= ~background.row[r];
        }
        Runs<C> runs = label(g, cells, args.flags & UNIVALUED, args.flags & DIAGONAL, work->trees.at);
#pragma unroll
        for (u32 r = 0; r < C::ROWS; r++) count += count_ones(runs.roots.row[r]);
#pragma unroll
        for (u32 step = 16; step; step >>= 1) count += __shfl_xor_sync(ALL_LANES, count, step);
        if (count > (u32)Limit<C>::OBJECTS) status = TOO_MANY_OBJECTS;
        // Asked for now and looked at later: the answer takes its time.
        if (status == FINE && lane() == 0) first = atomicAdd(args.total, count);
        if (status == FINE) {
            if (count > 1) number_objects(&work->ranks, work->trees.at, runs, g.height, g.width, args.ranks + ranks_of_shape<C>(g.height, g.width));
            else number_only_object(work->trees.at, runs);
            first = __shfl_sync(ALL_LANES, first, 0);
            if (first + count > args.capacity) status = NO_ROOM;
        }
        if (status == FINE) {
            if (args.labels) write_labels(work, runs, args.labels + (u64)row * C::SIDE * C::SIDE);
            ObjectRecord *objects = args.objects + first;
            bool ordered = count == 0;
#pragma unroll 1
            for (u32 from = 0; from < count; from += AT_A_TIME) {
                add_up(work, g, runs, from, args);
                ordered = write_objects(work, from, count, objects, args.filter_count);
            }
            kept = ordered ? count : order_objects(work, count, objects, args);
        }
    }
    if (lane() == 0) {
        args.out_words[row] = status == FINE ? word_of(g.height, g.width, FINE) : word_of(0, 0, status);
        args.starts[row] = first;
        args.counts[row] = status == FINE ? count | kept << 16 : 0;
    }
}

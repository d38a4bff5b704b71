// `objects`: boxes, sizes, colours and hashes of all objects of a grid, and the order in which CPython walks the set of them.
//
// That order follows from the order in which the DSL finds them (the least rank of a cell in the walk over all places, a
// table per shape) and from their hashes (XORs over cells), by the rules of CPython's table.
#pragma once
#include "bytes.cuh"
#include "colours.cuh"
#include "cut.cuh"
#include "labels.cuh"
#include "planes.cuh"
#include "set_table.cuh"

// How many objects are added up at a time.
#define AT_A_TIME 32

template <class C> struct Sums {
    u32 low[AT_A_TIME], high[AT_A_TIME], size[AT_A_TIME], first[AT_A_TIME], codes[AT_A_TIME];
    typename C::Word rows[AT_A_TIME], columns[AT_A_TIME];
};

// The ranks of the grid's cells; a bit for each rank that is the least of an object, and how many there are in the words before.
template <class C> struct RankBits {
    enum { WORDS = C::SIDE * C::SIDE / 32 };
    u32 bits[WORDS], before[WORDS];
    u32 ranks[C::SIDE * C::SIDE / 2 + 1];
};

DEVICE u32 staged_rank(const u32 *ranks, u32 at) { return look(&ranks[at >> 1]) >> 16 * (at & 1) & 0xffff; }

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

// Where the ranks of a shape start among those of all shapes of the class.
template <class C> DEVICE u32 ranks_of_shape(u32 height, u32 width) {
    return height * (height - 1) / 2 * (C::SIDE * (C::SIDE + 1) / 2) + height * (width * (width - 1) / 2);
}

// The place in the trees of the root of the run that starts here.
DEVICE u32 root_place(const u32 *trees, u32 start) {
    u32 there = look(&trees[start]);
    return there & ROOT ? start : there;
}

// Gives every root its object's number: objects are numbered as the DSL finds them.
template <class C> DEVICE void number_objects(ObjectsWork<C> *work, const Runs<C> &runs, u32 height, u32 width, const u16 *ranks) {
    typedef typename C::Word Word;
    typedef RankBits<C> Ranks;
    u32 *trees = work->trees.at;
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++)
        for (Word left = runs.roots.row[r]; left; left &= left - 1) put(&trees[row_number(r) * C::SIDE + lowest(left)], ROOT | 0xffff);
    for (u32 k = lane(); k < Ranks::WORDS; k += 32) put(&work->ranks.bits[k], 0u);
    // All lanes fetch the ranks of the shape together: one wait, where cell by cell it would be many. They may start amid a word.
    u32 skew = (u32)((u64)ranks >> 1 & 1);
    const u32 *words = (const u32 *)(ranks - skew);
#pragma unroll 4
    for (u32 k = lane(); 2 * k < skew + height * width; k += 32) put(&work->ranks.ranks[k], words[k]);
    __syncwarp();
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        u32 first = skew + row_number(r) * width;
#pragma unroll 1
        for (Word left = runs.starts.row[r]; left; left &= left - 1) {
            u32 start = lowest(left), end = run_end<C>(runs.joined.row[r], start), least = 0xffff;
#pragma unroll 4
            for (u32 column = start; column < end; column++) {
                u32 rank = staged_rank(work->ranks.ranks, first + column);
                least = rank < least ? rank : least;
            }
            atomicMin(&trees[root_place(trees, row_number(r) * C::SIDE + start)], ROOT | least);
        }
    }
    __syncwarp();
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++)
        for (Word left = runs.roots.row[r]; left; left &= left - 1) {
            u32 rank = look(&trees[row_number(r) * C::SIDE + lowest(left)]) & 0xffff;
            atomicOr(&work->ranks.bits[rank >> 5], 1u << (rank & 31));
        }
    __syncwarp();
    u32 before = 0;
    for (u32 base = 0; base < Ranks::WORDS; base += 32) {
        u32 ones = count_ones(look(&work->ranks.bits[base + lane()])), sum = ones;
#pragma unroll
        for (u32 step = 1; step < 32; step *= 2) {
            u32 theirs = __shfl_up_sync(ALL_LANES, sum, step);
            if (lane() >= step) sum += theirs;
        }
        put(&work->ranks.before[base + lane()], before + sum - ones);
        before += __shfl_sync(ALL_LANES, sum, 31);
    }
    __syncwarp();
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++)
        for (Word left = runs.roots.row[r]; left; left &= left - 1) {
            u32 *root = &trees[row_number(r) * C::SIDE + lowest(left)], rank = look(root) & 0xffff;
            u32 number = look(&work->ranks.before[rank >> 5]) + count_ones(look(&work->ranks.bits[rank >> 5]) & ((1u << (rank & 31)) - 1));
            put(root, ROOT | number);
        }
    __syncwarp();
}

// The same for a grid with one object at most.
template <class C> DEVICE void number_only_object(ObjectsWork<C> *work, const Runs<C> &runs) {
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++)
        if (runs.roots.row[r]) put(&work->trees.at[row_number(r) * C::SIDE + lowest(runs.roots.row[r])], ROOT);
    __syncwarp();
}

DEVICE u64 rotated31(u64 x) { return x << 31 | x >> 33; }

#define PRIME_1 11400714785074694791ull
#define PRIME_2 14029467366897019727ull
#define PRIME_5 2870177450012600261ull

// The state of a tuple's hash after a row's number.
DEVICE u64 after_row(u32 row) { return rotated31(PRIME_5 + row * PRIME_2) * PRIME_1; }

// What a cell adds to the hash of its object; what its row and its colour add to its own is known. Working it out is quicker than
// looking it up: shared memory leaves next to no cache.
DEVICE u64 hash_of_cell(const ObjectsArgs &args, u64 row, u32 column, u64 colour) {
    u64 place = rotated31(row + column * PRIME_2) * PRIME_1;
    if (!(args.flags & COLOUR_LAST)) {
        place += 2 ^ (PRIME_5 ^ 3527539);
        if (place == ~(u64)0) place = 1546275796;
        place *= PRIME_2;
    }
    u64 hash = rotated31(colour + place) * PRIME_1 + args.finish;
    if (hash == ~(u64)0) hash = 1546275796;
    return ((hash ^ 89869747) ^ (hash << 16)) * 3644798167ull;
}

// hash() of a frozenset.
DEVICE u64 hash_of_set(u64 sum, u32 size) {
    u64 hash = sum ^ (u64)(size + 1) * 1927868237;
    hash ^= (hash >> 11) ^ (hash >> 25);
    hash = hash * 69069 + 907133923;
    return hash == ~(u64)0 ? 590923713 : hash;
}

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
        put(&sums->first[k], 0xffffffffu);
        put(&sums->codes[k], 0u);
        put(&sums->rows[k], (Word)0);
        put(&sums->columns[k], (Word)0);
    }
    __syncwarp();
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        u32 row = row_number(r);
        u64 in_row = after_row(row);
#pragma unroll 1
        for (Word left = runs.starts.row[r]; left; left &= left - 1) {
            u32 start = lowest(left);
            u32 number = (look(&work->trees.at[root_place(work->trees.at, row * C::SIDE + start)]) & 0xffff) - from;
            if (number >= AT_A_TIME) continue;
            u32 end = run_end<C>(runs.joined.row[r], start), length = end - start;
            u64 sum = 0;
            u32 code = code_at(g, r, start), codes = 1u << code;
            if (args.flags & UNIVALUED) {
                u64 colour = args.colours[code];
#pragma unroll 4
                for (u32 column = start; column < end; column++) sum ^= hash_of_cell(args, in_row, column, colour);
            } else {
#pragma unroll 1
                for (u32 column = start; column < end; column++) {
                    code = code_at(g, r, column);
                    codes |= 1u << code;
                    sum ^= hash_of_cell(args, in_row, column, args.colours[code]);
                }
            }
            atomicXor(&sums->low[number], (u32)sum);
            atomicXor(&sums->high[number], (u32)(sum >> 32));
            atomicAdd(&sums->size[number], length);
            atomicMin(&sums->first[number], row << 8 | start);
            atomicOr(&sums->codes[number], codes);
            atomicOr(&sums->rows[number], (Word)1 << row);
            atomicOr(&sums->columns[number], moved_up<C>(low_bits<C>(length), start));
        }
    }
    __syncwarp();
}

DEVICE ObjectRecord made_record(u64 sum, u32 size, u32 first, u32 codes, Slice rows, Slice columns) {
    ObjectRecord made;
    made.hash = hash_of_set(sum, size);
    made.first_row = (u8)(first >> 8);
    made.first_column = (u8)first;
    made.walk = 0xffff;
    made.size = (u16)size;
    made.codes = (u16)codes;
    made.top = (u8)rows.start;
    made.left = (u8)columns.start;
    made.bottom = (u8)(rows.start + rows.count - 1);
    made.right = (u8)(columns.start + columns.count - 1);
    made.unused = 0;
    return made;
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
            if (count > 1) number_objects(work, runs, g.height, g.width, args.ranks + ranks_of_shape<C>(g.height, g.width));
            else number_only_object(work, runs);
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

// `partition`, `fgpartition` and `frontiers`: one object for each colour, or for each row and column of one colour, with the
// order of the set.
#pragma once
#include "objects.cuh"

#define MOST_PARTS 128

template <class C> struct PartsWork {
    u32 table[512];
    union {
        Stage<C> stage;
        // Two lists, each with room for a walk behind it.
        u16 list[4 * MOST_PARTS];
    };
    u32 low[MOST_PARTS];
};

// The walk over the set that is grown from the codes of another walk, but for one of them.
CALLED u64 regrown_without(u64 walk, u32 count, u32 without, u64 spare) {
    CodeTable table;
    clear(table, 8);
    for (u32 k = 0; k < count; k++) {
        u32 code = (u32)(walk >> 4 * k) & 15;
        if (code == without) continue;
        insert(table, code, spare);
        if (table.used * 5 >= table.mask * 3) rebuild(table, 32, spare);
    }
    u64 made = 0;
    u32 at = 0;
    for (u32 k = 0; k <= table.mask; k++)
        if (table.slot[k] != 16) made |= (u64)table.slot[k] << 4 * at++;
    return made;
}

DEVICE u64 walk_without(u64 walk, u32 count, u32 without) {
    u64 made = 0;
    for (u32 k = 0, at = 0; k < count; k++) {
        u64 code = walk >> 4 * k & 15;
        if (code != without) made |= code << 4 * at++;
    }
    return made;
}

// The colours of a grid in the order in which `partition` walks them; `palette(grid) - {mostcolor(grid)}` if foreground.
// With fewer than eight of them CPython makes a new set of what stays, with more it takes out of a copy what goes.
template <class C> DEVICE u64 walked_codes(const Grid<C> &g, bool foreground, u64 spare, u32 &count) {
    u32 present = codes_where(count_of_code(g) != 0);
    count = count_ones(present);
    u64 walk = walk_of_codes<C>(g, present, spare, true);
    if (!foreground) return walk;
    u32 background = extreme_code(g, spare, true);
    walk = count < 8 ? regrown_without(walk, count, background, spare) : walk_without(walk, count, background);
    count--;
    return walk;
}

// What all lanes' cells of one mask add to a hash, together.
template <class C> DEVICE u64 hash_sum(const Plane<C> &cells, u32 code, const ObjectsArgs &args) {
    u64 sum = 0;
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++)
#pragma unroll 1
        for (typename C::Word left = cells.row[r]; left; left &= left - 1)
            sum ^= hash_of_cell(args, after_row(row_number(r)), lowest(left), args.colours[code]);
#pragma unroll
    for (u32 step = 16; step; step >>= 1) sum ^= __shfl_xor_sync(ALL_LANES, sum, step);
    return sum;
}

template <class C> DEVICE void write_partition(const Grid<C> &g, u64 walk, u32 count, ObjectRecord *objects, const ObjectsArgs &args) {
#pragma unroll 1
    for (u32 k = 0; k < count; k++) {
        u32 code = (u32)(walk >> 4 * k) & 15, size = 0, first = 0xffffffffu;
        Plane<C> cells = cells_with(g, code);
        u64 sum = hash_sum(cells, code, args);
        Slice rows, columns;
        box_of(cells, rows, columns);
#pragma unroll
        for (u32 r = 0; r < C::ROWS; r++) {
            size += count_ones(cells.row[r]);
            if (row_number(r) == rows.start && cells.row[r]) first = rows.start << 8 | lowest(cells.row[r]);
        }
#pragma unroll
        for (u32 step = 16; step; step >>= 1) {
            size += __shfl_xor_sync(ALL_LANES, size, step);
            u32 theirs = __shfl_xor_sync(ALL_LANES, first, step);
            first = theirs < first ? theirs : first;
        }
        if (lane() == 0) objects[k] = made_record(sum, size, first, 1u << code, rows, columns);
    }
    __syncwarp();
}

// The rows of one colour, each an object; the columns are those of the mirrored grid.
template <class C> DEVICE void write_lines(const Grid<C> &g, u64 lines, bool columns, ObjectRecord *objects, const ObjectsArgs &args) {
#pragma unroll
    for (u32 r = 0; r < C::ROWS; r++) {
        u32 line = row_number(r);
        if (!(lines >> line & 1)) continue;
        u32 number = count_ones(lines & (((u64)1 << line) - 1)), code = code_at(g, r, 0);
        u64 sum = 0;
#pragma unroll 1
        for (u32 k = 0; k < g.width; k++) sum ^= hash_of_cell(args, after_row(columns ? k : line), columns ? line : k, args.colours[code]);
        Slice across = {line, 1}, along = {0, g.width};
        objects[number] = made_record(sum, g.width, columns ? line : line << 8, 1u << code, columns ? along : across, columns ? across : along);
    }
    __syncwarp();
}

// The walk over hfrontiers | vfrontiers, both of which are copies of grown sets. The first so many objects are rows.
DEVICE void order_lines(u32 *table, u16 *list, u32 rows, u32 columns, const Hashes &hashes) {
    u16 *second = list + 2 * MOST_PARTS;
    for (u32 k = lane(); k < columns; k += 32) put(&second[k], (u16)(rows + k));
    __syncwarp();
    copy_set(table, second, grow_set(table, second, true, columns, hashes), columns, hashes);
    u32 size = copy_set(table, list, grow_set(table, list, false, rows, hashes), rows, hashes);
    // A union is a copy of the first set, to which the second is added; room is made for both before.
    if (rows == 0) {
        for (u32 k = lane(); k < columns; k += 32) put(&list[k], look(&second[k]));
        __syncwarp();
        return;
    }
    if (columns == 0) return;
    if ((rows + columns) * 5 >= (size - 1) * 3) {
        size = size_above((rows + columns) * 2);
        clear_table(table, size);
        insert_items(table, size - 1, list, 0, rows, hashes);
    }
    insert_items(table, size - 1, second, 0, columns, hashes);
    walk_table(table, size, list);
}

template <class C> DEVICE void find_parts(const ObjectsArgs &args, PartsWork<C> *work, u32 row) {
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
    u32 word = status == FINE ? word_of(g.height, g.width, FINE) : word_of(0, 0, status), count = 0, first = 0, row_count = 0;
    u64 walk = 0, rows = 0, columns = 0;
    bool lines = args.flags & LINES;
    Grid<C> mirrored = g;
    if (status == FINE && lines) {
        dmirror(mirrored);
        rows = ~mixed_rows(g) & low_bits<Large>(g.height);
        columns = ~mixed_rows(mirrored) & low_bits<Large>(g.width);
        // The only column that is the same object as a row.
        if (g.height == 1 && g.width == 1) columns = 0;
        row_count = count_ones(rows);
        count = row_count + count_ones(columns);
    } else if (status == FINE) {
        walk = walked_codes(g, args.flags & FOREGROUND, args.spare, count);
    }
    if (status == FINE) {
        if (lane() == 0) first = atomicAdd(args.total, count);
        first = __shfl_sync(ALL_LANES, first, 0);
        if (first + count > args.capacity) {
            status = NO_ROOM;
            word = word_of(0, 0, status);
        }
    }
    if (status == FINE) {
        ObjectRecord *objects = args.objects + first;
        Hashes hashes = {work->low, objects};
        if (lines) {
            write_lines(g, rows, false, objects, args);
            write_lines(mirrored, columns, true, objects + row_count, args);
        } else {
            write_partition(g, walk, count, objects, args);
        }
        for (u32 k = lane(); k < count; k += 32) put(&work->low[k], (u32)objects[k].hash);
        __syncwarp();
        if (lines) order_lines(work->table, work->list, row_count, count - row_count, hashes);
        else grow_set(work->table, work->list, false, count, hashes);
        count |= keep_filtered(work->table, work->list, count, objects, hashes, args) << 16;
    }
    if (lane() == 0) {
        args.out_words[row] = word;
        args.starts[row] = first;
        args.counts[row] = status == FINE ? count : 0;
    }
}

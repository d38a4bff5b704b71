// Tuples of rows that are no grids of bytes: ragged ones, empty ones, rows of anything.
#pragma once
#include "patch_form.cuh"

// v[::-1]. Together.
CALLED Val reversed_tuple(Vm &vm, Val v) {
    Items items = items_as_they_lie(vm, v);
    u32 at = begin_tuple(vm, items.count);
    CHECK(vm);
    LOOP (u32 k = 0; k < items.count; k++) {
        Val item = item_at(vm, items, k);
        CHECK(vm);
        tuple_items(vm, at)[items.count - 1 - k] = item;
    }
    return finish_tuple(vm, at, items.count);
}

// v[from:to]. Together.
CALLED Val sliced_tuple(Vm &vm, Val v, u32 from, u32 to) {
    u32 count = to > from ? to - from : 0, at = begin_tuple(vm, count);
    CHECK(vm);
    Items items = items_as_they_lie(vm, v);
    LOOP (u32 k = 0; k < count; k++) {
        Val item = item_at(vm, items, from + k);
        CHECK(vm);
        tuple_items(vm, at)[k] = item;
    }
    return finish_tuple(vm, at, count);
}

// tuple(row[::-1] for row in v). Together.
CALLED Val rows_reversed(Vm &vm, Val v) {
    Items rows = items_as_they_lie(vm, v);
    u32 list_at = begin_tuple(vm, rows.count);
    CHECK(vm);
    LOOP (u32 k = 0; k < rows.count; k++) {
        Val row = item_at(vm, rows, k);
        CHECK(vm);
        if (!is_tuple(row)) return raise(vm, TYPE_ERROR);
        row = reversed_tuple(vm, row);
        CHECK(vm);
        tuple_items(vm, list_at)[k] = row;
    }
    return finish_tuple(vm, list_at, rows.count);
}

// tuple(zip(*v)) of a TUPLE. Together.
CALLED Val rows_transposed(Vm &vm, Val v) {
    if (tag(v) == GRID) return punt(vm, NO_SUCH_OP);
    Items rows = items_as_they_lie(vm, v);
    u32 shortest = 0;
    LOOP (u32 k = 0; k < rows.count; k++) {
        Val row = item_at(vm, rows, k);
        CHECK(vm);
        u32 length = length_of(vm, row);
        CHECK(vm);
        if (tag(row) == SET || tag(row) == GRID) return punt(vm, NO_SUCH_OP);
        shortest = k && shortest < length ? shortest : length;
    }
    u32 list_at = begin_tuple(vm, shortest);
    CHECK(vm);
    LOOP (u32 j = 0; j < shortest; j++) {
        u32 at = begin_tuple(vm, rows.count);
        CHECK(vm);
        LOOP (u32 k = 0; k < rows.count; k++) {
            Items row = items_as_they_lie(vm, item_at(vm, rows, k));
            tuple_items(vm, at)[k] = item_at(vm, row, j);
        }
        Val column = finish_tuple(vm, at, rows.count);
        CHECK(vm);
        tuple_items(vm, list_at)[j] = column;
    }
    return finish_tuple(vm, list_at, shortest);
}

// A quarter turn, and so on, of rows of anything; each step as the DSL takes it. Together.
CALLED Val rows_turned(Vm &vm, Val v, u32 op) {
    if (op == OP_vmirror) return rows_reversed(vm, v);
    if (op == OP_dmirror) return rows_transposed(vm, v);
    v = reversed_tuple(vm, v);
    CHECK(vm);
    if (op == OP_hmirror) return v;
    if (op == OP_rot180 || op == OP_cmirror) {
        v = rows_reversed(vm, v);
        CHECK(vm);
        return op == OP_rot180 ? v : rows_transposed(vm, v);
    }
    v = rows_transposed(vm, v);
    CHECK(vm);
    if (op == OP_rot90) return v;
    v = rows_reversed(vm, v);
    CHECK(vm);
    return reversed_tuple(vm, v);
}

// grid[i : i + height], and of each row [j : j + width]. Together.
CALLED Val window_of_rows(Vm &vm, Val v, i64 i, i64 j, i64 height, i64 width) {
    u32 n = length_of(vm, v), top = clamped(i, n), bottom = clamped(i + height, n), count = bottom > top ? bottom - top : 0;
    u32 list_at = begin_tuple(vm, count);
    CHECK(vm);
    Items rows = items_as_they_lie(vm, v);
    LOOP (u32 k = 0; k < count; k++) {
        Val row = item_at(vm, rows, top + k);
        CHECK(vm);
        if (!is_tuple(row)) return raise(vm, TYPE_ERROR);
        u32 length = length_of(vm, row);
        row = sliced_tuple(vm, row, clamped(j, length), clamped(j + width, length));
        CHECK(vm);
        tuple_items(vm, list_at)[k] = row;
    }
    return finish_tuple(vm, list_at, count);
}

// The items of a container so many times each. Together.
CALLED Val rows_repeated(Vm &vm, Val v, u32 times) {
    Items rows = items_in_order(vm, v);
    CHECK(vm);
    if ((u64)rows.count * times > MOST_CELLS) return punt(vm, TOO_LARGE_HERE);
    reserve(vm, 1 + (weight_of(vm, v) - 1) * times);
    u32 at = begin_tuple(vm, rows.count * times);
    CHECK(vm);
    LOOP (u32 k = 0; k < rows.count; k++) {
        Val row = item_at(vm, rows, k);
        LOOP (u32 n = lane(); n < times; n += 32) tuple_items(vm, at)[k * times + n] = row;
    }
    return finish_tuple(vm, at, rows.count * times);
}

// Whether it is a tuple of empty tuples, at least one. Together.
CALLED bool has_no_cells(const Vm &vm, Val v) {
    if (tag(v) != TUPLE || !count_of(vm, v)) return false;
    bool some = false;
    LOOP (u32 k = lane(); k < count_of(vm, v); k += 32) some |= !is_empty_tuple(vm, words_of(vm, v)[TUPLE_HEADER + k]);
    return !__any_sync(ALL_LANES, some);
}

// A grid in which some cells (a byte for each that is not zero) have another value, which no GRID can hold. Together.
CALLED Val rows_with_value(Vm &vm, Val grid, const u8 *marked, Val value) {
    u32 height = height_of(vm, grid), width = width_of(vm, grid), list_at = begin_tuple(vm, height);
    CHECK(vm);
    const i8 *cells = cells_of(vm, grid);
    LOOP (u32 i = 0; i < height; i++) {
        u32 at = begin_tuple(vm, width);
        CHECK(vm);
        LOOP (u32 j = lane(); j < width; j += 32) tuple_items(vm, at)[j] = marked[i * width + j] ? value : int_val_unchecked(cells[i * width + j]);
        Val row = finish_tuple(vm, at, width);
        CHECK(vm);
        tuple_items(vm, list_at)[i] = row;
    }
    return finish_tuple(vm, list_at, height);
}

// So many bytes of zero, in fresh memory. Together.
CALLED u8 *no_marks(Vm &vm, u32 count) {
    u32 at = take(vm, words_for_bytes(count));
    u8 *marks = (u8 *)(vm.arena + at);
    if (vm.fail) return 0;
    LOOP (u32 k = lane(); k < count; k += 32) marks[k] = 0;
    __syncwarp();
    return marks;
}

// The columns of a grid, each as its least or greatest value or as what they add up to, divided by the height. Together.
enum ColumnFold { LEAST, GREATEST, MEAN };
CALLED Val folded_columns(Vm &vm, Val grid, u32 how) {
    u32 height = height_of(vm, grid), width = width_of(vm, grid), at = begin_tuple(vm, width);
    CHECK(vm);
    const i8 *cells = cells_of(vm, grid);
    LOOP (u32 j = lane(); j < width; j += 32) {
        i32 fold = cells[j];
        LOOP (u32 i = 1; i < height; i++) {
            i32 cell = cells[i * width + j];
            fold = how == MEAN ? fold + cell : how == LEAST ? (cell < fold ? cell : fold) : cell > fold ? cell : fold;
        }
        if (how == MEAN) fold = fold / (i32)height - (fold % (i32)height < 0);
        tuple_items(vm, at)[j] = int_val_unchecked(fold);
    }
    return finish_tuple(vm, at, width);
}

// The rows of a TUPLE of rows, copied so that they can be written to: a word each, the place of a tuple that is begun. Rows
// that cannot be walked fail as in `list(row)`. Gives the place of the words. Together.
CALLED u32 begun_rows(Vm &vm, Val v) {
    Items rows = items_as_they_lie(vm, v);
    u32 list_at = take(vm, rows.count);
    CHECK(vm);
    LOOP (u32 i = 0; i < rows.count; i++) {
        Val row = item_at(vm, rows, i);
        Items items = items_as_they_lie(vm, row);
        if (!vm.fail && (tag(row) == SET || tag(row) == GRID)) punt(vm, NO_SUCH_OP);
        u32 at = vm.fail ? 0 : begin_tuple(vm, items.count);
        CHECK(vm);
        LOOP (u32 j = lane(); j < items.count; j += 32) tuple_items(vm, at)[j] = item_at(vm, items, j);
        vm.arena[list_at + i] = (u64)items.count << 32 | at;
    }
    __syncwarp();
    return list_at;
}
CALLED Val finish_rows(Vm &vm, u32 list_at, u32 count) {
    u32 tuple_at = begin_tuple(vm, count);
    CHECK(vm);
    LOOP (u32 i = 0; i < count; i++) {
        u64 begun = vm.arena[list_at + i];
        Val row = finish_tuple(vm, (u32)begun, (u32)(begun >> 32));
        CHECK(vm);
        tuple_items(vm, tuple_at)[i] = row;
    }
    return finish_tuple(vm, tuple_at, count);
}

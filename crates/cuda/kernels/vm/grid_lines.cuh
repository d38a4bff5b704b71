// Rows and columns of one colour.
#pragma once
#include "patch_form.cuh"

// The numbers of a grid's rows (or columns) that hold one value, in ascending order, in fresh memory. Together.
struct Lines {
    u32 at, count;
};
DEVICE const u16 *line_numbers(const Vm &vm, const Lines &lines) { return (const u16 *)(vm.arena + lines.at); }

// With `others`, the numbers of all the other rows instead. Together.
CALLED Lines uniform_lines(Vm &vm, Val grid, bool columns, bool others) {
    u32 height = height_of(vm, grid), width = width_of(vm, grid);
    u32 lines = columns ? width : height, length = columns ? height : width, step = columns ? width : 1, stride = columns ? 1 : width;
    Lines found = {take(vm, words_for_bytes(2 * lines)), 0};
    if (vm.fail) return found;
    u16 *numbers = (u16 *)(vm.arena + found.at);
    const i8 *cells = cells_of(vm, grid);
    LOOP (u32 base = 0; base < lines; base += 32) {
        u32 n = base + lane();
        bool same = n < lines;
        if (same)
            LOOP (u32 k = 1; k < length && same; k++) same = cells[n * stride + k * step] == cells[n * stride];
        bool wanted = n < lines && same != others;
        u32 there = __ballot_sync(ALL_LANES, wanted);
        if (wanted) numbers[found.count + count_ones(there & ((1u << lane()) - 1))] = (u16)n;
        found.count += count_ones(there);
    }
    __syncwarp();
    return found;
}

CALLED Val compress(Vm &vm, Val v) {
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (is_empty_tuple(vm, v)) return v;
    if (grid == NOTHING) return no_rows(vm, v);
    Lines rows = uniform_lines(vm, grid, false, true);
    CHECK(vm);
    Lines columns = uniform_lines(vm, grid, true, true);
    CHECK(vm);
    if (!rows.count || !columns.count) return rows_without_cells(vm, rows.count);
    Val made = begin_grid(vm, rows.count, columns.count);
    CHECK(vm);
    const i8 *from = cells_of(vm, grid);
    i8 *to = own_cells_of(vm, made);
    const u16 *row = line_numbers(vm, rows), *column = line_numbers(vm, columns);
    LOOP (u32 k = lane(); k < rows.count * columns.count; k += 32) to[k] = from[row[k / columns.count] * width_of(vm, grid) + column[k % columns.count]];
    return finish_grid(vm, made);
}

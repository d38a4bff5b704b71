// `cpu::reference::object` on the device.
#pragma once
#include "colour.cuh"
#include "object_search.cuh"

// One object for each colour of a set, in the set's order. Together.
CALLED Val by_colour(Vm &vm, Val grid, Val colours) {
    u32 count = count_of(vm, colours);
    charge(vm, weight_of(vm, grid) * count);
    CHECK(vm);
    const u16 *order = order_of(vm, colours);
    CHECK(vm);
    u32 list_at = take(vm, count);
    CHECK(vm);
    LOOP (u32 k = 0; k < count; k++) {
        Val part = cells_equal_to(vm, grid, set_items(vm, colours)[order ? order[k] : k], true);
        CHECK(vm);
        vm.arena[list_at + k] = part;
    }
    u32 at = begin_set(vm, count);
    CHECK(vm);
    LOOP (u32 k = lane(); k < count; k += 32) begun_items(vm, at)[k] = vm.arena[list_at + k];
    return finish_set(vm, at, count, ALL_DISTINCT, GROWN);
}

// partition, or fgpartition without the most common colour. Together.
CALLED Val partition(Vm &vm, Val v, bool without_background) {
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (grid == NOTHING) {
        if (is_empty_tuple(vm, v)) return without_background ? raise(vm, VALUE_ERROR) : empty_set(vm);
        if (tag(v) != SET) return no_rows(vm, v);
        // Sets have colours, too; what comes then is the CPU's.
        colours_of(vm, v);
        return punt(vm, NO_SUCH_OP);
    }
    Val colours = palette(vm, grid);
    CHECK(vm);
    if (!without_background) return by_colour(vm, grid, colours);
    Val background = common_colour(vm, grid, false);
    CHECK(vm);
    u32 count = count_of(vm, colours), kept_at = take(vm, words_for_bytes(count));
    CHECK(vm);
    u8 *kept = (u8 *)(vm.arena + kept_at);
    LOOP (u32 k = lane(); k < count; k += 32) kept[k] = set_items(vm, colours)[k] != background;
    __syncwarp();
    Val rest = filtered_set(vm, colours, kept);
    CHECK(vm);
    // One of eight or more is taken out of a copy.
    if (count >> 2 > 1) made_otherwise(vm, rest, WALK_OF_OTHER);
    return by_colour(vm, grid, rest);
}

// The container's items for which `kept` has a byte that is not zero, as a set. Together.
CALLED Val set_of_kept(Vm &vm, Val container, const Items &items, const u8 *kept) {
    if (tag(container) == SET) return filtered_set(vm, container, kept);
    u32 at = begin_set(vm, items.count), count = 0;
    CHECK(vm);
    LOOP (u32 k = 0; k < items.count; k++)
        if (kept[k]) begun_items(vm, at)[count++] = items.at[k];
    return finish_set(vm, at, count, MAY_REPEAT, GROWN);
}

// next(iter(obj))[0] == value, in a generator. Together.
CALLED bool first_has_colour(Vm &vm, Val obj, Val value) {
    Val colour = color(vm, obj);
    if (vm.fail == STOP_ITERATION) vm.fail = RUNTIME_ERROR;
    return !vm.fail && equal(vm, colour, value);
}

CALLED Val colorfilter(Vm &vm, Val objs, Val value) {
    // A row's first item is a number, which has no first part.
    if (is_plain(objs) || !is_heap(objs) || tag(objs) == GRID) return raise(vm, TYPE_ERROR);
    Items items = items_as_they_lie(vm, objs);
    u32 kept_at = take(vm, words_for_bytes(items.count) + 1);
    CHECK(vm);
    u8 *kept = (u8 *)(vm.arena + kept_at);
    u32 failed = 0;
    LOOP (u32 k = 0; k < items.count; k++) {
        kept[k] = first_has_colour(vm, items.at[k], value);
        if (vm.fail == PUNT) return NOTHING;
        // Which of several fails first depends on the walk.
        if (failed && vm.fail && vm.fail != failed) {
            vm.fail = 0;
            return punt(vm, ORDER_UNKNOWN);
        }
        if (vm.fail) failed = vm.fail;
        if (vm.fail && tag(objs) != SET) return NOTHING;
        vm.fail = 0;
    }
    if (failed) return raise(vm, failed);
    __syncwarp();
    return set_of_kept(vm, objs, items, kept);
}

// len() of an item, or -1. Alone.
DEVICE i32 length_alone(const Vm &vm, Val v) {
    switch (tag(v)) {
    case PAIR:
    case CELL: return 2;
    case TRIPLE: return 3;
    case GRID: return (i32)height_of(vm, v);
    case TUPLE:
    case SET: return (i32)count_of(vm, v);
    default: return -1;
    }
}

CALLED Val sizefilter(Vm &vm, Val container, Val n) {
    if (is_plain(container) || !is_heap(container)) return raise(vm, TYPE_ERROR);
    if (tag(container) == GRID) container = listed_rows(vm, container);
    CHECK(vm);
    Items items = items_as_they_lie(vm, container);
    u32 kept_at = take(vm, words_for_bytes(items.count) + 1);
    CHECK(vm);
    u8 *kept = (u8 *)(vm.arena + kept_at);
    bool numbers = false;
    LOOP (u32 k = lane(); k < items.count; k += 32) {
        i32 length = length_alone(vm, items.at[k]);
        numbers |= length < 0;
        kept[k] = is_int(n) && int_of(n) == length;
    }
    if (__any_sync(ALL_LANES, numbers)) return raise(vm, TYPE_ERROR);
    __syncwarp();
    return set_of_kept(vm, container, items, kept);
}

CALLED Val toobject(Vm &vm, Val patch, Val v) {
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (grid == NOTHING) return no_dims(vm, v);
    Patch p = patch_of(vm, patch);
    if (p.form == NO_PATCH) return no_patch(vm, patch, true);
    Val places = places_of(vm, p);
    CHECK(vm);
    p = patch_of(vm, places);
    u32 from_at = take(vm, words_for_bytes(2 * p.count) + 1);
    CHECK(vm);
    u32 at = begin_set(vm, p.count), count = 0, height = height_of(vm, grid), width = width_of(vm, grid);
    CHECK(vm);
    u16 *from = (u16 *)(vm.arena + from_at);
    const i8 *cells = cells_of(vm, grid);
    LOOP (u32 base = 0; base < p.count; base += 32) {
        u32 k = base + lane(), place = 0;
        bool here = k < p.count && place_in_grid(p, k, height, width, place);
        u32 there = __ballot_sync(ALL_LANES, here);
        if (here) {
            u32 number = count + count_ones(there & ((1u << lane()) - 1));
            begun_items(vm, at)[number] = cell_val(cells[place], row_at(p, k), column_at(p, k));
            from[number] = (u16)k;
        }
        count += count_ones(there);
    }
    return finish_set(vm, at, count, tag(places) == SET ? ALL_DISTINCT : MAY_REPEAT, FROM_OTHER, places, from_at);
}

CALLED Val asobject(Vm &vm, Val v) {
    Val grid = walked_as_grid(vm, v);
    CHECK(vm);
    if (((tag(v) == TUPLE || tag(v) == SET) && !count_of(vm, v)) || has_no_cells(vm, v)) return empty_set(vm);
    if (grid == NOTHING) return has_any_cells(vm, v) ? places_in_rows(vm, v, NOTHING, true) : no_rows(vm, v);
    u32 width = width_of(vm, grid), count = height_of(vm, grid) * width, at = begin_set(vm, count);
    CHECK(vm);
    const i8 *cells = cells_of(vm, grid);
    LOOP (u32 k = lane(); k < count; k += 32) begun_items(vm, at)[k] = cell_val(cells[k], (i32)(k / width), (i32)(k % width));
    return finish_set(vm, at, count, ALL_DISTINCT, GROWN);
}

// Where in the grid the object is found, cell by cell. Each lane tries other places. Together.
CALLED Val occurrences(Vm &vm, Val v, Val obj) {
    Patch p = patch_of(vm, obj);
    if (p.form == NO_PATCH) return no_patch(vm, obj, true);
    Val grid = as_grid(vm, v);
    CHECK(vm);
    if (grid == NOTHING) return no_dims(vm, v);
    // What dialects make of nothing, and of places where they do not fit, is the CPU's.
    if (!p.count || tag(obj) != SET) return punt(vm, NO_SUCH_OP);
    Box box = box_of(p);
    i64 tall = (i64)box.bottom - box.top + 1, wide = (i64)box.right - box.left + 1;
    u32 height = height_of(vm, grid), width = width_of(vm, grid);
    bool fits = tall <= height && wide <= width;
    if (p.form == PLACES) return fits ? raise(vm, TYPE_ERROR) : punt(vm, NO_SUCH_OP);
    if (!fits) return empty_set(vm);
    u32 rows = height - (u32)tall + 1, columns = width - (u32)wide + 1, at = begin_set(vm, rows * columns), count = 0;
    CHECK(vm);
    const i8 *cells = cells_of(vm, grid);
    LOOP (u32 base = 0; base < rows * columns; base += 32) {
        u32 k = base + lane(), i = k / columns, j = k % columns;
        bool occurs = k < rows * columns;
        LOOP (u32 n = 0; n < p.count && occurs; n++)
            occurs = cells[(i + (u32)(row_at(p, n) - box.top)) * width + j + (u32)(column_at(p, n) - box.left)] == colour_of(p.items[n]);
        u32 there = __ballot_sync(ALL_LANES, occurs);
        if (occurs) begun_items(vm, at)[count + count_ones(there & ((1u << lane()) - 1))] = pair_val((i32)i, (i32)j);
        count += count_ones(there);
    }
    return finish_set(vm, at, count, ALL_DISTINCT, GROWN_AND_COPIED);
}

CALLED Val call_object(Vm &vm, u32 op, const Val *a) {
    if (walks_by_address(vm, op, a)) return punt(vm, ORDER_UNKNOWN);
    switch (op) {
    case OP_objects: return objects(vm, a[0], a[1], a[2], a[3]);
    case OP_partition: return partition(vm, a[0], false);
    case OP_fgpartition: return partition(vm, a[0], true);
    case OP_colorfilter: return colorfilter(vm, a[0], a[1]);
    case OP_sizefilter: return sizefilter(vm, a[0], a[1]);
    case OP_toobject: return toobject(vm, a[0], a[1]);
    case OP_asobject: return asobject(vm, a[0]);
    case OP_occurrences: return occurrences(vm, a[0], a[1]);
    default: return punt(vm, NO_SUCH_OP);
    }
}

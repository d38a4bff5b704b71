// `cpu::reference::shape` on the device.
#pragma once
#include "shape_pairs.cuh"

CALLED Val call_shape(Vm &vm, u32 op, const Val *a) {
    if (walks_by_address(vm, op, a)) return punt(vm, ORDER_UNKNOWN);
    switch (op) {
    case OP_height:
    case OP_width:
    case OP_shape:
    case OP_portrait: return size_op(vm, op, a[0]);
    case OP_uppermost:
    case OP_lowermost:
    case OP_leftmost:
    case OP_rightmost: return bound_op(vm, op, a[0]);
    case OP_ulcorner:
    case OP_urcorner:
    case OP_llcorner:
    case OP_lrcorner: return corner_op(vm, op, a[0]);
    case OP_corners: return corners(vm, a[0]);
    case OP_center: return center(vm, a[0]);
    case OP_centerofmass: return centerofmass(vm, a[0]);
    case OP_square: return square(vm, a[0]);
    case OP_vline:
    case OP_hline: return line_op(vm, op, a[0]);
    case OP_hmatching: return matching(vm, a[0], a[1], false);
    case OP_vmatching: return matching(vm, a[0], a[1], true);
    case OP_manhattan: return manhattan(vm, a[0], a[1]);
    case OP_adjacent: {
        Val steps = manhattan(vm, a[0], a[1]);
        return vm.fail ? NOTHING : bool_val(int_of(steps) == 1);
    }
    case OP_bordering: return bordering(vm, a[0], a[1]);
    case OP_position: return position(vm, a[0], a[1]);
    case OP_gravitate: return gravitate(vm, a[0], a[1]);
    case OP_hperiod: return period(vm, a[0], true);
    case OP_vperiod: return period(vm, a[0], false);
    default: return punt(vm, NO_SUCH_OP);
    }
}

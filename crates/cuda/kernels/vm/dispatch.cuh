// From an operation's number to its family.
#pragma once
#include "colour.cuh"
#include "container.cuh"
#include "function.cuh"
#include "grid.cuh"
#include "line.cuh"
#include "number.cuh"
#include "object.cuh"
#include "patch.cuh"
#include "shape.cuh"

// The families lie in the table one after the other.
CALLED Val dispatch(Vm &vm, u32 op, const Val *args) {
    if (op < OP_identity) return call_number(vm, op, args);
    if (op < OP_compose) return call_container(vm, op, args);
    if (op < OP_mostcolor) return call_function_op(vm, op, args);
    if (op < OP_height) return call_colour(vm, op, args);
    if (op < OP_asindices) return call_shape(vm, op, args);
    if (op < OP_connect) return call_patch(vm, op, args);
    if (op < OP_objects) return call_line(vm, op, args);
    if (op < OP_crop) return call_object(vm, op, args);
    return call_grid(vm, op, args);
}

// `cpu::reference::grid` on the device.
#pragma once
#include "grid_draw.cuh"
#include "grid_lines.cuh"
#include "grid_scale.cuh"

CALLED Val call_grid(Vm &vm, u32 op, const Val *a) {
    if (walks_by_address(vm, op, a)) return punt(vm, ORDER_UNKNOWN);
    switch (op) {
    case OP_crop: return crop(vm, a[0], a[1], a[2]);
    case OP_subgrid: return subgrid(vm, a[0], a[1]);
    case OP_rot90:
    case OP_rot180:
    case OP_rot270: return turned(vm, a[0], op);
    case OP_hmirror:
    case OP_vmirror:
    case OP_dmirror:
    case OP_cmirror: return mirrored(vm, a[0], op);
    case OP_fill: return fill_op(vm, a[0], a[1], a[2], false);
    case OP_paint: return paint_op(vm, a[0], a[1], false);
    case OP_underfill: return fill_op(vm, a[0], a[1], a[2], true);
    case OP_underpaint: return paint_op(vm, a[0], a[1], true);
    case OP_cover: return cover(vm, a[0], a[1]);
    case OP_move: return move_op(vm, a[0], a[1], a[2]);
    case OP_hupscale:
    case OP_vupscale: return upscaled(vm, a[0], a[1], op);
    case OP_upscale: return is_tuple(a[0]) ? upscaled(vm, a[0], a[1], op) : upscaled_object(vm, a[0], a[1]);
    case OP_downscale: return downscale(vm, a[0], a[1]);
    case OP_hconcat: return hconcat(vm, a[0], a[1]);
    case OP_vconcat: return vconcat(vm, a[0], a[1]);
    case OP_hsplit: return split(vm, a[0], a[1], true);
    case OP_vsplit: return split(vm, a[0], a[1], false);
    case OP_cellwise: return cellwise(vm, a[0], a[1], a[2]);
    case OP_canvas: return canvas(vm, a[0], a[1]);
    case OP_trim: return trim(vm, a[0]);
    case OP_tophalf:
    case OP_bottomhalf:
    case OP_lefthalf:
    case OP_righthalf: return half(vm, a[0], op);
    case OP_compress: return compress(vm, a[0]);
    default: return punt(vm, NO_SUCH_OP);
    }
}

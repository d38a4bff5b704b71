//! Calls with one grid and constants.

use crate::plain::Plain;
use megabatt_core::{Op, Value};
use megabatt_cuda::Op as DeviceOp;

/// A call with one grid, which comes from this slot.
pub fn of(step: &Plain, slot: u32) -> Option<Vec<DeviceOp>> {
    let args = step.after(slot)?;
    let int = |n: usize| if let Some(Value::Int(value)) = args.get(n) { Some(*value) } else { None };
    let pair =
        |n: usize| if let Some(Value::Pair(a, b)) = args.get(n) { Some(((*a).into(), (*b).into())) } else { None };
    // One part is a tuple of one grid, which nothing tells from a grid where results are read.
    let parts = |n: usize| int(n).filter(|&parts| parts > 1);
    Some(vec![match (step.op, args.len()) {
        (Op::identity, 0) => return Some(Vec::new()),
        (Op::crop, 2) if step.tok.is_some() => return inside(pair(0)?, pair(1)?),
        (Op::hmirror, 0) => DeviceOp::Hmirror,
        (Op::vmirror, 0) => DeviceOp::Vmirror,
        (Op::dmirror, 0) => DeviceOp::Dmirror,
        (Op::cmirror, 0) => DeviceOp::Cmirror,
        (Op::rot90, 0) => DeviceOp::Rot90,
        (Op::rot180, 0) => DeviceOp::Rot180,
        (Op::rot270, 0) => DeviceOp::Rot270,
        (Op::replace, 2) => DeviceOp::Replace { replacee: int(0)?, replacer: int(1)? },
        (Op::switch, 2) => DeviceOp::Switch { a: int(0)?, b: int(1)? },
        (Op::crop, 2) => DeviceOp::Crop { start: pair(0)?, dims: pair(1)? },
        (Op::trim, 0) => DeviceOp::Trim,
        (Op::tophalf, 0) => DeviceOp::Tophalf,
        (Op::bottomhalf, 0) => DeviceOp::Bottomhalf,
        (Op::lefthalf, 0) => DeviceOp::Lefthalf,
        (Op::righthalf, 0) => DeviceOp::Righthalf,
        (Op::upscale, 1) => DeviceOp::Upscale { factor: int(0)? },
        (Op::hupscale, 1) => DeviceOp::Hupscale { factor: int(0)? },
        (Op::vupscale, 1) => DeviceOp::Vupscale { factor: int(0)? },
        (Op::downscale, 1) => DeviceOp::Downscale { factor: int(0)? },
        (Op::compress, 0) => DeviceOp::Compress,
        (Op::hsplit, 1) => DeviceOp::Hsplit { n: parts(0)? },
        (Op::vsplit, 1) => DeviceOp::Vsplit { n: parts(0)? },
        (Op::ofcolor, 1) => DeviceOp::Ofcolor { value: int(0)? },
        (Op::mostcolor, 0) => DeviceOp::Mostcolor,
        (Op::leastcolor, 0) => DeviceOp::Leastcolor,
        (Op::numcolors, 0) => DeviceOp::Numcolors,
        (Op::colorcount, 1) => DeviceOp::Colorcount { value: int(0)? },
        (Op::palette, 0) if step.tok.is_none() => DeviceOp::Palette,
        (Op::palette, 0) => DeviceOp::GrownPalette,
        _ => return None,
    }])
}

/// tokpidjin's `crop`, which gives nothing unless the box lies wholly inside. A canvas from the origin to the end of the box is compared
/// with the grid cell by cell: that marks the row if the canvas is the larger one. The other is lost by it.
fn inside(start: (i64, i64), dims: (i64, i64)) -> Option<Vec<DeviceOp>> {
    if start.0 < 0 || start.1 < 0 || dims.0 <= 0 || dims.1 <= 0 {
        return None;
    }
    let end = (start.0 + dims.0, start.1 + dims.1);
    let (canvas, compared) = (DeviceOp::Canvas { value: 0, dims: end }, DeviceOp::Cellwise { fallback: 0 });
    Some(vec![DeviceOp::Save, canvas, compared, DeviceOp::Swap, DeviceOp::Crop { start, dims }])
}

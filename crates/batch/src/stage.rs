//! A stage of a pipeline in the operations of devices.

use crate::plain::{Arg, Plain, constant};
use megabatt_core::{Op, Value};
use megabatt_cuda::{Kind, Op as DeviceOp};

/// Slots that are there before a stage: those of the grids that rows begin with, and that of what the stage before gave.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    /// What the stage before gave.
    pub slot: u32,
    /// The second batch that may be loaded, if it is that: pipelines have one at most on devices.
    pub second: Option<u32>,
}

/// The operations of a stage, and the slot of what it gives.
pub fn of(steps: &[&Plain], given: Given) -> Option<(Vec<DeviceOp>, u32)> {
    let (last, before) = steps.split_last()?;
    let is_unary = before.is_empty() && last.args.iter().filter(|arg| matches!(arg, Arg::Slot(_))).count() == 1;
    let ops = match is_unary {
        true => vec![unary(last, given.slot)?],
        false => with_patch(last, before, given).or_else(|| two_grids(last, before, given))?,
    };
    Some((ops, last.slot))
}

/// Whether nothing on a device can follow it.
pub fn ends(op: &DeviceOp) -> bool {
    op.kind() != Kind::Grid || matches!(op, DeviceOp::Hsplit { .. } | DeviceOp::Vsplit { .. })
}

/// A call with one grid, which comes from this slot.
fn unary(step: &Plain, slot: u32) -> Option<DeviceOp> {
    let args = step.after(slot)?;
    let int = |n: usize| if let Some(Value::Int(value)) = args.get(n) { Some(*value) } else { None };
    let pair =
        |n: usize| if let Some(Value::Pair(a, b)) = args.get(n) { Some(((*a).into(), (*b).into())) } else { None };
    Some(match (step.op, args.len()) {
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
        (Op::hsplit, 1) => DeviceOp::Hsplit { n: int(0)? },
        (Op::vsplit, 1) => DeviceOp::Vsplit { n: int(0)? },
        (Op::ofcolor, 1) => DeviceOp::Ofcolor { value: int(0)? },
        (Op::mostcolor, 0) => DeviceOp::Mostcolor,
        (Op::leastcolor, 0) => DeviceOp::Leastcolor,
        (Op::numcolors, 0) => DeviceOp::Numcolors,
        (Op::colorcount, 1) => DeviceOp::Colorcount { value: int(0)? },
        (Op::palette, 0) if step.tok.is_none() => DeviceOp::Palette,
        (Op::palette, 0) => DeviceOp::GrownPalette,
        _ => return None,
    })
}

/// A grid that is made of another one, operation by operation.
struct Side {
    from: Source,
    ops: Vec<DeviceOp>,
}

/// What a side is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// What the stage before gave.
    Given,
    /// The grid that the row began with.
    First,
    /// Its second grid.
    Second,
}

impl Side {
    /// How a grid came about by some of these steps.
    fn of(arg: &Arg, steps: &[&Plain], given: Given) -> Option<Side> {
        let Arg::Slot(slot) = arg else { return None };
        let mut slot = *slot;
        let mut ops = Vec::new();
        let from = loop {
            if slot == given.slot {
                break Source::Given;
            } else if slot == 0 {
                break Source::First;
            } else if Some(slot) == given.second {
                break Source::Second;
            }
            let step = steps.iter().find(|step| step.slot == slot)?;
            let Some(Arg::Slot(before)) = step.args.first() else { return None };
            let op = unary(step, *before)?;
            if ends(&op) {
                return None;
            }
            ops.push(op);
            slot = *before;
        };
        ops.reverse();
        Some(Side { from, ops })
    }

    fn is_given(&self) -> bool {
        self.from == Source::Given
    }

    /// Lets the other become what this side is made of.
    fn source(&self) -> DeviceOp {
        match self.from {
            Source::Given => DeviceOp::Save,
            Source::First => DeviceOp::First,
            Source::Second => DeviceOp::Load,
        }
    }
}

/// `fill(_, 3, ofcolor(_, 0))` and its kin: the patch is where a grid has a colour.
fn with_patch(last: &Plain, before: &[&Plain], given: Given) -> Option<Vec<DeviceOp>> {
    let (patch, made) = before.split_last().filter(|(patch, _)| patch.op == Op::ofcolor)?;
    let (grid, set) = if last.op == Op::subgrid { (1, 0) } else { (0, last.args.len().checked_sub(1)?) };
    let is_slot = |at: usize, slot: u32| matches!(last.args.get(at), Some(Arg::Slot(found)) if *found == slot);
    let side = Side::of(patch.args.first()?, made, given)?;
    if !is_slot(grid, given.slot) || !is_slot(set, patch.slot) || side.ops.len() != made.len() {
        return None;
    }
    let value = || match last.args.get(1).and_then(constant) {
        Some(Value::Int(value)) => Some(value),
        _ => None,
    };
    let does = match (last.op, last.args.len()) {
        (Op::fill, 3) => DeviceOp::Fill { value: value()? },
        (Op::underfill, 3) => DeviceOp::Underfill { value: value()? },
        (Op::cover, 2) => DeviceOp::Cover,
        (Op::subgrid, 2) => DeviceOp::Subgrid,
        _ => return None,
    };
    let Arg::Slot(looked_at) = patch.args.first()? else { return None };
    let places = unary(patch, *looked_at)?;
    if side.is_given() && side.ops.is_empty() {
        return Some(vec![places, does]);
    }
    let mut ops = vec![side.source()];
    if !side.is_given() {
        ops.push(DeviceOp::Swap);
    }
    ops.extend(side.ops);
    ops.extend([places, DeviceOp::Swap, does]);
    Some(ops)
}

/// `hconcat(_, vmirror(_))` and its kin: both sides are grids, at least one of them what the stage before gave or made of it.
fn two_grids(last: &Plain, before: &[&Plain], given: Given) -> Option<Vec<DeviceOp>> {
    let joined = match (last.op, last.args.get(2).and_then(constant)) {
        (Op::hconcat, None) => DeviceOp::Hconcat,
        (Op::vconcat, None) => DeviceOp::Vconcat,
        (Op::cellwise, Some(Value::Int(fallback))) => DeviceOp::Cellwise { fallback },
        _ => return None,
    };
    let left = Side::of(last.args.first()?, before, given)?;
    let right = Side::of(last.args.get(1)?, before, given)?;
    if left.ops.len() + right.ops.len() != before.len() {
        return None;
    }
    // The left side is the grid in the end, and the right side the other.
    let mut ops = Vec::new();
    match (left.is_given(), right.is_given()) {
        (true, _) if right.ops.is_empty() => ops.push(right.source()),
        (true, true) => {
            ops.push(DeviceOp::Save);
            ops.extend(right.ops);
            ops.push(DeviceOp::Swap);
        }
        (true, false) => {
            ops.extend([right.source(), DeviceOp::Swap]);
            ops.extend(right.ops);
            ops.push(DeviceOp::Swap);
        }
        (false, true) => {
            ops.extend(right.ops);
            ops.extend([left.source(), DeviceOp::Swap]);
        }
        (false, false) => return None,
    }
    ops.extend(left.ops);
    ops.push(joined);
    Some(ops)
}

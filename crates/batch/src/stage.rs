//! A stage of a pipeline in the operations of devices.

mod drawn;
mod side;
mod single;

use crate::column::Loads;
use crate::plain::{Arg, Plain, constant};
use megabatt_core::{Op, Value};
use megabatt_cuda::{Kind, Op as DeviceOp};
use side::Side;

/// Slots that are there before a stage: those of the grids that rows begin with, and that of what the stage before gave.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    /// What the stage before gave.
    pub slot: u32,
    /// The second batch that may be loaded, if it is that: pipelines have one at most on devices.
    pub second: Option<u32>,
}

/// What a stage is on a device.
#[derive(Clone, Debug)]
pub struct Lowered {
    pub ops: Vec<DeviceOp>,
    /// The slot of what it gives.
    pub slot: u32,
    /// What it loads.
    pub loads: Loads,
}

/// The operations of a stage.
pub fn of(steps: &[&Plain], given: Given) -> Option<Lowered> {
    let (last, before) = steps.split_last()?;
    let (ops, loads) = chain(last, steps, given)
        .or_else(|| drawn::of(last, before, given))
        .or_else(|| two_grids(last, before, given))?;
    Some(Lowered { ops, slot: last.slot, loads })
}

/// Whether nothing on a device can follow it.
pub fn ends(op: &DeviceOp) -> bool {
    op.kind() != Kind::Grid || matches!(op, DeviceOp::Hsplit { .. } | DeviceOp::Vsplit { .. })
}

/// `trim(rot90(_))`, `canvas(0, shape(_))` and the like: one grid after the other.
fn chain(last: &Plain, steps: &[&Plain], given: Given) -> Option<(Vec<DeviceOp>, Loads)> {
    let side = Side::of(&Arg::Slot(last.slot), steps, given)?;
    (side.is_given() && side.steps == steps.len()).then(|| (side.ops, Loads::default()))
}

/// `hconcat(_, vmirror(_))` and its kin: both sides are grids.
fn two_grids(last: &Plain, before: &[&Plain], given: Given) -> Option<(Vec<DeviceOp>, Loads)> {
    let joined = match (last.op, last.args.get(2).and_then(constant)) {
        (Op::hconcat, None) => DeviceOp::Hconcat,
        (Op::vconcat, None) => DeviceOp::Vconcat,
        // tokpidjin's takes a second grid that is smaller; such rows are left to the CPU.
        (Op::cellwise, Some(Value::Int(fallback))) => DeviceOp::Cellwise { fallback },
        _ => return None,
    };
    let left = Side::of(last.args.first()?, before, given)?;
    let right = Side::of(last.args.get(1)?, before, given)?;
    if left.steps + right.steps != before.len() || !left.leaves_other() || !right.leaves_other() {
        return None;
    }
    let loads = left.loads().and(right.loads())?;
    // The left side is the grid in the end, and the right side the other.
    let mut ops = if left.is_given() && right.ops.is_empty() {
        vec![right.from.to_other()]
    } else {
        let mut ops = side::both(right.from, left.from)?;
        ops.extend(right.ops);
        ops.push(DeviceOp::Swap);
        ops
    };
    ops.extend(left.ops);
    ops.push(joined);
    Some((ops, loads))
}

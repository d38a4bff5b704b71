//! Grids that are made of one of those that a stage has.

use super::{Given, ends, single};
use crate::column::{Loads, Uses};
use crate::plain::{Arg, Plain, constant};
use megabatt_core::{Op, Value};
use megabatt_cuda::Op as DeviceOp;

/// What a side is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// What the stage before gave.
    Given,
    /// The grid that the row began with.
    First,
    /// Its second grid.
    Second,
}

impl Source {
    /// Lets the other become it.
    pub fn to_other(self) -> DeviceOp {
        match self {
            Source::Given => DeviceOp::Save,
            Source::First => DeviceOp::First,
            Source::Second => DeviceOp::Load,
        }
    }

    /// What has to be loaded for it.
    pub fn loads(self) -> Loads {
        Loads { uses: Uses { grid: self == Source::Second, ..Uses::default() }, constant: None }
    }
}

/// Lets the grid become one and the other another; one of them is what was given, since a stage is about that.
pub fn both(grid: Source, other: Source) -> Option<Vec<DeviceOp>> {
    match (grid, other) {
        (Source::Given, _) => Some(vec![other.to_other()]),
        (_, Source::Given) => Some(vec![grid.to_other(), DeviceOp::Swap]),
        _ => None,
    }
}

/// A grid that is made of another one, operation by operation; its last one may give what is no grid.
pub struct Side {
    pub from: Source,
    pub ops: Vec<DeviceOp>,
    /// How many steps that were.
    pub steps: usize,
}

impl Side {
    /// How a value came about by some of these steps.
    pub fn of(arg: &Arg, steps: &[&Plain], given: Given) -> Option<Side> {
        let Arg::Slot(slot) = arg else { return None };
        let (mut slot, mut used) = (*slot, 0);
        let find = |slot: u32| steps.iter().find(|step| step.slot == slot);
        let mut made: Vec<Vec<DeviceOp>> = Vec::new();
        let from = loop {
            if slot == given.slot {
                break Source::Given;
            } else if slot == 0 {
                break Source::First;
            } else if Some(slot) == given.second {
                break Source::Second;
            }
            let step = find(slot)?;
            used += 1;
            if step.op == Op::canvas {
                let value = integer(step.args.first()?)?;
                let shape = match step.args.get(1)? {
                    // A canvas is made of anything.
                    Arg::Const(Value::Pair(height, width)) => {
                        let dims = ((*height).into(), (*width).into());
                        made.push(vec![DeviceOp::Canvas { value, dims }]);
                        break Source::Given;
                    }
                    Arg::Const(_) => return None,
                    Arg::Slot(slot) => find(*slot).filter(|step| step.op == Op::shape)?,
                };
                used += 1;
                let Some(Arg::Slot(before)) = shape.args.first() else { return None };
                made.push(vec![DeviceOp::Blank { value }]);
                slot = *before;
                continue;
            }
            let Some(Arg::Slot(before)) = step.args.first() else { return None };
            let ops = single::of(step, *before)?;
            if !made.is_empty() && ops.iter().any(ends) {
                return None;
            }
            made.push(ops);
            slot = *before;
        };
        made.reverse();
        Some(Side { from, ops: made.concat(), steps: used })
    }

    pub fn is_given(&self) -> bool {
        self.from == Source::Given
    }

    /// Whether it is a grid that is made without touching the other.
    pub fn leaves_other(&self) -> bool {
        !self.ops.iter().any(|op| ends(op) || matches!(op, DeviceOp::Save | DeviceOp::Swap))
    }

    /// What it loads.
    pub fn loads(&self) -> Loads {
        self.from.loads()
    }
}

/// A constant number.
pub fn integer(arg: &Arg) -> Option<i64> {
    match constant(arg) {
        Some(Value::Int(value)) => Some(value),
        _ => None,
    }
}

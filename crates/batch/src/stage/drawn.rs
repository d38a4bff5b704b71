//! Patches, and what is drawn or cut out with them.

use super::side::{Side, Source, both, integer};
use super::{Given, ends};
use crate::column::{Column, Loads, Uses, Values};
use crate::plain::{Arg, Plain};
use megabatt_core::{Op, Value};
use megabatt_cuda::Op as DeviceOp;

/// A patch as devices have it.
struct Patch {
    from: From,
    /// The colour of all its cells, if it was given one.
    colour: Option<i64>,
    /// How many steps made it.
    steps: usize,
}

enum From {
    /// Where a grid has a colour: the grid, and the operation that finds the places.
    Places(Side, DeviceOp),
    /// All cells of a grid that devices can load.
    Whole(Source),
    /// What is loaded with each row: the second value of the row, or one value for all rows.
    Loaded(Option<Value>),
}

impl Patch {
    /// How a patch came about by some of these steps.
    fn of(arg: &Arg, steps: &[&Plain], given: Given) -> Option<Patch> {
        let loaded = |value: Option<Value>| Some(Patch { from: From::Loaded(value), colour: None, steps: 0 });
        let slot = match arg {
            Arg::Const(value) => return loaded(Some(value.clone())),
            Arg::Slot(slot) if Some(*slot) == given.second => return loaded(None),
            Arg::Slot(slot) => slot,
        };
        let step = steps.iter().find(|step| step.slot == *slot)?;
        match (step.op, step.args.as_slice()) {
            (Op::ofcolor, [grid, value]) => {
                let side = Side::of(grid, steps, given)?;
                let steps = side.steps + 1;
                let places = DeviceOp::Ofcolor { value: integer(value)? };
                let is_grid = side.leaves_other();
                is_grid.then_some(Patch { from: From::Places(side, places), colour: None, steps })
            }
            (Op::recolor, [value, patch]) => {
                let of = Patch::of(patch, steps, given)?;
                let is_plain = of.colour.is_none() && !matches!(of.from, From::Whole(_));
                let colour = Some(integer(value)?);
                is_plain.then_some(Patch { colour, steps: of.steps + 1, ..of })
            }
            (Op::asobject, [Arg::Slot(grid)]) => {
                let from = match *grid {
                    0 => Source::First,
                    slot if Some(slot) == given.second => Source::Second,
                    _ => return None,
                };
                Some(Patch { from: From::Whole(from), colour: None, steps: 1 })
            }
            _ => None,
        }
    }

    /// What it loads; None if devices cannot load that.
    fn loads(&self, painted: bool) -> Option<Loads> {
        match &self.from {
            From::Places(side, _) => Some(side.loads()),
            From::Whole(from) => Some(from.loads()),
            From::Loaded(constant) => {
                let uses = Uses { places: !painted, object: painted, ..Uses::default() };
                let fits = |value: &Value| Values::endless(value.clone()).loaded(0, uses).is_some();
                constant.as_ref().is_none_or(fits).then(|| Loads { uses, constant: constant.clone() })
            }
        }
    }
}

/// `fill(_, 3, ofcolor(_, 0))` and its kin.
pub fn of(last: &Plain, before: &[&Plain], given: Given) -> Option<(Vec<DeviceOp>, Loads)> {
    let (grid, patch) = match (last.op, last.args.as_slice()) {
        (Op::fill | Op::underfill, [grid, _, patch]) => (grid, patch),
        (Op::cover | Op::paint | Op::underpaint, [grid, patch]) | (Op::subgrid, [patch, grid]) => (grid, patch),
        _ => return None,
    };
    let patch = Patch::of(patch, before, given)?;
    let side = Side::of(grid, before, given)?;
    if side.steps + patch.steps != before.len() || side.ops.iter().any(ends) {
        return None;
    }
    let value = || last.args.get(1).and_then(integer);
    let has_colours = !matches!(patch.from, From::Places(..));
    let does = match (last.op, patch.colour) {
        (Op::fill, _) => DeviceOp::Fill { value: value()? },
        (Op::underfill, _) => DeviceOp::Underfill { value: value()? },
        (Op::cover, _) => DeviceOp::Cover,
        (Op::subgrid, _) => DeviceOp::Subgrid,
        // An object of one colour is drawn as its places are filled.
        (Op::paint, Some(value)) => DeviceOp::Fill { value },
        (Op::underpaint, Some(value)) => DeviceOp::Underfill { value },
        (Op::paint, None) if has_colours => DeviceOp::Paint,
        (Op::underpaint, None) if has_colours => DeviceOp::Underpaint,
        _ => return None,
    };
    let painted = matches!(does, DeviceOp::Paint | DeviceOp::Underpaint);
    let loads = side.loads().and(patch.loads(painted)?)?;
    // tokpidjin's gives nothing where the box is not wholly inside.
    let boxed = last.tok.is_some() && does == DeviceOp::Subgrid;
    let mut ops = match patch.from {
        From::Places(of, places)
            if of.ops.is_empty() && of.is_given() && side.is_given() && (!boxed || side.ops.is_empty()) =>
        {
            [vec![places], side.ops].concat()
        }
        From::Places(of, places) if side.leaves_other() => {
            let ops = [both(of.from, side.from)?, of.ops, vec![places, DeviceOp::Swap], side.ops].concat();
            if boxed {
                return Some(([ops, boxed_subgrid()].concat(), loads));
            }
            ops
        }
        From::Whole(from) if side.is_given() && !boxed => [side.ops, vec![from.to_other()]].concat(),
        From::Loaded(_) if side.is_given() && !boxed => [side.ops, vec![Source::Second.to_other()]].concat(),
        _ => return None,
    };
    ops.push(does);
    Some((ops, loads))
}

/// tokpidjin's `subgrid` of a patch whose places are those of the other. The whole box is cut out of the other, too: if there is less of it
/// in the grid, comparing the two cell by cell marks the row.
fn boxed_subgrid() -> Vec<DeviceOp> {
    let compared = DeviceOp::Cellwise { fallback: 0 };
    vec![DeviceOp::Subgrid, DeviceOp::Swap, DeviceOp::Subgrid, compared, DeviceOp::Swap]
}

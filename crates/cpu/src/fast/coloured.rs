//! The cells of some colours.
//!
//! Hardly any filter is as common as `sfilter(object, matcher(first, colour))` and its opposite. What such a condition does is known when
//! one looks at it, so nobody has to go through its parts: one call says what all of them take, since what a call takes follows from
//! weights and a colour weighs the same whichever it is.

use super::container::paid_part;
use super::wanted::positions_where;
use crate::Machine;
use megabatt_core::set::{self as picture, Items};
use megabatt_core::{Arc, Closure, Op, Result, Set, Value};

/// Which colours are kept.
enum Kept {
    All,
    Nothing,
    Only(i32),
    Not(i32),
    /// Those whose bits are set.
    Some(u64),
}

impl Kept {
    /// What a condition on cells keeps, if it asks for the colour and for nothing else.
    fn by(condition: &Value) -> Option<Kept> {
        let Value::Func(function) = condition else { return None };
        match &function.kind {
            Closure::Matcher { function: Value::Op(Op::first), target: Value::Int(colour) } => {
                i32::try_from(*colour).ok().map(Kept::Only)
            }
            // `argmin` of nothing is None, and programs go on with it as if it were a colour.
            Closure::Matcher { function: Value::Op(Op::first), target } if is_no_number(target) => Some(Kept::Nothing),
            Closure::Compose { outer: Value::Op(Op::flip), inner } => match Kept::by(inner)? {
                Kept::All => Some(Kept::Nothing),
                Kept::Nothing => Some(Kept::All),
                Kept::Only(colour) => Some(Kept::Not(colour)),
                Kept::Not(colour) => Some(Kept::Only(colour)),
                Kept::Some(_) => None,
            },
            Closure::Compose { outer: Value::Func(outer), inner: Value::Op(Op::first) } => match &outer.kind {
                Closure::Rbind { function: Value::Op(Op::contained), fixed, arity: 2 } => bits(fixed).map(Kept::Some),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether no colour can be equal to it.
fn is_no_number(value: &Value) -> bool {
    matches!(value, Value::None | Value::Pair(..) | Value::Cell(..) | Value::Tuple(_) | Value::Grid(_) | Value::Set(_))
}

impl Kept {
    /// The same of the cells of a grid; None if grids have no such colour.
    fn of_picture(&self) -> Option<picture::Kept> {
        match *self {
            Kept::All => Some(picture::Kept::All),
            Kept::Only(colour) => i8::try_from(colour).ok().map(picture::Kept::Only),
            Kept::Not(colour) => i8::try_from(colour).ok().map(picture::Kept::Not),
            Kept::Nothing | Kept::Some(_) => None,
        }
    }

    /// The positions of the cells that are kept.
    fn positions(&self, cells: &[(i32, i32, i32)]) -> Vec<u32> {
        match *self {
            Kept::All => (0..cells.len() as u32).collect(),
            Kept::Nothing => Vec::new(),
            Kept::Only(wanted) => positions_where(cells.len(), |n| cells[n].0 == wanted),
            Kept::Not(unwanted) => positions_where(cells.len(), |n| cells[n].0 != unwanted),
            Kept::Some(bits) => {
                positions_where(cells.len(), |n| (0..64).contains(&cells[n].0) && bits >> cells[n].0 & 1 != 0)
            }
        }
    }
}

/// A bit for each of these ints; None if there is something else, or a large one.
fn bits(colours: &Value) -> Option<u64> {
    let bit = |colour: &Value| match colour {
        Value::Int(n @ 0..64) => Some(1u64 << n),
        _ => None,
    };
    match colours {
        Value::Set(set) if set.items() == Items::Various => {
            set.values().try_fold(0, |bits, colour| Some(bits | bit(&colour)?))
        }
        Value::Tuple(items) => items.slice().iter().try_fold(0, |bits, colour| Some(bits | bit(colour)?)),
        _ => None,
    }
}

/// The part of a set of cells for which the condition holds, paid for; None if it is another one, or if a limit is near.
pub fn part(m: &mut Machine, set: &Arc<Set>, condition: &Value) -> Option<Result<Set>> {
    if set.items() != Items::Cells {
        return None;
    }
    let kept = Kept::by(condition)?;
    let picture = kept.of_picture().and_then(|kept| Set::picture_of_some(set, kept));
    // Which cell it is does not matter.
    let cell = match picture {
        Some(_) => Value::Cell(0, 0, 0),
        None => set.item(0)?,
    };
    let (_, used, frames) = m.measured(condition, &cell)?;
    // A call in a generator takes a frame more.
    let paid = m.pay_at_once(frames + 1, used.fuel.checked_mul(set.len() as u64)?, used.peak)?;
    Some(paid.and_then(|()| {
        if let Some(part) = picture {
            m.meter.charge(part.weight() - 1)?;
            return Ok(part);
        }
        paid_part(m, set, kept.positions(set.cells().unwrap_or_default()))
    }))
}

//! The cells of some colours.
//!
//! Hardly any filter is as common as `sfilter(object, matcher(first, colour))` and its opposite. What such a condition does is known when
//! one looks at it, so nobody has to go through its parts: one call says what all of them take, since what a call takes follows from
//! weights and a colour weighs the same whichever it is.

use super::wanted::positions_where;
use crate::Machine;
use megabatt_core::set::Items;
use megabatt_core::{Arc, Closure, Op, Result, Set, Value};

/// Which colours are kept.
enum Kept {
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
            Closure::Compose { outer: Value::Op(Op::flip), inner } => match Kept::by(inner)? {
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

/// The positions of the cells for which the condition holds, paid for; None if it is another one, or if a limit is near.
pub fn positions(m: &mut Machine, set: &Arc<Set>, condition: &Value) -> Option<Result<Vec<u32>>> {
    let cells = set.cells()?;
    let &(colour, i, j) = cells.first()?;
    let kept = Kept::by(condition)?;
    let (_, used, frames) = m.measured(condition, &Value::Cell(colour, i, j))?;
    // A call in a generator takes a frame more.
    let paid = m.pay_at_once(frames + 1, used.fuel.checked_mul(cells.len() as u64)?, used.peak)?;
    Some(paid.map(|()| match kept {
        Kept::Only(wanted) => positions_where(cells.len(), |n| cells[n].0 == wanted),
        Kept::Not(unwanted) => positions_where(cells.len(), |n| cells[n].0 != unwanted),
        Kept::Some(bits) => {
            positions_where(cells.len(), |n| (0..64).contains(&cells[n].0) && bits >> cells[n].0 & 1 != 0)
        }
    }))
}

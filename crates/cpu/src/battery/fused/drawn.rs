//! What a function gives for the items of a tuple, drawn onto a grid without a tuple of all the cells.
//!
//! `mapply` over a tuple makes one long tuple: the cells of each set, in the order of that set. Whoever draws it sees which set
//! came before which, and not the order within one whose cells have a place each; and that order is what takes the time. Where the
//! function moves one patch, nobody makes the moved ones either.

use crate::machine::load;
use crate::machine_tok::FRAMES;
use crate::{Machine, fast};
use megabatt_core::{Arc, Call, CellLayout, Closure, Grid, Result, Set, TokOp, Value};

/// `paint(grid, mapply(function, tuple))`, or `fill` or `underfill` likewise.
pub fn drawn(machine: &mut Machine, first: &Call, second: &Call, op: TokOp, slots: &[Value]) -> Option<Result<Value>> {
    let [function, container] = first.args.as_slice() else { return None };
    let (function, container) = (load(function, slots), load(container, slots));
    if !matches!(container, Value::Tuple(_) | Value::Grid(_)) {
        return None;
    }
    let (on, colour) = match second.args.as_slice() {
        [on, _] if op == TokOp::paint => (load(on, slots), None),
        [on, colour, _] if op != TokOp::paint => match load(colour, slots) {
            Value::Int(colour) => (load(on, slots), Some(i8::try_from(*colour).ok()?)),
            _ => return None,
        },
        _ => return None,
    };
    let grid = match on {
        Value::Grid(grid) => grid.clone(),
        Value::Tuple(_) => Arc::new(Grid::from_value(on)?),
        _ => return None,
    };
    let only_on = (op == TokOp::underfill).then(|| fast::most_common(&grid));
    let mut drawing = Drawing { cells: grid.copied_cells(), grid: &grid, colour, only_on };
    let before = machine.mark();
    machine.next_line();
    let weight = match moves(function, container) {
        Some((patch, by)) => draw_moved(machine, &mut drawing, patch, &by),
        None => draw_applied(machine, &mut drawing, function, container),
    };
    let value = Value::grid(Grid::new(grid.height(), grid.width(), drawing.cells));
    let paid = weight.and_then(|weight| paid(machine, [function, container], (on, weight), op, &value).ok());
    if paid.is_none() {
        machine.rewind(before);
    }
    paid.map(|()| Ok(value))
}

/// The patch that the function moves, and by how much.
fn moves<'a>(function: &'a Value, container: &Value) -> Option<(&'a Set, Vec<(i32, i32)>)> {
    /// Sums of two of these do not leave 32 bits.
    const NEAR: std::ops::Range<i32> = -(1 << 29)..1 << 29;
    let Value::Func(function) = function else { return None };
    let Closure::Lbind { function: Value::Tok(TokOp::shift), fixed: Value::Set(patch), arity: 2 } = &function.kind
    else {
        return None;
    };
    let Value::Tuple(items) = container else { return None };
    let is_near = |i: i32, j: i32| NEAR.contains(&i) && NEAR.contains(&j);
    let by = |item: &Value| match *item {
        Value::Pair(i, j) if is_near(i, j) => Some((i, j)),
        _ => None,
    };
    let near = match (patch.pairs(), patch.coloured()) {
        (Some(places), _) => places.iter().all(|&(i, j)| is_near(i, j)),
        (_, Some(cells)) => cells.iter().all(|&(_, i, j)| is_near(i, j)),
        _ => false,
    };
    if !near {
        return None;
    }
    Some((patch, items.slice().iter().map(by).collect::<Option<_>>()?))
}

/// Draws a patch at all places, and pays for moving it there at least what that takes. Gives the weight of all moved ones.
fn draw_moved(machine: &mut Machine, drawing: &mut Drawing<'_>, patch: &Set, by: &[(i32, i32)]) -> Option<u64> {
    /// What the calls of a closure and of an operation take, and the vector.
    const CALLS: u64 = 16;
    by.iter().try_for_each(|&by| drawing.draw(patch, by))?;
    let (times, each) = (by.len() as u64, patch.weight());
    let weight = times.saturating_mul(each).saturating_add(1);
    // Each is an argument and a result.
    machine.meter.charge(weight.saturating_add(times.saturating_mul(CALLS))).ok()?;
    machine.meter.made(weight.saturating_mul(2)).ok()?;
    machine.enter_many(3 * FRAMES + 2).ok()?;
    Some(weight)
}

/// Draws what the function gives, call by call. Gives the weight of all of it.
fn draw_applied(machine: &mut Machine, drawing: &mut Drawing<'_>, function: &Value, container: &Value) -> Option<u64> {
    // It is called by `mapply`.
    machine.enter_many(FRAMES).ok()?;
    let applied = machine.call(&Value::Tok(TokOp::apply), &[function, container]).ok()?;
    let Value::Tuple(items) = &applied else { return None };
    let set = |item: &'_ Value| match item {
        Value::Set(set) => Some(set.clone()),
        _ => None,
    };
    let sets: Vec<Arc<Set>> = items.slice().iter().map(set).collect::<Option<_>>()?;
    // The first item says for all whether it is places or cells.
    let mut kinds = sets.iter().filter(|set| !set.is_empty()).map(|set| set.items());
    let kind = kinds.next();
    if kinds.any(|other| Some(other) != kind) {
        return None;
    }
    sets.iter().try_for_each(|set| drawing.draw(set, (0, 0)))?;
    Some(applied.weight())
}

/// A grid that is drawn on.
struct Drawing<'a> {
    grid: &'a Grid,
    cells: Vec<i8>,
    /// The colour of all that is drawn; None where it has its own.
    colour: Option<i8>,
    only_on: Option<i8>,
}

impl Drawing<'_> {
    /// Draws a patch that was moved; None if it is none, or if the order of its cells matters.
    fn draw(&mut self, patch: &Set, (di, dj): (i32, i32)) -> Option<()> {
        if patch.is_empty() {
            return Some(());
        }
        match (patch.pairs(), patch.cells_in(CellLayout::ColourLast), self.colour) {
            (Some(places), _, Some(colour)) => places.iter().for_each(|&(i, j)| self.put(colour, i + di, j + dj)),
            (_, Some(cells), Some(colour)) => cells.iter().for_each(|&(_, i, j)| self.put(colour, i + di, j + dj)),
            (_, Some(cells), None) if patch.has_distinct_places() => {
                for &(colour, i, j) in cells {
                    self.put(i8::try_from(colour).ok()?, i + di, j + dj);
                }
            }
            _ => return None,
        }
        Some(())
    }

    #[inline]
    fn put(&mut self, colour: i8, i: i32, j: i32) {
        if let Some(at) = self.grid.position(i, j)
            && self.only_on.is_none_or(|background| self.cells[at] == background)
        {
            self.cells[at] = colour;
        }
    }
}

/// Pays for both lines at least what they take, beside what the function took: `mapply` merges what it gave, and the tuple that
/// nobody makes weighs less than all of that.
fn paid(
    machine: &mut Machine,
    first: [&Value; 2],
    (on, weight): (&Value, u64),
    op: TokOp,
    value: &Value,
) -> Result<()> {
    machine.meter.before(TokOp::mapply.info().cost, &first)?;
    // As an argument of `apply`.
    machine.meter.before(TokOp::apply.info().cost, &first)?;
    machine.meter.reserve(weight)?;
    machine.meter.charge(weight)?;
    machine.meter.made(weight)?;
    // The colour, if there is one, weighs 1.
    machine.meter.before(op.info().cost, &[on, &Value::None])?;
    machine.meter.charge(weight)?;
    machine.meter.made(value.bulk())
}

//! Rows of grids side by side.

use crate::Machine;
use megabatt_core::{Grid, Op, Result, Value};
use std::borrow::Cow;

type Taken = Option<Result<Value>>;

/// Wider grids are left to the ordinary way: large values count by other rules.
const MOST_WIDTH: usize = 300;

/// What a call takes before it starts, beside its arguments.
const CONST: u64 = crate::machine::CALL;

/// `papply(pair, a, b)` of two grids: a tuple of pairs for each row.
pub fn papply(m: &mut Machine, function: &Value, a: &Value, b: &Value) -> Taken {
    if !matches!(function, Value::Op(Op::pair)) {
        return None;
    }
    let (a, b) = (grid(a)?, grid(b)?);
    let (height, width) = (a.height().min(b.height()), a.width().min(b.width()));
    if a.width().max(b.width()) > MOST_WIDTH {
        return None;
    }
    // The weights of a row of each, and of their pairs.
    let (rows, pairs) = ((2 + a.width() + b.width()) as u64, 1 + 3 * width as u64);
    let fuel = (CONST + rows + pairs).saturating_mul(height as u64);
    let before = m.mark();
    // The generator and the operation; all tuples are kept until the last is there.
    let Some(Ok(())) = m.pay_at_once(2, fuel, pairs.saturating_mul(height as u64)) else {
        m.rewind(before);
        return None;
    };
    let pair = |(&x, &y): (&i8, &i8)| Value::Pair(x.into(), y.into());
    let row = |i: usize| Value::tuple(a.row(i).iter().zip(b.row(i)).map(pair).collect());
    Some((0..height).map(row).collect::<Result<Vec<Value>>>().and_then(Value::tuple))
}

/// A grid, in whatever form.
fn grid(value: &Value) -> Option<Cow<'_, Grid>> {
    match value {
        Value::Grid(grid) => Some(Cow::Borrowed(grid)),
        value => Grid::from_value(value).map(Cow::Owned),
    }
}

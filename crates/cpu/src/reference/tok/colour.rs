//! Colours of grids and objects.

use super::cell::{cell, same, set_of, unpack3};
use super::safe;
use crate::Machine;
use crate::reference::colour::{dims, each_cell, in_range, ofcolor, replace};
use crate::reference::container::most_frequent;
use megabatt_core::py::{self, get, get_item, unpack2};
use megabatt_core::{Fail, Result, SetBuilder, TokOp, Value};

const OUTSIDE: Value = Value::Float(f64::NEG_INFINITY);

pub fn call(m: &mut Machine, op: TokOp, args: &[&Value]) -> Result<Value> {
    match (op, args) {
        (TokOp::c_iz, [a, b]) => c_iz(m, a, b),
        (TokOp::c_iz_n, [a, b, c]) => c_iz_n(m, a, b, c),
        (TokOp::c_zo, [a, b]) => c_zo(m, a, b),
        (TokOp::c_zo_n, [a, b, c]) => c_zo_n(m, a, b, c),
        (TokOp::color, [a]) => color(a),
        (TokOp::colorcount_f, [a, b]) => colorcount_f(a, b),
        (TokOp::colorcount_t, [a, b]) => colorcount_t(a, b),
        (TokOp::f_ofcolor, [a, b]) => ofcolor(a, b),
        (TokOp::get_color_rank_f, [a, b]) => get_color_rank_f(a, b),
        (TokOp::get_color_rank_t, [a, b]) => get_color_rank_t(a, b),
        (TokOp::index, [a, b]) => index(a, b),
        (TokOp::leastcolor_f, [a]) => leastcolor_f(a),
        (TokOp::leastcolor_t, [a]) => leastcolor_t(a),
        (TokOp::mostcolor_f, [a]) => mostcolor_f(a),
        (TokOp::mostcolor_t, [a]) => mostcolor_t(a),
        (TokOp::numcolors_f, [a]) => numcolors_f(m, a),
        (TokOp::numcolors_t, [a]) => numcolors_t(m, a),
        (TokOp::p_f | TokOp::palette_f, [a]) => palette_f(a),
        (TokOp::p_g, [a]) => p_g(a),
        (TokOp::p_o, [a]) => p_o(a),
        (TokOp::palette_t, [a]) => palette_t(a),
        (TokOp::recolor_i, [a, b]) => recolor_i(m, a, b),
        (TokOp::recolor_o, [a, b]) => recolor_o(m, a, b),
        (TokOp::replace, [a, b, c]) => replace(a, b, c),
        (TokOp::switch, [a, b, c]) => switch(a, b, c),
        _ => unreachable!("{} was called with {} arguments", op.name(), args.len()),
    }
}

/// All values of a grid, row by row.
fn values_of_grid(grid: &Value) -> Result<Vec<Value>> {
    let mut values = Vec::new();
    for row in py::iter(grid)? {
        values.extend(py::iter(&row)?);
    }
    Ok(values)
}

/// The colours of an object, cell by cell.
fn values_of_object(obj: &Value) -> Result<Vec<Value>> {
    py::iter(obj)?.map(|cell| Ok(unpack3(&cell)?.2)).collect()
}

/// What the function finds in the demo inputs and what it finds in the outputs, each thing once.
fn found_in_demos(m: &mut Machine, samples: &Value, function: &Value) -> Result<(Value, Value)> {
    let inputs = safe(m, TokOp::apply, &[&Value::Tok(TokOp::first), samples])?;
    let outputs = safe(m, TokOp::apply, &[&Value::Tok(TokOp::second), samples])?;
    let in_inputs = safe(m, TokOp::mapply_t, &[function, &inputs])?;
    let in_inputs = safe(m, TokOp::dedupe, &[&in_inputs])?;
    let in_outputs = safe(m, TokOp::mapply_t, &[function, &outputs])?;
    let in_outputs = safe(m, TokOp::dedupe, &[&in_outputs])?;
    Ok((in_inputs, in_outputs))
}

fn c_iz(m: &mut Machine, samples: &Value, function: &Value) -> Result<Value> {
    let (inputs, outputs) = found_in_demos(m, samples, function)?;
    safe(m, TokOp::difference_tuple, &[&inputs, &outputs])
}

fn c_zo(m: &mut Machine, samples: &Value, function: &Value) -> Result<Value> {
    let (inputs, outputs) = found_in_demos(m, samples, function)?;
    safe(m, TokOp::difference_tuple, &[&outputs, &inputs])
}

fn c_iz_n(m: &mut Machine, samples: &Value, function: &Value, pick: &Value) -> Result<Value> {
    let found = safe(m, TokOp::c_iz, &[samples, function])?;
    m.call1(pick, &found)
}

fn c_zo_n(m: &mut Machine, samples: &Value, function: &Value, pick: &Value) -> Result<Value> {
    let found = safe(m, TokOp::c_zo, &[samples, function])?;
    m.call1(pick, &found)
}

fn color(obj: &Value) -> Result<Value> {
    match py::iter(obj)?.next() {
        Some(first) if first.is_tuple() => get(&first, 2),
        _ => Ok(OUTSIDE),
    }
}

fn colorcount_f(obj: &Value, color: &Value) -> Result<Value> {
    Ok(values_of_object(obj)?.iter().filter(|value| *value == color).count().into())
}

/// `tuple.count` goes by identity first, so a `nan` finds itself here and not in an object.
fn colorcount_t(grid: &Value, color: &Value) -> Result<Value> {
    let mut count = 0usize;
    for row in py::iter(grid)? {
        if !row.is_tuple() {
            return Err(Fail::ATTRIBUTE);
        }
        count += py::iter(&row)?.filter(|value| same(value, color)).count();
    }
    Ok(count.into())
}

/// The distinct values, commonest first; those equally common in the order they were met.
fn by_frequency(values: Vec<Value>) -> Vec<Value> {
    let mut seen = SetBuilder::new();
    let mut counted: Vec<(usize, Value)> = Vec::new();
    for value in values {
        let n = seen.number(value.clone());
        match counted.get_mut(n) {
            Some((count, _)) => *count += 1,
            None => counted.push((1, value)),
        }
    }
    counted.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    counted.into_iter().map(|(_, value)| value).collect()
}

/// Whether `-n <= rank < n`; what is no number raises a TypeError.
fn is_rank(rank: &Value, n: usize) -> Result<bool> {
    let lowest = Value::Int(-(n as i64));
    Ok((*rank == lowest || py::less(&lowest, rank)?) && py::less(rank, &n.into())?)
}

/// The colour at a rank. Beyond the last rank there is nothing: `missing`, whatever the default is.
fn ranked(values: Vec<Value>, rank: &Value, missing: Value) -> Result<Value> {
    let ranked = by_frequency(values);
    if is_rank(rank, ranked.len())? { get_item(&Value::tuple(ranked)?, rank) } else { Ok(missing) }
}

fn get_color_rank_t(grid: &Value, rank: &Value) -> Result<Value> {
    ranked(values_of_grid(grid)?, rank, Value::empty_tuple())
}

fn get_color_rank_f(obj: &Value, rank: &Value) -> Result<Value> {
    ranked(values_of_object(obj)?, rank, crate::reference::patch::empty_set())
}

fn index(grid: &Value, loc: &Value) -> Result<Value> {
    if *loc == Value::empty_tuple() {
        return Ok(OUTSIDE);
    }
    let (i, j) = unpack2(loc)?;
    let (h, w) = dims(grid)?;
    if !(in_range(&i, h)? && in_range(&j, w)?) {
        return Ok(OUTSIDE);
    }
    let row = get_item(grid, &get(loc, 0)?)?;
    get_item(&row, &get(loc, 1)?)
}

/// The value met most (or least) often; of none, `nan`.
fn commonest(values: Vec<Value>, fewest: bool) -> Result<Value> {
    if values.is_empty() { Ok(Value::Float(f64::NAN)) } else { most_frequent(values.into_iter(), fewest) }
}

fn mostcolor_t(grid: &Value) -> Result<Value> {
    commonest(values_of_grid(grid)?, false)
}

fn mostcolor_f(obj: &Value) -> Result<Value> {
    commonest(values_of_object(obj)?, false)
}

fn leastcolor_t(grid: &Value) -> Result<Value> {
    commonest(values_of_grid(grid)?, true)
}

fn leastcolor_f(obj: &Value) -> Result<Value> {
    commonest(values_of_object(obj)?, true)
}

fn palette_t(element: &Value) -> Result<Value> {
    set_of(values_of_grid(element)?.into_iter().map(Ok))
}

fn palette_f(element: &Value) -> Result<Value> {
    set_of(values_of_object(element)?.into_iter().map(Ok))
}

fn p_g(grid: &Value) -> Result<Value> {
    Value::tuple(py::iter(&palette_t(grid)?)?.collect())
}

fn p_o(obj: &Value) -> Result<Value> {
    Value::tuple(py::iter(&palette_f(obj)?)?.collect())
}

fn numcolors_t(m: &mut Machine, grid: &Value) -> Result<Value> {
    Ok(py::len(&safe(m, TokOp::palette_t, &[grid])?)?.into())
}

fn numcolors_f(m: &mut Machine, obj: &Value) -> Result<Value> {
    Ok(py::len(&safe(m, TokOp::palette_f, &[obj])?)?.into())
}

/// Each place with the colour.
fn coloured(color: &Value, places: &Value) -> Result<Value> {
    set_of(py::iter(places)?.map(|place| {
        let (i, j) = unpack2(&place)?;
        cell(i, j, color.clone())
    }))
}

fn recolor_i(m: &mut Machine, color: &Value, indices: &Value) -> Result<Value> {
    let places = safe(m, TokOp::toindices_i, &[indices])?;
    coloured(color, &places)
}

fn recolor_o(m: &mut Machine, color: &Value, obj: &Value) -> Result<Value> {
    let places = safe(m, TokOp::toindices_o, &[obj])?;
    coloured(color, &places)
}

/// Looks each colour up in `{a: b, b: a}`; if the two are equal, the second entry has won.
fn switch(grid: &Value, a: &Value, b: &Value) -> Result<Value> {
    each_cell(grid, |value| match (same(&value, a), same(&value, b)) {
        (true, false) => b.clone(),
        (_, true) => a.clone(),
        (false, false) => value,
    })
}

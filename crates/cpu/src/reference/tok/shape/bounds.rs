//! The outermost rows and columns.

use super::{Part, places_by};
use crate::Machine;
use crate::reference::tok::safe;
use megabatt_core::py::{self, sort, unpack2};
use megabatt_core::{Fail, Result, TokOp, Value};

/// The row or column numbers of places, as they are unpacked.
pub fn parts(places: &Value, part: Part) -> Result<impl Iterator<Item = Result<Value>>> {
    Ok(py::iter(places)?.map(move |place| {
        let (i, j) = unpack2(&place)?;
        Ok(match part {
            Part::Row => i,
            Part::Column => j,
        })
    }))
}

/// The least or the greatest row or column; nan for nothing, except where tokpidjin forgot to ask.
pub fn bound(m: &mut Machine, op: TokOp, patch: &Value, part: Part, greatest: bool) -> Result<Value> {
    let asks = !matches!(op, TokOp::rightmost_i | TokOp::rightmost_o);
    if asks && !py::truthy(patch) {
        return Ok(Value::Float(f64::NAN));
    }
    let places = safe(m, places_by(op), &[patch])?;
    let mut kept = Vec::new();
    let keeping = parts(&places, part)?.inspect(|p| kept.extend(p.clone()));
    let at = if greatest { sort::first_max(keeping) } else { sort::first_min(keeping) }?;
    at.map(|n| kept[n].clone()).ok_or(Fail::VALUE)
}

/// One of the four by its code; None for other codes.
pub fn col_row(m: &mut Machine, patch: &Value, kind: &Value) -> Result<Value> {
    const CODES: [TokOp; 4] = [TokOp::lowermost, TokOp::uppermost, TokOp::leftmost, TokOp::rightmost];
    match CODES.iter().zip(0i64..).find(|&(_, code)| *kind == Value::Int(code)) {
        Some((&op, _)) => safe(m, op, &[patch]),
        None => Ok(Value::None),
    }
}

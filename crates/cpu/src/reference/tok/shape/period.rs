//! The periods of objects.

use super::Part;
use crate::Machine;
use crate::reference::number::range;
use crate::reference::tok::patch::{cell, unpack3};
use crate::reference::tok::safe;
use megabatt_core::py;
use megabatt_core::{Fail, Result, TokOp, Value};

const ZERO: Value = Value::Int(0);
const ONE: Value = Value::Int(1);

/// The least shift by which the object, cut off at the border, fits onto itself.
pub fn period(m: &mut Machine, obj: &Value, part: Part) -> Result<Value> {
    let normalized = safe(m, TokOp::normalize, &[obj])?;
    let extent_by = if part == Part::Row { TokOp::height_f } else { TokOp::width_f };
    let extent = safe(m, extent_by, &[&normalized])?;
    for p in range(&ONE, &extent, &ONE)?.iter() {
        m.meter.charge(obj.weight())?;
        let back = if part == Part::Row { Value::int_pair(-p, 0) } else { Value::int_pair(0, -p) };
        let shifted = safe(m, TokOp::shift, &[&normalized, &back])?;
        let mut pruned = Vec::new();
        for item in py::iter(&shifted)? {
            let (i, j, c) = unpack3(&item)?;
            let moved = if part == Part::Row { &i } else { &j };
            if *moved == ZERO || py::greater(moved, &ZERO)? {
                pruned.push(cell(i, j, c)?);
            }
        }
        let Value::Set(whole) = &normalized else { return Err(Fail::ATTRIBUTE) };
        if pruned.iter().all(|cell| whole.contains(cell)) {
            return Ok(Value::Int(p));
        }
    }
    Ok(extent)
}

//! Objects of a grid.

use crate::Machine;
use megabatt_core::{Limit, Result, TokOp, Value};

pub fn call(_m: &mut Machine, op: TokOp, args: &[&Value]) -> Result<Value> {
    match (op, args) {
        _ => Err(Limit::Internal.into()),
    }
}

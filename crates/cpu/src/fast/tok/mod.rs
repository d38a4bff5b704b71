//! Quicker forms of tokpidjin's operations for the arguments programs really pass.

use crate::Machine;
use megabatt_core::{Result, TokOp, Value};

/// The result, if there is a fast form for these arguments.
pub fn call(_m: &mut Machine, _op: TokOp, _args: &[&Value]) -> Option<Result<Value>> {
    None
}

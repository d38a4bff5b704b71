//! Quicker forms of operations for the arguments programs really pass.

use crate::Machine;
use megabatt_core::{Op, Result, Value};

/// The result, if there is a fast form for these arguments.
pub fn call(_machine: &mut Machine, _op: Op, _args: &[Value]) -> Option<Result<Value>> {
    None
}

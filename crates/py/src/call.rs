//! A single call on the thread that asks for it.

use crate::convert::Same;
use crate::{foreign, wait};
use megabatt_core::code::Action;
use megabatt_core::{Call, Code, Dialect, Limit, Operand, Step, Value};
use megabatt_cpu::{Cpu, Engine};
use megabatt_exec::{Cancel, Limits, Outcome, Row, RowResult};
use pyo3::prelude::*;
use std::sync::Arc;

/// Calls nest up to 1,000 deep, and so does our stack. Where less than this is left, the call gets a stack of its own.
const ENOUGH: usize = 4 << 20;
const STACK: usize = 64 << 20;

/// Runs a row on this thread, whatever its stack.
pub fn run_row(row: &Row, dialect: Dialect, limits: &Limits) -> RowResult {
    run_on(&Cpu { dialect, engine: Engine::Fast }, row, limits)
}

fn run_on(cpu: &Cpu, row: &Row, limits: &Limits) -> RowResult {
    stacker::maybe_grow(ENOUGH, STACK, || cpu.run_row(row, limits, &Cancel::new()))
}

/// `function(*args, **keywords)`, as a program of one line.
pub fn row(function: &Value, args: Vec<Value>, keywords: Vec<(String, Value)>) -> Row {
    let slots = args.len() as u32;
    let keywords = keywords.into_iter().map(|(name, value)| (name, Operand::Const(value))).collect();
    let call =
        Call { function: Operand::Const(function.clone()), args: (0..slots).map(Operand::Slot).collect(), keywords };
    let code = Code {
        name: "call".to_string(),
        params: vec![String::new(); args.len()],
        slots: slots + 1,
        steps: vec![Step { action: Action::Call(call), slot: slots, line: 1 }],
        result: Operand::Slot(slots),
    };
    Row { code: Arc::new(code), inputs: args }
}

/// Most calls take less than this; those that do not are run again where Ctrl-C can reach them. Fuel is a formula over values,
/// so a call that ends within it gives the same with more.
const QUICK: u64 = 2_000_000;

/// Whether the row may call functions of Python's.
fn is_foreign(row: &Row) -> bool {
    row.code.is_foreign() || row.inputs.iter().any(Value::is_foreign)
}

/// Runs a row so that Ctrl-C ends it; that raises KeyboardInterrupt.
pub fn run_interruptibly(py: Python<'_>, row: &Row, dialect: Dialect, limits: &Limits) -> PyResult<RowResult> {
    run_knowing(py, row, dialect, limits, Same::default()).map(|(result, _)| result)
}

/// The same where it is known which sets the row was given: functions of Python's are given the very same. Gives what is known
/// of sets afterwards, too.
///
/// Functions of Python's are called by the plain forms of the operations, which call them when Python does and as often. What
/// they raise is kept for [`foreign::raised`].
pub fn run_knowing(
    py: Python<'_>,
    row: &Row,
    dialect: Dialect,
    limits: &Limits,
    same: Same,
) -> PyResult<(RowResult, Same)> {
    if is_foreign(row) {
        foreign::forget();
        let plain = Cpu { dialect, engine: Engine::Reference };
        return Ok(foreign::knowing(same, || py.detach(|| run_on(&plain, row, limits))));
    }
    Ok((run_native(py, row, dialect, limits)?, same))
}

/// Runs a row that calls nothing of Python's.
fn run_native(py: Python<'_>, row: &Row, dialect: Dialect, limits: &Limits) -> PyResult<RowResult> {
    let quick = Limits { fuel: limits.fuel.min(QUICK), ..*limits };
    let result = py.detach(|| run_row(row, dialect, &quick));
    if quick.fuel == limits.fuel || !matches!(result.outcome, Outcome::Limit(Limit::Fuel)) {
        return Ok(result);
    }
    let cancel = Cancel::new();
    let cpu = Cpu { dialect, engine: Engine::Fast };
    let work = || stacker::grow(STACK, || cpu.run_row(row, limits, &cancel));
    let (result, interrupt) = wait::for_work(py, &cancel, None, work)?;
    match interrupt {
        Some(interrupt) => Err(interrupt),
        None => Ok(result),
    }
}

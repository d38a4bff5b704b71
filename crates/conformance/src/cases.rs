//! Direct calls: every operation as the CPU backend runs it, against what Python gave.

use crate::outcome::Outcome;
use crate::python::{Meta, Python};
use crate::tally::Tally;
use crate::tree::{Trees, operation};
use crate::{Result, paths, probe};
use megabatt_core::code::{Action, Step};
use megabatt_core::set::address;
use megabatt_core::{Call, Code, Dialect, Operand, Value, hash};
use megabatt_cpu::{Cpu, Engine};
use megabatt_exec::{Cancel, Limits, Row, RowResult};
use serde::Deserialize;
use serde_json::Value as Json;
use std::path::Path;
use std::sync::Arc;

/// A case as `op_cases.py` writes it.
#[derive(Debug, Deserialize)]
pub struct Case {
    pub op: String,
    pub args: Vec<Json>,
    /// What a resulting function was called with.
    pub then: Option<Vec<Json>>,
}

/// What megabatt gives for a case, and whether it depends on addresses.
pub fn run(case: &Case, cpu: Cpu) -> Result<(Outcome, bool)> {
    let (result, arguments_depend_on_address) = run_row(case, cpu)?;
    Ok(((&result.outcome).into(), result.address_dependent || arguments_depend_on_address))
}

/// The row of a case, and whether the order of its arguments depends on addresses.
pub fn run_row(case: &Case, cpu: Cpu) -> Result<(RowResult, bool)> {
    let op = operation(cpu.dialect, &case.op)?;
    address::take();
    let mut trees = Trees::new(cpu.dialect, cpu.engine);
    let inputs = trees.arguments(&case.args)?;
    let then = case.then.as_ref().map(|args| trees.arguments(args)).transpose()?;
    let arguments_depend_on_address = address::take();
    let row = Row { code: Arc::new(code(op, inputs.len(), then)), inputs };
    Ok((cpu.run_row(&row, &Limits::default(), &Cancel::new()), arguments_depend_on_address))
}

/// `def case(a0, a1): r = op(a0, a1); return r(*then)`.
fn code(op: Value, arity: usize, then: Option<Vec<Value>>) -> Code {
    let result = arity as u32;
    let call = |function, args, slot| Step {
        action: Action::Call(Call { function, args, keywords: Vec::new() }),
        slot,
        line: 1,
    };
    let args = (0..result).map(Operand::Slot).collect();
    let mut steps = vec![call(Operand::Const(op), args, result)];
    if let Some(more) = then {
        steps.push(call(Operand::Slot(result), more.into_iter().map(Operand::Const).collect(), result));
    }
    Code {
        name: "case".to_string(),
        params: (0..arity).map(|k| format!("a{k}")).collect(),
        slots: result + 1,
        steps,
        result: Operand::Slot(result),
    }
}

/// Compares all cases of a file, on one engine.
pub fn compare(part: &str, file: &Path, dialect: Dialect, engine: Engine, python: &Python) -> Result<Tally> {
    hash::set_none_hash(Meta::beside(file)?.none_hash);
    let text = paths::read(file)?;
    let mut tally = Tally::new(part);
    let cpu = Cpu { dialect, engine };
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).map_err(|e| format!("{}: {e}", file.display()))?;
        let expected = Outcome::of_line(line)?;
        match run(&case, cpu) {
            Ok((got, address_dependent)) => tally.compare(&case.op, line, expected, got, address_dependent),
            Err(e) => {
                let got = Outcome::Error(format!("nothing, the case could not be built: {e}"));
                tally.compare(&case.op, line, expected, got, false);
            }
        }
    }
    probe::settle(&mut tally, python, &["--dialect".into(), dialect.name().into()])?;
    tally.close();
    Ok(tally)
}

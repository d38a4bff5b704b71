//! The functions of the file that a program carries inside it.

use megabatt_core::code::{Action, Code, Operand};
use megabatt_core::{Closure, Op, Value};
use std::collections::HashSet;
use std::sync::Arc;

/// Calls `f` for every constant of a function.
pub(crate) fn for_each_constant(code: &Code, f: &mut dyn FnMut(&Value)) {
    let mut operand = |operand: &Operand| {
        if let Operand::Const(value) = operand {
            f(value);
        }
    };
    for step in &code.steps {
        match &step.action {
            Action::Call(call) | Action::Try(call) => {
                operand(&call.function);
                call.args.iter().for_each(&mut operand);
                call.keywords.iter().for_each(|(_, value)| operand(value));
            }
            Action::Tuple(items) => items.iter().for_each(&mut operand),
            Action::Copy(value) => operand(value),
        }
    }
    operand(&code.result);
}

/// Calls `f` for every helper that the function uses itself, in the order of use and with repetitions.
pub(crate) fn for_each_helper(code: &Code, f: &mut dyn FnMut(&Arc<Code>)) {
    for_each_constant(code, &mut |value| {
        in_value(value, &mut |value| {
            if let Some(code) = user(value) {
                f(code)
            }
        })
    });
}

/// The operations whose names the function speaks of.
pub(crate) fn operations(code: &Code) -> HashSet<Op> {
    let mut found = HashSet::new();
    for_each_constant(code, &mut |value| {
        in_value(value, &mut |value| {
            if let Value::Op(op) = value {
                found.insert(*op);
            }
        });
    });
    found
}

/// The code of a function of the file, if the value is one.
pub(crate) fn user(value: &Value) -> Option<&Arc<Code>> {
    match value {
        Value::Func(function) => match &function.kind {
            Closure::User(code) => Some(code),
            _ => None,
        },
        _ => None,
    }
}

/// The value itself or, in a tuple, the values in it.
fn in_value(value: &Value, f: &mut dyn FnMut(&Value)) {
    match value {
        Value::Tuple(tuple) => tuple.slice().iter().for_each(|item| in_value(item, f)),
        other => f(other),
    }
}

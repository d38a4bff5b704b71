//! What operations say about themselves.

use megabatt_core::{Closure, Dialect, Op, Value, func};
use megabatt_docs::{Entry, Part};

/// The text that `help` and notebooks show: the signature, a line, and for arc-dsl's operations what their page says, with
/// its pictures.
pub fn function(value: &Value) -> String {
    match value {
        Value::Op(op) => operation(*op),
        Value::Tok(op) => {
            let info = op.info();
            format!("{}\n\n{}\nWhere it fails it gives {}.\n", op.signature(), info.doc, info.default.text())
        }
        Value::Func(made) => match &made.kind {
            Closure::User(code) => {
                format!("{}({})\n\nA function that was traced.\n", code.name, code.params.join(", "))
            }
            _ => format!("The function {}.\n", func::describe(value)),
        },
        other => func::describe(other),
    }
}

fn operation(op: Op) -> String {
    let info = op.info();
    let mut text = format!("{}\n\n{}\n", info.signature(), info.doc);
    if let Some(Entry { parts, .. }) = megabatt_docs::entry(op) {
        for part in parts {
            text.push('\n');
            match part {
                Part::Text(paragraph) => text.push_str(&format!("{paragraph}\n")),
                Part::Examples(block) => block.text.lines().for_each(|line| text.push_str(&format!("    {line}\n"))),
            }
        }
    }
    text
}

/// The names of its parameters.
pub fn params(value: &Value, dialect: Dialect) -> Vec<String> {
    match value {
        Value::Op(op) => (0..op.arity()).map(|i| op.param_name(i, dialect).to_string()).collect(),
        Value::Tok(op) => op.info().params.iter().map(|param| param.name.to_string()).collect(),
        Value::Func(f) => (0..f.arg_count().unwrap_or(0)).map(|i| f.param_name(i).to_string()).collect(),
        _ => Vec::new(),
    }
}

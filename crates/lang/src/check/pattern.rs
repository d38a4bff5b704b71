//! Expressions with holes, written as text: `merge(apply(f, x))`.

use megabatt_core::{Op, Value, constants};

/// An expression of operations and constants; other names are holes.
#[derive(Clone, Debug)]
pub enum Pattern {
    Hole(&'static str),
    Const(&'static str, Value),
    Op(Op),
    Call(Op, Vec<Pattern>),
}

impl Pattern {
    /// None if the text is no such expression.
    pub fn parse(text: &'static str) -> Option<Pattern> {
        let (pattern, rest) = expression(text)?;
        rest.is_empty().then_some(pattern)
    }
}

fn expression(text: &'static str) -> Option<(Pattern, &'static str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return None;
    }
    let Some(mut rest) = rest.strip_prefix('(') else {
        let pattern = match (Op::from_name(name), constants::constant(name)) {
            (Some(op), _) => Pattern::Op(op),
            (None, Some(value)) => Pattern::Const(name, value),
            (None, None) => Pattern::Hole(name),
        };
        return Some((pattern, rest));
    };
    let op = Op::from_name(name)?;
    let mut args = Vec::with_capacity(op.arity());
    loop {
        let (arg, after) = expression(rest)?;
        args.push(arg);
        match after.strip_prefix(',') {
            Some(more) => rest = more,
            None => {
                rest = after.strip_prefix(')')?;
                break;
            }
        }
    }
    (args.len() == op.arity()).then_some((Pattern::Call(op, args), rest))
}

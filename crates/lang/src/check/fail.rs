//! Why a call fails, in words.

use super::demands::demand;
use super::function::Func;
use super::kinds::Kinds;
use super::known::Known;
use crate::code::Code;
use megabatt_core::{Dialect, Op, Type, py};

/// Why a call raises whatever the grid is.
#[derive(Clone, Debug)]
pub struct Fail {
    pub code: Code,
    pub text: String,
    /// The argument at fault, if the call itself is at fault and not one it makes.
    pub argument: Option<usize>,
    /// The failure is inside a function that the call calls.
    pub inside: bool,
    /// The signature of the operation at fault.
    pub help: String,
}

pub fn fail(code: Code, text: impl Into<String>, help: impl Into<String>) -> Box<Fail> {
    Box::new(Fail { code, text: text.into(), argument: None, inside: false, help: help.into() })
}

/// A failure of an operation, with its signature.
pub fn op_fail(op: Op, argument: usize, code: Code, text: impl Into<String>) -> Box<Fail> {
    Box::new(Fail { argument: Some(argument), ..*fail(code, text, op_signature(op)) })
}

pub fn inside(mut fail: Box<Fail>) -> Box<Fail> {
    fail.argument = None;
    fail.inside = true;
    fail
}

pub fn not_a_function(value: &Known) -> Box<Fail> {
    fail(
        Code::TypeError,
        format!("{} is called as if it were a function", describe(value)),
        "Only operations, functions of the file and what `compose`, `fork` and their kin make can be called.",
    )
}

pub fn wrong_arity(function: &Func, given: usize) -> Box<Fail> {
    let takes = match function.arity() {
        1 => "1 argument".to_string(),
        n => format!("{n} arguments"),
    };
    let text = format!("{} takes {takes} and gets {given}", function.name());
    fail(Code::WrongArity, text, signature(function, Dialect::default()))
}

pub fn wrong_kind(op: Op, i: usize, arg: &Known) -> Box<Fail> {
    let param = op.info().params[i];
    let text = format!("`{}` cannot take {} as `{}`: it needs {}", op.name(), describe(arg), param.name, wanted(op, i));
    op_fail(op, i, Code::TypeError, text)
}

/// What the table says a parameter is for, unless the code is stricter than that.
fn wanted(op: Op, i: usize) -> String {
    let param = op.info().params[i];
    match param.ty {
        Type::Any | Type::Bool | Type::Container | Type::Set => demand(op, i).to_string(),
        ty => ty.words().to_string(),
    }
}

pub fn signature(function: &Func, dialect: Dialect) -> String {
    match function {
        Func::Op(op) => op_signature(*op),
        other => match other.params(dialect).as_slice() {
            [only] => format!("It is a function of `{only}` alone."),
            params => format!("It is a function of `{}`.", params.join("`, `")),
        },
    }
}

/// `vmirror(piece: Piece) -> Piece`, with what it does.
fn op_signature(op: Op) -> String {
    let info = op.info();
    let params: Vec<String> = info.params.iter().map(|p| format!("{}: {}", p.name, p.ty)).collect();
    format!("{}({}) -> {}: {}", info.name, params.join(", "), info.result, info.doc)
}

/// What a value is, in words: the value itself if it is short and known.
pub fn describe(known: &Known) -> String {
    if let Some(value) = &known.value
        && value.weight() <= 6
        && !known.may(Kinds::FUNC)
    {
        return format!("`{}`", py::repr(value));
    }
    match &known.function {
        Some(function) => match &**function {
            Func::Op(_) | Func::User(_) => format!("the function {}", function.name()),
            _ => "a function".to_string(),
        },
        None if known.picture => "a grid".to_string(),
        None => known.kinds.to_string(),
    }
}

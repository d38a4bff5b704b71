//! `…_call.py`, the file beside a batt file: its calls as data.
//!
//! Two forms are in use: `t_call = {1: 'identity, p_g', …}` and `t_call = {1: HintValue(hint=…, value=('identity', 'p_g')), …}`.
//! Candidates are put together from it, since that is what the generator's own scripts do.

use super::Batt;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::literal;
use crate::source::Source;
use crate::syntax::{Piece, bytes};
use crate::{load, source_of};
use ruff_python_ast::{Expr, ExprCall, ExprDict, Stmt};
use ruff_text_size::Ranged;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The calls of a batt by number, each the function's name and its arguments as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    pub file: String,
    pub calls: BTreeMap<u64, Vec<String>>,
}

/// A line that the two files do not agree on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Different {
    pub name: String,
    /// As a call; None if the file of calls has none of that number.
    pub in_calls: Option<String>,
    pub in_batt: String,
}

impl Calls {
    /// Lines of the batt that the calls have otherwise, or not at all.
    pub fn different(&self, batt: &Batt) -> Vec<Different> {
        let differs = |line: &super::Line| {
            let call = line.name.strip_prefix('t')?.parse().ok().and_then(|n: u64| self.calls.get(&n));
            (call != Some(&line.words)).then(|| Different {
                name: line.name.clone(),
                in_calls: call.map(|words| written(words)),
                in_batt: written(&line.words),
            })
        };
        batt.lines.iter().filter_map(differs).collect()
    }
}

/// `f(a, b)` for `f`, `a` and `b`.
fn written(words: &[String]) -> String {
    match words.split_first() {
        Some((function, args)) => format!("{function}({})", args.join(", ")),
        None => String::new(),
    }
}

/// Reads a file of calls.
pub fn parse_calls(name: &str, bytes: &[u8]) -> Result<Calls, Vec<Diagnostic>> {
    let source = source_of(name, bytes).map_err(|error| vec![*error])?;
    load::parsed(&source, |pieces| read(&source, pieces)).unwrap_or_else(|error| Err(vec![*error]))
}

fn read(source: &Arc<Source>, pieces: &[Piece]) -> Result<Calls, Vec<Diagnostic>> {
    let mut found = None;
    for piece in pieces {
        match &piece.body {
            Ok(body) => found = body.iter().filter_map(t_call).last().or(found),
            Err(error) => return Err(vec![(**error).clone()]),
        }
    }
    let Some(dict) = found else {
        return Err(vec![
            Diagnostic::error(source, 0..0, "this file has no `t_call = {…}`")
                .help("A file of calls is what the generator writes beside the batt file, as `…_call.py`."),
        ]);
    };
    let mut calls = Calls { file: source.name.clone(), calls: BTreeMap::new() };
    for item in &dict.items {
        let number = item.key.as_ref().and_then(|key| u64::try_from(literal::int(key)?.ok()?).ok());
        match (number, words(&item.value)) {
            (Some(number), Some(words)) => {
                calls.calls.insert(number, words);
            }
            _ => {
                let error = Diagnostic::error(source, bytes(item.value.range()), "this is not a call of a batt")
                    .code(Code::Unsupported)
                    .help("A call is `N: 'function, argument, …'` or `N: HintValue(…, ('function', 'argument', …))`.");
                return Err(vec![error]);
            }
        }
    }
    Ok(calls)
}

fn t_call(stmt: &Stmt) -> Option<&ExprDict> {
    let Stmt::Assign(assign) = stmt else { return None };
    match (assign.targets.as_slice(), &*assign.value) {
        ([Expr::Name(name)], Expr::Dict(dict)) if name.id.as_str() == "t_call" => Some(dict),
        _ => None,
    }
}

/// The words of a call in either form; None if it is in neither.
fn words(value: &Expr) -> Option<Vec<String>> {
    let words: Vec<String> = match value {
        // Some calls of the older form are written `f(a)` instead of `f, a`.
        Expr::StringLiteral(text) => {
            let plain = text.value.to_str().replace('(', ",").replace(')', "");
            plain.split(',').map(|word| word.trim().to_string()).collect()
        }
        Expr::Call(call) => texts(hinted(call)?)?,
        other => texts(other)?,
    };
    let sound = |word: &String| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    (!words.is_empty() && words.iter().all(sound)).then_some(words)
}

/// The value of `HintValue(hint, value)`, however it is passed.
fn hinted(call: &ExprCall) -> Option<&Expr> {
    let named = call.arguments.keywords.iter().find(|k| k.arg.as_ref().is_some_and(|name| name.as_str() == "value"));
    named.map(|keyword| &keyword.value).or_else(|| call.arguments.args.get(1))
}

fn texts(value: &Expr) -> Option<Vec<String>> {
    let Expr::Tuple(tuple) = value else { return None };
    let text = |item: &Expr| item.as_string_literal_expr().map(|text| text.value.to_str().to_string());
    tuple.elts.iter().map(text).collect()
}

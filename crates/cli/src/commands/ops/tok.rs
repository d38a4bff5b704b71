//! tokpidjin's operations: its table, and one of them.

use super::list::{self, laid_out};
use super::prose::paragraph;
use super::uses::Uses;
use super::{json, operation};
use megabatt_core::tok::{self, TokOp};
use megabatt_core::{Dialect, Family, Op};
use megabatt_view::{Block, Canvas, Line, Style};
use serde_json::{Value as Json, json};

/// The operations of a family, or of all and the constants.
pub fn all(only: Option<Family>, canvas: &Canvas) -> Block {
    list::table(Dialect::Tok, only, canvas, |family, canvas| {
        let ops = TokOp::ALL.iter().filter(|op| op.info().family == family);
        let rows: Vec<(String, &str)> = ops.map(|op| (op.signature(), op.info().doc)).collect();
        laid_out(&rows, canvas)
    })
}

/// All about one operation.
pub fn page(op: TokOp, uses: &Uses, who: &str, canvas: &Canvas) -> Block {
    let info = op.info();
    let mut block = list::signature_text(&op.signature(), op.name().len(), canvas.width);
    block.push(Line::new());
    let rows: Vec<_> = info.params.iter().map(|p| (p.name, p.ty)).chain([("gives", info.result)]).collect();
    block.append(operation::types_of(&rows, canvas).indented(2));
    block.push(Line::new());
    let width = canvas.width.min(operation::WIDEST_PROSE);
    block.append(paragraph(info.doc, width, canvas.mode));
    block.push(Line::new());
    block.append(paragraph(&on_failure(op), width, canvas.mode));
    if Op::from_name(op.name()).is_some() {
        block.push(Line::new());
        let text = format!("arc-dsl has an operation of this name; `megabatt ops {}` is about that one.", op.name());
        block.append(paragraph(&text, width, canvas.mode));
    }
    if !uses.names.is_empty() {
        block.push(Line::new());
        block.append(operation::users(op.name(), uses, who, canvas));
    }
    block.push(Line::of("tokpidjin's dialect", Style::faint()));
    block
}

fn on_failure(op: TokOp) -> String {
    format!("Where anything in it raises, it gives {} instead.", op.info().default.text())
}

pub fn list_json(only: Option<Family>) -> Json {
    let ops = TokOp::ALL.iter().filter(|op| only.is_none_or(|only| only == op.info().family));
    let operations: Vec<Json> = ops.map(|op| about(*op)).collect();
    let constants: Vec<Json> = (tok::CONSTANT_NAMES.iter())
        .filter_map(|name| Some(json!({"name": name, "value": json::plain(&tok::constant(name)?)})))
        .collect();
    match only {
        None => json!({"dialect": "tok", "operations": operations, "constants": constants}),
        Some(_) => json!({"dialect": "tok", "operations": operations}),
    }
}

pub fn operation_json(op: TokOp, uses: &Uses) -> Json {
    let mut all = about(op);
    all["used_by"] = json!({"programs": uses.users(op.name()), "of": uses.names.len()});
    all
}

fn about(op: TokOp) -> Json {
    let info = op.info();
    let parameters: Vec<Json> = info.params.iter().map(|p| json!({"name": p.name, "type": p.ty.name()})).collect();
    json!({
        "name": info.name,
        "dialect": "tok",
        "signature": op.signature(),
        "family": info.family.name(),
        "parameters": parameters,
        "required": op.required(),
        "result": info.result.name(),
        "on_failure": info.default.text(),
        "doc": info.doc,
    })
}

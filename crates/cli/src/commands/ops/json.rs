//! `--format json` of everything `ops` shows.

use super::constant;
use super::uses::Uses;
use megabatt_core::{Dialect, Family, Op, Value as DslValue, constants, json as values};
use megabatt_docs::{Block, Expected, Part, Picture, Shown};
use serde_json::{Value, json};

pub fn written(value: &Value) -> String {
    format!("{value:#}\n")
}

pub fn list(only: Option<Family>) -> String {
    let ops = Op::ALL.iter().filter(|op| only.is_none_or(|only| only == op.info().family));
    let operations: Vec<Value> = ops.map(|op| about(*op, Dialect::default())).collect();
    let constants: Vec<Value> = constants::NAMES
        .iter()
        .filter_map(|name| Some(json!({"name": name, "value": plain(&constants::constant(name)?)})))
        .collect();
    written(&match only {
        None => json!({"operations": operations, "constants": constants}),
        Some(_) => json!({"operations": operations}),
    })
}

fn about(op: Op, dialect: Dialect) -> Value {
    let info = op.info();
    let parameter = |i: usize| json!({"name": op.param_name(i, dialect), "type": info.params[i].ty.name()});
    json!({
        "name": info.name,
        "signature": info.signature(),
        "family": info.family.name(),
        "parameters": (0..op.arity()).map(parameter).collect::<Vec<_>>(),
        "result": info.result.name(),
        "doc": info.doc,
    })
}

pub fn operation(op: Op, dialect: Option<Dialect>, uses: &Uses) -> String {
    let mut all = about(op, dialect.unwrap_or_default());
    let parts = megabatt_docs::entry(op).map_or(&[][..], |entry| &entry.parts);
    let text = parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.replace('\n', " ")),
        Part::Examples(_) => None,
    });
    let blocks = parts.iter().filter_map(|part| match part {
        Part::Examples(block) if dialect.is_none_or(|dialect| block.concerns(dialect)) => Some(block),
        _ => None,
    });
    all["text"] = json!(text.collect::<Vec<_>>());
    all["examples"] = json!(blocks.flat_map(examples).collect::<Vec<_>>());
    all["used_by"] = json!({"programs": uses.users(op.name()), "of": uses.names.len()});
    written(&all)
}

fn examples(block: &Block) -> Vec<Value> {
    let definitions: serde_json::Map<String, Value> =
        block.definitions.iter().map(|d| (d.name.clone(), shown(&d.value))).collect();
    let example = |example: &megabatt_docs::Example| {
        let mut one = json!({
            "expression": example.expression,
            "definitions": definitions,
            "dialect": block.dialect.map(Dialect::name),
        });
        match &example.expected {
            Expected::Raises(class) => one["raises"] = json!(class),
            Expected::Value(value) => one["gives"] = shown(value),
            Expected::Several { set, pictures } => {
                let items: Vec<String> = pictures.iter().map(Picture::expression).collect();
                let (open, close) = if *set { ('{', '}') } else { ('(', ')') };
                let comma = if !*set && items.len() == 1 { "," } else { "" };
                one["gives"] = json!(format!("{open}{}{comma}{close}", items.join(", ")));
            }
        }
        one
    };
    block.examples.iter().map(example).collect()
}

/// A value as Python writes it, with braces for sets.
fn shown(value: &Shown) -> Value {
    match value {
        Shown::Picture(picture) => json!(picture.expression()),
        Shown::Code(code) => json!(code),
    }
}

pub fn constant(name: &str, value: &DslValue) -> String {
    written(&json!({"name": name, "value": plain(value), "meaning": constant::meaning(value)}))
}

/// A constant as outcomes have it.
pub fn plain(value: &DslValue) -> Value {
    serde_json::from_str(&values::to_json(value)).unwrap_or_default()
}

pub fn counts(uses: &Uses) -> String {
    let total = uses.total();
    let share = |places: usize| if total == 0 { 0.0 } else { places as f64 / total as f64 };
    let rows = uses.sorted().into_iter().map(
        |(op, one)| json!({"name": op, "uses": one.places, "share": share(one.places), "programs": one.programs.len()}),
    );
    written(&json!({"programs": uses.names.len(), "uses": total, "operations": rows.collect::<Vec<_>>()}))
}

//! Both sides of every simplification, run on many values: whatever the first side gives, the second gives too.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::pattern::Pattern;
use super::rules::{RULES, Rule};
use crate::code::Code;
use megabatt_core::{Dialect, Value, grid, json};
use megabatt_cpu::{Cpu, Engine};
use megabatt_exec::{Cancel, Limits, Outcome, Row};
use std::collections::BTreeSet;

/// What may fill a hole: values of every kind, some of them empty.
const FILLINGS: [&str; 32] = [
    "I",
    "hmirror(I)",
    "rot90(I)",
    "canvas(THREE, (2, 3))",
    "crop(I, ORIGIN, ORIGIN)",
    "((1, 2), (3,))",
    "height(I)",
    "subtract(ZERO, width(I))",
    "THREE",
    "square(I)",
    "T",
    "shape(I)",
    "UNITY",
    "(-1, 3)",
    "(T, 2)",
    "()",
    "(3, 1, 2, 1)",
    "interval(0, 5, 1)",
    "palette(I)",
    "asobject(I)",
    "argmax(objects(I, T, F, F), size)",
    "objects(I, T, F, F)",
    "asindices(I)",
    "ofcolor(I, ONE)",
    "ofcolor(I, TEN)",
    "(asindices(I), ofcolor(I, ONE))",
    "product((1, 2, 9), (40, 50))",
    "size",
    "identity",
    "compose(size, totuple)",
    "rbind(add, ONE)",
    "index(I, (99, 99))",
];
const MOST_TRIES: usize = 500;

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % sides
    }
}

fn grids() -> Vec<Value> {
    [
        grid! { [1 2 3] [1 1 0] },
        grid! { [7] },
        grid! { [0 0 1 0] [0 1 1 0] [5 0 0 0] [5 5 0 2] },
        grid! { [1 1] [1 1] [1 2] },
    ]
    .map(|grid| Value::Grid(megabatt_core::Arc::new(grid)))
    .to_vec()
}

fn written(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Hole(name) | Pattern::Const(name, _) => name.to_string(),
        Pattern::Op(op) => op.name().to_string(),
        Pattern::Call(op, args) => {
            format!("{}({})", op.name(), args.iter().map(written).collect::<Vec<_>>().join(", "))
        }
    }
}

fn holes(pattern: &Pattern, found: &mut BTreeSet<&'static str>) {
    match pattern {
        Pattern::Hole(name) => drop(found.insert(name)),
        Pattern::Call(_, args) => args.iter().for_each(|arg| holes(arg, found)),
        _ => {}
    }
}

/// The program around an expression; functions are called on something, for they cannot be compared.
fn program(filled: &[(&str, &str)], expression: &str, call: &str) -> String {
    let lines: String = filled.iter().map(|(hole, value)| format!("    {hole} = {value}\n")).collect();
    format!("def solve(I):\n{lines}    O = {expression}\n{call}")
}

fn run(text: &str, grid: &Value) -> Outcome {
    let module = crate::parse("rule.py", text, Dialect::Arc);
    let row = Row { code: module.programs[0].code.clone(), inputs: vec![grid.clone()] };
    let limits = Limits { fuel: 1_000_000, memory: 1_000_000, call_timeout: None };
    Cpu { dialect: Dialect::Arc, engine: Engine::Reference }.run_row(&row, &limits, &Cancel::new()).outcome
}

/// Tries one filling; how often both sides gave a value, if the rule was told at all.
fn compare(rule: &Rule, filled: &[(&str, &str)], call: &str) -> usize {
    let (from, to) = (written(&rule.from), written(&rule.to));
    let text = program(filled, &from, call);
    let report = super::check(&[("rule.py", text.as_bytes())], Dialect::Arc);
    let told = report[0].findings.iter().find_map(|finding| {
        let edit = finding.suggestion.as_ref()?;
        let order = finding.diagnostic.message.contains("order of the set");
        let here = finding.diagnostic.code == Code::Simplify && text[edit.at.clone()] == from && edit.text == to;
        (here && order == rule.other_order).then(|| edit.clone())
    });
    let Some(edit) = told else { return 0 };
    let simpler = super::fix::apply(&text, vec![edit]);
    let mut values = 0;
    for grid in grids() {
        let Outcome::Value(before) = run(&text, &grid) else { continue };
        let Outcome::Value(after) = run(&simpler, &grid) else { panic!("only this gives a value:\n{text}{simpler}") };
        let same = if rule.other_order { before == after } else { json::to_json(&before) == json::to_json(&after) };
        assert!(same, "{} is not {}:\n{text}{simpler}", json::to_json(&before), json::to_json(&after));
        values += 1;
    }
    values
}

#[test]
fn every_rule_holds() {
    let mut dice = Dice(5);
    for rule in RULES.iter() {
        let mut names = BTreeSet::new();
        holes(&rule.from, &mut names);
        let makes_function = matches!(&rule.from, Pattern::Call(op, _) if super::types::makes_function(*op));
        let calls = match makes_function {
            true => vec!["    R = apply(O, (I, I))\n    return R\n", "    R = apply(O, (1, (1, 2)))\n    return R\n"],
            false => vec!["    return O\n"],
        };
        let tries = if names.len() == 1 { FILLINGS.len() } else { MOST_TRIES };
        let mut values = 0;
        for n in 0..tries {
            let one = names.len() == 1;
            let filled: Vec<(&str, &str)> =
                names.iter().map(|name| (*name, FILLINGS[if one { n } else { dice.roll(FILLINGS.len()) }])).collect();
            values += calls.iter().map(|call| compare(rule, &filled, call)).sum::<usize>();
        }
        assert!(values > 0, "{} was never tried with a value", written(&rule.from));
    }
}

//! The fast forms against the reference: every demo program on every demo sample gives the same outcome, uses the same
//! fuel and holds the same memory; and with too little fuel or memory both stop at the same limit.

use megabatt_core::{Dialect, json};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::data::{Filter, load};
use megabatt_engine::run::Sample;
use megabatt_exec::{Cancel, Limits, Outcome, Row, RowResult};
use std::path::Path;

fn demo(file: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo").join(file)
}

fn words(result: &RowResult) -> String {
    match &result.outcome {
        Outcome::Value(value) => json::to_json(value),
        Outcome::Error(error) => error.name().to_string(),
        Outcome::Limit(limit) => format!("limit {}", limit.name()),
    }
}

fn rows() -> Vec<(String, Row)> {
    let mut programs = Vec::new();
    for file in ["programs.py", "failing.py"] {
        let text = std::fs::read_to_string(demo(file)).expect("the demo is part of the repository");
        programs.extend(megabatt_lang::parse(file, &text, Dialect::Arc).programs);
    }
    let tasks = load(&[demo("tasks")], &Filter::default()).tasks;
    assert!(programs.len() > 40 && tasks.len() > 24);
    let mut rows = Vec::new();
    for program in &programs {
        for task in &tasks {
            for sample in Sample::all(task) {
                let name = format!("{} on {} {:?}", program.name, task.id, sample);
                rows.push((name, Row { code: program.code.clone(), inputs: vec![sample.of(task).input.clone()] }));
            }
        }
    }
    rows
}

fn both(dialect: Dialect, row: &Row, limits: &Limits) -> (RowResult, RowResult) {
    let run = |engine| Cpu { dialect, engine }.run_row(row, limits, &Cancel::new());
    (run(Engine::Fast), run(Engine::Reference))
}

#[test]
fn outcomes_fuel_and_memory_are_the_same() {
    let rows = rows();
    for (n, (name, row)) in rows.iter().enumerate() {
        let dialect = Dialect::ALL[n % 2];
        let (fast, reference) = both(dialect, row, &Limits::default());
        assert_eq!(words(&fast), words(&reference), "{name}");
        assert_eq!(fast.address_dependent, reference.address_dependent, "{name}");
        assert_eq!((fast.fuel, fast.memory), (reference.fuel, reference.memory), "fuel and memory of {name}");
    }
    println!("{} rows compared", rows.len());
}

#[test]
fn limits_strike_at_the_same_place() {
    let mut struck = 0;
    for (n, (name, row)) in rows().iter().enumerate().step_by(3) {
        let (free, _) = both(Dialect::Arc, row, &Limits::default());
        let part = 1 + n as u64 % 4;
        let less_fuel = Limits { fuel: free.fuel * part / 5, ..Limits::default() };
        let less_memory = Limits { memory: free.memory * part / 5, ..Limits::default() };
        for limits in [less_fuel, less_memory] {
            let (fast, reference) = both(Dialect::Arc, row, &limits);
            assert_eq!(words(&fast), words(&reference), "{name} with {limits:?}");
            struck += matches!(fast.outcome, Outcome::Limit(_)) as usize;
        }
    }
    assert!(struck > 1_000, "limits struck only {struck} times");
}

//! How long inlining and hashing the programs of files takes, without reading them:
//! `cargo run --release -p megabatt-lang --example inline -- verifiers.py`.

use megabatt_lang::inline::{Form, Style, inline};
use megabatt_lang::{Dialect, Program, parse_bytes};
use std::time::{Duration, Instant};

const ROUNDS: u32 = 20;

fn main() {
    let mut programs: Vec<Program> = Vec::new();
    for path in std::env::args().skip(1) {
        match std::fs::read(&path) {
            Ok(bytes) => programs.extend(parse_bytes(&path, &bytes, Dialect::Rearc).programs),
            Err(e) => eprintln!("error: {path}: {e}"),
        }
    }
    let forms = [("expr", Form::Expr), ("ssa", Form::Ssa { keep_dead: false })];
    for (name, form) in forms {
        let mut characters = 0;
        let best = best(|| {
            let all = inline(&programs, Style { form, ..Style::default() });
            characters = all.functions.iter().map(|function| function.text.len()).sum();
        });
        println!("{name}: {} programs, {characters} characters, {best:?}", programs.len());
    }
    let ids = best(|| {
        std::hint::black_box(programs.iter().map(Program::ids).collect::<Vec<_>>());
    });
    println!("exact and canonical ids: {ids:?}");
}

/// The least time of several rounds.
fn best(mut work: impl FnMut()) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..ROUNDS).map(timed).min().unwrap_or_default()
}

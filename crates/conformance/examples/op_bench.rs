//! The time of each call that `op_bench.py` wrote down: `op_bench CALLS.jsonl` prints a line of JSON for each.
//!
//! `ns` is the call alone, as a line of a program makes it: the meter goes on from call to call, the result takes the place of the
//! one before, which is dropped, and a set that comes out has its order when somebody asks. `ordered_ns` has the order of all sets of
//! the result worked out, too, which Python always does.

use megabatt_conformance::cases::Case;
use megabatt_conformance::tree::{Trees, operation};
use megabatt_core::{Dialect, Value};
use megabatt_cpu::{Engine, Machine};
use megabatt_exec::{Cancel, Limits};
use serde_json::json;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The one of the product.
#[global_allocator]
static ALLOCATOR: megabatt_allocator::Allocator = megabatt_allocator::Allocator;

/// A call is repeated until it took this long, and the quickest of some such rounds counts.
const ROUND: Duration = Duration::from_micros(200);
const ROUNDS: usize = 5;

type Result<T> = std::result::Result<T, String>;

fn main() -> Result<()> {
    megabatt_allocator::settle();
    let file = std::env::args().nth(1).ok_or("op_bench CALLS.jsonl")?;
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).map_err(|e| format!("{file}: {e}"))?;
        let (ns, ordered_ns) = timed(&case)?;
        println!("{}", json!({"op": case.op, "ns": ns, "ordered_ns": ordered_ns}));
    }
    Ok(())
}

/// The times of a call, without and with the order of its result.
fn timed(case: &Case) -> Result<(f64, f64)> {
    let mut trees = Trees::new(Dialect::Rearc, Engine::Fast);
    let mut function = operation(Dialect::Rearc, &case.op)?;
    let mut args = trees.arguments(&case.args)?;
    let limits = Limits { fuel: u64::MAX, memory: u64::MAX, call_timeout: None };
    let mut machine = Machine::new(Dialect::Rearc, Engine::Fast, &limits, &Cancel::new());
    let about = |e| format!("{} gives {e:?} and not a value as in Python", case.op);
    if let Some(then) = &case.then {
        function = machine.call(&function, &args.iter().collect::<Vec<_>>()).map_err(about)?;
        args = trees.arguments(then)?;
    }
    let args: Vec<&Value> = args.iter().collect();
    machine.call(&function, &args).map_err(about)?;
    let mut result = Ok(Value::None);
    let mut call = |result: &mut _| {
        machine.meter.start_from(0, 0);
        machine.call_to(black_box(&function), black_box(&args), black_box(result));
    };
    let alone = quickest(|| call(&mut result));
    let ordered = quickest(|| {
        call(&mut result);
        if let Ok(value) = black_box(&result) {
            value.settle();
        }
    });
    Ok((alone, ordered))
}

/// The least time of one call in nanoseconds.
fn quickest(mut call: impl FnMut()) -> f64 {
    let (mut best, mut calls, mut rounds) = (f64::INFINITY, 1u32, 0);
    while rounds < ROUNDS {
        let start = Instant::now();
        (0..calls).for_each(|_| call());
        let took = start.elapsed();
        if took < ROUND {
            calls = calls.saturating_mul(2);
            continue;
        }
        best = best.min(took.as_nanos() as f64 / f64::from(calls));
        rounds += 1;
    }
    best
}

//! Every function of tokpidjin's DSL against outcomes recorded from the reference, on both engines.
//!
//! Needs neither Python nor a checkout. `TOK_ONLY=first,last` compares some functions only, `TOK_RECORDED=FILE` another
//! recording.

use megabatt_conformance::golden::{self, Charged, Found, Golden, Recorded};
use megabatt_conformance::suite::on_deep_stack;
use megabatt_conformance::{Result, paths};
use megabatt_core::{Dialect, TokOp, hash};
use megabatt_cpu::{Cpu, Engine};
use std::process::ExitCode;
use std::time::Instant;

const AT_LEAST: usize = 300;
/// So many differences of a function are shown, and so much of each.
const SHOWN: usize = 3;
const WIDTH: usize = 400;

fn main() -> ExitCode {
    match on_deep_stack(run) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(e) => {
            println!("tok_functions: could not run: {e}");
            ExitCode::FAILURE
        }
    }
}

/// Compares everything and gives the number of failures.
fn run() -> Result<usize> {
    let start = Instant::now();
    let golden = Golden::read()?;
    hash::set_none_hash(golden.header.none_hash);
    let (reference, commit, python) = (&golden.header.reference, &golden.header.commit, &golden.header.python);
    println!("tok_functions: as recorded from {reference} at {commit:.8} on Python {python}");
    let only = std::env::var("TOK_ONLY").unwrap_or_default();
    let names: Vec<&str> = if only.is_empty() {
        TokOp::ALL.iter().map(|op| op.name()).collect()
    } else {
        only.split(',').map(str::trim).collect()
    };
    let mut failed = if only.is_empty() { strangers(&golden) } else { 0 };
    let mut compared = 0;
    for engine in [Engine::Fast, Engine::Reference] {
        let cpu = Cpu { dialect: Dialect::Tok, engine };
        let (mut right, mut cases) = (0, 0);
        for name in &names {
            let found = golden::compare(&golden, name, cpu)?;
            failed += print(&found, engine);
            right += usize::from(found.differences.is_empty() && found.compared >= AT_LEAST);
            cases += found.compared;
        }
        println!("  {engine:?}: {right} of {} functions right, {cases} cases", names.len());
        compared += cases;
    }
    failed += charged_differently(&golden, &names)?;
    println!(
        "tok_functions: {} passed, {failed} failed ({:.0} s)",
        compared.saturating_sub(failed),
        start.elapsed().as_secs_f64()
    );
    Ok(failed)
}

/// Fuel and memory belong to the operation and not to an engine.
fn charged_differently(golden: &Golden, names: &[&str]) -> Result<usize> {
    let mut failed = 0;
    for name in names {
        let found = golden::charges(golden, name)?;
        failed += found.len();
        if let Some(Charged { number, case, fast, reference }) = found.first() {
            println!("  {name}: {} cases are charged differently", found.len());
            println!("    {name}:{number}  {:.WIDTH$}", golden::python(name, case));
            println!("      fuel and memory: fast {fast:?}, reference {reference:?}");
        }
    }
    Ok(failed)
}

/// Functions that were recorded and that megabatt does not have.
fn strangers(golden: &Golden) -> usize {
    let unknown: Vec<&str> = golden.names().filter(|name| TokOp::from_name(name).is_none()).collect();
    if !unknown.is_empty() {
        println!("  recorded, but no operation of the dialect: {}", unknown.join(", "));
    }
    unknown.len()
}

/// Prints what is wrong with a function and gives the number of failures.
fn print(found: &Found, engine: Engine) -> usize {
    let Found { name, compared, differences } = found;
    if *compared < AT_LEAST {
        println!("  {name}: {compared} cases are recorded; at least {AT_LEAST} are wanted");
    }
    if !differences.is_empty() {
        println!("  {name}, {engine:?}: {} of {compared} differ", differences.len());
    }
    let mut shortest: Vec<_> = differences.iter().map(|d| (golden::python(name, &d.case), d)).collect();
    shortest.sort_by_key(|(call, d)| (call.len(), d.number));
    for (call, difference) in shortest.iter().take(SHOWN) {
        let expected = match &difference.case.expected.recorded {
            Recorded::Value(value) => value.clone(),
            Recorded::Hash(hash) => format!("a long value, its SHA-256 begins with {hash}"),
            Recorded::Error(class) => format!("raises {class}"),
            Recorded::ByAddress => "whatever, flagged as depending on addresses".to_string(),
        };
        let unordered = if difference.case.expected.unordered { " (whatever the order of sets)" } else { "" };
        println!("    {name}:{}  {call:.WIDTH$}", difference.number);
        println!("      expected {expected:.WIDTH$}{unordered}");
        println!("      got      {:.WIDTH$}", difference.got);
    }
    if let Some((_, difference)) = shortest.first() {
        let script = paths::repository().join("crates/conformance/python/tok_record.py");
        println!("    python3 {} --show {name}:{} shows it in the reference", script.display(), difference.number);
    }
    differences.len() + usize::from(*compared < AT_LEAST)
}

//! Sorting and extremes by keys that are tied, partially ordered or cannot be compared.

use megabatt_conformance::suite::Suite;
use megabatt_conformance::{cases, paths};
use megabatt_core::Dialect;
use megabatt_cpu::Engine;
use std::process::ExitCode;

fn main() -> ExitCode {
    Suite::run("sorting", |suite| {
        let python = suite.python.clone();
        let file = paths::workspace("sorting")?.join("cases.jsonl");
        print!("  {}", python.run_with_packages("sort_cases.py", ["--out", &*file.to_string_lossy()])?);
        for engine in [Engine::Fast, Engine::Reference] {
            let part = format!("sorting, {}", format!("{engine:?}").to_lowercase());
            let tally = cases::compare(&part, &file, Dialect::Rearc, engine, &python)?;
            suite.add(&tally, None);
        }
        Ok(())
    })
}

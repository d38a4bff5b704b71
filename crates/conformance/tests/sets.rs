//! Chains of set operations against the running Python, by the order of their items.

use megabatt_conformance::suite::Suite;
use megabatt_conformance::{chains, paths};
use std::process::ExitCode;

fn main() -> ExitCode {
    Suite::run("sets", |suite| {
        let file = paths::workspace("sets")?.join("chains.jsonl");
        print!("  {}", suite.python.run("set_cases.py", ["--out", &*file.to_string_lossy()])?);
        let tally = chains::compare("sets", &file)?;
        suite.add(&tally, None);
        Ok(())
    })
}

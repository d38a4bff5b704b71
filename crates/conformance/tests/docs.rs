//! The examples of `docs/operations` in Python: what the pages say is what the real DSL gives.
//!
//! The tests of `megabatt-docs` hold the pages against megabatt; here megabatt is held against Python on the same
//! programs, so that all three agree.

use megabatt_conformance::outcome::{Line, Outcome};
use megabatt_conformance::programs::Battery;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::tally::Tally;
use megabatt_conformance::{Result, paths};
use megabatt_core::{Dialect, json};
use megabatt_cpu::{Cpu, Engine};
use megabatt_docs::{Block, Came, Example, pages};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Examples have their grids inside, so one small task is enough to call them with.
const TASK: &str = r#"{"train":{"00000000":{"train":[{"input":[[0]],"output":[[0]]}],"test":[]}},"eval":{}}"#;

fn main() -> ExitCode {
    Suite::run("docs", |suite| Dialect::OF_ARC_DSL.into_iter().try_for_each(|dialect| compare(suite, dialect)))
}

/// The examples about a dialect, each with the name of the program it becomes.
fn examples(dialect: Dialect) -> Result<BTreeMap<String, (&'static Block, &'static Example)>> {
    let mut found = BTreeMap::new();
    for page in pages() {
        let page = page.as_ref().map_err(Clone::clone)?;
        for entry in &page.entries {
            for block in entry.blocks().filter(|block| block.concerns(dialect)) {
                for example in &block.examples {
                    found.insert(format!("{}_line_{}", entry.name, example.line), (block, example));
                }
            }
        }
    }
    Ok(found)
}

fn compare(suite: &mut Suite, dialect: Dialect) -> Result<()> {
    let python = suite.python.clone();
    let dir = paths::workspace(&format!("docs {}", dialect.name()))?;
    let examples = examples(dialect)?;
    let programs: Vec<String> = examples.iter().map(|(name, (block, ex))| block.program(ex, name)).collect();
    paths::write(&dir.join("programs.py"), &format!("from dsl import *\n\n\n{}", programs.join("\n\n")))?;
    paths::write(&dir.join("data.json"), TASK)?;
    let battery = Battery::in_folder(&dir, dialect.name(), "all");
    let file = dir.join("expected.jsonl");
    print!("  {}", battery.run_python(&python, &file)?);
    let rows = paths::read(&file)?;
    for engine in [Engine::Fast, Engine::Reference] {
        let part = format!("docs, {}, {}", dialect.name(), format!("{engine:?}").to_lowercase());
        let mut tally = Tally::new(&part);
        for row in rows.lines() {
            let line = Line::parse(row)?;
            let (block, example) = examples.get(&line.key.program).ok_or("Python ran something else")?;
            let got = match block.run(example, Cpu { dialect, engine })? {
                Came::Value(value) => Outcome::value(&json::to_json(&value)),
                Came::Raised(class) => Outcome::Error(class),
            };
            tally.compare(&line.key.program, row, line.outcome, got, false);
        }
        if tally.compared != examples.len() {
            tally.complain(format!("{} examples instead of {}", tally.compared, examples.len()));
        }
        tally.close();
        suite.add(&tally, Some(&battery));
    }
    Ok(())
}

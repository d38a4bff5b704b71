//! Chains of set operations, compared by the order in which the sets are walked.

use crate::outcome::Outcome;
use crate::tally::Tally;
use crate::tree::{Trees, fail, operator};
use crate::{Result, paths};
use megabatt_core::{Arc, Dialect, Set, SetBuilder, Value, json};
use megabatt_cpu::Engine;
use serde::Deserialize;
use serde_json::Value as Json;
use serde_json::value::RawValue;
use std::path::Path;

/// A chain as `set_cases.py` writes it.
#[derive(Deserialize)]
struct Chain<'a> {
    kind: String,
    steps: Vec<Vec<Json>>,
    #[serde(borrow)]
    orders: Vec<&'a RawValue>,
}

/// Compares all chains of a file. A chain that differs is reported at its first step that does.
pub fn compare(part: &str, file: &Path) -> Result<Tally> {
    let text = paths::read(file)?;
    let mut tally = Tally::new(part);
    for line in text.lines() {
        let chain: Chain = serde_json::from_str(line).map_err(|e| format!("{}: {e}", file.display()))?;
        let mut sets: Vec<Arc<Set>> = Vec::new();
        for (n, (step, order)) in chain.steps.iter().zip(&chain.orders).enumerate() {
            let set =
                make(step, &sets).map_err(|e| format!("{}: {e}: {}", file.display(), Json::from(step.clone())))?;
            let expected = Outcome::value(&format!("{{\"set\":{}}}", order.get()));
            let got = Outcome::value(&json::to_json(&Value::Set(set.clone())));
            let who = format!("{} of {}s", step[0].as_str().unwrap_or("?"), chain.kind);
            let differs = expected != got;
            let row = if differs { script(&chain.steps[..=n]) } else { String::new() };
            tally.compare(&who, &row, expected, got, false);
            sets.push(set);
            if differs {
                break;
            }
        }
    }
    tally.close();
    Ok(tally)
}

/// The set a step makes.
fn make(step: &[Json], sets: &[Arc<Set>]) -> Result<Arc<Set>> {
    let source = |k: usize| {
        let number = step.get(k).and_then(Json::as_u64).ok_or("a step without its set")?;
        sets.get(number as usize).ok_or_else(|| format!("no set {number}"))
    };
    let items = |k: usize| -> Result<Vec<Value>> {
        let trees = step.get(k).and_then(Json::as_array).ok_or("a step without its items")?;
        let mut builder = Trees::new(Dialect::Rearc, Engine::Reference);
        trees.iter().map(|tree| builder.build(tree, &[])).collect()
    };
    let grown = |mut set: SetBuilder, more: Vec<Value>| {
        for item in more {
            set.add(item);
        }
        set
    };
    let thawed = |set: &Set| {
        let mut copy = SetBuilder::new();
        copy.merge(set);
        copy
    };
    let set = match step.first().and_then(Json::as_str).unwrap_or_default() {
        "new" => Set::from_items(items(1)?),
        "copy" => thawed(source(1)?).finish_copy(),
        "grow" => grown(thawed(source(1)?), items(2)?).finish_copy(),
        "discard" => {
            let mut set = thawed(source(1)?);
            for item in items(2)? {
                set.discard(&item);
            }
            grown(set, items(3)?).finish_copy()
        }
        "minus" => grown(thawed(source(1)?).minus(&thawed(source(2)?)), items(3)?).finish_copy(),
        "update" => {
            let mut set = thawed(source(1)?);
            set.merge_builder(&grown(SetBuilder::new(), items(2)?));
            set.finish_copy()
        }
        name => return operator(name, source(1)?, source(2)?).map(Arc::new),
    };
    set.map(Arc::new).map_err(fail)
}

/// The steps as JSON, which `reproduce.py` turns into a script.
fn script(steps: &[Vec<Json>]) -> String {
    serde_json::json!({ "steps": steps }).to_string()
}

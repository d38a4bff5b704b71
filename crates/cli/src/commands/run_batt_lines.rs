//! What a batt gave on a sample, as lines of the outcomes file.

use crate::args::ValuesArg;
use crate::outcomes::push_outcome;
use megabatt_engine::batt::{Called, Sampled};
use megabatt_engine::data::Task;
use megabatt_exec::{Cancel, Outcome, RowResult};
use megabatt_lang::batt::Names;

/// The lines of a sample: candidates, scores with C = None, scores with the target. None if it was stopped
/// before they were whole.
pub fn lines(names: &Names, sampled: &Sampled, tasks: &[Task], values: ValuesArg, stop: &Cancel) -> Option<String> {
    let task = &tasks[sampled.task];
    let pair = sampled.sample.of(task);
    let mut out = String::new();
    let mut push = |name: &str, result: &RowResult, matches: Option<Option<bool>>| {
        let text = |s: &str| serde_json::Value::String(s.to_string()).to_string();
        out.push_str(&format!(
            "{{\"program\":{},\"task\":{},\"split\":\"{}\",\"index\":{},",
            text(name),
            text(&task.id),
            sampled.sample.section.name(),
            sampled.sample.index
        ));
        push_outcome(result, values, stop, &mut out)?;
        let matches = matches.flatten().map_or("null".to_string(), |matches| matches.to_string());
        out.push_str(&format!("\"match\":{matches}}}\n"));
        Some(())
    };
    let matches = |result: &RowResult| {
        pair.output.as_ref().map(|target| matches!(&result.outcome, Outcome::Value(value) if value == target))
    };
    match &sampled.given.solving {
        Called::Gave((candidates, scores)) => {
            for (name, result) in names.candidates.iter().zip(candidates) {
                push(name, result, Some(matches(result)))?;
            }
            names.scores.iter().zip(scores).try_for_each(|([name, _], result)| push(name, result, None))?;
        }
        Called::Ended(ended) => {
            let nothing = ended.row();
            names.candidates.iter().try_for_each(|name| push(name, &nothing, Some(matches(&nothing))))?;
            names.scores.iter().try_for_each(|[name, _]| push(name, &nothing, None))?;
        }
    }
    match &sampled.given.judging {
        None => {}
        Some(Called::Gave(scores)) => {
            names.scores.iter().zip(scores).try_for_each(|([_, name], result)| push(name, result, None))?;
        }
        Some(Called::Ended(ended)) => {
            let nothing = ended.row();
            names.scores.iter().try_for_each(|[_, name]| push(name, &nothing, None))?;
        }
    }
    Some(out)
}

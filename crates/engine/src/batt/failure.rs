//! Which line ended a batt.

use super::Graph;
use crate::data::Task;
use crate::run::{Sample, pool};
use megabatt_core::{Limit, Value};
use megabatt_exec::{Backend, Cancel, Limits, Outcome};
use megabatt_lang::batt::Batt;

/// The first line that ends a call of the batt, by its place among the lines. A run does not note it: it is programs that fail
/// there, and a line stands in many. So each line runs as a program, on this sample alone.
pub fn failing_line(
    batt: &Batt,
    backend: &dyn Backend,
    limits: &Limits,
    task: &Task,
    sample: Sample,
    with_target: bool,
) -> Option<usize> {
    let mut graph = Graph::of_lines(batt).ok()?;
    let prepared = backend.prepare(std::mem::take(&mut graph.battery), limits);
    let pair = sample.of(task);
    let target = pair.output.as_ref().filter(|_| with_target).unwrap_or(&Value::None);
    let run = || prepared.on_task(&task.demos()).run(&pair.input, target, &Cancel::new(), &mut |_| {});
    let results = pool(1).ok()?.install(run);
    let ends = |outcome: &Outcome| matches!(outcome, Outcome::Error(_) | Outcome::Limit(Limit::Recursion));
    // A line that fails because of another comes after it.
    graph.others.iter().position(|place| results.get(place.judging).is_some_and(|result| ends(&result.outcome)))
}

//! Which line ended a batt.

use super::{Graph, TaskScores};
use crate::data::Task;
use crate::run::{Sample, pool};
use megabatt_core::{Limit, Value};
use megabatt_exec::{Backend, Cancel, Limits, Outcome, Prepared, RowResult};
use megabatt_lang::batt::Batt;
use std::sync::OnceLock;

/// The lines of a batt, each as a program of its own. A run does not note which line failed: it is programs that fail there, and a
/// line stands in many. These are made when somebody asks for the first time; hardly any batt ends.
pub struct Lines<'a> {
    pub batt: &'a Batt,
    backend: &'a dyn Backend,
    limits: Limits,
    ready: OnceLock<Option<(Graph, Box<dyn Prepared>)>>,
}

impl<'a> Lines<'a> {
    pub fn new(batt: &'a Batt, backend: &'a dyn Backend, limits: &Limits) -> Lines<'a> {
        Lines { batt, backend, limits: *limits, ready: OnceLock::new() }
    }

    /// The first line that ends a call with these S, I and C, by its place among the lines, and what it gave. Runs on this thread,
    /// whose stack must be large.
    pub fn ending(&self, [s, i, c]: [&Value; 3]) -> Option<(usize, RowResult)> {
        let ready = self.ready.get_or_init(|| {
            let mut graph = Graph::of_lines(self.batt).ok()?;
            let prepared = self.backend.prepare(std::mem::take(&mut graph.battery), &self.limits);
            Some((graph, prepared))
        });
        let (graph, prepared) = ready.as_ref()?;
        let mut results = prepared.on_task(s).run(i, c, &Cancel::new(), &mut |_| {});
        let ends = |result: &RowResult| matches!(result.outcome, Outcome::Error(_) | Outcome::Limit(Limit::Recursion));
        // A line that fails because of another comes after it.
        let line = graph.others.iter().position(|place| results.get(place.judging).is_some_and(ends))?;
        Some((line, results.swap_remove(graph.others[line].judging)))
    }
}

/// A line that raised what its `try` does not catch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line of the file.
    pub line: u32,
    /// `tN = f(a, b)`.
    pub text: String,
    /// The position of the task.
    pub task: usize,
    pub sample: Sample,
    pub with_target: bool,
}

/// The line that ended the batt on the first sample on which it ended. `scores` has one for each task.
pub fn first_failure(lines: &Lines<'_>, tasks: &[Task], scores: &[TaskScores]) -> Option<Failure> {
    let mut ended = scores.iter().enumerate().filter_map(|(task, scores)| Some((task, scores.ended_on?)));
    let (task, (sample, with_target)) = ended.next()?;
    let pair = sample.of(&tasks[task]);
    let target = pair.output.as_ref().filter(|_| with_target).unwrap_or(&Value::None);
    let run = || lines.ending([&tasks[task].demos(), &pair.input, target]);
    let line = &lines.batt.lines[pool(1).ok()?.install(run)?.0];
    let (function, arguments) = line.words.split_first()?;
    let text = format!("{} = {function}({})", line.name, arguments.join(", "));
    Some(Failure { line: line.line, text, task, sample, with_target })
}

//! Where a batt ended that gave nothing.

use super::run_batt::Files;
use super::run_batt_execute::Ran;
use crate::args::RunArgs;
use megabatt_core::Dialect;
use megabatt_cpu::Cpu;
use megabatt_engine::batt::failing_line;
use megabatt_engine::data::Task;
use megabatt_engine::run::Sample;

/// A line that raised what its `try` does not catch.
pub struct Failure {
    /// The line of the file.
    pub line: u32,
    /// `tN = f(a, b)`.
    pub text: String,
    pub task: String,
    pub sample: Sample,
    pub with_target: bool,
}

/// The line that ended the batt on the first sample on which it ended.
pub fn first(args: &RunArgs, files: &Files, tasks: &[Task], ran: &Ran) -> Option<Failure> {
    let mut ended = tasks.iter().zip(&ran.scores).filter_map(|(task, scores)| Some((task, scores.ended_on?)));
    let (task, (sample, with_target)) = ended.next()?;
    let cpu = Cpu { dialect: Dialect::Tok, engine: args.engine.into() };
    let number = failing_line(&files.batt, &cpu, &args.limits(), task, sample, with_target)?;
    let line = &files.batt.lines[number];
    let (function, arguments) = line.words.split_first()?;
    let text = format!("{} = {function}({})", line.name, arguments.join(", "));
    Some(Failure { line: line.line, text, task: task.id.clone(), sample, with_target })
}

impl Failure {
    /// `first on 007bbfb7 train[0], in line 12: t3 = t1(I)`.
    pub fn words(&self) -> String {
        let with = if self.with_target { " with target" } else { "" };
        let (section, index) = (self.sample.section.name(), self.sample.index);
        format!("first on {} {section}[{index}]{with}, in line {}: {}", self.task, self.line, self.text)
    }
}

//! What a batt did, as a table.

use super::run_batt::Files;
use super::run_batt_execute::Ran;
use super::run_batt_json::as_json;
use super::run_batt_store::Stored;
use crate::args::{FormatArg, RunArgs};
use crate::output::print as to_stdout;
use crate::table::{Align, counted, duration, render};
use crate::width::{width, wrap};
use megabatt_engine::batt::{Failure, TaskScores};
use megabatt_engine::data::Task;
use megabatt_engine::run::Stop;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// All there is to tell about a run.
pub struct Report<'a> {
    pub args: &'a RunArgs,
    pub files: &'a Files,
    pub tasks: &'a [Task],
    pub ran: &'a Ran,
    pub kept: Option<&'a Stored>,
    /// Where the batt ended first, if it did.
    pub failure: Option<&'a Failure>,
    pub loaded: Duration,
}

impl<'a> Report<'a> {
    /// Tasks of which some sample ran, with their scores.
    pub fn done(&self) -> impl Iterator<Item = (&'a Task, &'a TaskScores)> {
        self.tasks.iter().zip(&self.ran.scores).filter(|(_, scores)| scores.samples > 0)
    }

    /// Tasks with a candidate that is right on all samples whose output is known.
    pub fn solved(&self) -> impl Iterator<Item = &'a Task> {
        self.done().filter(|(_, scores)| scores.solving().next().is_some()).map(|(task, _)| task)
    }

    /// The sum of all differ scores, those of the inputs included.
    pub fn differ_score(&self) -> i64 {
        self.done().map(|(_, scores)| scores.differ_score()).sum()
    }

    pub fn samples_done(&self) -> usize {
        self.done().map(|(_, scores)| scores.samples).sum()
    }

    /// How often the batt gave nothing, and why.
    pub fn ended(&self) -> BTreeMap<String, usize> {
        let mut ended = BTreeMap::new();
        for (why, times) in self.done().flat_map(|(_, scores)| &scores.ended) {
            *ended.entry(why.name()).or_default() += times;
        }
        ended
    }

    /// How often candidates and scores met limits.
    pub fn limits(&self) -> BTreeMap<String, usize> {
        let mut limits = BTreeMap::new();
        for (name, times) in self.done().flat_map(|(_, scores)| &scores.limits) {
            *limits.entry(format!("limit {name}")).or_default() += times;
        }
        limits
    }

    pub fn differs(&self) -> usize {
        self.files.batt.scores.iter().map(|score| &score.differ).collect::<BTreeSet<_>>().len()
    }
}

pub fn print(report: &Report<'_>) {
    to_stdout(&match report.args.summary.format {
        FormatArg::Table => as_table(report),
        FormatArg::Json => as_json(report),
    });
}

fn as_table(report: &Report<'_>) -> String {
    let headings = [
        ("task", Align::Left),
        ("samples", Align::Right),
        ("right", Align::Right),
        ("best candidate", Align::Left),
        ("score", Align::Right),
        ("differs", Align::Right),
        ("outcome", Align::Left),
    ];
    let rows: Vec<Vec<String>> = report.done().map(|(task, scores)| row(report, task, scores)).collect();
    format!("{}\n{}", render(&headings, &rows), wrap(&totals(report), width()))
}

fn row(report: &Report<'_>, task: &Task, scores: &TaskScores) -> Vec<String> {
    let batt = &report.files.batt;
    // The first of the best, in the order of the file.
    let best = (0..scores.right.len()).rev().max_by_key(|candidate| scores.right_on(*candidate));
    let best = best.filter(|candidate| scores.right_on(*candidate) > 0).map(|candidate| {
        let right = scores.right_on(candidate);
        format!("{} {right}/{}", batt.candidate_name(&batt.candidates[candidate]), scores.known)
    });
    let score = scores.by_solver(batt).iter().map(|(_, score)| *score).max().unwrap_or(0);
    vec![
        task.id.clone(),
        scores.samples.to_string(),
        format!("{}/{}", scores.solving().count(), batt.candidates.len()),
        best.unwrap_or_default(),
        score.to_string(),
        scores.differ_score().to_string(),
        outcome(scores),
    ]
}

/// `ok`, or what kept the batt from giving something.
fn outcome(scores: &TaskScores) -> String {
    let ended = scores.ended.iter().map(|(why, n)| format!("{} ×{n}", why.name()));
    let limits = scores.limits.iter().map(|(name, n)| format!("limit {name} ×{n}"));
    let words: Vec<String> = ended.chain(limits).collect();
    if words.is_empty() { "ok".to_string() } else { words.join(", ") }
}

fn totals(report: &Report<'_>) -> String {
    let (batt, ran) = (&report.files.batt, report.ran);
    let mut text = format!(
        "batt: {}, {}, {} of {}\n",
        counted(batt.lines.len(), "line"),
        counted(batt.candidates.len(), "candidate"),
        counted(batt.scores.len(), "score"),
        counted(report.differs(), "differ"),
    );
    text.push_str(&format!(
        "{}, {}: {} solved by a candidate; differ scores add up to {}\n",
        counted(report.done().count(), "task"),
        counted(report.samples_done(), "sample"),
        report.solved().count(),
        report.differ_score()
    ));
    let ended = report.ended();
    if !ended.is_empty() {
        let why: Vec<String> = ended.iter().map(|(name, n)| format!("{name} ×{n}")).collect();
        text.push_str(&format!(
            "the batt gave nothing on {} calls: {}\n",
            ended.values().sum::<usize>(),
            why.join(", ")
        ));
        if let Some(failure) = report.failure {
            text.push_str(&format!("  {}\n", words(report, failure)));
        }
    }
    let limits = report.limits();
    if !limits.is_empty() {
        let which: Vec<String> = limits.iter().map(|(name, n)| format!("{name} ×{n}")).collect();
        text.push_str(&format!("candidates and scores that met a limit: {}\n", which.join(", ")));
    }
    text.push_str(&format!(
        "loaded in {}, ran in {} ({:.0} samples/s)\n",
        duration(report.loaded),
        duration(ran.time),
        report.samples_done() as f64 / ran.time.as_secs_f64().max(1e-9)
    ));
    text.push_str(&ran.phases.text(width()));
    text.push_str(&battery(report));
    if let Some(stored) = report.kept {
        let kept = &stored.kept;
        text.push_str(&format!(
            "library: {} added, {} known already; {} of {} stored in {}\n",
            counted(kept.added, "program"),
            kept.known,
            kept.scores,
            counted(stored.pairs, "score"),
            kept.path.display()
        ));
    }
    match ran.stop {
        Stop::Finished => {}
        Stop::TimeLimit => text.push_str(&format!(
            "stopped by the time limit after {} of {} samples\n",
            report.samples_done(),
            ran.samples
        )),
        Stop::Cancelled => {
            text.push_str(&format!("interrupted after {} of {} samples\n", report.samples_done(), ran.samples));
        }
    }
    text
}

/// `first on 007bbfb7 train[0], in line 12: t3 = t1(I)`.
fn words(report: &Report<'_>, failure: &Failure) -> String {
    let with = if failure.with_target { " with target" } else { "" };
    let (task, section, index) = (&report.tasks[failure.task].id, failure.sample.section.name(), failure.sample.index);
    format!("first on {task} {section}[{index}]{with}, in line {}: {}", failure.line, failure.text)
}

fn battery(report: &Report<'_>) -> String {
    let (size, ran) = (&report.ran.size, report.ran);
    let mut text = format!(
        "battery: {} lines of {} programs in {} nodes, {} of them worked out once and {} once per task; merged in {}\n",
        size.lines,
        size.programs,
        size.nodes,
        size.once,
        size.per_task,
        duration(ran.merging)
    );
    if let Some((compared, different)) = &ran.verified {
        text.push_str(&format!(
            "verified: {compared} rows run again alone, {} came out differently\n",
            different.len()
        ));
        for d in different.iter().take(5) {
            text.push_str(&format!("  on {:?}\n    battery: {}\n    alone:   {}\n", d.input, d.battery, d.alone));
        }
    }
    text
}

//! A batt on all samples of all tasks.

use super::failure::Lines;
use super::graph::{Graph, Place};
use crate::data::Task;
use crate::run::{
    Options, PerTask, RunError, Sample, Stop, Watching, drive, groups, sample_work, score_work, stopped_by,
};
use megabatt_core::{Exception, Limit, Value};
use megabatt_exec::{Cancel, OnTask, Outcome, Prepared, RowResult};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Samples are handed on when there are about this many results.
const RESULTS_AT_A_TIME: usize = 65_536;

/// Why a batt gave nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ended {
    /// A line raised what its `try` does not catch.
    Raised(Exception),
    /// A line came so near to Python's recursion limit that nobody can say whether it would have raised.
    Unsure,
}

impl Ended {
    /// As people see it.
    pub fn name(self) -> String {
        match self {
            Ended::Raised(exception) => exception.name().to_string(),
            Ended::Unsure => format!("limit {}", Limit::Recursion.name()),
        }
    }

    /// A row in the place of what the batt would have given.
    pub fn row(self) -> RowResult {
        let outcome = match self {
            Ended::Raised(exception) => Outcome::Error(exception),
            Ended::Unsure => Outcome::Limit(Limit::Recursion),
        };
        RowResult { outcome, address_dependent: false, fuel: 0, memory: 0, time: Duration::ZERO }
    }
}

/// What one call of the batt gave.
#[derive(Clone, Debug)]
pub enum Called<T> {
    Gave(T),
    Ended(Ended),
}

impl<T> Called<T> {
    /// What it gave, if it did.
    pub fn gave(&self) -> Option<&T> {
        match self {
            Called::Gave(given) => Some(given),
            Called::Ended(_) => None,
        }
    }

    pub fn ended(&self) -> Option<Ended> {
        match self {
            Called::Gave(_) => None,
            Called::Ended(ended) => Some(*ended),
        }
    }
}

/// What a batt gave on a sample.
#[derive(Clone, Debug)]
pub struct Given {
    /// With C = None: each candidate, and each score.
    pub solving: Called<(Vec<RowResult>, Vec<RowResult>)>,
    /// With C = the target: each score. None if the target is not known, or the first call gave nothing: there is no second
    /// one then.
    pub judging: Option<Called<Vec<RowResult>>>,
}

/// A sample that is done.
#[derive(Clone, Debug)]
pub struct Sampled {
    pub task: usize,
    pub sample: Sample,
    pub given: Given,
}

/// Runs a batt on all samples, and hands on what `digest` made of each in the order of tasks and samples. Values can be large:
/// what is not needed of them goes there, in the thread that made them. It ends early when it is told to stop; then it gives None, and
/// the sample is left out. `lines` are asked where several lines fail: the first one ends the batt.
#[allow(clippy::too_many_arguments, reason = "what runs, on what, how, and where it goes; each is asked for once")]
pub fn run<T: Send>(
    graph: &Graph,
    lines: &Lines<'_>,
    prepared: &dyn Prepared,
    tasks: &[Task],
    options: &Options,
    cancel: &Cancel,
    digest: impl Fn(Sampled, &Cancel) -> Option<(T, usize)> + Sync,
    mut on_batch: impl FnMut(Vec<T>),
) -> Result<Stop, RunError> {
    let programs = prepared.battery().programs.len();
    let samples: Vec<(usize, Sample)> =
        tasks.iter().enumerate().flat_map(|(task, t)| Sample::all(t).map(move |sample| (task, sample))).collect();
    let batch = options.batch.unwrap_or(RESULTS_AT_A_TIME / programs.max(1)).max(1);
    let end_of_task = |at: usize| samples.partition_point(|&(task, _)| task <= samples[at].0);
    let batches = groups(samples.len(), batch, prepared.samples_at_once(), options, end_of_task);
    let cut_short = AtomicBool::new(false);
    let open: PerTask<Box<dyn OnTask + '_>> = PerTask::new(tasks, 1);
    let one = |(task, sample): (usize, Sample), results: &[RowResult], stop: &Cancel| {
        if results.len() < programs {
            return None;
        }
        let pair = sample.of(&tasks[task]);
        let first = |target: &Value| {
            let (_, row) = lines.ending([&tasks[task].demos(), &pair.input, target])?;
            ended(&row)
        };
        let given = graph.given(results, pair.output.as_ref(), first);
        digest(Sampled { task, sample, given }, stop)
    };
    let stop = drive(
        batches.iter().map(Vec::as_slice),
        options,
        cancel,
        |group: &Range<usize>, stop| {
            let group = &samples[group.clone()];
            let &(task, _) = group.first()?;
            let pairs = group.iter().map(|(_, sample)| sample.of(&tasks[task]));
            let known: Vec<_> = pairs.map(|pair| (&pair.input, pair.output.as_ref().unwrap_or(&Value::None))).collect();
            let (watching, start) = (options.watching(), Instant::now());
            let on_task = || prepared.on_task(&tasks[task].demos());
            let results = open.with_some(task, group.len(), on_task, |on_task| on_task.run_many(&known, stop));
            options.count(group.len());
            let mut at = tell(watching, group, start);
            let digested = group.iter().zip(results).map(|(&which, results)| {
                let digested = one(which, &results, stop);
                drop(results);
                at = watching.worked(score_work(which), at);
                digested
            });
            let digested: Vec<(T, usize)> = digested.flatten().collect();
            if digested.len() < group.len() {
                cut_short.store(true, Ordering::Relaxed);
            }
            Some(digested)
        },
        |digested: &Vec<(T, usize)>| digested.iter().map(|(_, size)| size).sum(),
        |batch| on_batch(batch.into_iter().flatten().map(|(digested, _)| digested).collect()),
    )?;
    Ok(match stop {
        Stop::Finished if cut_short.into_inner() => stopped_by(cancel),
        stop => stop,
    })
}

/// Tells of samples that ran at the same time until now as if one had run after the other, all equally long; gives the moment.
fn tell(watching: Watching<'_>, samples: &[(usize, Sample)], start: Instant) -> Instant {
    let each = start.elapsed() / samples.len().max(1) as u32;
    samples.iter().fold(start, |at, &sample| {
        watching.worked_until(sample_work(sample), at, at + each);
        at + each
    })
}

impl Graph {
    /// What the results of all programs mean. `first` says how the first line that fails with a target ends the batt.
    fn given(&self, results: &[RowResult], target: Option<&Value>, first: impl Fn(&Value) -> Option<Ended>) -> Given {
        let all = || self.candidates.iter().chain(&self.scores).chain(&self.others);
        let ending = |of: fn(&Place) -> usize, target: &Value| {
            let mut ways = all().filter_map(|place| ended(&results[of(place)]));
            let way = ways.next()?;
            // Programs come in another order than their lines, but if they end in one way there is nothing to find out.
            if ways.all(|other| other == way) { Some(way) } else { first(target).or(Some(way)) }
        };
        let gather = |places: &[Place], of: fn(&Place) -> usize| -> Vec<RowResult> {
            places.iter().map(|place| results[of(place)].clone()).collect()
        };
        let solving = match ending(|place| place.solving, &Value::None) {
            Some(ended) => return Given { solving: Called::Ended(ended), judging: None },
            None => Called::Gave((gather(&self.candidates, |p| p.solving), gather(&self.scores, |p| p.solving))),
        };
        let judging = target.map(|target| match ending(|place| place.judging, target) {
            Some(ended) => Called::Ended(ended),
            None => Called::Gave(gather(&self.scores, |p| p.judging)),
        });
        Given { solving, judging }
    }
}

/// How a line of the program ended the batt, if it did.
fn ended(result: &RowResult) -> Option<Ended> {
    match result.outcome {
        Outcome::Error(exception) => Some(Ended::Raised(exception)),
        Outcome::Limit(Limit::Recursion) => Some(Ended::Unsure),
        Outcome::Value(_) | Outcome::Limit(_) => None,
    }
}

//! A batt on all samples of tasks.

use super::Batt;
use super::results::{BattResults, Scored};
use crate::errors::ProgramError;
use crate::programs::Loaded;
use crate::run::{Kept, Ran, Results, failed, tasks_of};
use crate::wait;
use megabatt_core::{Code, Dialect};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::batt::{self, Called, Graph, Lines, SampleScores, Sampled, TaskScores};
use megabatt_engine::data::Task;
use megabatt_engine::run::{Job, Options, Record, RunError, Sample, Stop};
use megabatt_engine::score::{Collector, Keep, SampleScore, Scores, Share};
use megabatt_exec::{Backend, Cancel, Outcome, RowResult};
use megabatt_lang::Program as CoreProgram;
use megabatt_lang::batt::{Batt as CoreBatt, Names};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::Instant;

pub const CPU: Cpu = Cpu { dialect: Dialect::Tok, engine: Engine::Fast };

/// Runs it on whatever `mb.tasks` takes; `values` says whether they are kept.
pub fn run<'py>(
    batt: &Bound<'py, Batt>,
    tasks: &Bound<'py, PyAny>,
    options: &Options,
    values: bool,
    progress: Option<bool>,
) -> PyResult<Bound<'py, BattResults>> {
    let (py, batt, tasks) = (batt.py(), batt.get().batt.clone(), tasks_of(tasks)?);
    let samples: usize = tasks.iter().map(|task| Sample::all(task).count()).sum();
    if samples == 0 {
        return Err(PyValueError::new_err("there is no sample to run on"));
    }
    let graph = Graph::new(&batt).map_err(|e| ProgramError::new_err(format!("{} cannot be run: {e}", batt.file)))?;
    let (candidates, scores) = rows_of(&batt, &graph);
    let start = Instant::now();
    let ran = wait::with_bar(py, progress, samples, |cancel, done| {
        let options = Options { done: Some(done.clone()), ..options.clone() };
        execute(&batt, graph, &tasks, &options, cancel, values)
    })?;
    let Executed { stop, by_task, rows, judged, solved } = ran.map_err(failed)?;
    let seconds = start.elapsed();
    let results = |loaded: Loaded, rows: Vec<Kept>, scores: Scores, planned: usize, with_target: bool| {
        Results::new(Ran {
            gpu: None,
            loaded: Arc::new(loaded),
            tasks: tasks.clone(),
            rows,
            scores,
            differs: None,
            stop,
            planned,
            lonely: Vec::new(),
            seconds,
            limits: options.limits,
            with_target,
        })
    };
    let known: usize =
        tasks.iter().flat_map(|task| task.train.iter().chain(&task.test)).filter(|p| p.output.is_some()).count();
    let planned = batt.scores.len() * (samples + known);
    let scored = results(scores, judged, Scores::default(), planned, true);
    let planned = batt.candidates.len() * samples;
    let results = results(candidates, rows, solved, planned, false);
    let scored = Scored { batt, by_task, samples, rows: scored.ran.clone() };
    Bound::new(py, PyClassInitializer::from(results).add_subclass(BattResults::new(scored)))
}

/// The candidates and the scores of both calls as programs of their own, with the defaults of the batt.
fn rows_of(batt: &CoreBatt, graph: &Graph) -> (Loaded, Loaded) {
    let code = |program: usize| graph.battery.programs[program].code.clone();
    let program = |name: &String, line: u32, code: Arc<Code>| CoreProgram {
        name: name.clone(),
        code,
        line,
        task: None,
        file: batt.file.clone(),
        dialect: Dialect::Tok,
    };
    let names = Names::of(batt);
    let candidates = batt.candidates.iter().zip(&graph.candidates).zip(&names.candidates);
    let candidates = candidates.map(|((candidate, place), name)| program(name, candidate.line, code(place.solving)));
    let scores =
        batt.scores.iter().zip(&graph.scores).zip(&names.scores).flat_map(|((score, place), [alone, target])| {
            [program(alone, score.line, code(place.solving)), program(target, score.line, code(place.judging))]
        });
    let (candidates, scores): (Vec<_>, Vec<_>) = (candidates.collect(), scores.collect());
    let of_scores = names.scores.iter().flatten().cloned().collect();
    (Loaded::named(candidates, names.candidates, Dialect::Tok), Loaded::named(scores, of_scores, Dialect::Tok))
}

struct Executed {
    stop: Stop,
    /// For each task what `run_batt.py` counts.
    by_task: Vec<TaskScores>,
    /// Candidates.
    rows: Vec<Kept>,
    /// Scores, with and without target.
    judged: Vec<Kept>,
    solved: Scores,
}

/// What is left of a sample.
struct Done {
    task: usize,
    scores: SampleScores,
    candidates: Vec<(Kept, SampleScore)>,
    judged: Vec<Kept>,
}

fn execute(
    batt: &CoreBatt,
    mut graph: Graph,
    tasks: &[Task],
    options: &Options,
    cancel: &Cancel,
    values: bool,
) -> Result<Executed, RunError> {
    let prepared = CPU.prepare(std::mem::take(&mut graph.battery), &options.limits);
    let mut by_task: Vec<TaskScores> = tasks.iter().map(|_| TaskScores::new(batt)).collect();
    let mut collector = Collector::new(tasks, Keep::SomethingRight);
    let (mut rows, mut judged) = (Vec::new(), Vec::new());
    let digest = |sampled: Sampled, _: &Cancel| {
        let done = digested(batt, tasks, sampled, values);
        let bytes =
            done.candidates.iter().map(|(kept, _)| kept.bytes()).chain(done.judged.iter().map(Kept::bytes)).sum();
        Some((done, bytes))
    };
    let on_batch = |batch: Vec<Done>| {
        for done in batch {
            by_task[done.task].add(&done.scores);
            for (row, score) in done.candidates {
                collector.add(&score);
                rows.push(row);
            }
            judged.extend(done.judged);
        }
    };
    let lines = Lines::new(batt, &CPU, &options.limits);
    let stop = batt::run(&graph, &lines, &*prepared, tasks, options, cancel, digest, on_batch)?;
    Ok(Executed { stop, by_task, rows, judged, solved: collector.finish() })
}

/// The rows of a sample. Where the batt gave nothing, each row says what ended it.
fn digested(batt: &CoreBatt, tasks: &[Task], sampled: Sampled, values: bool) -> Done {
    let scores = SampleScores::of(&sampled, batt, tasks);
    let Sampled { task, sample, given } = sampled;
    let target = sample.of(&tasks[task]).output.as_ref();
    let candidate = |(program, result): (usize, RowResult)| {
        let matches = target.map(|target| matches!(&result.outcome, Outcome::Value(value) if value == target));
        let record = Record { job: Job { program, task, sample }, matches, result };
        let score = SampleScore::of(&record, tasks);
        (Kept::new(record, score.cells, Vec::new(), values), score)
    };
    let row = |program: usize, result: RowResult| {
        let record = Record { job: Job { program, task, sample }, matches: None, result };
        Kept::new(record, Share::NONE, Vec::new(), values)
    };
    let nothing = |count: usize, row: RowResult| vec![row; count];
    let (candidates, without) = match given.solving {
        Called::Gave(given) => given,
        Called::Ended(ended) => (nothing(batt.candidates.len(), ended.row()), nothing(batt.scores.len(), ended.row())),
    };
    let with = match given.judging {
        None => Vec::new(),
        Some(Called::Gave(scores)) => scores,
        Some(Called::Ended(ended)) => nothing(batt.scores.len(), ended.row()),
    };
    let without = without.into_iter().enumerate().map(|(n, result)| row(2 * n, result));
    let with = with.into_iter().enumerate().map(|(n, result)| row(2 * n + 1, result));
    let judged = without.chain(with).collect();
    Done { task, scores, candidates: candidates.into_iter().enumerate().map(candidate).collect(), judged }
}

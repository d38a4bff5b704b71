//! Batt files that tokpidjin's own generator made: every variable, candidate and score, with and without target.
//!
//! This needs a checkout of tokpidjin, which nobody but its users has. Without one it says so and compares nothing.

use megabatt_conformance::Result;
use megabatt_conformance::outcome::Outcome;
use megabatt_conformance::paths;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::tally::Tally;
use megabatt_core::json::to_json;
use megabatt_core::{Dialect, Value, hash};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::batt::{Graph, Place};
use megabatt_engine::data::{self, Filter, Task};
use megabatt_engine::run::{Sample, Section};
use megabatt_exec::{Backend, Cancel, Limits, RowResult};
use megabatt_lang::batt::{Batt, parse_batt};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::process::ExitCode;

/// A longer text is kept as its hash.
const LONGEST: usize = 60;

fn main() -> ExitCode {
    Suite::run_with_tokpidjin("tok_batt", compare_both)
}

fn compare_both(suite: &mut Suite) -> Result<()> {
    let dir = paths::workspace("tok_batt")?;
    let out = dir.to_string_lossy();
    suite.python.run_with_packages("tok_batt.py", ["--out", &*out])?;
    for name in ["frozen", "mutated"] {
        for engine in [Engine::Fast, Engine::Reference] {
            suite.add(&compare(&dir, name, engine)?, None);
        }
    }
    Ok(())
}

/// What Python has about itself.
#[derive(Deserialize)]
struct About {
    none_hash: i64,
}

/// What a call of the batt gave in Python.
#[derive(Deserialize)]
struct Expected {
    task: String,
    split: String,
    index: usize,
    target: bool,
    error: Option<String>,
    capped: Option<String>,
    #[serde(default)]
    t: Vec<String>,
    #[serde(default)]
    o: Vec<(u64, bool, String, String)>,
    #[serde(default)]
    s: Vec<(u64, String, String, String)>,
}

fn compare(dir: &Path, name: &str, engine: Engine) -> Result<Tally> {
    let file = dir.join("run").join(format!("{name}.py"));
    let batt = parse_batt(&file.display().to_string(), paths::read(&file)?.as_bytes())
        .map_err(|errors| format!("{name}.py was refused: {:?}", errors.first()))?;
    let tasks = data::load(&[dir.join("data.json")], &Filter::default()).tasks;
    let text = paths::read(&dir.join(format!("{name}.jsonl")))?;
    let mut rows = text.lines();
    let about: About = parsed(rows.next().unwrap_or_default())?;
    hash::set_none_hash(about.none_hash);

    let mut checked = Checked::new(&batt, &tasks, engine)?;
    let engine = if engine == Engine::Fast { "fast" } else { "reference" };
    // Solvers are drawn by chance. One that walks a set of functions flags all lines below it, its candidates and their scores.
    let mut tally = Tally::new(&format!("batt, {name}, {engine}")).with_flags(25.0);
    for row in rows {
        checked.row(&parsed(row)?, &mut tally)?;
    }
    tally.close();
    Ok(tally)
}

fn parsed<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T> {
    serde_json::from_str(line).map_err(|e| format!("not a row of Python's: {e}: {line:.200}"))
}

/// A batt that is ready to be compared, line by line and as it runs.
struct Checked<'a> {
    batt: &'a Batt,
    tasks: &'a [Task],
    lines: Ready,
    /// As programs one by one, and all at once.
    whole: [Ready; 2],
}

struct Ready {
    graph: Graph,
    prepared: Box<dyn megabatt_exec::Prepared>,
}

impl Ready {
    fn new(mut graph: Graph, engine: Engine) -> Ready {
        let cpu = Cpu { dialect: Dialect::Tok, engine };
        let prepared = cpu.prepare(std::mem::take(&mut graph.battery), &Limits::default());
        Ready { graph, prepared }
    }

    fn run(&self, task: &Task, sample: Sample) -> Vec<RowResult> {
        let pair = sample.of(task);
        let target = pair.output.clone().unwrap_or(Value::None);
        self.prepared.on_task(&task.demos()).run(&pair.input, &target, &Cancel::new(), &mut |_| {})
    }
}

impl<'a> Checked<'a> {
    fn new(batt: &'a Batt, tasks: &'a [Task], engine: Engine) -> Result<Checked<'a>> {
        let lines = Ready::new(Graph::of_lines(batt).map_err(|e| e.to_string())?, engine);
        let mut graph = Graph::new(batt).map_err(|e| e.to_string())?;
        let one_by_one = Ready::new(graph.clone(), engine);
        graph.battery.cost_is_not_looked_at = true;
        let whole = [one_by_one, Ready::new(graph, engine)];
        Ok(Checked { batt, tasks, lines, whole })
    }

    fn row(&mut self, expected: &Expected, tally: &mut Tally) -> Result<()> {
        let place = format!(
            "{} {}[{}]{}",
            expected.task,
            expected.split,
            expected.index,
            if expected.target { " with target" } else { "" }
        );
        let task = self.tasks.iter().find(|task| task.id == expected.task).ok_or("a task is missing")?;
        let section = if expected.split == "train" { Section::Train } else { Section::Test };
        let sample = Sample { section, index: expected.index };
        if let Some(why) = &expected.capped {
            tally.capped.push(format!("{place}: {why}"));
            return Ok(());
        }
        let number = |place: &Place| if expected.target { place.judging } else { place.solving };
        let results = self.lines.run(task, sample);
        if let Some(error) = &expected.error {
            let ended = results.iter().any(|result| !matches!(result.outcome, megabatt_exec::Outcome::Value(_)));
            let got = if ended { Outcome::Error(error.clone()) } else { Outcome::Value("all lines".into()) };
            tally.compare(&place, &place, Outcome::Error(error.clone()), got, false);
            return Ok(());
        }
        if expected.t.len() != self.batt.lines.len() {
            return Err(format!("Python has {} variables, megabatt {}", expected.t.len(), self.batt.lines.len()));
        }
        let mut same = |who: String, expected: &str, result: &RowResult| {
            let expected = match expected {
                "too big" => Outcome::Capped("too big".into()),
                text => Outcome::Value(text.to_string()),
            };
            tally.compare(&who, &place, expected, outcome(result), result.address_dependent);
        };
        for ((line, place), text) in self.batt.lines.iter().zip(&self.lines.graph.others).zip(&expected.t) {
            same(format!("{} = {}", line.name, line.words.join(" ")), text, &results[number(place)]);
        }
        for whole in &self.whole {
            let results = whole.run(task, sample);
            for ((given, place), (n, mutated, solver, text)) in
                self.batt.candidates.iter().zip(&whole.graph.candidates).zip(&expected.o)
            {
                if (given.number, given.mutated, &given.solver) != (*n, *mutated, solver) {
                    return Err(format!("o has {n} {mutated} {solver} where megabatt has {given:?}"));
                }
                same(format!("o {n} {solver}"), text, &results[number(place)]);
            }
            for ((given, place), (n, solver, differ, text)) in
                self.batt.scores.iter().zip(&whole.graph.scores).zip(&expected.s)
            {
                if (given.number, &given.solver, &given.differ) != (*n, solver, differ) {
                    return Err(format!("s has {n} {solver} {differ} where megabatt has {given:?}"));
                }
                same(format!("s {n} {solver} {differ}"), text, &results[number(place)]);
            }
        }
        if (expected.o.len(), expected.s.len()) != (self.batt.candidates.len(), self.batt.scores.len()) {
            tally.complain(format!("{place}: Python appended another number of candidates or scores"));
        }
        Ok(())
    }
}

/// The outcome with its value as Python's script writes it.
fn outcome(result: &RowResult) -> Outcome {
    match &result.outcome {
        megabatt_exec::Outcome::Value(value) => match Outcome::value(&to_json(value)) {
            Outcome::Value(text) if text.len() > LONGEST => {
                Outcome::Value(Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect())
            }
            short => short,
        },
        megabatt_exec::Outcome::Error(exception) => Outcome::Error(exception.name().to_string()),
        megabatt_exec::Outcome::Limit(limit) => Outcome::Limit(limit.name().to_string()),
    }
}

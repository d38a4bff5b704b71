//! Whole programs on a card that is forced, against Python: verifiers on samples of other tasks, mutants on their own ones.
//!
//! The card is emulated: its kernels are those of GPUs, compiled for the host. A launch has the rows of one sample, of three, or of
//! all. What the card leaves the CPU runs, as in a battery, so every row is compared; but it may not leave many.

use megabatt_conformance::outcome::{Key, Line};
use megabatt_conformance::programs::Battery;
use megabatt_conformance::python::Meta;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::{Result, paths};
use megabatt_core::{Dialect, Value, hash};
use megabatt_cpu::{Cpu, Engine};
use megabatt_cuda::device::SharedDevice;
use megabatt_cuda::programs::{Fate, OnDevice, Programs, Settings};
use megabatt_cuda_emulator::{EmulatedDevice, eased};
use megabatt_engine::data::{self, Filter, Task};
use megabatt_engine::run::{Job, Pairing, Section, jobs};
use megabatt_exec::{Cancel, Limits, Outcome, Row};
use megabatt_lang::Program;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// At most so many rows, in per cent, may be left to the CPU.
const MOST_LEFT: usize = 15;
/// Samples of a launch.
const LAUNCHES: [usize; 3] = [1, 3, usize::MAX];

fn main() -> ExitCode {
    Suite::run("card", |suite| {
        let python = suite.python.clone();
        // The first seed whose draw has none of the eight programs that `cross_pairs` tells of, and at most one that walks a set of
        // functions.
        let cross = ["--programs", "80", "--samples", "16", "--seed", "4"];
        let dir = paths::workspace("card, cross pairs")?;
        python.run_with_packages("cross_pairs.py", ["--out", &*dir.to_string_lossy()].into_iter().chain(cross))?;
        let battery = Battery::in_folder(&dir, "rearc", "all");
        print!("  {}", battery.run_python(&python, &dir.join("expected.jsonl"))?);
        compare(suite, "card, cross pairs", &dir, &battery, Pairing::All)?;

        let mutants = ["--count", "300", "--dialect", "arc", "--seed", "card"];
        let dir = paths::workspace("card, mutants")?;
        let made =
            python.run_with_packages("mutants.py", ["--out", &*dir.to_string_lossy()].into_iter().chain(mutants))?;
        print!("  {made}");
        compare(suite, "card, mutants", &dir, &Battery::in_folder(&dir, "arc", "own"), Pairing::Own)
    })
}

fn compare(suite: &mut Suite, part: &str, dir: &Path, battery: &Battery, pairing: Pairing) -> Result<()> {
    let expected = dir.join("expected.jsonl");
    hash::set_none_hash(Meta::beside(&expected)?.none_hash);
    let dialect = Dialect::from_name(battery.dialect).ok_or("no such dialect")?;
    let text = paths::read(&battery.programs)?;
    let programs = megabatt_lang::parse_bytes("programs.py", text.as_bytes(), dialect).programs;
    let tasks = data::load(std::slice::from_ref(&battery.data), &Filter::default()).tasks;
    let (jobs, _) = jobs(&programs, &tasks, pairing);
    for samples in LAUNCHES {
        let card = Card { programs: &programs, tasks: &tasks, dialect };
        let (lines, left) = card.run(&jobs, samples)?;
        let launches = if samples == usize::MAX { "all".to_string() } else { samples.to_string() };
        let name = format!("{part}, launches of {launches}");
        let (rows, python) = (lines.len(), suite.python.clone());
        let mut tally = battery.compare_lines(&name, &expected, lines, &python)?;
        if left * 100 > rows * MOST_LEFT {
            tally.complain(format!("the card left {left} of {rows} rows; at most {MOST_LEFT} % may be"));
        }
        suite.add(&tally, Some(battery));
        println!("  left to the CPU: {left}");
    }
    Ok(())
}

struct Card<'a> {
    programs: &'a [Program],
    tasks: &'a [Task],
    dialect: Dialect,
}

impl Card<'_> {
    /// The outcomes of these rows, in launches of so many samples, and how many the card left.
    fn run(&self, jobs: &[Job], samples_at_once: usize) -> Result<(Vec<Line>, usize)> {
        let mut by_sample: BTreeMap<_, Vec<Job>> = BTreeMap::new();
        for job in jobs {
            by_sample.entry((job.task, job.sample)).or_default().push(*job);
        }
        let by_sample: Vec<Vec<Job>> = by_sample.into_values().collect();
        let device: SharedDevice = Arc::new(EmulatedDevice::new(1 << 30, samples_at_once as u64));
        let ready = Programs::new(self.programs.iter().map(|program| &*program.code), self.dialect);
        let settings = eased(Settings::for_device(self.dialect, 1, 1 << 28));
        let mut on_card = OnDevice::new(&device, ready, settings).map_err(|e| e.to_string())?;
        let (mut lines, mut left) = (Vec::new(), 0);
        for part in by_sample.chunks(samples_at_once.min(by_sample.len())) {
            let inputs: Vec<Value> = part.iter().map(|jobs| self.input(&jobs[0]).clone()).collect();
            let jobs: Vec<(u32, Job)> =
                (0..).zip(part).flat_map(|(n, jobs)| jobs.iter().map(move |job| (n, *job))).collect();
            let rows: Vec<(u32, u32)> = jobs.iter().map(|(sample, job)| (job.program as u32, *sample)).collect();
            let fates = on_card.run(&inputs, &rows).map_err(|e| e.to_string())?;
            for ((_, job), outcome) in jobs.iter().zip(fates) {
                let (outcome, address_dependent) = match outcome.fate {
                    Fate::Value(value) => (Outcome::Value(value), false),
                    Fate::Raised(class) => (Outcome::Error(class), false),
                    Fate::Left(..) => {
                        left += 1;
                        self.on_cpu(job)
                    }
                };
                let (key, outcome) = (self.key(job), (&outcome).into());
                lines.push(Line { key, outcome, address_dependent, matches: None });
            }
        }
        Ok((lines, left))
    }

    fn on_cpu(&self, job: &Job) -> (Outcome, bool) {
        let cpu = Cpu { dialect: self.dialect, engine: Engine::Fast };
        let row = Row { code: self.programs[job.program].code.clone(), inputs: vec![self.input(job).clone()] };
        let result = cpu.run_row(&row, &Limits::default(), &Cancel::new());
        (result.outcome, result.address_dependent)
    }

    fn input(&self, job: &Job) -> &Value {
        &job.sample.of(&self.tasks[job.task]).input
    }

    fn key(&self, job: &Job) -> Key {
        let split = match job.sample.section {
            Section::Train => "train",
            Section::Test => "test",
        };
        let (program, task) = (&self.programs[job.program].name, &self.tasks[job.task].id);
        Key { program: program.clone(), task: task.clone(), split: split.to_string(), index: job.sample.index }
    }
}

//! How long a batt takes on each sample: the call with C = None, the call with C = the target, and both merged.
//!
//!     cargo run --release -p megabatt-engine --example time_batt -- BATT DATA [REPEATS]
//!
//! prints one line of JSON: for each of the three the CPU seconds of each repetition on one thread, for all samples whose
//! output is known, and the seconds on the clock with the tasks shared by all cores. What is timed is what `megabatt run` does
//! for the samples of a task without writing outcomes: several of them at a time, line by line.

use megabatt_core::{Dialect, Value};
use megabatt_cpu::Cpu;
use megabatt_engine::batt::Graph;
use megabatt_engine::data::{self, Filter, Task};
use megabatt_engine::run::Sample;
use megabatt_exec::{Backend, Cancel, Limits, Outcome, Prepared};
use megabatt_lang::batt::{Batt, parse_batt};
use rayon::prelude::*;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

#[global_allocator]
static ALLOCATOR: megabatt_allocator::Allocator = megabatt_allocator::Allocator;

fn main() -> ExitCode {
    // As the command does.
    megabatt_allocator::settle();
    match timed(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(printed) => {
            println!("{printed}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn timed(args: &[String]) -> Result<serde_json::Value, String> {
    let (batt, data, repeats, only) = match args {
        [batt, data] => (batt, data, "5", None),
        [batt, data, repeats] => (batt, data, repeats.as_str(), None),
        [batt, data, repeats, only] => (batt, data, repeats.as_str(), Some(only.as_str())),
        _ => return Err("expected BATT DATA [REPEATS [none|target|both]]".to_string()),
    };
    let repeats: usize = repeats.parse().map_err(|_| format!("{repeats:?} is no number of repetitions"))?;
    let text = std::fs::read(batt).map_err(|e| format!("{batt}: {e}"))?;
    let batt = parse_batt(batt, &text).map_err(|_| format!("{batt} cannot be read as a batt"))?;
    let tasks = data::load(&[PathBuf::from(data)], &Filter::default()).tasks;
    let mut printed = serde_json::Map::new();
    let calls: [(&str, Graph); 3] = [
        ("none", Graph::of_call(&batt, false).map_err(|e| e.to_string())?),
        ("target", Graph::of_call(&batt, true).map_err(|e| e.to_string())?),
        ("both", Graph::new(&batt).map_err(|e| e.to_string())?),
    ];
    let wanted = calls.into_iter().filter(|(name, _)| only.is_none_or(|only| only == *name));
    let mut calls: Vec<_> = wanted.map(|(name, graph)| (name, Call::new(graph), Vec::new(), Vec::new())).collect();
    // In turn, so that a busy moment of the machine hits all of them.
    for _ in 0..repeats {
        for (_, call, seconds, on_all_cores) in &mut calls {
            seconds.push(call.run(&tasks));
            on_all_cores.push(call.run_on_all_cores(&tasks));
        }
    }
    for (name, call, seconds, on_all_cores) in calls {
        let told = serde_json::json!({"seconds": seconds, "on_all_cores": on_all_cores, "right": call.right});
        printed.insert(name.to_string(), told);
    }
    printed.insert("cores".to_string(), rayon::current_num_threads().into());
    printed.insert("samples".to_string(), samples(&tasks).count().into());
    printed.insert("lines".to_string(), lines(&batt).into());
    Ok(printed.into())
}

fn lines(batt: &Batt) -> usize {
    batt.lines.len()
}

/// All samples whose output is known.
fn samples(tasks: &[Task]) -> impl Iterator<Item = (&Task, Sample)> {
    let of_task = |task| Sample::all(task).map(move |sample| (task, sample));
    tasks.iter().flat_map(of_task).filter(|(task, sample)| sample.of(task).output.is_some())
}

/// One way to call a batt.
struct Call {
    graph: Graph,
    prepared: Box<dyn Prepared>,
    /// How many candidates were right when it ran last.
    right: usize,
}

impl Call {
    fn new(mut graph: Graph) -> Call {
        graph.battery.order_is_not_looked_at = true;
        graph.battery.cost_is_not_looked_at = true;
        let cpu = Cpu { dialect: Dialect::Tok, ..Cpu::default() };
        let prepared = cpu.prepare(std::mem::take(&mut graph.battery), &Limits::default());
        Call { graph, prepared, right: 0 }
    }

    /// CPU seconds of all samples, on this thread.
    fn run(&mut self, tasks: &[Task]) -> f64 {
        let mut seconds = 0.0;
        self.right = tasks.iter().map(|task| self.run_task(task, &mut seconds)).sum();
        seconds
    }

    /// Seconds on the clock for all samples, on all cores.
    fn run_on_all_cores(&self, tasks: &[Task]) -> f64 {
        let start = Instant::now();
        // One by one, as the command hands them out: whoever has many at once may be the last one by far.
        tasks.par_iter().with_max_len(1).for_each(|task| _ = self.run_task(task, &mut 0.0));
        start.elapsed().as_secs_f64()
    }

    /// The samples of a task stand together and share what depends on the task alone. How many candidates are right; the CPU seconds
    /// are added to those so far.
    fn run_task(&self, task: &Task, seconds: &mut f64) -> usize {
        let (mut right, cancel) = (0, Cancel::new());
        let start = cpu_seconds();
        let on_task = self.prepared.on_task(&task.demos());
        *seconds += cpu_seconds() - start;
        let pairs = samples(std::slice::from_ref(task)).map(|(_, sample)| sample.of(task));
        let known: Vec<(&Value, &Value)> =
            pairs.filter_map(|pair| Some((&pair.input, pair.output.as_ref()?))).collect();
        for group in known.chunks(self.prepared.samples_at_once()) {
            let start = cpu_seconds();
            let results = on_task.run_many(group, &cancel);
            *seconds += cpu_seconds() - start;
            for ((_, target), results) in group.iter().zip(results) {
                let is_right = |at: usize| matches!(&results[at].outcome, Outcome::Value(value) if value == *target);
                right += self.graph.candidates.iter().filter(|place| is_right(place.solving)).count();
            }
        }
        right
    }
}

/// CPU time of this thread.
fn cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: clock_gettime writes a timespec to the pointer, which is valid for one.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

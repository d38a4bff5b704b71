//! Validation of programs on their own tasks, for every verb that wants it.

use crate::commands::exit;
use crate::output::tell;
use crate::progress::{Progress, Style, Work};
use crate::table::listed;
use megabatt_core::Dialect;
use megabatt_cpu::{Cpu, engine_version};
use megabatt_engine::data::Task;
use megabatt_engine::run::{self, Pairing, Sample};
use megabatt_exec::Limits;
use megabatt_lang::Program;
use megabatt_store::{Cell, Finished, Options, Store, validate};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// Rows between two writes: what an interruption may cost at most.
const BATCH: usize = 1_024;

pub struct Request<'a> {
    pub programs: &'a [Program],
    pub tasks: &'a [Task],
    pub dialect: Dialect,
    pub limits: Limits,
    pub threads: usize,
    pub fresh: bool,
    pub progress: Style,
}

pub struct Results {
    /// Programs and their tasks, in the order of the programs.
    pub cells: Vec<Cell>,
    /// Programs whose task is not in the data.
    pub lonely: Vec<usize>,
    pub finished: Finished,
}

/// Validates, with what the library has, and be it nothing; Ctrl-C ends it and keeps what is finished.
pub fn run(request: &Request<'_>, library: Option<&mut Store>) -> Result<Results, String> {
    let (jobs, lonely) = run::jobs(request.programs, request.tasks, Pairing::Own);
    let mut cells: Vec<Cell> = jobs.iter().map(|job| Cell { program: job.program, task: job.task }).collect();
    cells.dedup();
    let cancel = exit::on_interrupt();
    let done = Arc::new(AtomicUsize::new(0));
    let rows = cells.iter().map(|cell| Sample::all(&request.tasks[cell.task]).count()).sum();
    let progress = Progress::start(request.progress, Work::Counted { noun: "runs", total: rows }, done.clone());
    let options = Options {
        run: run::Options {
            limits: request.limits,
            threads: request.threads,
            batch: Some(BATCH),
            done: Some(done),
            ..run::Options::default()
        },
        engine: engine_version(&request.limits),
        fresh: request.fresh,
    };
    let backend = Cpu { dialect: request.dialect, ..Cpu::default() };
    let finished = validate(library, &backend, request.programs, request.tasks, &cells, &options, &cancel)
        .map_err(|e| e.to_string())?;
    drop(progress);
    Ok(Results { cells, lonely, finished })
}

/// Says which programs have no task in the data.
pub fn tell_lonely(names: &[String], lonely: &[usize]) {
    if lonely.is_empty() {
        return;
    }
    let shown: Vec<&str> = lonely.iter().map(|&n| names[n].as_str()).collect();
    let (some, all, shown) = (lonely.len(), names.len(), listed(&shown));
    tell(&format!("note: {some} of {all} programs name no task of the data and are not validated: {shown}"));
}

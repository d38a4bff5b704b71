//! `megabatt run`.

use super::run_report::{self, Report};
use crate::args::{RunArgs, SplitArg};
use crate::demo;
use crate::outcomes::Outcomes;
use crate::output::tell;
use megabatt_core::hash;
use megabatt_cpu::Cpu;
use megabatt_engine::data::{self, Dataset, Filter, Split};
use megabatt_engine::run::{self as engine, Options, Stop, Summary, jobs};
use megabatt_exec::{Cancel, Limits};
use megabatt_lang::{Module, Program};
use std::collections::HashMap;
use std::process::ExitCode;
use std::time::Instant;

const COULD_NOT_RUN: u8 = 2;
const DID_NOT_MATCH: u8 = 1;
const INTERRUPTED: u8 = 130;

pub fn run(args: &RunArgs) -> ExitCode {
    match try_run(args) {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            tell(&format!("error: {message}"));
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}

fn try_run(args: &RunArgs) -> Result<u8, String> {
    if let Some(hash) = args.none_hash {
        hash::set_none_hash(hash);
    }
    let started = Instant::now();
    let is_demo = args.files.is_empty() && args.data.is_empty();
    let programs = load_programs(args, is_demo)?;
    let data = load_data(args, is_demo)?;
    let names = unique_names(&programs);
    let (jobs, lonely) = jobs(&programs, &data.tasks, args.pair.into());
    if args.tasks.is_empty() && matches!(args.split, SplitArg::All) {
        tell_lonely(&programs, &names, &lonely);
    }
    if jobs.is_empty() {
        return Err("no program has a task to run on\n  help: name functions after their task, as in solve_007bbfb7, \
                    or use --pair all"
            .to_string());
    }
    let mut outcomes = match &args.outcomes {
        Some(path) => Some(
            Outcomes::create(path, args.values)
                .map_err(|e| format!("the outcomes file {} cannot be written: {e}", path.display()))?,
        ),
        None => None,
    };
    let loaded = started.elapsed();

    let cancel = Cancel::new();
    let on_interrupt = cancel.clone();
    // A second handler cannot be set, and there is none before this one.
    let _ = ctrlc::set_handler(move || on_interrupt.cancel());
    let backend = Cpu { dialect: args.dialect.into(), engine: args.engine.into() };
    let mut summary = Summary::default();
    let mut write_error = None;
    let running = Instant::now();
    let stop = engine::run(&backend, &programs, &data.tasks, &jobs, &options(args), &cancel, |records| {
        summary.add(records);
        if let Some(out) = &mut outcomes
            && write_error.is_none()
            && let Err(e) = out.write(records, &names, &data.tasks)
        {
            write_error = Some(e);
            cancel.cancel();
        }
    })
    .map_err(|e| e.to_string())?;

    if let Some(e) = write_error {
        if e.kind() == std::io::ErrorKind::BrokenPipe {
            return Ok(0);
        }
        return Err(format!(
            "the outcomes could not be written: {e}\n  help: what was written before is complete lines"
        ));
    }
    if !args.quiet {
        let report = Report {
            programs: &programs,
            names: &names,
            tasks: &data.tasks,
            summary: &summary,
            stop,
            planned: jobs.len(),
            loaded,
            ran: running.elapsed(),
            is_demo,
        };
        run_report::print(&report, args);
    }
    Ok(match stop {
        Stop::Cancelled => INTERRUPTED,
        _ if args.strict && !(stop == Stop::Finished && summary.all_right()) => DID_NOT_MATCH,
        _ => 0,
    })
}

fn options(args: &RunArgs) -> Options {
    let default = Limits::default();
    let limits = Limits {
        fuel: args.fuel.unwrap_or(default.fuel),
        memory: args.memory.unwrap_or(default.memory),
        call_timeout: args.call_timeout,
    };
    Options { limits, threads: args.threads, time_limit: args.time_limit, ..Options::default() }
}

fn load_programs(args: &RunArgs, is_demo: bool) -> Result<Vec<Program>, String> {
    let dialect = args.dialect.into();
    let modules: Vec<Module> = if is_demo {
        demo::programs(dialect)
    } else if args.files.is_empty() {
        return Err("no file of programs was given\n  help: megabatt run solvers.py --data FOLDER".to_string());
    } else {
        let mut modules = Vec::new();
        for path in &args.files {
            match read_limited(path) {
                Ok(bytes) => {
                    let module = megabatt_lang::parse_bytes(&path.display().to_string(), &bytes, dialect);
                    if module.programs.is_empty() && module.diagnostics.is_empty() {
                        tell(&format!("warning: {}: defines no function, so there is nothing to run", path.display()));
                    }
                    modules.push(module);
                }
                Err(e) => tell(&format!("error: {}: {e}", path.display())),
            }
        }
        modules
    };
    for diagnostic in modules.iter().flat_map(|m| &m.diagnostics) {
        tell(&diagnostic.render());
    }
    let programs: Vec<Program> = modules.into_iter().flat_map(|m| m.programs).collect();
    if programs.is_empty() {
        return Err("no program could be loaded\n  help: a program is a function of one grid, as in \
                    `def solve_007bbfb7(I):`; messages above say what was wrong with the files"
            .to_string());
    }
    Ok(programs)
}

/// Reads a file of programs; one that is far too large is not even read.
fn read_limited(path: &std::path::Path) -> Result<Vec<u8>, String> {
    const LARGEST: u64 = 64 << 20;
    let meta = std::fs::metadata(path).map_err(|e| format!("cannot be read: {e}"))?;
    if meta.is_dir() {
        return Err("is a folder\n  help: give the .py files in it".to_string());
    }
    if meta.len() > LARGEST {
        return Err(format!("has {} MiB, too much for a file of programs\n  help: split it", meta.len() >> 20));
    }
    std::fs::read(path).map_err(|e| format!("cannot be read: {e}"))
}

fn load_data(args: &RunArgs, is_demo: bool) -> Result<Dataset, String> {
    let filter = Filter {
        split: match args.split {
            SplitArg::Train => Some(Split::Train),
            SplitArg::Eval => Some(Split::Eval),
            SplitArg::All => None,
        },
        ids: args.tasks.clone(),
        limit: None,
    };
    let data = if is_demo {
        demo::tasks(&filter)
    } else if args.data.is_empty() {
        return Err("no tasks were given\n  help: add --data with a folder of task files, a task file, or a data \
                    set's .json, .json.gz or .zip"
            .to_string());
    } else {
        data::load(&args.data, &filter)
    };
    for problem in &data.problems {
        tell(&problem.to_string());
    }
    if data.tasks.is_empty() { Err("there is no task to run on".to_string()) } else { Ok(data) }
}

/// A name for each program: its own, with the file before it where two share one.
fn unique_names(programs: &[Program]) -> Vec<String> {
    let mut count: HashMap<&str, usize> = HashMap::new();
    for program in programs {
        *count.entry(&program.name).or_default() += 1;
    }
    let qualified = |p: &Program| {
        if count[p.name.as_str()] > 1 { format!("{}::{}", p.file, p.name) } else { p.name.clone() }
    };
    programs.iter().map(qualified).collect()
}

fn tell_lonely(programs: &[Program], names: &[String], lonely: &[usize]) {
    const SHOWN: usize = 5;
    if lonely.is_empty() {
        return;
    }
    let mut shown: Vec<&str> = lonely.iter().take(SHOWN).map(|&n| names[n].as_str()).collect();
    let more;
    if lonely.len() > SHOWN {
        more = format!("and {} more", lonely.len() - SHOWN);
        shown.push(&more);
    }
    tell(&format!(
        "note: {} of {} programs name no task of the data and do not run: {}\n  help: --pair all runs every program on \
         every task",
        lonely.len(),
        programs.len(),
        shown.join(", ")
    ));
}

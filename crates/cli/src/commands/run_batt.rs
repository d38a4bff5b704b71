//! `megabatt run batt.py [batt_call.py]`: a generated batt file on all tasks.

use super::run_batt_execute::Execution;
use super::run_batt_report::{self, Report};
use super::run_batt_store::Shelf;
use super::{exit, load};
use crate::args::{RunArgs, ValuesArg};
use crate::output::tell;
use crate::table::{counted, listed};
use megabatt_core::Dialect;
use megabatt_cpu::Cpu;
use megabatt_engine::batt::{Graph, Lines, first_failure};
use megabatt_engine::data::Task;
use megabatt_engine::run::Stop;
use megabatt_lang::Diagnostic;
use megabatt_lang::batt::{self, Batt, Calls, is_batt, is_call_file};
use std::path::Path;
use std::time::Instant;

/// A batt, and the calls that stood in a file of their own.
pub struct Files {
    pub batt: Batt,
    pub calls: Option<Calls>,
    started: Instant,
}

/// The batt among the files, if one of them is a batt file. It runs by itself.
pub fn recognise(args: &RunArgs) -> Result<Option<Files>, String> {
    let started = Instant::now();
    // Files that cannot be read are the loader's to tell.
    let texts: Vec<(&Path, Vec<u8>)> =
        args.files.iter().filter_map(|path| Some((path.as_path(), load::read_limited(path).ok()?))).collect();
    let Some((path, text)) = texts.iter().find(|(_, text)| is_batt(text)) else { return Ok(None) };
    let others: Vec<_> = texts.iter().filter(|(other, _)| other != path).collect();
    let name = path.display();
    let calls = match others.as_slice() {
        [] if args.files.len() == 1 => None,
        [(path, text)] if args.files.len() == 2 && is_call_file(text) => {
            Some(batt::parse_calls(&path.display().to_string(), text).map_err(|errors| told(&errors))?)
        }
        _ => {
            return Err(format!(
                "{name} is a batt file and runs by itself, or with the file of its calls\n  help: megabatt run {name} \
                 [{}_call.py] --data DATA",
                path.with_extension("").display()
            ));
        }
    };
    refuse_options(args, path)?;
    let batt = batt::parse_batt(&name.to_string(), text).map_err(|errors| told(&errors))?;
    batt.warnings.iter().for_each(|warning| tell(&warning.render()));
    if batt.candidates.is_empty() && batt.scores.is_empty() {
        return Err(format!("{name} appends nothing to `o` or `s`, so there is nothing to run"));
    }
    if let Some(calls) = &calls {
        tell_different(calls, &batt);
    }
    Ok(Some(Files { batt, calls, started }))
}

/// Tells what is wrong with a file; gives what that means.
fn told(errors: &[Diagnostic]) -> String {
    errors.iter().for_each(|error| tell(&error.render()));
    "the batt file cannot be run; messages above say why".to_string()
}

fn refuse_options(args: &RunArgs, path: &Path) -> Result<(), String> {
    let given = [
        (args.alone, "--alone"),
        (args.live, "--live"),
        (!args.no_pass.is_empty(), "--no-pass"),
        (args.scores.is_some(), "--scores"),
        (args.profile, "--profile"),
        (args.trace.is_some(), "--trace"),
        (args.call_timeout.is_some(), "--call-timeout"),
    ];
    match given.iter().find(|(given, _)| *given) {
        None => Ok(()),
        Some((_, name)) => Err(format!(
            "{name} does not go with a batt file, and {} is one\n  help: leave it out; --format json has all scores of a \
             batt, and candidates that are stored can be run as programs",
            path.display()
        )),
    }
}

/// Candidates are put together from the file of calls; where that is not what runs, people want to know.
fn tell_different(calls: &Calls, batt: &Batt) {
    let different = calls.different(batt);
    if different.is_empty() {
        return;
    }
    let line = |d: &batt::Different| {
        let there = d.in_calls.as_deref().unwrap_or("nothing");
        format!("{} ({there} there, {} here)", d.name, d.in_batt)
    };
    let lines: Vec<String> = different.iter().map(line).collect();
    tell(&format!(
        "warning: {} has {} otherwise than {}: {}\n  help: the batt file runs; candidates are put together from the calls, so \
         they may be other programs",
        calls.file,
        counted(different.len(), "line"),
        batt.file,
        listed(&lines)
    ));
}

pub fn run(args: &RunArgs, files: &Files) -> Result<u8, String> {
    let tasks = load::tasks(&args.data, false)?.tasks;
    Shelf::check(args)?;
    let execution = Execution::open(args, files, &tasks)?;
    let loaded = files.started.elapsed();
    let Some(mut ran) = execution.run(loaded)? else { return Ok(exit::FINE) };
    let kept = Shelf { args, files, tasks: &tasks }.fill(&mut ran)?;
    let cpu = Cpu { dialect: Dialect::Tok, engine: args.engine.into() };
    let failure = first_failure(&Lines::new(&files.batt, &cpu, &args.limits()), &tasks, &ran.scores);
    let (kept, failure) = (kept.as_ref(), failure.as_ref());
    let report = Report { args, files, tasks: &tasks, ran: &ran, kept, failure, loaded };
    if !args.summary.quiet {
        run_batt_report::print(&report);
    }
    if let Some(error) = kept.and_then(|kept| kept.kept.error.as_ref()) {
        tell(&format!("error: not all that is worth it could be stored: {error}"));
        return Ok(exit::COULD_NOT_RUN);
    }
    Ok(exit_code(args, &report, &tasks))
}

fn exit_code(args: &RunArgs, report: &Report<'_>, tasks: &[Task]) -> u8 {
    let ran = report.ran;
    let different = ran.verified.as_ref().is_some_and(|(_, different)| !different.is_empty());
    let all_solved = ran.stop == Stop::Finished && report.solved().count() == tasks.len();
    match ran.stop {
        Stop::Cancelled => exit::INTERRUPTED,
        _ if different || (args.strict && !all_solved) => exit::FOUND,
        _ => exit::FINE,
    }
}

/// How values go into the outcomes file, if there is one.
pub fn values(args: &RunArgs) -> Option<ValuesArg> {
    args.outcomes.is_some().then_some(args.values)
}

/// What a batt and its battery are in numbers.
pub struct Size {
    pub lines: usize,
    pub nodes: usize,
    pub once: usize,
    pub per_task: usize,
    pub programs: usize,
}

impl Size {
    pub fn of(graph: &Graph) -> Size {
        let battery = &graph.battery;
        Size {
            lines: battery.lines(),
            nodes: battery.nodes.len(),
            once: battery.nodes.iter().filter(|node| node.once).count(),
            per_task: battery.nodes.iter().filter(|node| node.per_task).count(),
            programs: battery.programs.len(),
        }
    }
}

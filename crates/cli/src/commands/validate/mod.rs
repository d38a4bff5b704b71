//! `megabatt validate`.

pub mod json;
pub mod report;
pub mod run;
mod table;

use super::{exit, load, store};
use crate::args::{FormatArg, ValidateArgs};
use crate::output::{print, tell};
use megabatt_engine::run::Stop;
use report::Report;
use run::{Request, Results};
use std::time::Instant;

pub fn validate(args: &ValidateArgs) -> Result<u8, String> {
    let started = Instant::now();
    let is_demo = args.files.is_empty() && args.data.is_empty();
    let programs = load::programs(&args.files, args.machine.workers.dialect.into(), is_demo)?;
    let data = load::tasks(&args.data, is_demo)?;
    let names = load::unique_names(&programs);
    let loaded = started.elapsed();
    let running = Instant::now();

    let mut library = match args.no_cache {
        true => None,
        false => Some(store::open(&args.library).map_err(|e| format!("{e}\n  help: --no-cache does without it"))?),
    };
    let request = Request {
        programs: &programs,
        tasks: &data.tasks,
        dialect: args.machine.workers.dialect.into(),
        limits: args.machine.limits(),
        threads: args.machine.workers.threads,
        fresh: args.fresh,
        progress: args.progress.style(false, false),
    };
    let Results { cells, lonely, finished } = run::run(&request, library.as_mut())?;
    let took = running.elapsed();
    if cells.is_empty() {
        return Err("no program has a task to be validated on\n  help: name functions after their task, as in \
                    solve_007bbfb7, and give the data that has it"
            .to_string());
    }
    if !args.data.is_narrowed() {
        run::tell_lonely(&names, &lonely);
    }
    let report = Report::new(&programs, &names, &data.tasks, &cells, &finished);
    print(&match args.format {
        FormatArg::Table => table::table(&report, args.slowest, library.is_some(), loaded, took),
        FormatArg::Json => json::json(&report, args.slowest, loaded, took),
    });
    if let Some(error) = &finished.not_kept {
        tell(&format!("error: the results could not be kept: {error}"));
        return Ok(exit::COULD_NOT_RUN);
    }
    Ok(match finished.stop {
        Stop::Cancelled | Stop::TimeLimit => exit::INTERRUPTED,
        Stop::Finished if args.strict && !report.all_right() => exit::FOUND,
        Stop::Finished => exit::FINE,
    })
}

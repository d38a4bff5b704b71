//! `megabatt batch`.

mod json;
mod rows;
mod summary;
mod table;

use super::{exit, gpu, load};
use crate::args::{BatchArgs, DialectArg};
use crate::grace::Grace;
use crate::output::{print, tell};
use crate::whole_file::WholeFile;
use megabatt_batch::{Backend, Options, Pipeline, Results, Row, Runner};
use megabatt_core::Dialect;
use megabatt_exec::Cancel;
use rows::{Named, named};
use std::path::Path;

/// What a run is about.
pub struct Done<'a> {
    pub pipeline: &'a Pipeline,
    pub rows: &'a [Named],
    pub results: &'a Results,
}

pub fn batch(args: &BatchArgs) -> Result<u8, String> {
    let dialect = match args.dialect {
        DialectArg::Auto => megabatt_lang::guess_dialect(&args.pipeline).unwrap_or_default(),
        chosen => Dialect::from(chosen),
    };
    let pipeline = Pipeline::parse(&args.pipeline, dialect).map_err(|error| said(&error.render()))?;
    // A table shows no cells, and what shows none is found sooner.
    let pipeline = if args.tables || args.out.is_none() { pipeline.with_tables() } else { pipeline };
    let out = args.out.as_deref().map(|path| Out::create(path, args.force)).transpose()?;
    let data = load::tasks(&args.data, args.data.is_empty())?;
    let (rows, grids) = named(&data.tasks, args.of);
    if grids.is_empty() {
        return Err("no grid of the data is known\n  help: tests may have no outputs; try --of inputs".to_string());
    }
    let cancel = exit::on_interrupt();
    let runner = gpu::runner(&args.devices)?.with_cancel(cancel.clone());
    let results = runner.run(&pipeline, &grids);
    let done = Done { pipeline: &pipeline, rows: &rows, results: &results };
    match out {
        Some(out) => out.write(&done, &cancel)?,
        None if !args.quiet && !cancel.is_cancelled() => print(&table::text(&done, args.head)),
        None => {}
    }
    gpu::tell_skipped(runner.skipped());
    summary::warn(&results.report);
    if !args.quiet {
        tell(&summary::text(&done));
    }
    if cancel.is_cancelled() {
        return Ok(exit::INTERRUPTED);
    }
    let differing = if args.verify { verify(&done, &grids)? } else { 0 };
    let raised = results.rows.iter().any(|row| matches!(row, Row::Error(_) | Row::Limit(_)));
    Ok(if differing > 0 || args.strict && raised { exit::FOUND } else { exit::FINE })
}

/// What a diagnostic says, without the mark that errors get when they are told.
fn said(rendered: &str) -> String {
    format!("the pipeline cannot be read\n{}", rendered.trim_end())
}

/// Works everything out on the CPU and tells what differs.
fn verify(done: &Done<'_>, grids: &[rows::Shared]) -> Result<usize, String> {
    let options = Options { backend: Backend::Cpu, ..Options::default() };
    let cpu = Runner::new(options).map_err(|e| e.to_string())?.run(done.pipeline, grids);
    let differs = |n: &usize| done.results.rows[*n].text() != cpu.rows[*n].text();
    let differing: Vec<usize> = (0..grids.len()).filter(differs).collect();
    for n in differing.iter().take(5) {
        tell(&format!("error: {} differs from the CPU's result", done.rows[*n].words()));
    }
    let count = differing.len();
    tell(&match count {
        0 => format!("all {} results are those of the CPU", grids.len()),
        _ => format!(
            "error: {count} of {} results differ from the CPU's\n  help: please report it, with what `megabatt devices` prints",
            grids.len()
        ),
    });
    Ok(count)
}

/// Where all results go.
enum Out {
    Standard,
    Lines(WholeFile),
    Document(WholeFile),
}

impl Out {
    /// Opens it before any work, so that a bad path fails at once.
    fn create(path: &Path, force: bool) -> Result<Out, String> {
        if path == Path::new("-") {
            return Ok(Out::Standard);
        }
        let file = WholeFile::create(path, force)?;
        let document = path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("json"));
        Ok(if document { Out::Document(file) } else { Out::Lines(file) })
    }

    /// Once somebody presses Ctrl-C there is little time: a file that is not whole by then is left out.
    fn write(self, done: &Done<'_>, cancel: &Cancel) -> Result<(), String> {
        let mut grace = Grace::default();
        let mut go_on = || grace.goes_on(cancel);
        let (file, is_whole) = match self {
            Out::Standard => {
                let mut write = |line: &str| {
                    print(line);
                    Ok(())
                };
                return json::lines(done, &mut go_on, &mut write).map(|_| ());
            }
            Out::Lines(mut file) => {
                let is_whole = json::pieces(done, &mut go_on, &mut |text| file.write(text))?;
                (file, is_whole)
            }
            Out::Document(mut file) => {
                let is_whole = json::document(done, &mut go_on, &mut |text| file.write(text))?;
                (file, is_whole)
            }
        };
        if is_whole {
            return file.close();
        }
        tell(&format!("note: interrupted before {} was whole, so it is not written", file.path().display()));
        Ok(())
    }
}

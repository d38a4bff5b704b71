//! `megabatt diff`.

mod compare;
mod pictures;
mod read;
mod report;

use crate::args::{DiffArgs, FormatArg};
use crate::output::{print, tell};
use megabatt_view::Canvas;
use std::process::ExitCode;

const SOMETHING_CHANGED: u8 = 1;
const COULD_NOT_COMPARE: u8 = 2;

pub fn run(args: &DiffArgs) -> ExitCode {
    match try_diff(args) {
        Ok(changed) => ExitCode::from(if changed { SOMETHING_CHANGED } else { 0 }),
        Err(message) => {
            tell(&format!("error: {message}"));
            ExitCode::from(COULD_NOT_COMPARE)
        }
    }
}

/// Whether anything changed.
fn try_diff(args: &DiffArgs) -> Result<bool, String> {
    if args.pictures && args.format == FormatArg::Json {
        return Err("--pictures draws, and --format json is for scripts\n  help: leave one of them out".to_string());
    }
    let mut comparison = compare::compare(&args.before, &args.after)?;
    if comparison.repeated > 0 {
        tell(&format!("warning: {} rows come twice in their file; the first of each counts", comparison.repeated));
    }
    if args.format == FormatArg::Json {
        print(&format!("{:#}\n", report::json(&comparison)));
    } else {
        if args.pictures && !comparison.changed.is_empty() {
            let screen = args.colour.screen();
            let block = pictures::draw(&Canvas::on(screen), &mut comparison, &args.before, &args.after)?;
            print(&block.render(screen.mode));
        }
        print(&report::table(&comparison));
    }
    Ok(!comparison.changed.is_empty())
}

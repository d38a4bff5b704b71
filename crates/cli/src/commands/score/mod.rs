//! `megabatt score`.

mod json;
mod table;

pub use json::scores as scores_json;
pub use table::scores as scores_text;

use super::{exit, load};
use crate::args::{FormatArg, ScoreArgs, SplitArg};
use crate::output::{print, tell};
use megabatt_engine::data::{Problem, Severity, Submission, Task, read_submission};
use megabatt_engine::score::{Judgement, judge};

/// A scored submission.
pub struct Report<'a> {
    pub tasks: &'a [Task],
    pub judgement: &'a Judgement,
    /// What is wrong with the submission.
    pub problems: &'a [Problem],
}

pub fn score(args: &ScoreArgs) -> Result<u8, String> {
    let submission = read_submission(&args.submission).map_err(|problem| without_severity(&problem))?;
    let data = load::tasks(&args.data, false)?;
    let whole = args.data.tasks.is_empty() && matches!(args.data.split, SplitArg::All);
    if !data.tasks.iter().any(|task| submission.entry(&task.id).is_some()) {
        return Err(nothing_in_common(&submission, &data.tasks, whole));
    }
    let mut problems = submission.problems.clone();
    problems.extend(submission.compare(&data.tasks, whole));
    for problem in &problems {
        tell(&problem.to_string());
    }
    let judgement = judge(&submission, &data.tasks);
    if judgement.outputs_known == 0 {
        return Err(
            "no solution of a test is known, so nothing can be scored\n  help: give the solutions too, or data \
                    with test outputs"
                .to_string(),
        );
    }
    let report = Report { tasks: &data.tasks, judgement: &judgement, problems: &problems };
    print(&match args.format {
        FormatArg::Table => table::text(&report, args.by),
        FormatArg::Json => json::text(&report),
    });
    let faulty = problems.iter().any(|problem| problem.severity == Severity::Error);
    Ok(if args.strict && faulty { exit::FOUND } else { exit::FINE })
}

/// Errors are told as such by whoever tells them.
fn without_severity(problem: &Problem) -> String {
    let text = problem.to_string();
    text.strip_prefix("error: ").map(str::to_string).unwrap_or(text)
}

fn nothing_in_common(submission: &Submission, tasks: &[Task], whole: bool) -> String {
    let (theirs, ours) = (submission.entries.len(), tasks.len());
    let first = submission.entries.first().map(|entry| entry.id.escape_debug().to_string()).unwrap_or_default();
    let help = if whole { "" } else { ", and whether --split and --tasks leave its tasks" };
    format!(
        "{}: none of its {theirs} ids ({first}, …) is among the {ours} tasks of the data\n  help: check that --data is \
         the data the submission was made for{help}",
        submission.file
    )
}

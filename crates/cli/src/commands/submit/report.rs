//! What `megabatt submit` says at the end.

use super::Attempts;
use crate::args::{FormatArg, SubmitArgs};
use crate::commands::score::{Report, scores_json, scores_text};
use megabatt_engine::data::{Submission, Task};
use megabatt_engine::run::Stop;
use megabatt_engine::score::{Chosen, judge};
use serde_json::{Value as Json, json};

/// A submission, and how it came about.
pub struct Made<'a> {
    pub args: &'a SubmitArgs,
    pub names: &'a [String],
    pub tasks: &'a [Task],
    pub attempts: &'a Attempts,
    pub submission: &'a Submission,
}

impl Made<'_> {
    pub fn text(&self) -> String {
        match self.args.summary.format {
            FormatArg::Table => as_table(self),
            FormatArg::Json => as_json(self),
        }
    }
}

/// How many tasks have 0, 1 and 2 attempts of programs for each of their test inputs; the input with the fewest counts.
fn counts(tasks: &[Task], chosen: &[Vec<Vec<Chosen>>]) -> [usize; 3] {
    let mut counts = [0; 3];
    for (_, outputs) in tasks.iter().zip(chosen).filter(|(task, _)| !task.test.is_empty()) {
        counts[outputs.iter().map(Vec::len).min().unwrap_or(0).min(2)] += 1;
    }
    counts
}

fn as_table(made: &Made<'_>) -> String {
    let Made { args, names, tasks, attempts, submission } = made;
    let [none, one, two] = counts(tasks, &attempts.chosen);
    let mut text =
        format!("{}: {} tasks, {} programs, {} runs\n", args.out.display(), tasks.len(), names.len(), attempts.runs);
    for (n, words) in [
        (two, "two attempts of programs"),
        (one, "one attempt of a program, the other filled in"),
        (none, "no attempt of a program, both filled in"),
    ] {
        text.push_str(&format!("  tasks with {words}: {n}\n"));
    }
    let judgement = judge(submission, tasks);
    if judgement.outputs_known > 0 {
        text.push_str(&scores_text(&Report { tasks, judgement: &judgement, problems: &[] }));
    } else {
        text.push_str("no score: the solutions are not known\n");
    }
    match attempts.stop {
        Stop::Finished => {}
        Stop::TimeLimit => {
            text.push_str(&format!("stopped by the time limit; {} runs were planned\n", attempts.planned))
        }
        Stop::Cancelled => text.push_str(&format!("interrupted; {} runs were planned\n", attempts.planned)),
    }
    text
}

fn as_json(made: &Made<'_>) -> String {
    let Made { args, names, tasks, attempts, submission } = made;
    let [none, one, two] = counts(tasks, &attempts.chosen);
    let programs = |outputs: &Vec<Vec<Chosen>>| -> Vec<Vec<&str>> {
        outputs.iter().map(|chosen| chosen.iter().map(|c| names[c.program].as_str()).collect()).collect()
    };
    let each = tasks
        .iter()
        .zip(&attempts.chosen)
        .map(|(task, outputs)| json!({"task": task.id, "programs": programs(outputs)}));
    let summary = json!({
        "submission": args.out.display().to_string(),
        "programs": names.len(),
        "planned": attempts.planned,
        "runs": attempts.runs,
        "tasks_by_attempts": {"two": two, "one": one, "none": none},
        "score": scores_json(&judge(submission, tasks)),
        "tasks": Json::from_iter(each),
        "stop": match attempts.stop {
            Stop::Finished => "finished",
            Stop::TimeLimit => "time limit",
            Stop::Cancelled => "interrupted",
        },
    });
    format!("{summary:#}\n")
}

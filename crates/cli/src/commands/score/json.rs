//! A scored submission for scripts.

use super::Report;
use megabatt_engine::data::Severity;
use megabatt_engine::score::{Answer, Judgement, TaskAnswers};
use serde_json::{Value as Json, json};

pub fn text(report: &Report<'_>) -> String {
    let tasks: Vec<Json> = report.judgement.tasks.iter().map(|answers| task(report, answers)).collect();
    let problems = report.problems.iter().map(|problem| {
        let severity = match problem.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        json!({"severity": severity, "message": problem.to_string()})
    });
    let report = json!({
        "score": scores(report.judgement),
        "tasks": tasks,
        "problems": Json::from_iter(problems),
    });
    format!("{report:#}\n")
}

/// Both scores, under names that say which is which; null where nothing is known.
pub fn scores(judgement: &Judgement) -> Json {
    let share = |part: usize, whole: usize| (whole > 0).then(|| part as f64 / whole as f64);
    json!({
        "by_output": {
            "score": share(judgement.outputs_right, judgement.outputs_known),
            "right": judgement.outputs_right,
            "known": judgement.outputs_known,
            "outputs": judgement.outputs,
        },
        "by_task": {
            "score": share(judgement.tasks_solved, judgement.tasks_known),
            "solved": judgement.tasks_solved,
            "known": judgement.tasks_known,
            "tasks": judgement.tasks.len(),
        },
    })
}

fn task(report: &Report<'_>, answers: &TaskAnswers) -> Json {
    json!({
        "task": report.tasks[answers.task].id,
        "solved": if answers.counts() { Some(answers.is_solved()) } else { None },
        "outputs": Json::from_iter(answers.answers.iter().map(|answer| output(*answer))),
    })
}

fn output(answer: Answer) -> Json {
    let (right, attempt) = match answer {
        Answer::Right { attempt } => (Some(true), Some(attempt)),
        Answer::Wrong { attempt, .. } => (Some(false), Some(attempt)),
        Answer::None => (Some(false), None),
        Answer::Unknown => (None, None),
    };
    json!({"right": right, "attempt": attempt, "cell_match": answer.cells().map(|share| share.as_f64())})
}

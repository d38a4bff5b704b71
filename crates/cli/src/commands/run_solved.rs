//! Tasks solved by which program: a section of what `megabatt run --pair all` prints.

use crate::width::{cut, width};
use megabatt_engine::data::Task;
use megabatt_engine::score::{Scores, SolvedTask, Verdict};
use serde_json::{Value as Json, json};

/// Tasks listed under each heading; the JSON has all.
const LISTED: usize = 20;

/// Programs named for a task at most.
const NAMED: usize = 5;

const HEADINGS: [(Verdict, &str); 3] = [
    (Verdict::Solved, "solved on demos and tests"),
    (Verdict::TestsUnknown, "solved on demos, tests not known"),
    (Verdict::DemosOnly, "solved on demos only"),
];

/// The section, as wide as the terminal.
pub fn section(scores: &Scores, names: &[String], tasks: &[Task]) -> String {
    let solved = scores.solved(tasks);
    let mut text = format!("tasks solved by which program: {} of {}\n", solved.len(), tasks.len());
    for (verdict, heading) in HEADINGS {
        let under: Vec<&SolvedTask> = solved.iter().filter(|task| task.verdict == verdict).collect();
        if under.is_empty() {
            continue;
        }
        text.push_str(&format!("  {heading}: {}\n", under.len()));
        let ids = under.iter().take(LISTED).map(|task| tasks[task.task].id.chars().count()).max().unwrap_or(0);
        for task in under.iter().take(LISTED) {
            let room = width().map_or(usize::MAX, |width| width.saturating_sub(ids + 6));
            text.push_str(&format!("    {:ids$}  {}\n", tasks[task.task].id, listed(&task.programs, names, room)));
        }
        if under.len() > LISTED {
            text.push_str(&format!("    and {} more; --scores FILE has all\n", under.len() - LISTED));
        }
    }
    text
}

/// `3 programs: a, b and 1 more`, as many names as there is room for.
fn listed(programs: &[usize], names: &[String], room: usize) -> String {
    let of = |n: &usize| names[*n].as_str();
    if let [one] = programs {
        return cut(of(one), room);
    }
    let with = |named: usize| {
        let shown = programs.iter().take(named).map(of).collect::<Vec<_>>().join(", ");
        let rest = if named < programs.len() { format!(" and {} more", programs.len() - named) } else { String::new() };
        format!("{} programs: {shown}{rest}", programs.len())
    };
    let most = programs.len().min(NAMED);
    let fitting = (1..=most).rev().map(with).find(|text| text.chars().count() <= room);
    fitting.unwrap_or_else(|| cut(&with(1), room))
}

/// All solved tasks and the programs that solve them.
pub fn as_json(scores: &Scores, names: &[String], tasks: &[Task]) -> Json {
    let all = |programs: &[usize]| -> Vec<&str> { programs.iter().map(|&n| names[n].as_str()).collect() };
    let solved = scores.solved(tasks);
    Json::from_iter(solved.iter().map(|task| {
        let level = match task.verdict {
            Verdict::Solved => "demos and tests",
            Verdict::TestsUnknown => "demos, tests not known",
            Verdict::DemosOnly | Verdict::Unsolved => "demos only",
        };
        json!({
            "task": tasks[task.task].id,
            "solved": level,
            "programs": all(&task.programs),
            "demos_only": all(&task.others),
        })
    }))
}

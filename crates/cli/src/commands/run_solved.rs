//! Tasks solved by which program: a section of what `megabatt run --pair all` prints.

use crate::width::{cut, width};
use megabatt_engine::data::Task;
use megabatt_engine::score::{Scores, SolvedTask, Verdict};
use serde_json::{Value as Json, json};

/// Tasks listed under each heading; the JSON has all.
const LISTED: usize = 20;

/// Programs named for a task where the width does not say.
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
            let line = format!("    {:ids$}  {}", tasks[task.task].id, listed(&task.programs, names));
            text.push_str(&width().map_or(line.clone(), |width| cut(&line, width)));
            text.push('\n');
        }
        if under.len() > LISTED {
            text.push_str(&format!("    and {} more; --scores FILE has all\n", under.len() - LISTED));
        }
    }
    text
}

/// `3 programs: a, b, c`: the number first, since what does not fit is cut off.
fn listed(programs: &[usize], names: &[String]) -> String {
    let mut named: Vec<&str> = programs.iter().take(NAMED).map(|&n| names[n].as_str()).collect();
    let more;
    if programs.len() > NAMED {
        more = format!("and {} more", programs.len() - NAMED);
        named.push(&more);
    }
    if programs.len() == 1 { named.join(", ") } else { format!("{} programs: {}", programs.len(), named.join(", ")) }
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

//! What a submission has too little or too much of.

use super::super::problem::{Complaint, Problem, Report};
use super::super::task::{Split, Task};
use super::super::words::{count, listed, shown};
use super::{Entry, SHAPE, Submission};
use std::collections::{HashMap, HashSet};

impl Submission {
    /// Tells of tasks without an answer, of tasks with too few or too many, and, unless the tasks are only some of what
    /// the submission may be about, of answers to tasks that are not there.
    pub fn compare(&self, tasks: &[Task], all: bool) -> Vec<Problem> {
        let mut report = Report::new(&self.file);
        let entries: HashMap<&str, &Entry> = self.entries.iter().map(|entry| (entry.id.as_str(), entry)).collect();
        let missing: Vec<&Task> = tasks.iter().filter(|task| !entries.contains_key(task.id.as_str())).collect();
        tell_missing(&missing, tasks, &mut report);
        for task in tasks {
            if let Some(entry) = entries.get(task.id.as_str()) {
                tell_count(entry, task, &mut report);
            }
        }
        if all {
            let known: HashSet<&str> = tasks.iter().map(|task| task.id.as_str()).collect();
            let ids = self.entries.iter().map(|entry| entry.id.as_str());
            let extra: Vec<&str> = ids.filter(|id| !known.contains(id)).collect();
            if !extra.is_empty() {
                let (are, do_not) = if extra.len() == 1 { ("is", "does not") } else { ("are", "do not") };
                let ids = count(extra.len(), "id");
                let what = format!("{ids} {are} not in the data and {do_not} count: {}", listed(&extra));
                report.error(Complaint::new(what, "check that --data is the data the submission was made for"));
            }
        }
        report.finish()
    }
}

fn tell_missing(missing: &[&Task], tasks: &[Task], report: &mut Report) {
    if missing.is_empty() {
        return;
    }
    let ids: Vec<&str> = missing.iter().map(|task| task.id.as_str()).collect();
    let have = if missing.len() == 1 { "has" } else { "have" };
    let what =
        format!("{} of {} tasks {have} no answer, so all outputs are wrong: {}", ids.len(), tasks.len(), listed(&ids));
    let help = match unanswered_split(missing, tasks) {
        Some(Split::Train) => "if it is for the evaluation tasks alone, add --split eval",
        Some(Split::Eval) => "if it is for the training tasks alone, add --split train",
        None => "every id of the data has to be there",
    };
    report.error(Complaint::new(what, help));
}

/// The split of which nothing is answered, while all of the other is.
fn unanswered_split(missing: &[&Task], tasks: &[Task]) -> Option<Split> {
    let split = missing.first()?.split?;
    let in_split = tasks.iter().filter(|task| task.split == Some(split)).count();
    let whole = missing.iter().all(|task| task.split == Some(split)) && missing.len() == in_split;
    (whole && in_split < tasks.len()).then_some(split)
}

fn tell_count(entry: &Entry, task: &Task, report: &mut Report) {
    let (given, wanted) = (entry.outputs.len(), task.test.len());
    if given != wanted {
        let what = format!(
            "{} for {}; {}",
            count(given, "output"),
            count(wanted, "test input"),
            if given < wanted { "those that are not there are wrong" } else { "those at the end do not count" }
        );
        report.error(Complaint::new(what, SHAPE).within(format!("task {}", shown(&entry.id))));
    }
}

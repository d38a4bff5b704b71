//! Which of the loaded tasks are wanted.

use super::merge::Merged;
use super::naming;
use super::problem::{Complaint, Problem, Severity};
use super::suggest::closest;
use super::task::{Split, Task};
use super::words::{count, shown};
use std::collections::HashSet;

/// Which tasks to keep. The default keeps all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only this split; tasks whose split is unknown belong to both.
    pub split: Option<Split>,
    /// Only these ids, if there are any.
    pub ids: Vec<String>,
    /// At most so many tasks, the first ones.
    pub limit: Option<usize>,
}

impl Filter {
    pub(super) fn apply(&self, merged: Merged, problems: &mut Vec<Problem>) -> Vec<Task> {
        let Merged { mut tasks, lost } = merged;
        if tasks.is_empty() {
            return tasks;
        }
        let in_split = |task: &Task| self.split.is_none() || task.split.is_none() || task.split == self.split;
        if self.ids.is_empty() {
            let all = tasks.len();
            tasks.retain(in_split);
            if let (true, Some(split)) = (tasks.is_empty(), self.split) {
                let what = format!("no task is in the {split} split; {} in all", count(all, "task"));
                let help = "ask for the other split or for all";
                problems.push(Complaint::new(what, help).about_request(Severity::Error));
            }
        } else {
            let wanted: Vec<&str> = self.ids.iter().map(|id| naming::id(id.trim())).collect();
            self.tell_missing(&wanted, &tasks, &lost, problems);
            let wanted: HashSet<&str> = wanted.into_iter().collect();
            tasks.retain(|task| wanted.contains(task.id.as_str()) && in_split(task));
        }
        tasks.truncate(self.limit.unwrap_or(usize::MAX));
        tasks
    }

    fn tell_missing(&self, wanted: &[&str], tasks: &[Task], lost: &[String], problems: &mut Vec<Problem>) {
        let mut told: HashSet<&str> = HashSet::new();
        for &id in wanted {
            if !told.insert(id) {
                continue;
            }
            let quoted = shown(id);
            let complaint = match tasks.iter().find(|task| task.id == id) {
                Some(task) => match (self.split, task.split) {
                    (Some(asked), Some(split)) if asked != split => Complaint::new(
                        format!("the task `{quoted}` is in the {split} split, and {asked} was asked for"),
                        "ask for the other split or for all",
                    ),
                    _ => continue,
                },
                None if lost.iter().any(|l| l == id) => Complaint::new(
                    format!("the task `{quoted}` is there but cannot be used"),
                    "mend what the other problems say about it",
                ),
                None => Complaint::new(
                    format!("there is no task `{quoted}`"),
                    match closest(id, tasks.iter().map(|task| task.id.as_str())) {
                        Some(near) => format!("did you mean `{}`?", shown(near)),
                        None => format!("check the id; the data has {}", count(tasks.len(), "task")),
                    },
                ),
            };
            problems.push(complaint.about_request(Severity::Error));
        }
    }
}

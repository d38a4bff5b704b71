//! Test outputs that are in a file of their own.

use super::document::Document;
use super::naming::{solutions_for, without_end};
use super::problem::{Complaint, Problem, Report, Severity};
use super::shape::{Contents, Solution};
use super::task::Task;
use super::words::{count, listed, shown};
use std::collections::{HashMap, HashSet};

/// One solutions file.
struct Answers {
    report: Report,
    by_id: HashMap<String, Solution>,
    /// In the file's order, for messages.
    ids: Vec<String>,
}

/// Fills in the test outputs from the solutions files among the documents, which are used up.
pub(super) fn attach(documents: &mut Vec<Document>, problems: &mut Vec<Problem>) {
    let mut answers = Vec::new();
    documents.retain_mut(|document| match &mut document.contents {
        Contents::Solutions(solutions) => {
            answers.push(collect(&document.name, std::mem::take(solutions)));
            false
        }
        Contents::Tasks(_) => true,
    });
    for document in documents.iter_mut() {
        fill(document, &mut answers, problems);
    }
    unused(documents, &mut answers);
    problems.extend(answers.into_iter().flat_map(|a| a.report.finish()));
}

fn collect(file: &str, solutions: Vec<Solution>) -> Answers {
    let mut answers = Answers { report: Report::new(file), by_id: HashMap::new(), ids: Vec::new() };
    for solution in solutions {
        match answers.by_id.get(&solution.id) {
            None => {
                answers.ids.push(solution.id.clone());
                answers.by_id.insert(solution.id.clone(), solution);
            }
            Some(first) if first.outputs == solution.outputs => {}
            Some(_) => {
                let what = "this key is there twice with different grids; the first is used";
                let place = format!("task {}", shown(&solution.id));
                answers.report.warning(Complaint::new(what, "keep one of the two").within(place));
            }
        }
    }
    answers
}

/// Solutions beside a challenges file and named like it come first, then others in its folder, then all others.
fn distance(challenges: &str, solutions: &str) -> u8 {
    let folder = |file: &str| file.rfind('/').map(|at| file[..at].to_owned());
    let partner = solutions_for(challenges);
    if partner.is_some_and(|p| without_end(&p, ".gz") == without_end(solutions, ".gz")) {
        0
    } else if folder(challenges) == folder(solutions) {
        1
    } else {
        2
    }
}

fn fill(document: &mut Document, answers: &mut [Answers], problems: &mut Vec<Problem>) {
    let Contents::Tasks(tasks) = &mut document.contents else { return };
    let mut nearest: Vec<usize> = (0..answers.len()).collect();
    nearest.sort_by_key(|&i| distance(&document.name, answers[i].report.file()));
    let mut open = 0;
    let mut unknown: Vec<&str> = Vec::new();
    for task in &mut tasks.good {
        if task.test.iter().all(|pair| pair.output.is_some()) {
            continue;
        }
        open += 1;
        let found = nearest.iter().find(|&&i| answers[i].by_id.contains_key(&task.id));
        let told = found.is_some_and(|&i| answers[i].fill(task));
        if !told && task.test.iter().any(|pair| pair.output.is_none()) {
            unknown.push(&task.id);
        }
    }
    if tasks.combined && !unknown.is_empty() {
        let (what, help) = if unknown.len() < open {
            let what = format!("the solutions of {} of {open} tasks are missing: {}", unknown.len(), listed(&unknown));
            (what, "to score their tests, add them to the solutions file".to_owned())
        } else {
            let what = format!("no solutions were found; the test outputs of {} stay unknown", count(open, "task"));
            let help = match solutions_for(&document.name) {
                Some(partner) => format!("to score tests, put `{partner}` there or give the path of the solutions too"),
                None => "to score tests, give the path of the solutions too".to_owned(),
            };
            (what, help)
        };
        problems.push(Complaint::new(what, help).about(Severity::Warning, &document.name));
    }
}

impl Answers {
    /// Fills one task, and says whether a problem with its solution has been told.
    fn fill(&mut self, task: &mut Task) -> bool {
        let Some(solution) = self.by_id.get(&task.id) else { return false };
        if solution.outputs.len() == task.test.len() {
            for (pair, output) in task.test.iter_mut().zip(&solution.outputs) {
                if pair.output.is_none() {
                    pair.output.clone_from(output);
                }
            }
            return solution.faulty;
        }
        if !solution.faulty {
            let what = format!(
                "{} for {} in {}; its test outputs stay unknown",
                count(solution.outputs.len(), "solution"),
                count(task.test.len(), "test pair"),
                task.source
            );
            let help = "use challenges and solutions of the same version";
            self.report.error(Complaint::new(what, help).within(format!("task {}", shown(&task.id))));
        }
        true
    }
}

/// Tells of solutions to tasks that are not there.
fn unused(documents: &[Document], answers: &mut [Answers]) {
    let mut known: HashSet<&str> = HashSet::new();
    for document in documents {
        if let Contents::Tasks(tasks) = &document.contents {
            known.extend(tasks.good.iter().map(|task| task.id.as_str()));
            known.extend(tasks.lost.iter().map(String::as_str));
        }
    }
    for Answers { report, ids, .. } in answers {
        let unused: Vec<&str> = ids.iter().map(String::as_str).filter(|id| !known.contains(id)).collect();
        if unused.is_empty() {
            continue;
        }
        if unused.len() == ids.len() {
            let what = "these are solutions, and none of their tasks was read";
            report.error(Complaint::new(what, "give the path of the challenges file too"));
        } else {
            let what = format!("there are solutions, but no challenges, for {}", listed(&unused));
            report.warning(Complaint::new(what, "use challenges and solutions of the same version"));
        }
    }
}

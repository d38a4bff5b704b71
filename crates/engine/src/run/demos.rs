//! What programs of (S, I, C) get, and what lives as long as samples of a task run.

use super::Sample;
use crate::data::{Pair, Task};
use megabatt_core::{Code, Value};
use megabatt_exec::battery::WITH_DEMOS;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The arguments of a program on a sample: the grid, or S, I and C. What a sample's output is, programs are not told.
pub fn inputs(code: &Code, pair: &Pair, demos: impl FnOnce() -> Value) -> Vec<Value> {
    match code.params.len() {
        WITH_DEMOS => vec![demos(), pair.input.clone(), Value::None],
        _ => vec![pair.input.clone()],
    }
}

/// The demo pairs of tasks, each made when it is first asked for.
pub struct Demos<'a> {
    tasks: &'a [Task],
    made: Vec<OnceLock<Value>>,
}

impl<'a> Demos<'a> {
    pub fn new(tasks: &'a [Task]) -> Demos<'a> {
        Demos { tasks, made: tasks.iter().map(|_| OnceLock::new()).collect() }
    }

    pub fn of(&self, task: usize) -> Value {
        self.made[task].get_or_init(|| self.tasks[task].demos()).clone()
    }
}

/// Something for each task that is made when the first of its uses starts, and dropped when the last has ended: tasks that
/// are done take no memory.
pub struct PerTask<T> {
    tasks: Vec<Mutex<Open<T>>>,
}

struct Open<T> {
    uses: usize,
    left: usize,
    made: Option<Arc<T>>,
}

impl<T> PerTask<T> {
    /// `times` uses for each sample of a task.
    pub fn new(tasks: &[Task], times: usize) -> PerTask<T> {
        let open = |task: &Task| {
            let uses = Sample::all(task).count().saturating_mul(times);
            Mutex::new(Open { uses, left: uses, made: None })
        };
        PerTask { tasks: tasks.iter().map(open).collect() }
    }

    /// Uses it once.
    pub fn with<R>(&self, task: usize, make: impl FnOnce() -> T, work: impl FnOnce(&T) -> R) -> R {
        self.with_some(task, 1, make, work)
    }

    /// Uses it so many times at once.
    pub fn with_some<R>(&self, task: usize, uses: usize, make: impl FnOnce() -> T, work: impl FnOnce(&T) -> R) -> R {
        let shared = self.lock(task).made.get_or_insert_with(|| Arc::new(make())).clone();
        let result = work(&shared);
        self.end(task, uses);
        result
    }

    /// One use less.
    pub fn skip(&self, task: usize) {
        self.end(task, 1);
    }

    fn end(&self, task: usize, uses: usize) {
        let mut open = self.lock(task);
        open.left = open.left.saturating_sub(uses);
        if open.left == 0 {
            (open.left, open.made) = (open.uses, None);
        }
    }

    fn lock(&self, task: usize) -> MutexGuard<'_, Open<T>> {
        self.tasks[task].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tasks(samples: &[usize]) -> Vec<Task> {
        let pair = Pair { input: Value::Int(1), output: Some(Value::Int(2)) };
        let task = |&n: &usize| Task {
            id: n.to_string(),
            split: None,
            source: String::new(),
            train: vec![pair.clone(); n],
            test: vec![pair.clone()],
        };
        samples.iter().map(task).collect()
    }

    #[test]
    fn it_is_made_once_and_dropped_after_the_last_use() {
        let tasks = tasks(&[2, 1]);
        let per_task: PerTask<usize> = PerTask::new(&tasks, 2);
        let made = std::cell::Cell::new(0);
        let make = || {
            made.set(made.get() + 1);
            made.get()
        };
        let uses: Vec<usize> = (0..6).map(|_| per_task.with(0, make, |n| *n)).collect();
        assert_eq!(uses, [1; 6]);
        assert!(per_task.tasks[0].lock().is_ok_and(|open| open.made.is_none()));
        assert_eq!(per_task.with(1, make, |n| *n), 2);
        assert_eq!(per_task.with(0, make, |n| *n), 3, "a second round makes it anew");
    }

    #[test]
    fn demos_are_pairs_of_input_and_output() {
        let tasks = tasks(&[2]);
        let demos = Demos::new(&tasks);
        assert_eq!(megabatt_core::py::repr(&demos.of(0)), "((1, 2), (1, 2))");
    }
}

//! What differs say of a candidate.

use crate::data::Task;
use crate::run::{PerTask, Record};
use megabatt_core::{Exception, Limit, Value};
use megabatt_exec::{Cancel, OnTask, Outcome, Prepared, RowResult};

/// A score, or why there is none.
pub type Judged = Result<i64, Failure>;

/// Why a differ gave no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Failure {
    Raised(Exception),
    Limit(Limit),
    /// Its value is neither an int nor a tuple that starts with one.
    NotAScore,
}

impl Failure {
    /// The failure as people see it.
    pub fn name(self) -> String {
        match self {
            Failure::Raised(exception) => exception.name().to_string(),
            Failure::Limit(limit) => format!("limit {}", limit.name()),
            Failure::NotAScore => "not a score".to_string(),
        }
    }
}

/// Differs that are ready for the candidates of a run.
pub struct Differs<'a> {
    prepared: &'a dyn Prepared,
    tasks: &'a [Task],
    open: PerTask<Box<dyn OnTask + 'a>>,
}

impl<'a> Differs<'a> {
    /// The differs are a battery of S, I and C. Of each sample, `candidates` come one after the other.
    pub fn new(prepared: &'a dyn Prepared, tasks: &'a [Task], candidates: usize) -> Differs<'a> {
        Differs { prepared, tasks, open: PerTask::new(tasks, candidates) }
    }

    /// What each differ says of a row that still has its value. Of a row that failed, or whose target is not known, they
    /// say nothing. If it is stopped, the last ones are missing.
    pub fn judge(&self, record: &Record, stop: &Cancel) -> Vec<Judged> {
        let task = record.job.task;
        let target = record.job.sample.of(&self.tasks[task]).output.as_ref();
        let candidate = match &record.result.outcome {
            Outcome::Value(value) => Some(value),
            _ => None,
        };
        self.of(task, candidate, target, stop)
    }

    /// What each differ says of a candidate, if there is one and a target.
    pub(super) fn of(
        &self,
        task: usize,
        candidate: Option<&Value>,
        target: Option<&Value>,
        stop: &Cancel,
    ) -> Vec<Judged> {
        let (Some(candidate), Some(target)) = (candidate, target) else {
            self.open.skip(task);
            return Vec::new();
        };
        let make = || self.prepared.on_task(&self.tasks[task].demos());
        let results = self.open.with(task, make, |on_task| on_task.run(candidate, target, stop, &mut |_| {}));
        results.iter().map(judged).collect()
    }
}

fn judged(result: &RowResult) -> Judged {
    match &result.outcome {
        Outcome::Value(value) => score(value).ok_or(Failure::NotAScore),
        Outcome::Error(exception) => Err(Failure::Raised(*exception)),
        Outcome::Limit(limit) => Err(Failure::Limit(*limit)),
    }
}

/// The int, or the int at the start of a tuple. Bools are ints.
fn score(value: &Value) -> Option<i64> {
    match value {
        Value::Pair(score, _) | Value::Cell(score, ..) | Value::Triple(score, ..) => Some(i64::from(*score)),
        Value::Tuple(tuple) => tuple.slice().first().and_then(Value::as_int),
        other => other.as_int(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ints_bools_and_tuples_that_start_with_them_are_scores() {
        let tuple = |items: &[Value]| Value::tuple(items.to_vec()).unwrap_or(Value::None);
        let (one, grid) = (Value::Int(1), Value::grid(megabatt_core::grid!([1 2])));
        for (value, expected) in [
            (Value::Int(-7), Some(-7)),
            (Value::Bool(true), Some(1)),
            (tuple(&[Value::Int(900), one.clone()]), Some(900)),
            (tuple(&[Value::Int(3), tuple(&[one.clone(), one.clone()])]), Some(3)),
            (tuple(&[Value::Int(i64::MAX), grid.clone()]), Some(i64::MAX)),
            (tuple(&[Value::Bool(false), grid.clone()]), Some(0)),
            (tuple(&[Value::Int(5)]), Some(5)),
            (tuple(&[]), None),
            (tuple(&[grid.clone(), one]), None),
            (grid, None),
            (Value::None, None),
            (Value::Float(f64::NAN), None),
        ] {
            assert_eq!(score(&value), expected, "{value:?}");
        }
    }
}

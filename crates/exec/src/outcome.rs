use megabatt_core::{Exception, Fail, Limit, Value};
use std::time::Duration;

/// What a program gave on a sample.
#[derive(Clone, Debug)]
pub enum Outcome {
    Value(Value),
    /// The exception Python would have raised.
    Error(Exception),
    /// A limit of megabatt's.
    Limit(Limit),
}

impl From<Result<Value, Fail>> for Outcome {
    fn from(result: Result<Value, Fail>) -> Outcome {
        match result {
            Ok(value) => Outcome::Value(value),
            Err(Fail::Raise(e)) => Outcome::Error(e),
            Err(Fail::Limit(l)) => Outcome::Limit(l),
        }
    }
}

/// An outcome and what it took.
#[derive(Clone, Debug)]
pub struct RowResult {
    pub outcome: Outcome,
    /// The result depends on the address of an object, so two runs of Python may differ.
    pub address_dependent: bool,
    pub fuel: u64,
    pub memory: u64,
    pub time: Duration,
}

impl RowResult {
    /// Of a row that was not begun because somebody wanted to stop.
    pub fn stopped() -> RowResult {
        let outcome = Outcome::Limit(Limit::Stopped);
        RowResult { outcome, address_dependent: false, fuel: 0, memory: 0, time: Duration::ZERO }
    }
}

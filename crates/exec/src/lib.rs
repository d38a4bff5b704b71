//! The contract between the engine and its backends: what a row is, what it may use, what comes out.
//!
//! A *row* is one program on one sample. A backend runs rows; a row that fails is data like any other.

mod meter;
mod outcome;

pub use meter::{Cancel, Limits, Meter, MeterMark};
pub use outcome::{Outcome, RowResult};

use megabatt_core::{Code, Value};
use std::sync::Arc;

/// One program on one sample.
#[derive(Clone, Debug)]
pub struct Row {
    pub code: Arc<Code>,
    pub inputs: Vec<Value>,
}

/// Something that runs rows exactly as Python would.
pub trait Backend: Send + Sync {
    fn name(&self) -> &'static str;

    /// Runs the rows in order. Each result depends on its row alone.
    fn run(&self, rows: &[Row], limits: &Limits, cancel: &Cancel) -> Vec<RowResult>;
}

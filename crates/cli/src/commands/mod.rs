//! One file per verb.

pub mod load;
pub mod ops;
pub mod run;
mod run_report;

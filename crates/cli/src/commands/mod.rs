//! One file per verb.

pub mod load;
pub mod run;
mod run_report;

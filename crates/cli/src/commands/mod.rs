//! One file per verb.

pub mod run;
mod run_report;

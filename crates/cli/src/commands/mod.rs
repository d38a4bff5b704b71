//! One file per verb.

pub mod diff;
pub mod load;
pub mod ops;
pub mod run;
mod run_report;
pub mod show;

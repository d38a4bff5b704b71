//! One file per verb.

pub mod check;
pub mod load;
pub mod run;
mod run_report;

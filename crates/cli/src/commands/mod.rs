//! One file per verb.

pub mod completions;
pub mod data;
pub mod exit;
pub mod generate;
pub mod load;
pub mod man;
pub mod run;
mod run_report;

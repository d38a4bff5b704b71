//! One file per verb.

pub mod check;
pub mod completions;
pub mod data;
pub mod diff;
pub mod exit;
pub mod generate;
pub mod inline;
pub mod load;
pub mod man;
pub mod ops;
pub mod run;
mod run_report;
pub mod show;

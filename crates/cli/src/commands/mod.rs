//! One file per verb.

pub mod cache;
pub mod check;
pub mod completions;
pub mod data;
pub mod diff;
pub mod exit;
pub mod generate;
pub mod inline;
pub mod library;
pub mod load;
pub mod man;
pub mod ops;
pub mod run;
mod run_battery;
mod run_lines;
mod run_phases;
mod run_profile;
mod run_report;
mod run_scores;
mod run_sinks;
mod run_solved;
pub mod score;
pub mod show;
pub mod store;
pub mod submit;
pub mod validate;

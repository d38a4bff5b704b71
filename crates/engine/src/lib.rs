//! Data, runs, scores.

pub mod data;
pub mod run;

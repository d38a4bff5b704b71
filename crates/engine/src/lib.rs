//! Data, runs, scores.

pub mod batt;
pub mod battery;
pub mod data;
pub mod differ;
pub mod generate;
pub mod run;
pub mod score;
pub mod sets;

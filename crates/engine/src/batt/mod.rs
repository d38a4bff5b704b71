//! Batt files as batteries.
//!
//! A batt runs twice on each sample: once to solve it, with C = None, and once for its differs, with C = the expected output. Here
//! every candidate and every score is a program of a battery, once with None in the place of C and, if it depends on C, once
//! with the target. What does not depend on C is the same node in both, so the second run costs what the differs cost.
//!
//! A line that raises something its `try` does not catch ends a batt: it gives nothing then, neither candidates nor scores. So
//! lines that nobody uses run as well.

mod failure;
mod graph;
mod run;
mod score;

pub use failure::{Failure, Lines, first_failure};
pub use graph::{Graph, MOST_LINES, Place, TooManyLines};
pub use run::{Called, Ended, Given, Sampled, run};
pub use score::{Differed, SampleScores, TaskScores, differ_score};

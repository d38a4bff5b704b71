//! Differs: programs of (S, I, C) that say how near a candidate came.
//!
//! A differ runs for every program and every sample whose target is known: S is the demo pairs, I what the program gave, C the
//! target. It gives a score. The same scores for the input itself, as if no program had touched it, are what scores are
//! compared with.

mod baseline;
mod collect;
mod judge;
mod panel;

pub use baseline::no_program;
pub use collect::{DifferScores, PairDiffers, Scored, Tables};
pub use judge::{Differs, Failure, Judged};
pub use panel::Panel;

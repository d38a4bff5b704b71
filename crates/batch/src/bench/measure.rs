//! Medians.

use std::time::{Duration, Instant};

/// How long one thing is measured, and how often at least and at most.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub time: Duration,
    pub least: usize,
    pub most: usize,
}

impl Patience {
    /// For figures that people compare.
    pub const USUAL: Patience = Patience { time: Duration::from_millis(250), least: 3, most: 200 };
    /// For finding out which way is quicker.
    pub const SHORT: Patience = Patience { time: Duration::from_millis(60), least: 3, most: 100 };
    /// For seeing that all is right.
    pub const NONE: Patience = Patience { time: Duration::ZERO, least: 1, most: 1 };
}

/// The median of what the function took, in milliseconds. What it gives is dropped outside of the time; before it counts, it
/// runs once.
pub fn median<T>(patience: Patience, mut run: impl FnMut() -> T) -> f64 {
    drop(run());
    let mut taken = Vec::new();
    let start = Instant::now();
    while taken.len() < patience.least || (start.elapsed() < patience.time && taken.len() < patience.most) {
        let start = Instant::now();
        let result = run();
        taken.push(start.elapsed().as_secs_f64() * 1e3);
        drop(result);
    }
    middle(&mut taken)
}

/// The median of these; 0 of none.
pub fn middle(taken: &mut [f64]) -> f64 {
    taken.sort_unstable_by(f64::total_cmp);
    taken.get(taken.len() / 2).copied().unwrap_or(0.0)
}

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
    pub const USUAL: Patience = Patience { time: Duration::from_millis(250), least: 5, most: 200 };
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

/// The medians of several things that are to be compared, in milliseconds: they take turns, so that a machine that is slower for a while
/// is slower for all of them. Each runs once before it counts.
pub fn medians<T, const N: usize>(patience: Patience, runs: [&dyn Fn() -> T; N]) -> [f64; N] {
    runs.iter().for_each(|run| drop(run()));
    let mut taken = [(); N].map(|()| Vec::new());
    let (start, time) = (Instant::now(), patience.time * N as u32);
    for round in 0..patience.most {
        if round >= patience.least && start.elapsed() >= time {
            break;
        }
        // Whoever comes after another one finds its caches; everybody does in turn.
        for n in (0..N).map(|n| (n + round) % N) {
            let start = Instant::now();
            let result = runs[n]();
            taken[n].push(start.elapsed().as_secs_f64() * 1e3);
            drop(result);
        }
    }
    taken.map(|mut taken| middle(&mut taken))
}

/// The median of these; 0 of none.
pub fn middle(taken: &mut [f64]) -> f64 {
    taken.sort_unstable_by(f64::total_cmp);
    taken.get(taken.len() / 2).copied().unwrap_or(0.0)
}

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
    pub const USUAL: Patience = Patience { time: Duration::from_millis(600), least: 7, most: 12_000 };
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

/// So many times in a row something runs that is compared with others; the first half does not count.
const STRETCH: usize = 80;
/// A stretch takes about this long at most. What takes longer takes turns one by one, since what the one before left in caches does
/// not show.
const LONG: Duration = Duration::from_millis(20);

/// What several things took that were compared, in milliseconds.
#[derive(Clone, Debug)]
pub struct Compared<const N: usize> {
    /// The medians of all runs.
    pub medians: [f64; N],
    /// The medians of each round in which all of them had a turn.
    rounds: Vec<[f64; N]>,
}

impl<const N: usize> Compared<N> {
    /// How many times as long one takes as another, in the same round: the median over the rounds. Where a machine is slower for a
    /// while, it is slower for both of them.
    pub fn times(&self, one: usize, other: usize) -> f64 {
        middle(&mut self.rounds.iter().map(|round| round[one] / round[other]).collect::<Vec<_>>())
    }
}

/// Measures several things that are to be compared.
///
/// They take turns, forwards and backwards, so that a machine that is slower for a while is slower for all of them. Whoever uses one of
/// them uses it again and again, so a turn is a stretch of runs, of which the first ones do not count: after work of another
/// sort threads sleep and caches hold something else, and it takes some ten short runs or milliseconds until that no longer shows.
pub fn compare<T, const N: usize>(patience: Patience, runs: [&dyn Fn() -> T; N]) -> Compared<N> {
    let mut taken = [(); N].map(|()| Vec::new());
    let mut spent = [Duration::ZERO; N];
    let mut stretches = [1; N];
    let mut rounds = Vec::new();
    for n in 0..N {
        drop(runs[n]());
        let start = Instant::now();
        drop(runs[n]());
        let fit = LONG.as_nanos() / start.elapsed().as_nanos().max(1);
        stretches[n] = (fit as usize).clamp(1, STRETCH);
    }
    let is_done = |taken: &[Vec<f64>; N], spent: &[Duration; N], n: usize| {
        let count = taken[n].len();
        count >= patience.most || (count >= patience.least && spent[n] >= patience.time)
    };
    for round in 0.. {
        if (0..N).all(|n| is_done(&taken, &spent, n)) {
            break;
        }
        let before: [usize; N] = std::array::from_fn(|n| taken[n].len());
        for n in (0..N).map(|n| if round % 2 == 0 { n } else { N - 1 - n }) {
            if is_done(&taken, &spent, n) {
                continue;
            }
            let stretch = stretches[n].min(patience.most + 1);
            for run in 0..stretch {
                let start = Instant::now();
                let result = runs[n]();
                let took = start.elapsed();
                drop(result);
                spent[n] += took;
                if run >= stretch / 2 {
                    taken[n].push(took.as_secs_f64() * 1e3);
                }
            }
        }
        if (0..N).all(|n| taken[n].len() > before[n]) {
            rounds.push(std::array::from_fn(|n| middle(&mut taken[n][before[n]..].to_vec())));
        }
    }
    Compared { medians: taken.map(|mut taken| middle(&mut taken)), rounds }
}

/// The median of these; 0 of none.
pub fn middle(taken: &mut [f64]) -> f64 {
    taken.sort_unstable_by(f64::total_cmp);
    taken.get(taken.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn those_compared_run_as_often_as_they_should() {
        let runs = [Cell::new(0), Cell::new(0)];
        let patience = Patience { time: Duration::ZERO, least: STRETCH, most: 2 * STRETCH };
        let count = |n: usize| {
            let runs: &Cell<usize> = &runs[n];
            move || runs.set(runs.get() + 1)
        };
        compare(patience, [&count(0), &count(1)]);
        // Two before it counts, and two stretches, since one is not enough.
        assert_eq!(runs.map(|runs| runs.get()), [2 + 2 * STRETCH; 2]);
    }

    #[test]
    fn what_costs_after_another_does_not_count() {
        let last = Cell::new(0);
        let run = |n: usize| {
            let last = &last;
            move || {
                let changed = last.replace(n) != n;
                std::thread::sleep(Duration::from_micros(if changed { 30_000 } else { 50 }));
            }
        };
        let patience = Patience { time: Duration::ZERO, least: 20, most: 20 };
        let [a, b] = compare(patience, [&run(0), &run(1)]).medians;
        assert!(a < 10.0 && b < 10.0, "{a} {b}");
    }

    #[test]
    fn rounds_are_compared_with_themselves() {
        // Three rounds of five are slow for both.
        let rounds = vec![[3.0, 1.0], [9.0, 3.0], [9.0, 3.0], [9.0, 3.0], [2.0, 1.0]];
        assert_eq!(Compared { medians: [9.0, 1.0], rounds }.times(0, 1), 3.0);
    }

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(middle(&mut [3.0, 1.0, 9.0]), 3.0);
        assert_eq!(middle(&mut []), 0.0);
    }
}

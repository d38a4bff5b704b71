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
    pub const USUAL: Patience = Patience { time: Duration::from_millis(300), least: 9, most: 6_000 };
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

/// So many deviations to either side hold 99 % of a normal distribution.
const CERTAIN: f64 = 2.576;

/// Things that are compared, and what they took.
///
/// They take turns, forwards and backwards, so that a machine that is slower for a while is slower for all of them. Whoever uses one of
/// them uses it again and again, so a turn is a stretch of runs, of which the first ones do not count: after work of another
/// sort threads sleep and caches hold something else, and it takes some ten short runs or milliseconds until that no longer shows.
pub struct Comparison<'a, T, const N: usize> {
    runs: [&'a dyn Fn() -> T; N],
    /// How many runs a stretch of each has.
    stretches: [usize; N],
    /// What the runs that count took, in milliseconds.
    taken: [Vec<f64>; N],
    spent: [Duration; N],
    /// The medians of each round in which all of them had a turn.
    rounds: Vec<[f64; N]>,
    /// What may be spent on each.
    patience: Patience,
}

impl<'a, T, const N: usize> Comparison<'a, T, N> {
    /// Each runs twice before it counts.
    pub fn new(runs: [&'a dyn Fn() -> T; N]) -> Self {
        let stretches = runs.map(|run| {
            drop(run());
            let start = Instant::now();
            drop(run());
            let fit = LONG.as_nanos() / start.elapsed().as_nanos().max(1);
            (fit as usize).clamp(1, STRETCH)
        });
        let patience = Patience { time: Duration::ZERO, least: 0, most: 0 };
        Comparison {
            runs,
            stretches,
            taken: [(); N].map(|()| vec![]),
            spent: [Duration::ZERO; N],
            rounds: vec![],
            patience,
        }
    }

    /// Measures for so long, after what has been measured already.
    pub fn measure(&mut self, patience: Patience) {
        self.patience.time += patience.time;
        self.patience.least += patience.least;
        self.patience.most += patience.most;
        for round in 0.. {
            if (0..N).all(|n| self.is_done(n)) {
                break;
            }
            let before: [usize; N] = std::array::from_fn(|n| self.taken[n].len());
            for n in (0..N).map(|n| if round % 2 == 0 { n } else { N - 1 - n }) {
                if !self.is_done(n) {
                    self.stretch(n);
                }
            }
            if (0..N).all(|n| self.taken[n].len() > before[n]) {
                self.rounds.push(std::array::from_fn(|n| middle(&mut self.taken[n][before[n]..].to_vec())));
            }
        }
    }

    fn is_done(&self, n: usize) -> bool {
        let count = self.taken[n].len();
        count >= self.patience.most || (count >= self.patience.least && self.spent[n] >= self.patience.time)
    }

    fn stretch(&mut self, n: usize) {
        let stretch = self.stretches[n].min(self.patience.most + 1);
        for run in 0..stretch {
            let start = Instant::now();
            let result = self.runs[n]();
            let took = start.elapsed();
            drop(result);
            self.spent[n] += took;
            if run >= stretch / 2 {
                self.taken[n].push(took.as_secs_f64() * 1e3);
            }
        }
    }

    /// The medians of all runs, in milliseconds.
    pub fn medians(&self) -> [f64; N] {
        std::array::from_fn(|n| middle(&mut self.taken[n].clone()))
    }

    /// How many times as long one takes as another, in the same round. Where a machine is slower for a while, it is slower for both of
    /// them.
    pub fn times(&self, one: usize, other: usize) -> Times {
        let mut times: Vec<f64> = self.rounds.iter().map(|round| round[one] / round[other]).collect();
        let median = middle(&mut times);
        // Each round is above the true median with a chance of one half, so how many are is binomial: sqrt(n) / 2 is its deviation.
        let count = times.len() as f64;
        let outside = (count / 2.0 - CERTAIN * count.sqrt() / 2.0 - 0.5).floor();
        let bounds = if outside < 0.0 {
            None
        } else {
            let outside = outside as usize;
            Some((times[outside], times[times.len() - 1 - outside]))
        };
        Times { median, bounds, rounds: times.len() }
    }
}

/// How many times as long one thing takes as another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    pub median: f64,
    /// Between these the median would be if one measured for ever, with a certainty of 99 %. Fewer than nine rounds say nothing of it.
    pub bounds: Option<(f64, f64)>,
    /// In how many rounds all of them had a turn.
    pub rounds: usize,
}

impl Times {
    /// Whether it is certain that this is more, or that it is not more.
    pub fn is_clear_of(&self, limit: f64) -> bool {
        self.bounds.is_some_and(|(low, high)| low > limit || high <= limit)
    }
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
        let counts = [count(0), count(1)];
        let mut compared = Comparison::new([&counts[0], &counts[1]]);
        compared.measure(patience);
        // Two before it counts, and two stretches, since one is not enough.
        assert_eq!([0, 1].map(|n| runs[n].get()), [2 + 2 * STRETCH; 2]);
        compared.measure(patience);
        assert_eq!([0, 1].map(|n| runs[n].get()), [2 + 4 * STRETCH; 2]);
        assert_eq!(compared.rounds.len(), 4);
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
        let runs = [run(0), run(1)];
        let mut compared = Comparison::new([&runs[0], &runs[1]]);
        compared.measure(patience);
        let [a, b] = compared.medians();
        assert!(a < 10.0 && b < 10.0, "{a} {b}");
    }

    #[test]
    fn rounds_are_compared_with_themselves() {
        // Three rounds of five are slow for both.
        let mut compared = Comparison::new([&|| (), &|| ()]);
        compared.rounds = vec![[3.0, 1.0], [9.0, 3.0], [9.0, 3.0], [9.0, 3.0], [2.0, 1.0]];
        assert_eq!(compared.times(0, 1).median, 3.0);
    }

    #[test]
    fn few_rounds_that_disagree_decide_nothing() {
        let compared = |times: &[f64]| {
            let mut compared = Comparison::new([&|| (), &|| ()]);
            compared.rounds = times.iter().map(|&times| [times, 1.0]).collect();
            compared.times(0, 1)
        };
        assert_eq!(compared(&[1.0; 8]).bounds, None);
        assert!(!compared(&[1.0; 8]).is_clear_of(1.1));
        // Nine that agree do, to either side.
        assert!(compared(&[1.0; 9]).is_clear_of(1.1) && compared(&[1.2; 9]).is_clear_of(1.1));
        // Of sixteen, two on the other side are not too many, and three are (a coin falls so in 0.4 % and in 2.1 %).
        let of_sixteen = |slow: usize| compared(&[vec![1.2; slow], vec![1.0; 16 - slow]].concat());
        assert!(of_sixteen(2).is_clear_of(1.1) && of_sixteen(14).is_clear_of(1.1));
        assert!(!of_sixteen(3).is_clear_of(1.1) && !of_sixteen(13).is_clear_of(1.1));
    }

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(middle(&mut [3.0, 1.0, 9.0]), 3.0);
        assert_eq!(middle(&mut []), 0.0);
    }
}

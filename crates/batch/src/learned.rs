//! What batches of a pipeline took in this process, so that later ones go the way that was quicker.
//!
//! Measurements of families ([`crate::Tuning`]) say where a first batch goes. They cannot know every pipeline: how many of its rows a device
//! hands back, how much smaller grids become on the way. So where the two ways are estimated to be close, each is tried a few
//! times on batches that have to be run anyway, and the quicker one is kept. Results never depend on the way.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The two ways a batch can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Cpu,
    Device,
}

impl Way {
    fn other(self) -> Way {
        match self {
            Way::Cpu => Way::Device,
            Way::Device => Way::Cpu,
        }
    }
}

/// What is thought of a batch before it runs.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    pub way: Way,
    /// How many times as long the other way takes; None if nobody measured that.
    pub other_takes: Option<f64>,
    /// Whether the other way is not to be tried at all.
    pub is_settled: bool,
}

/// A pipeline, and about how many cells its batches have: the doublings.
type Kind = (u64, u32);

/// The last times of a way are enough: machines change.
const KEPT: usize = 5;
/// So often the way that was not guessed is tried.
const TRIES: usize = 3;
/// The other way is not tried if it is thought to take longer than so many times.
const FAR: f64 = 4.0;
/// Without measurements it is tried only where a batch takes less than this.
const SHORT: Duration = Duration::from_millis(20);
/// Where a batch takes less than this, the other way is tried once whatever is thought of it: estimates are made for families.
const VERY_SHORT: Duration = Duration::from_millis(1);
/// After so many batches the slower way is tried again, if it was no more than twice as slow.
const AGAIN: usize = 100;
/// The most kinds of batches that are remembered.
const MOST_KINDS: usize = 10_000;

/// What batches of one kind took.
#[derive(Clone, Debug, Default)]
struct Past {
    runs: usize,
    cpu: Vec<f64>,
    device: Vec<f64>,
}

impl Past {
    fn of(&self, way: Way) -> &[f64] {
        match way {
            Way::Cpu => &self.cpu,
            Way::Device => &self.device,
        }
    }

    /// The way to go, given what is thought of it from outside.
    fn choose(&self, guess: Guess) -> Way {
        let other = guess.way.other();
        let Some(known) = middle(self.of(guess.way)) else { return guess.way };
        let tried = self.of(other);
        if tried.len() < TRIES {
            let is_close = match (middle(tried), guess.other_takes) {
                (Some(found), _) => found < FAR * known,
                (None, Some(times)) => times < FAR || known < VERY_SHORT.as_secs_f64(),
                (None, None) => known < SHORT.as_secs_f64(),
            };
            // One batch each, in turn: what both ways need to get going is over by then.
            return if is_close && self.runs % 2 == 1 { other } else { guess.way };
        }
        let Some(found) = middle(tried) else { return guess.way };
        let (quick, slow) = if found < known { (other, guess.way) } else { (guess.way, other) };
        let is_close = found.max(known) < 2.0 * found.min(known);
        if is_close && self.runs % AGAIN == AGAIN - 1 { slow } else { quick }
    }
}

/// The median.
fn middle(taken: &[f64]) -> Option<f64> {
    let mut taken = taken.to_vec();
    taken.sort_unstable_by(f64::total_cmp);
    taken.get(taken.len() / 2).copied()
}

/// What batches took, by pipeline and size.
#[derive(Debug, Default)]
pub struct Learned(Mutex<BTreeMap<Kind, Past>>);

impl Learned {
    fn kind(pipeline: u64, cells: usize) -> Kind {
        (pipeline, cells.max(1).ilog2())
    }

    /// The way for a batch of so many cells in all.
    pub fn choose(&self, pipeline: u64, cells: usize, guess: Guess) -> Way {
        if guess.is_settled {
            return guess.way;
        }
        let past = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        past.get(&Learned::kind(pipeline, cells)).map_or(guess.way, |past| past.choose(guess))
    }

    /// Notes what a batch took.
    pub fn note(&self, pipeline: u64, cells: usize, way: Way, took: Duration) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST_KINDS {
            all.clear();
        }
        let past = all.entry(Learned::kind(pipeline, cells)).or_default();
        past.runs += 1;
        let taken = match way {
            Way::Cpu => &mut past.cpu,
            Way::Device => &mut past.device,
        };
        if taken.len() == KEPT {
            taken.remove(0);
        }
        taken.push(took.as_secs_f64());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: usize = 1000;

    fn guess(way: Way, other_takes: Option<f64>) -> Guess {
        Guess { way, other_takes, is_settled: false }
    }

    /// Runs batches that take so many microseconds on the CPU and on a device; which ways they went.
    fn run(learned: &Learned, guess: Guess, micros: [u64; 2], batches: usize) -> Vec<Way> {
        let one = |_| {
            let way = learned.choose(7, CELLS, guess);
            learned.note(7, CELLS, way, Duration::from_micros(micros[(way == Way::Device) as usize]));
            way
        };
        (0..batches).map(one).collect()
    }

    #[test]
    fn a_wrong_guess_is_found_out() {
        let guess = guess(Way::Device, Some(1.5));
        let ways = run(&Learned::default(), guess, [100, 300], 50);
        assert_eq!(ways[0], Way::Device, "the guess comes first");
        assert!(ways[6..].iter().all(|&way| way == Way::Cpu), "{ways:?}");
    }

    #[test]
    fn a_right_guess_is_kept() {
        let guess = guess(Way::Device, Some(1.5));
        let ways = run(&Learned::default(), guess, [300, 100], 50);
        assert_eq!(ways.iter().filter(|&&way| way == Way::Cpu).count(), TRIES);
        assert!(ways[7..].iter().all(|&way| way == Way::Device), "{ways:?}");
    }

    #[test]
    fn what_is_far_slower_is_not_tried() {
        let far = guess(Way::Device, Some(20.0));
        assert!(run(&Learned::default(), far, [90_000, 10_000], 20).iter().all(|&way| way == Way::Device));
        let short = run(&Learned::default(), far, [9, 1], 20);
        assert_eq!(short.iter().filter(|&&way| way == Way::Cpu).count(), 1, "once, where it costs nothing: {short:?}");
        let unknown = guess(Way::Cpu, None);
        assert!(
            run(&Learned::default(), unknown, [30_000, 1], 20).iter().all(|&way| way == Way::Cpu),
            "too long to try"
        );
        let once = run(&Learned::default(), unknown, [10, 1000], 20);
        assert_eq!(once.iter().filter(|&&way| way == Way::Device).count(), 1, "once is enough: {once:?}");
    }

    #[test]
    fn what_is_settled_is_not_tried() {
        let settled = Guess { is_settled: true, ..guess(Way::Cpu, None) };
        assert!(run(&Learned::default(), settled, [9, 1], 20).iter().all(|&way| way == Way::Cpu));
    }

    #[test]
    fn a_close_second_is_tried_again_later() {
        let guess = guess(Way::Cpu, Some(1.1));
        let learned = Learned::default();
        run(&learned, guess, [100, 120], 50);
        let later = run(&learned, guess, [200, 50], 600);
        assert_eq!(later.last(), Some(&Way::Device), "the machine changed");
    }

    #[test]
    fn sizes_and_pipelines_are_kept_apart() {
        let guess = guess(Way::Cpu, Some(1.0));
        let learned = Learned::default();
        run(&learned, guess, [100, 10], 20);
        assert_eq!(learned.choose(7, CELLS, guess), Way::Device);
        assert_eq!(learned.choose(7, 8 * CELLS, guess), Way::Cpu);
        assert_eq!(learned.choose(8, CELLS, guess), Way::Cpu);
    }
}

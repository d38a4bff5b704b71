//! What batches of a pipeline took in this process, so that later ones go the way that was quicker.
//!
//! Measurements of families ([`crate::Tuning`]) say where a first batch goes. They cannot know every pipeline: how many of its rows a device
//! hands back, how much smaller grids become on the way. So where the two ways may be close, each is tried on batches that
//! have to be run anyway, and the quicker one is kept ([`past`]). Results never depend on the way.
//!
//! A batch may take three microseconds, so deciding has to take next to nothing: what is thought of a kind of batches is worked
//! out once, and then a look into a map and a countdown are all it takes.

mod past;
mod times;

use crate::tuning::Size;
use past::Past;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
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

/// A pipeline, and what its batches are like: the doublings of their rows and of the cells of a grid, and whether grids have one shape.
type Kind = (u64, u32, u32, bool);

/// The most kinds of batches that are remembered.
const MOST_KINDS: usize = 10_000;

/// What batches took, by pipeline and size.
#[derive(Debug, Default)]
pub struct Learned(Mutex<BTreeMap<Kind, Past>>);

impl Learned {
    fn kind(pipeline: u64, size: Size) -> Kind {
        (pipeline, size.rows.max(1).ilog2(), size.cells.max(1).ilog2(), size.is_even)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Kind, Past>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The way for a batch of this size; the guess is asked for where there was no such batch before.
    pub fn choose(&self, pipeline: u64, size: Size, guess: impl FnOnce() -> Guess) -> Way {
        let mut all = self.lock();
        let kind = Learned::kind(pipeline, size);
        if let Some(past) = all.get(&kind) {
            return past.way();
        }
        if all.len() >= MOST_KINDS {
            all.clear();
        }
        all.entry(kind).or_insert(Past::new(guess())).way()
    }

    /// Notes what a batch took that went the way that was chosen for it.
    pub fn note(&self, pipeline: u64, size: Size, way: Way, took: Duration) {
        if let Some(past) = self.lock().get_mut(&Learned::kind(pipeline, size)) {
            past.note(way, took);
        }
    }

    /// Whether batches of this kind go one way for long now.
    pub fn is_decided(&self, pipeline: u64, size: Size) -> bool {
        self.lock().get(&Learned::kind(pipeline, size)).is_some_and(Past::is_decided)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { rows: 100, cells: 250, is_even: true };

    #[test]
    fn sizes_and_pipelines_are_kept_apart() {
        let learned = Learned::default();
        let guess = || Guess { way: Way::Cpu, other_takes: Some(1.0), is_settled: false };
        for _ in 0..100 {
            let way = learned.choose(7, SIZE, guess);
            learned.note(7, SIZE, way, Duration::from_micros(if way == Way::Cpu { 100 } else { 10 }));
        }
        assert_eq!(learned.choose(7, SIZE, guess), Way::Device);
        assert_eq!(learned.choose(7, Size { rows: 800, ..SIZE }, guess), Way::Cpu);
        assert_eq!(learned.choose(7, Size { is_even: false, ..SIZE }, guess), Way::Cpu);
        assert_eq!(learned.choose(8, SIZE, guess), Way::Cpu);
        assert!(learned.is_decided(7, SIZE) && !learned.is_decided(8, SIZE));
    }

    #[test]
    fn it_is_guessed_once() {
        let learned = Learned::default();
        let guess = || Guess { way: Way::Device, other_takes: None, is_settled: true };
        assert_eq!(learned.choose(7, SIZE, guess), Way::Device);
        assert_eq!(learned.choose(7, SIZE, || panic!("it was guessed before")), Way::Device);
    }
}

//! What many calls of one function would have charged.

use super::coded::{Coded, Weights};
use megabatt_core::{Cost, Op};
use megabatt_exec::Used;

/// What calling any function takes.
pub const CALL: u64 = 4;

/// The charges of all calls. Each call starts from the same level of memory, so of memory only the highest peak counts.
pub struct Bill {
    items: u64,
    /// What every call has charged.
    each: u64,
    /// What some calls have charged and others not, as a sum.
    further: u64,
    /// What every call holds now.
    level: u64,
    /// What each call holds beside; empty if none does.
    held: Vec<u64>,
    pub most_memory: u64,
    depth: u32,
    /// The most frames there were at one time.
    pub deepest: u32,
}

/// What the calls held at some time.
pub struct Level {
    level: u64,
    held: Vec<u64>,
}

impl Bill {
    pub fn new(items: usize) -> Bill {
        let held = Vec::new();
        Bill { items: items as u64, each: 0, further: 0, level: 0, held, most_memory: 0, depth: 0, deepest: 0 }
    }

    /// What all calls take together.
    pub fn fuel(&self) -> u64 {
        self.each.saturating_mul(self.items).saturating_add(self.further)
    }

    /// One frame deeper, and the level there.
    pub fn enter(&mut self) -> Level {
        self.frames(1);
        self.depth += 1;
        Level { level: self.level, held: self.held.clone() }
    }

    /// Back out of the frame with a result.
    pub fn leave(&mut self, level: Level, result: &Weights) {
        self.depth -= 1;
        Level { level: self.level, held: self.held } = level;
        self.hold(result);
    }

    /// Notes a call of so many frames from here.
    pub fn frames(&mut self, frames: u32) {
        self.deepest = self.deepest.max(self.depth + frames);
    }

    /// Every call takes this.
    pub fn charge(&mut self, fuel: u64) {
        self.each += fuel;
    }

    pub fn charge_weights(&mut self, weights: &Weights) {
        match weights {
            Weights::Same(weight) => self.each += weight,
            Weights::Each(weights) => self.further = weights.iter().fold(self.further, |sum, w| sum.saturating_add(*w)),
        }
    }

    fn hold(&mut self, weights: &Weights) {
        match weights {
            Weights::Same(weight) => self.level += weight,
            Weights::Each(weights) if self.held.is_empty() => self.held.clone_from(weights),
            Weights::Each(weights) => self.held.iter_mut().zip(weights).for_each(|(held, weight)| *held += weight),
        }
        let most = self.held.iter().max().copied().unwrap_or(0);
        self.most_memory = self.most_memory.max(self.level + most);
    }

    /// For a moment every call held this much more.
    pub fn peak(&mut self, memory: u64) {
        let most = self.held.iter().max().copied().unwrap_or(0);
        self.most_memory = self.most_memory.max(self.level + most + memory);
    }

    /// Every call pays for a result of its own and holds it.
    pub fn make(&mut self, result: &Weights) {
        self.charge_weights(result);
        self.hold(result);
    }

    /// What a call of an operation charges that takes the same whatever it gets.
    pub fn constant(&mut self) {
        self.frames(1);
        self.charge(CALL);
    }

    /// What a call of the operation charges; None for operations whose formula is another one.
    pub fn op(&mut self, op: Op, args: &[Weights], result: &Weights) -> Option<()> {
        self.frames(1);
        match op.call_shape().cost {
            Cost::Const => {
                self.constant();
                return Some(());
            }
            Cost::Linear | Cost::Bytes => args.iter().for_each(|weights| self.charge_weights(weights)),
            Cost::Product => match args {
                [Weights::Same(a), Weights::Same(b)] => self.charge(a * b),
                _ => return None,
            },
            _ => return None,
        }
        self.charge(CALL);
        self.make(result);
        Some(())
    }

    /// Adds calls that were made once for each distinct value: what those used.
    pub fn measured(&mut self, coded: &Coded, used: &[Used]) {
        let mut counts = vec![0u64; used.len()];
        coded.codes.iter().for_each(|&code| counts[code as usize] += 1);
        for (used, count) in used.iter().zip(counts) {
            self.further = self.further.saturating_add(used.fuel.saturating_mul(count));
        }
        let highest = match self.held.is_empty() {
            true => used.iter().map(|used| used.peak).max().unwrap_or(0),
            false => self
                .held
                .iter()
                .zip(coded.codes.iter())
                .map(|(h, &code)| h + used[code as usize].peak)
                .max()
                .unwrap_or(0),
        };
        self.most_memory = self.most_memory.max(self.level + highest);
        let held: Vec<u64> = used.iter().map(|used| used.hold).collect();
        match held.first() {
            Some(&first) if held.iter().all(|&h| h == first) => self.hold(&Weights::Same(first)),
            _ => self.hold(&Weights::Each(coded.gather(&held))),
        }
    }
}

//! What many calls of one function would have charged.

use super::coded::{Coded, Each, Weights};
pub(crate) use crate::machine::CALL;
use megabatt_core::{Cost, Op};
use megabatt_exec::Used;
use std::rc::Rc;

/// The charges of all calls. Each call starts from the same level of memory, so of memory only the highest peak counts.
pub struct Bill {
    /// The number of calls.
    items: u64,
    /// How many calls each item of a column stands for, if not for one.
    counts: Option<Rc<[u32]>>,
    /// What every call has charged.
    each: u64,
    /// What some calls have charged and others not, as a sum.
    further: u64,
    /// What every call holds now.
    level: u64,
    /// What each call holds beside, if any does.
    held: Option<Each>,
    /// Whether calls may have held different amounts at some time.
    varied: bool,
    pub most_memory: u64,
    /// The most room that a call asks for at one time without filling it.
    pub asked: u64,
    depth: u32,
    /// The most frames there were at one time.
    pub deepest: u32,
}

/// What the calls held at some time.
#[derive(Clone)]
pub struct Level {
    level: u64,
    held: Option<Each>,
}

/// An operation under way.
pub struct Begun {
    level: Level,
    frames: u32,
}

impl Bill {
    pub fn new(items: usize) -> Bill {
        Bill {
            items: items as u64,
            counts: None,
            each: 0,
            further: 0,
            level: 0,
            held: None,
            varied: false,
            most_memory: 0,
            asked: 0,
            depth: 0,
            deepest: 0,
        }
    }

    /// For calls of which only the first of each group is made; so many are in the groups.
    pub fn of_groups(counts: Rc<[u32]>) -> Bill {
        let items = counts.iter().map(|&count| count as usize).sum();
        Bill { counts: Some(counts), ..Bill::new(items) }
    }

    /// What values of these weights weigh together for all calls.
    fn total(&self, each: &Each) -> u64 {
        match &self.counts {
            None => each.total,
            Some(counts) => {
                let weighed =
                    each.iter().zip(counts.iter()).map(|(weight, &count)| weight.saturating_mul(count.into()));
                weighed.fold(0, u64::saturating_add)
            }
        }
    }

    /// What values of these weights, one for each call that is made, weigh together for all calls.
    pub fn total_of(&self, weights: &Weights) -> u64 {
        match weights {
            Weights::Same(weight) => weight * self.items,
            Weights::Each(each) => self.total(each),
        }
    }

    /// What all calls take together.
    pub fn fuel(&self) -> u64 {
        self.each.saturating_mul(self.items).saturating_add(self.further)
    }

    /// One frame deeper, and the level there.
    pub fn enter(&mut self) -> Level {
        self.frames(1);
        self.depth += 1;
        self.level()
    }

    /// What every call holds now.
    pub fn level(&self) -> Level {
        Level { level: self.level, held: self.held.clone() }
    }

    /// What was made since is gone.
    pub fn back_to(&mut self, level: Level) {
        Level { level: self.level, held: self.held } = level;
    }

    /// Back out of the frame with a result.
    pub fn leave(&mut self, level: Level, result: &Weights) {
        self.depth -= 1;
        self.back_to(level);
        self.hold(result);
    }

    /// Begins an operation that calls functions in a generator: what it takes before that, and its frames; `inner` are those between
    /// its own and the generator's.
    pub fn begin(&mut self, args: &[Weights], inner: u32) -> Begun {
        self.charge(CALL);
        args.iter().for_each(|weights| self.charge_weights(weights));
        let frames = 2 + inner;
        self.frames(frames);
        self.depth += frames;
        Begun { level: self.level(), frames }
    }

    /// Ends it with a result.
    pub fn end(&mut self, begun: Begun, result: &Weights) {
        self.depth -= begun.frames;
        self.back_to(begun.level);
        self.make(result);
    }

    /// Every call made one that used this.
    pub fn used_by_all(&mut self, used: Used, frames: u32) {
        self.frames(frames);
        self.charge(used.fuel);
        self.peak(used.peak);
        self.hold(&Weights::Same(used.hold));
    }

    /// Some calls, those for which `made` holds, made calls that took this together. None if it cannot be told how much was held.
    pub fn calls_of_some(&mut self, inner: &Bill, made: impl Fn(usize) -> bool) -> Option<()> {
        let held = match &self.held {
            None => 0,
            Some(_) if inner.varied => return None,
            Some(held) => held.iter().enumerate().filter(|&(n, _)| made(n)).map(|(_, held)| held).max()?,
        };
        self.charge_once(inner.fuel());
        self.frames(inner.deepest);
        self.most_memory = self.most_memory.max(self.level + held + inner.most_memory);
        self.ask(inner.asked);
        Some(())
    }

    /// What each call took, if it was the same for all.
    pub fn same_for_all(&self) -> Option<u64> {
        (self.further == 0).then_some(self.each)
    }

    /// Notes a call of so many frames from here.
    pub fn frames(&mut self, frames: u32) {
        self.deepest = self.deepest.max(self.depth + frames);
    }

    /// All calls together take this.
    pub fn charge_once(&mut self, fuel: u64) {
        debug_assert!(self.counts.is_none(), "whoever adds up does not know of groups");
        self.further = self.further.saturating_add(fuel);
    }

    /// Every call takes this.
    pub fn charge(&mut self, fuel: u64) {
        self.each += fuel;
    }

    pub fn charge_weights(&mut self, weights: &Weights) {
        match weights {
            Weights::Same(weight) => self.each += weight,
            Weights::Each(each) => self.further = self.further.saturating_add(self.total(each)),
        }
    }

    /// Sets of these weights are hashed: their items, which weigh one less than the set.
    pub fn charge_items(&mut self, sets: &Weights) {
        match sets {
            Weights::Same(weight) => self.each += weight - 1,
            Weights::Each(each) => self.further = self.further.saturating_add(self.total(each) - self.items),
        }
    }

    fn hold(&mut self, weights: &Weights) {
        match weights {
            Weights::Same(weight) => self.level += weight,
            Weights::Each(each) => {
                self.varied = true;
                self.held = Some(match &self.held {
                    None => each.clone(),
                    Some(held) => held.plus(each),
                });
            }
        }
        self.peak(0);
    }

    /// For a moment every call held this much more.
    pub fn peak(&mut self, memory: u64) {
        let most = self.held.as_ref().map_or(0, |held| held.most);
        self.most_memory = self.most_memory.max(self.level + most + memory);
    }

    /// A call asks for room.
    pub fn ask(&mut self, room: u64) {
        self.asked = self.asked.max(room);
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
                [a, b] => self.charge_weights(&a.times(b)),
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
        match &self.counts {
            None => coded.codes.iter().for_each(|&code| counts[code as usize] += 1),
            Some(many) => {
                coded.codes.iter().zip(many.iter()).for_each(|(&code, &n)| counts[code as usize] += u64::from(n));
            }
        }
        for (used, count) in used.iter().zip(counts) {
            self.further = self.further.saturating_add(used.fuel.saturating_mul(count));
        }
        self.varied |= used.iter().any(|its| its.peak != used[0].peak);
        let highest = match &self.held {
            None => used.iter().map(|used| used.peak).max(),
            Some(held) => held.iter().zip(coded.codes.iter()).map(|(h, &code)| h + used[code as usize].peak).max(),
        };
        self.most_memory = self.most_memory.max(self.level + highest.unwrap_or(0));
        let held: Vec<u64> = used.iter().map(|used| used.hold).collect();
        match held.first() {
            Some(&first) if held.iter().all(|&h| h == first) => self.hold(&Weights::Same(first)),
            _ => self.hold(&Weights::each(coded.gather(&held))),
        }
    }
}

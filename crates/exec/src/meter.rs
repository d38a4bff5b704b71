//! Fuel and memory. Both are formulas over the weights of arguments and results, so a row uses the same amount
//! whatever backend runs it and however it is implemented.

use megabatt_core::{Cost, Limit, Result, Value};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What one row may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub fuel: u64,
    /// The weight of the values held at one time; see [`Meter`].
    pub memory: u64,
    /// A wall-clock guard. Off by default: where it strikes is not deterministic.
    pub call_timeout: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { fuel: 200_000_000, memory: 50_000_000, call_timeout: None }
    }
}

/// What any call takes.
const CONST: u64 = 4;
/// What a search takes for each cell, in which sets of places come and go.
const SEARCH: u64 = 32;

/// Asks rows to stop; shared by all of a run.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub fn new() -> Cancel {
        Cancel::default()
    }

    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Where it stands whether to stop.
    #[inline]
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// What a row has used so far.
///
/// Fuel is a sum: what calls take before they start, plus the weights of their results. Memory is a level: a result
/// counts from when it is made, and when a call returns, what was made inside it counts no more, only its result. Where
/// an operation calls a function for many items, each call starts from the operation's own level, and the results kept
/// are counted as a sum beside that: so the order of the calls does not show.
#[derive(Debug)]
pub struct Meter {
    fuel_left: u64,
    memory: u64,
    most_memory: u64,
    limits: Limits,
    deadline: Option<Instant>,
    cancel: Cancel,
    calls: u32,
    /// The most fuel and memory that would have been in use, had all results been made that room was asked for.
    asked: Cell<(u64, u64)>,
}

/// A state of a [`Meter`].
#[derive(Clone, Copy, Debug)]
pub struct MeterMark {
    fuel_left: u64,
    memory: u64,
    most_memory: u64,
}

/// A measurement under way.
pub struct Measure {
    start: MeterMark,
    asked: (u64, u64),
}

/// What a call used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Used {
    pub fuel: u64,
    /// The most memory above the level at its start.
    pub peak: u64,
    /// What it adds to the level.
    pub hold: u64,
}

/// A call that may come again, under way.
pub struct Watch {
    start: MeterMark,
    asked: (u64, u64),
}

/// What such a call took, beside what was used and held when it began.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    pub fuel: u64,
    /// The fuel and the memory without which it would not have got through.
    needed: (u64, u64),
    /// The most memory that it held, and what it holds now.
    peak: u64,
    hold: u64,
}

impl Taken {
    /// What the call and another one right after it take.
    pub fn then(&self, next: &Taken) -> Taken {
        let after = |first: u64, more: u64| first.saturating_add(more);
        Taken {
            fuel: after(self.fuel, next.fuel),
            needed: (
                self.needed.0.max(after(self.fuel, next.needed.0)),
                self.needed.1.max(after(self.hold, next.needed.1)),
            ),
            peak: self.peak.max(after(self.hold, next.peak)),
            hold: after(self.hold, next.hold),
        }
    }
}

impl Meter {
    pub fn new(limits: &Limits, cancel: &Cancel) -> Meter {
        Meter {
            fuel_left: limits.fuel,
            memory: 0,
            most_memory: 0,
            limits: *limits,
            deadline: limits.call_timeout.map(|t| Instant::now() + t),
            cancel: cancel.clone(),
            calls: 0,
            asked: Cell::default(),
        }
    }

    /// So much fuel is used, and so much memory held; from there it counts what is held at most.
    pub fn start_from(&mut self, fuel: u64, level: u64) {
        (self.fuel_left, self.memory) = (self.limits.fuel.saturating_sub(fuel), level.min(self.limits.memory));
        self.most_memory = self.memory;
        self.asked = Cell::default();
    }

    /// The fuel and the memory without which a limit would have struck.
    pub fn needed(&self) -> (u64, u64) {
        let (fuel, memory) = self.asked.get();
        (fuel.max(self.fuel_used()), memory.max(self.most_memory))
    }

    pub fn fuel_used(&self) -> u64 {
        self.limits.fuel - self.fuel_left
    }

    /// The most memory held at one time.
    pub fn memory_used(&self) -> u64 {
        self.most_memory
    }

    /// Takes fuel.
    #[inline]
    pub fn charge(&mut self, fuel: u64) -> Result<()> {
        match self.fuel_left.checked_sub(fuel) {
            Some(left) => {
                self.fuel_left = left;
                Ok(())
            }
            None => {
                self.fuel_left = 0;
                Err(Limit::Fuel.into())
            }
        }
    }

    /// Fails if a result of this weight cannot be paid for. Asked before a large result is made; once it is made, it is
    /// paid for as any other.
    pub fn reserve(&self, weight: u64) -> Result<()> {
        let (fuel, memory) = self.asked.get();
        let (more_fuel, more_memory) = (self.fuel_used().saturating_add(weight), self.memory.saturating_add(weight));
        self.asked.set((fuel.max(more_fuel), memory.max(more_memory)));
        if weight > self.fuel_left {
            return Err(Limit::Fuel.into());
        }
        if weight > self.limits.memory - self.memory {
            return Err(Limit::Memory.into());
        }
        Ok(())
    }

    /// The level of memory; [`Meter::back_to`] returns to it.
    #[inline]
    pub fn level(&self) -> u64 {
        self.memory
    }

    /// What was made since the level was taken is gone.
    #[inline]
    pub fn back_to(&mut self, level: u64) {
        self.memory = level;
    }

    /// What is used by now; [`Meter::rewind`] returns to it.
    #[inline]
    pub fn mark(&self) -> MeterMark {
        MeterMark { fuel_left: self.fuel_left, memory: self.memory, most_memory: self.most_memory }
    }

    /// What was done since the mark did not happen.
    pub fn rewind(&mut self, mark: MeterMark) {
        MeterMark { fuel_left: self.fuel_left, memory: self.memory, most_memory: self.most_memory } = mark;
    }

    /// Whether so much fuel and memory are left beside what is used and held, for calls that ask for room and are paid for later on.
    pub fn has_room(&self, fuel: u64, memory: u64) -> bool {
        let enough = fuel <= self.fuel_left && memory <= self.limits.memory - self.memory;
        if enough {
            let (asked_fuel, asked_memory) = self.asked.get();
            self.asked.set((asked_fuel.max(self.fuel_used() + fuel), asked_memory.max(self.memory + memory)));
        }
        enough
    }

    /// Starts to measure what is used from here on.
    pub fn measure(&mut self) -> Measure {
        let measure = Measure { start: self.mark(), asked: self.asked.take() };
        self.most_memory = self.memory;
        measure
    }

    /// What was used since; the meter stands where it stood then. None if room was asked for that was not used.
    pub fn measured(&mut self, measure: Measure) -> Option<Used> {
        let Measure { start, asked } = measure;
        let (asked_fuel, asked_memory) = self.asked.replace(asked);
        let unused = asked_fuel > self.fuel_used() || asked_memory > self.most_memory;
        let used = Used {
            fuel: start.fuel_left - self.fuel_left,
            peak: self.most_memory - start.memory,
            hold: self.memory - start.memory,
        };
        self.rewind(start);
        (!unused).then_some(used)
    }

    /// Starts to watch a call that may come again.
    #[inline]
    pub fn watch(&mut self) -> Watch {
        let watch = Watch { start: self.mark(), asked: self.asked.take() };
        self.most_memory = self.memory;
        watch
    }

    /// What the call took; all of it stays used.
    #[inline]
    pub fn watched(&mut self, watch: &Watch) -> Taken {
        let Watch { start, asked } = watch;
        let used_before = self.limits.fuel - start.fuel_left;
        let (fuel, memory) = self.asked.get();
        let peak = self.most_memory - start.memory;
        let used = start.fuel_left - self.fuel_left;
        self.asked.set((fuel.max(asked.0), memory.max(asked.1)));
        self.most_memory = self.most_memory.max(start.most_memory);
        Taken {
            fuel: used,
            needed: (used.max(fuel.saturating_sub(used_before)), peak.max(memory.saturating_sub(start.memory))),
            peak,
            hold: self.memory.saturating_sub(start.memory),
        }
    }

    /// Pays for the same call once more. False, and nothing paid, if there is too little of something.
    #[inline]
    pub fn take_again(&mut self, taken: &Taken) -> bool {
        let needed = (self.fuel_used().saturating_add(taken.needed.0), self.memory.saturating_add(taken.needed.1));
        if needed.0 > self.limits.fuel || needed.1 > self.limits.memory {
            return false;
        }
        let (fuel, memory) = self.asked.get();
        self.asked.set((fuel.max(needed.0), memory.max(needed.1)));
        self.fuel_left -= taken.fuel;
        self.most_memory = self.most_memory.max(self.memory + taken.peak);
        self.memory += taken.hold;
        true
    }

    /// Somebody may want to stop; that is asked every now and then.
    #[inline(always)]
    fn count_call(&mut self) -> Result<()> {
        self.calls = self.calls.wrapping_add(1);
        if self.calls & 255 == 0 { self.look_at_the_clock() } else { Ok(()) }
    }

    /// [`Meter::before`] for operations that take the same whatever they get, which most calls are of.
    #[inline(always)]
    pub fn before_constant(&mut self) -> Result<()> {
        self.count_call()?;
        self.charge(CONST)
    }

    /// [`Meter::before`] for operations that go through their arguments, which weigh this much together.
    #[inline]
    pub fn before_linear(&mut self, weight: u64) -> Result<()> {
        self.count_call()?;
        self.charge(CONST.saturating_add(weight))
    }

    /// What a call takes before it starts.
    #[inline]
    pub fn before(&mut self, cost: Cost, args: &[&Value]) -> Result<()> {
        self.count_call()?;
        self.charge(match cost {
            Cost::Const => CONST,
            Cost::Linear => args.iter().fold(CONST, |sum, a| sum.saturating_add(a.weight())),
            other => Meter::unusual(other, args),
        })
    }

    /// What calls take that are none of the two commonest kinds.
    #[inline(never)]
    fn unusual(cost: Cost, args: &[&Value]) -> u64 {
        let weight = |i: usize| args.get(i).map_or(1, |a| a.weight());
        match cost {
            Cost::Const => CONST,
            Cost::Linear => args.iter().fold(CONST, |sum, a| sum.saturating_add(a.weight())),
            Cost::Bytes => args.iter().fold(CONST, |sum, a| sum.saturating_add(a.bulk())),
            Cost::Search => weight(0).saturating_mul(SEARCH).saturating_add(CONST),
            Cost::Product => weight(0).saturating_mul(weight(1)).saturating_add(CONST),
            Cost::Steps => weight(0).saturating_add(CONST),
            Cost::Sort => {
                let w = weight(0);
                w.saturating_mul(u64::from(w.ilog2()) + 1).saturating_add(CONST)
            }
        }
    }

    /// Pays for a value of this weight.
    #[inline]
    pub fn made(&mut self, weight: u64) -> Result<()> {
        self.charge(weight)?;
        self.hold(weight)
    }

    /// Holds a value that was paid for.
    #[inline]
    pub fn hold(&mut self, weight: u64) -> Result<()> {
        self.memory = self.memory.saturating_add(weight);
        self.most_memory = self.most_memory.max(self.memory.min(self.limits.memory));
        if self.memory > self.limits.memory {
            self.memory = self.limits.memory;
            return Err(Limit::Memory.into());
        }
        Ok(())
    }

    /// Keeps one more result of a function beside the level; `kept` is the sum of their weights.
    #[inline]
    pub fn keep(&mut self, kept: &mut u64, weight: u64) -> Result<()> {
        *kept = kept.saturating_add(weight);
        let level = self.memory;
        let outcome = self.hold(*kept);
        self.memory = level;
        outcome
    }

    /// Takes fuel and notes the most memory that was held on the way. If there is too little fuel for what is known to
    /// go well otherwise, that is the outcome; None, and nothing taken, if there is too little memory.
    pub fn pay_at_once(&mut self, fuel: u64, most_memory: u64) -> Option<Result<()>> {
        let most = self.memory.saturating_add(most_memory);
        if most > self.limits.memory {
            return None;
        }
        self.most_memory = self.most_memory.max(most);
        Some(self.charge(fuel))
    }

    /// Who may want the row to stop.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Fails if somebody wants the row to stop, or if its time is over.
    #[cold]
    pub fn look_at_the_clock(&self) -> Result<()> {
        if self.cancel.is_cancelled() {
            return Err(Limit::Stopped.into());
        }
        if self.deadline.is_some_and(|d| Instant::now() > d) {
            return Err(Limit::Time.into());
        }
        Ok(())
    }
}

//! Fuel and memory. Both are formulas over the weights of arguments and results, so a row uses the same amount
//! whatever backend runs it and however it is implemented.

use megabatt_core::{Cost, Limit, Result, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What one row may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub fuel: u64,
    /// The weight of all values made, freed ones included.
    pub memory: u64,
    /// A wall-clock guard. Off by default: where it strikes is not deterministic.
    pub call_timeout: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { fuel: 1_000_000_000, memory: 100_000_000, call_timeout: None }
    }
}

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
}

/// What a row has used so far.
#[derive(Debug)]
pub struct Meter {
    fuel_left: u64,
    memory_left: u64,
    limits: Limits,
    deadline: Option<Instant>,
    cancel: Cancel,
    calls: u32,
}

impl Meter {
    pub fn new(limits: &Limits, cancel: &Cancel) -> Meter {
        Meter {
            fuel_left: limits.fuel,
            memory_left: limits.memory,
            limits: *limits,
            deadline: limits.call_timeout.map(|t| Instant::now() + t),
            cancel: cancel.clone(),
            calls: 0,
        }
    }

    pub fn fuel_used(&self) -> u64 {
        self.limits.fuel - self.fuel_left
    }

    pub fn memory_used(&self) -> u64 {
        self.limits.memory - self.memory_left
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

    /// Fails if a result of at least this weight could not be paid for. Asked before a large result is made.
    pub fn reserve(&mut self, weight: u64) -> Result<()> {
        if weight > self.memory_left {
            self.memory_left = 0;
            return Err(Limit::Memory.into());
        }
        if weight > self.fuel_left {
            self.fuel_left = 0;
            return Err(Limit::Fuel.into());
        }
        Ok(())
    }

    /// What a call takes before it starts.
    #[inline]
    pub fn before(&mut self, cost: Cost, args: &[Value]) -> Result<()> {
        self.calls = self.calls.wrapping_add(1);
        if self.calls.is_multiple_of(256) {
            self.look_at_the_clock()?;
        }
        let weight = |i: usize| args.get(i).map_or(1, Value::weight);
        self.charge(match cost {
            Cost::Const => 1,
            Cost::Linear => args.iter().fold(1u64, |sum, a| sum.saturating_add(a.weight())),
            Cost::Product => weight(0).saturating_mul(weight(1)).saturating_add(1),
            Cost::Steps => weight(0).saturating_add(1),
            Cost::Sort => {
                let w = weight(0);
                w.saturating_mul(u64::from(w.ilog2()) + 1).saturating_add(1)
            }
        })
    }

    /// What a call takes once its result is known.
    #[inline]
    pub fn after(&mut self, cost: Cost, result: &Value) -> Result<()> {
        if cost == Cost::Const { Ok(()) } else { self.made(result.weight()) }
    }

    /// Pays for a value of this weight.
    pub fn made(&mut self, weight: u64) -> Result<()> {
        self.charge(weight)?;
        match self.memory_left.checked_sub(weight) {
            Some(left) => {
                self.memory_left = left;
                Ok(())
            }
            None => {
                self.memory_left = 0;
                Err(Limit::Memory.into())
            }
        }
    }

    #[cold]
    fn look_at_the_clock(&self) -> Result<()> {
        if self.cancel.is_cancelled() {
            return Err(Limit::Stopped.into());
        }
        if self.deadline.is_some_and(|d| Instant::now() > d) {
            return Err(Limit::Time.into());
        }
        Ok(())
    }
}

//! What a fork calls twice with its argument is called once, and paid for twice.
//!
//! `fork(shift, x32, chain(ulcorner, x26, x32))` needs `x32(x)` for both of its arguments. Functions have no side effects, so the second
//! call gives what the first one gave, takes as much fuel and holds as much memory. While a fork is under way that has such functions
//! ([`Twice`]), their first results are kept here. Rows with functions that live outside of the engine run on the reference, which calls
//! everything as often as Python does.

use crate::{Engine, Machine};
use megabatt_core::func::Twice;
use megabatt_core::py::nesting;
use megabatt_core::set::Items;
use megabatt_core::{Function, Result, Set, Value};
use megabatt_exec::Used;

/// Calls that take less fuel are made again: that is as quick as to look for them.
const LEAST_FUEL: u64 = 150;

/// The forks under way that call something twice, outermost first.
#[derive(Default)]
pub struct Once {
    forks: Vec<Fork>,
}

struct Fork {
    twice: std::sync::Arc<Twice>,
    x: Value,
    found: Vec<Found>,
    has_saved: bool,
}

/// What a function gave for the argument of the fork.
struct Found {
    function: *const Function,
    value: Value,
    used: Used,
    frames: u32,
}

impl Once {
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.forks.is_empty()
    }

    /// No fork is under way: what was may have been left in a hurry.
    #[inline]
    pub fn forget(&mut self) {
        self.forks.clear();
    }

    /// The outermost fork that calls the function twice with this argument.
    pub fn fork_of(&self, function: &Function, x: &Value) -> Option<usize> {
        self.forks.iter().position(|fork| fork.x.is(x) && fork.twice.has(function))
    }
}

/// The value once more, as another call makes it: a set is another object, which shows in `a & b`, and so are the sets inside. None for
/// what is nested further.
fn made_again(value: &Value) -> Option<Value> {
    match value {
        Value::Set(set) if !matches!(set.items(), Items::Various) => Some(Value::set(Set::twin(set))),
        Value::Set(set) if set.copies().is_none() && set.twos().is_none() => Set::twin_of_twins(set).map(Value::set),
        Value::Grid(_) | Value::Int(_) | Value::Pair(..) | Value::Cell(..) => Some(value.clone()),
        _ => None,
    }
}

impl Machine {
    /// Both sides of a fork are about to be called; whether something is kept meanwhile.
    #[inline]
    pub(crate) fn begin_fork(&mut self, function: &Function, args: &[&Value]) -> bool {
        let Some(twice) = function.called_twice() else { return false };
        let [x] = args else { return false };
        if self.engine != Engine::Fast || !twice.is_worth_it() || x.depth() > nesting::UNCOUNTED {
            return false;
        }
        self.once.forks.push(Fork { twice: twice.clone(), x: (*x).clone(), found: Vec::new(), has_saved: false });
        true
    }

    /// Both sides were called, or the first one failed.
    #[inline]
    pub(crate) fn end_fork(&mut self, begun: bool) {
        if begun && let Some(fork) = self.once.forks.pop() {
            fork.twice.note(fork.has_saved);
        }
    }

    /// In a place of its own, so that calls that nobody keeps are not the longer for it.
    #[inline(never)]
    fn call_first(&mut self, function: &Function, x: &Value, result: &mut Result<Value>) {
        self.call_anew(function, &[x], result);
    }

    /// `function(x)`, which the fork calls twice.
    #[inline(never)]
    pub(crate) fn call_once(&mut self, fork: usize, function: &Function, x: &Value, result: &mut Result<Value>) {
        let found = self.once.forks[fork].found.iter().find(|found| std::ptr::eq(found.function, function));
        if let Some(&Found { ref value, used, frames, .. }) = found {
            if let Some(value) = made_again(value)
                && let Some(paid) = self.pay_at_once(frames, used.fuel, used.peak)
            {
                self.once.forks[fork].has_saved = true;
                *result = paid.and_then(|()| self.meter.hold(used.hold)).map(|()| value);
                return;
            }
            return self.call_first(function, x, result);
        }
        let measure = self.meter.measure();
        let (depth, deepest) = (self.depth, std::mem::replace(&mut self.deepest, self.depth));
        self.call_first(function, x, result);
        let used = self.meter.noted(measure);
        let frames = self.deepest.saturating_sub(depth);
        self.deepest = self.deepest.max(deepest);
        if let (Ok(value), Some(used)) = (result, used)
            && used.fuel >= LEAST_FUEL
        {
            self.once.forks[fork].found.push(Found { function, value: value.clone(), used, frames });
        }
    }
}

//! Parts of a function that it calls more than once with the same argument.
//!
//! `fork(paint, f, compose(vmirror, f))` calls `f` twice, and if `f` is such a fork itself, what is inside it four times. A program of
//! Python's has no other way to use a value twice within a function. What a function gives, and what that takes, follows from its
//! argument, so the second call is paid for and not made. [`Function::note_fork`] finds these parts.
//!
//! It still gives another object, as it does in Python: whether two sets are one object shows in `a & a`, and so it does for functions. So
//! only results in which nobody can tell are kept, and of a set a twin is given.

use crate::Machine;
use crate::machine::PYTHON_FRAMES;
use megabatt_core::py::nesting;
use megabatt_core::set::Items;
use megabatt_core::{Arc, Function, Result, Set, Value};
use megabatt_exec::Taken;

/// As many results are kept; whoever comes next takes the place of the one that came first.
const MOST: usize = 8;

/// Calls that take less fuel than this are made again sooner than found.
const LEAST_FUEL: u64 = 60;

/// The results that are kept.
#[derive(Default)]
pub(crate) struct Shared {
    calls: Vec<Kept>,
    next: usize,
}

/// A call that was made.
struct Kept {
    function: Arc<Function>,
    argument: Value,
    result: Value,
    taken: Taken,
    frames: u32,
}

impl Shared {
    /// Starts anew; what was found out about one line is not for another.
    #[inline]
    pub(crate) fn forget(&mut self) {
        if !self.calls.is_empty() {
            self.calls.clear();
            self.next = 0;
        }
    }

    #[inline]
    fn find(&self, function: &Arc<Function>, argument: &Value) -> Option<&Kept> {
        self.calls.iter().find(|kept| Arc::ptr_eq(&kept.function, function) && kept.argument.is(argument))
    }

    fn keep(&mut self, kept: Kept) {
        if self.calls.len() < MOST {
            self.calls.push(kept);
        } else {
            self.calls[self.next] = kept;
            self.next = (self.next + 1) % MOST;
        }
    }
}

impl Machine {
    /// A call of a function that may have been called with this argument.
    #[inline(never)]
    pub(crate) fn call_shared(&mut self, function: &Arc<Function>, args: &[&Value], result: &mut Result<Value>) {
        // Comparing what is nested deeply counts frames, of which a second call may have fewer left.
        let [argument] = *args else { return self.call_plainly(function, args, result) };
        if argument.depth() > nesting::UNCOUNTED {
            return self.call_plainly(function, args, result);
        }
        if let Some(kept) = self.shared.find(function, argument)
            && self.depth + kept.frames <= PYTHON_FRAMES
            && self.meter.take_again(&kept.taken)
        {
            self.deepest = self.deepest.max(self.depth + kept.frames);
            *result = Ok(another(&kept.result));
            return;
        }
        let watch = self.meter.watch();
        let (depth, deepest) = (self.depth, std::mem::replace(&mut self.deepest, self.depth));
        self.call_plainly(function, args, result);
        let frames = self.deepest - depth;
        self.deepest = self.deepest.max(deepest);
        let taken = self.meter.watched(&watch);
        if let Ok(value) = result
            && taken.fuel >= LEAST_FUEL
            && can_be_given_again(value)
        {
            let (function, argument, result) = (function.clone(), argument.clone(), value.clone());
            self.shared.keep(Kept { function, argument, result, taken, frames });
        }
    }
}

/// The same value as another object, where that shows.
fn another(value: &Value) -> Value {
    match value {
        Value::Set(set) => Value::set(Set::twin(set)),
        value => value.clone(),
    }
}

/// Whether [`another`] gives what a second call would give.
fn can_be_given_again(value: &Value) -> bool {
    match value {
        Value::Bool(_) | Value::Int(_) | Value::Pair(..) | Value::Cell(..) | Value::Triple(..) | Value::Grid(_) => true,
        // Whoever gives a set that somebody has gives the same one each time.
        Value::Set(set) => set.items() != Items::Various && Arc::is_unique(set),
        Value::Tuple(items) => {
            let is_plain =
                |item: &Value| matches!(item, Value::Int(_) | Value::Bool(_) | Value::Pair(..) | Value::Cell(..));
            items.as_walked().is_none() && items.slice().iter().all(is_plain)
        }
        _ => false,
    }
}

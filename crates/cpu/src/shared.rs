//! Parts of a function that it calls more than once with the same argument.
//!
//! `fork(paint, f, compose(vmirror, f))` calls `f` twice, and if `f` is such a fork itself, what is inside it four times. A program of
//! Python's has no other way to use a value twice within a function. What a function gives, and what that takes, follows from its
//! argument, so the second call is paid for and not made. [`Function::note_fork`] finds these parts.
//!
//! It still gives another object, as it does in Python: whether two sets are one object shows in `a & a`, and so it does for functions. So
//! only results in which nobody can tell are kept, and of a set a twin is given. Of a grid nobody can tell either, so an argument that is an
//! equal grid will do: a loop that paints what it finds in a grid asks the same grid over and over once there is nothing more to find.

use crate::Machine;
use crate::machine::PYTHON_FRAMES;
use crate::repeated::is_the_same;
use megabatt_core::py::nesting;
use megabatt_core::set::Items;
use megabatt_core::{Arc, Function, Result, Set, Value};
use megabatt_exec::Taken;

/// As many results of either kind are kept; whoever comes next takes the place of the one that came first.
const MOST: usize = 8;

/// Calls that take less fuel than this are made again sooner than found.
const LEAST_FUEL: u64 = 16;

/// Those that take less than this are many, and must not take the places of others.
const MUCH_FUEL: u64 = 60;

/// The results that are kept.
#[derive(Default)]
pub(crate) struct Shared {
    /// Of calls that take little, and of those that take much.
    rings: [Ring; 2],
}

/// The last results.
#[derive(Default)]
struct Ring {
    /// Where the functions are: all that most look-ups see.
    functions: [usize; MOST],
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
        for ring in &mut self.rings {
            if !ring.calls.is_empty() {
                ring.forget();
            }
        }
    }

    #[inline]
    fn find(&self, function: &Arc<Function>, argument: &Value) -> Option<&Kept> {
        self.rings.iter().find_map(|ring| ring.find(function, argument))
    }

    fn keep(&mut self, kept: Kept) {
        self.rings[usize::from(kept.taken.fuel >= MUCH_FUEL)].keep(kept);
    }
}

impl Ring {
    fn forget(&mut self) {
        self.functions = [0; MOST];
        self.calls.clear();
        self.next = 0;
    }

    #[inline]
    fn find(&self, function: &Arc<Function>, argument: &Value) -> Option<&Kept> {
        let at = address(function);
        let known = (0..MOST).filter(|&n| self.functions[n] == at);
        known.filter_map(|n| self.calls.get(n)).find(|kept| is_the_same(&kept.argument, argument))
    }

    fn keep(&mut self, kept: Kept) {
        self.functions[self.next] = address(&kept.function);
        match self.calls.get_mut(self.next) {
            Some(first) => *first = kept,
            None => self.calls.push(kept),
        }
        self.next = (self.next + 1) % MOST;
    }
}

/// A function that is kept stays where it is.
fn address(function: &Arc<Function>) -> usize {
    Arc::as_ptr(function) as usize
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

/// Whether the set is one of colours or sizes: of numbers nobody can tell which object each is.
fn is_of_few_numbers(set: &Set) -> bool {
    const MOST: usize = 16;
    set.len() <= MOST && set.values().all(|item| matches!(item, Value::Int(_) | Value::Bool(_)))
}

/// Whether [`another`] gives what a second call would give.
fn can_be_given_again(value: &Value) -> bool {
    match value {
        Value::Bool(_) | Value::Int(_) | Value::Pair(..) | Value::Cell(..) | Value::Triple(..) | Value::Grid(_) => true,
        // Whoever gives a set that somebody has gives the same one each time.
        Value::Set(set) => (set.items() != Items::Various || is_of_few_numbers(set)) && Arc::is_unique(set),
        Value::Tuple(items) => {
            let is_plain =
                |item: &Value| matches!(item, Value::Int(_) | Value::Bool(_) | Value::Pair(..) | Value::Cell(..));
            items.as_walked().is_some() || items.slice().iter().all(is_plain)
        }
        _ => false,
    }
}

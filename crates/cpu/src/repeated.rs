//! A function that is applied again and again to what it gave: `power(f, 30)`.
//!
//! Programs write loops in this way that end long before the count does: each turn cuts a row off, unless there is none to cut, and then
//! gives back what it got. What a function gives, and what it takes, follows from its argument. So as soon as a value comes
//! for the second time, the turns between repeat themselves, and they only have to be paid for.
//!
//! ```text
//! turn      0   1   2   3   4   5   6   …   30
//! value     a   b   c   d   c   d   c   …    c     d = f(c), c = f(d)
//! called    ×   ×   ×   ×   ×
//! ```

use crate::Machine;
use crate::machine::CALL;
use megabatt_core::{Arc, Result, Value};
use megabatt_exec::Taken;

/// Fewer turns than this are not worth looking at.
pub(crate) const FEWEST: u32 = 4;

/// Values come again after as many turns at most; a grid that is turned each time is the same one after four.
const LONGEST: usize = 4;

impl Machine {
    /// What `power(function, times)` does when it is called, inside of the outermost of its calls.
    pub(crate) fn call_repeatedly(&mut self, function: &Value, times: u32, args: &[&Value]) -> Result<Value> {
        // The innermost function is not composed with anything.
        for _ in 2..times {
            self.enter()?;
            self.meter.charge(CALL)?;
        }
        let level = self.meter.level();
        let mut value = self.call(function, args)?;
        // The last turns, latest last: what each gave, and what it took.
        let mut turns: Vec<(Value, Option<Taken>)> = vec![(value.clone(), None)];
        for turn in 1..times {
            let watch = self.meter.watch();
            let given = self.call1(function, &value);
            let taken = self.meter.watched(&watch);
            value = given?;
            if turn + 1 == times {
                // The outermost call ends elsewhere.
                break;
            }
            self.end_turn(level, &value)?;
            turns.push((value.clone(), Some(taken)));
            let seen = turns.len() - 1;
            if let Some(cycle) = (1..=LONGEST.min(seen)).find(|n| is_the_same(&turns[seen - n].0, &value)) {
                let cycle: Vec<_> = turns.split_off(seen + 1 - cycle);
                return self.go_round(function, &cycle, times - 1 - turn, level);
            }
            if turns.len() > LONGEST {
                turns.remove(0);
            }
        }
        Ok(value)
    }

    /// So many more turns, where each is like the one that came as many before it as there are in the cycle.
    fn go_round(&mut self, function: &Value, cycle: &[(Value, Option<Taken>)], more: u32, level: u64) -> Result<Value> {
        let mut value = cycle[cycle.len() - 1].0.clone();
        for n in 0..more {
            let (next, taken) = &cycle[n as usize % cycle.len()];
            if taken.as_ref().is_some_and(|taken| self.meter.take_again(taken)) {
                value = next.clone();
            } else {
                value = self.call1(function, &value)?;
            }
            if n + 1 < more {
                self.end_turn(level, &value)?;
            }
        }
        Ok(value)
    }

    /// What the end of one of the nested calls does.
    fn end_turn(&mut self, level: u64, value: &Value) -> Result<()> {
        self.meter.back_to(level);
        self.meter.hold(value.bulk())?;
        self.leave();
        Ok(())
    }
}

/// Whether nothing can tell the two apart, the order of sets included; false where finding out would take long.
pub(crate) fn is_the_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Grid(a), Value::Grid(b)) => Arc::ptr_eq(a, b) || !a.is_planned() && !b.is_planned() && a == b,
        _ => a.is(b),
    }
}

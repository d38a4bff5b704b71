//! A run step by step, for people who want to see every value.

use crate::machine::load;
use crate::walk::{self, Walk};
use crate::{Cpu, Engine, Machine};
use megabatt_core::interrupt::{self, Interrupted};
use megabatt_core::set::address;
use megabatt_core::set::collisions::{self, TooManyCollisions};
use megabatt_core::{Closure, Fail, Function, Limit, Value};
use megabatt_exec::{Cancel, Limits, Outcome, Row};
use std::time::Duration;

/// What every step of a row gave, up to the first one that failed.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The values of the slots; those of steps that did not run are None.
    pub slots: Vec<Value>,
    /// How many steps gave a value: the first so many.
    pub done: usize,
    /// Why the step after them did not, if it ran.
    pub failure: Option<Fail>,
    /// What the row gives, as [`Cpu::run_row`] says.
    pub outcome: Outcome,
    /// For each step that gave a value: whether the addresses of objects decided something in it.
    pub address_dependent: Vec<bool>,
}

/// Whether a value depends on the order in which sets are walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderMark {
    /// Not as far as walking all sets in two other orders shows.
    Free,
    /// Another order gives another value, or none.
    Depends,
    /// Another order was not run as far as here.
    Unknown,
}

/// Another order takes the reference, which is slower; nobody waits long for a mark.
const PATIENCE: Duration = Duration::from_secs(5);
/// The most that other orders may use, and the heaviest value for which they are tried.
const ORDER_FUEL: u64 = 50_000_000;
const ORDER_MEMORY: u64 = 5_000_000;
const HEAVIEST: u64 = 1_000_000;

/// See [`Sight`].
const MOST_LOOKS: u32 = 100_000;

impl Cpu {
    /// Runs one row and keeps what each step gave. A defect of ours ends as the outcome of that row.
    pub fn trace(&self, row: &Row, limits: &Limits, cancel: &Cancel) -> Trace {
        address::take();
        collisions::reset();
        let mut machine = Machine::new(self.dialect, self.engine, limits, cancel);
        let mut slots = row.inputs.clone();
        slots.resize(slots.len().max(row.code.slots as usize), Value::None);
        let mut trace = Trace {
            slots,
            done: 0,
            failure: None,
            outcome: Outcome::Limit(Limit::Internal),
            address_dependent: vec![],
        };
        if row.inputs.len() != row.code.params.len() {
            trace.outcome = Outcome::from(Err(Fail::TYPE));
            return trace;
        }
        let run = std::panic::AssertUnwindSafe(|| interrupt::heeding(cancel.flag(), || trace.run(&mut machine, row)));
        let failure = match std::panic::catch_unwind(run) {
            Ok(Ok(())) => None,
            Ok(Err(fail)) => Some(fail),
            Err(thrown) if thrown.is::<TooManyCollisions>() => Some(Limit::Fuel.into()),
            Err(thrown) if thrown.is::<Interrupted>() => Some(Limit::Stopped.into()),
            Err(_) => Some(Limit::Internal.into()),
        };
        let result = failure.map_or_else(|| Ok(load(&row.code.result, &trace.slots).clone()), Err);
        trace.outcome = Outcome::from(machine.sure(result));
        trace.failure = failure;
        trace
    }

    /// For each step of a traced row whether its value depends on the order in which sets are walked: the row is run
    /// again with the sets of all results in other orders, and the values are compared step by step.
    ///
    /// A line after one that depends on the order depends on it too if its value differs. Sets that an operation makes
    /// and forgets inside stay in CPython's order, but for ties between equally frequent items.
    pub fn order_marks(&self, row: &Row, trace: &Trace, limits: &Limits, cancel: &Cancel) -> Vec<OrderMark> {
        let steps = trace.done + usize::from(trace.failure.is_some());
        if trace.slots.iter().any(|value| value.weight() > HEAVIEST) {
            return vec![OrderMark::Unknown; steps];
        }
        let (fuel, memory) = (limits.fuel.min(ORDER_FUEL), limits.memory.min(ORDER_MEMORY));
        let patient = Limits { fuel, memory, call_timeout: Some(PATIENCE) };
        let reference = Cpu { engine: Engine::Reference, ..*self };
        let others = [Walk::Up, Walk::Down].map(|way| walk::with(way, || reference.trace(row, &patient, cancel)));
        let mut sight = Sight { looks_left: MOST_LOOKS };
        let mark = |n: usize| {
            let marks = others.iter().map(|other| compare(row, trace, other, n, &mut sight));
            marks.fold(OrderMark::Free, |sum, mark| match (sum, mark) {
                (OrderMark::Depends, _) | (_, OrderMark::Depends) => OrderMark::Depends,
                (OrderMark::Unknown, _) | (_, OrderMark::Unknown) => OrderMark::Unknown,
                _ => OrderMark::Free,
            })
        };
        (0..steps).map(mark).collect()
    }
}

impl Trace {
    fn run(&mut self, machine: &mut Machine, row: &Row) -> Result<(), Fail> {
        for step in &row.code.steps {
            let value = machine.run_step(step, &self.slots)?;
            self.slots[step.slot as usize] = value;
            self.address_dependent.push(address::take());
            self.done += 1;
        }
        Ok(())
    }
}

fn compare(row: &Row, trace: &Trace, other: &Trace, step: usize, sight: &mut Sight) -> OrderMark {
    let slot = row.code.steps[step].slot as usize;
    let of = |trace: &Trace| match step.cmp(&trace.done) {
        std::cmp::Ordering::Less => Some(Ok(trace.slots[slot].clone())),
        std::cmp::Ordering::Equal => trace.failure.map(Err),
        std::cmp::Ordering::Greater => None,
    };
    match (of(trace), of(other)) {
        (Some(Ok(a)), Some(Ok(b))) => match sight.same(&a, &b) {
            true => OrderMark::Free,
            false if sight.looks_left == 0 => OrderMark::Unknown,
            false => OrderMark::Depends,
        },
        (Some(Err(a)), Some(Err(b))) if a == b => OrderMark::Free,
        // The limits are megabatt's own, and another order may take more fuel.
        (Some(Err(Fail::Limit(_))), _) | (_, Some(Err(Fail::Limit(_))) | None) => OrderMark::Unknown,
        _ => OrderMark::Depends,
    }
}

/// Equality that sees into functions, which Python compares by identity. Functions can share parts over and over, so
/// the number of looks at one row is bounded.
struct Sight {
    looks_left: u32,
}

impl Sight {
    fn same(&mut self, a: &Value, b: &Value) -> bool {
        self.looks_left = self.looks_left.saturating_sub(1);
        match (a, b) {
            _ if self.looks_left == 0 => false,
            (Value::Func(a), Value::Func(b)) => self.same_function(a, b),
            (Value::Tuple(a), Value::Tuple(b)) if a.slice().iter().any(Value::hashes_by_address) => {
                a.len() == b.len() && a.slice().iter().zip(b.slice()).all(|(a, b)| self.same(a, b))
            }
            // In what order functions come in a set is a matter of addresses, and marked as such.
            (Value::Set(a), Value::Set(b)) if a.has_address_hash() => a.len() == b.len(),
            _ => a == b,
        }
    }

    fn same_function(&mut self, a: &Function, b: &Function) -> bool {
        if let (Closure::User(a), Closure::User(b)) = (&a.kind, &b.kind) {
            return std::sync::Arc::ptr_eq(a, b);
        }
        let (a, b) = (parts(&a.kind), parts(&b.kind));
        a.0 == b.0 && a.1.len() == b.1.len() && a.1.iter().zip(b.1).all(|(a, b)| self.same(a, b))
    }
}

/// What made a function, and out of what.
fn parts(closure: &Closure) -> (&'static str, Vec<&Value>) {
    let name = match closure {
        Closure::User(_) => "def",
        Closure::Nothing => "nothing",
        Closure::Foreign(_) => "foreign",
        made => made.maker().map_or("", |op| op.name()),
    };
    (name, closure.parts().collect())
}

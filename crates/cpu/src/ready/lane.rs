//! One of the inputs that run at the same time.

use super::rest::{Known, Line, Rest};
use crate::{Machine, in_parts};
use megabatt_core::set::address;
use megabatt_core::{Code, Fail, Limit, Value};
use std::mem::ManuallyDrop;

/// The state of one input.
pub(super) struct Lane {
    pub machine: Machine,
    pub slots: Vec<Value>,
    pub failed: Option<Fail>,
    /// Whether something depended on where a value lies.
    pub address: bool,
    pub ticks: u64,
}

impl Lane {
    pub fn new(machine: Machine, slots: usize) -> Lane {
        Lane { machine, slots: vec![Value::None; slots], failed: None, address: false, ticks: 0 }
    }

    /// Has the values that need no inputs in their slots from now on.
    pub fn with(mut self, rest: &Rest) -> Lane {
        for (slot, value) in &rest.known {
            self.slots[*slot as usize] = value.clone();
        }
        self
    }

    pub fn start(&mut self, inputs: &[Value]) {
        self.machine.start_from(0, 0);
        (self.failed, self.address, self.ticks) = (None, false, 0);
        self.slots[..inputs.len()].clone_from_slice(inputs);
    }

    /// Lets go of all values that need the inputs.
    pub fn forget(&mut self, code: &Code, rest: &Rest) {
        for slot in rest.slots(code) {
            self.slots[slot] = Value::None;
        }
    }

    /// Pays for lines whose values are known. Who cannot is run alone, where the one that is too much will be found.
    #[inline]
    pub fn pay(&mut self, known: Option<&Known>) {
        if let Some(known) = known {
            if self.failed.is_none() && !self.machine.meter.take_again(&known.taken) {
                self.failed = Some(Limit::Internal.into());
            }
            self.machine.deepest = self.machine.deepest.max(known.deepest);
        }
    }

    /// Runs a line, unless one has failed.
    #[inline]
    pub fn run(&mut self, code: &Code, rest: &Rest, line: &Line) {
        self.pay(line.before.as_ref());
        if self.failed.is_some() {
            return;
        }
        let step = &code.steps[line.step];
        let mut result = ManuallyDrop::new(Err(Fail::TYPE));
        self.machine.run_step_into(step, &self.slots, &mut result);
        match &*result {
            // SAFETY: nobody uses or drops it after that.
            Ok(value) => unsafe { in_parts::put(value, &mut self.slots[step.slot as usize]) },
            Err(fail) => self.failed = Some(*fail),
        }
        for &slot in &rest.free[line.free.clone()] {
            self.slots[slot as usize] = Value::None;
        }
        self.note_address();
    }

    /// What was noted about addresses since the last look was about this input.
    #[inline]
    pub fn note_address(&mut self) {
        self.address |= address::take();
    }
}

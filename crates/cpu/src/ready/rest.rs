//! The lines of a program that need its inputs, and what the others gave and took.

use super::lane::Lane;
use crate::Machine;
use crate::machine::load;
use crate::ticks::Ticks;
use megabatt_core::set::{address, collisions};
use megabatt_core::{Code, Operand, Result, Value};
use megabatt_exec::Taken;
use std::ops::Range;

/// An input that holds more memory than this is run to its end before the others, so that no two hold much at a time.
const MUCH: u64 = 1 << 20;

/// What is left of a program.
pub(super) struct Rest {
    /// The lines that need the inputs.
    lines: Vec<Line>,
    /// What the lines after the last of them took.
    after: Option<Known>,
    /// What the other lines gave, with their slots.
    pub known: Vec<(u32, Value)>,
    /// The slots that lines free, one line's after the other's.
    pub free: Vec<u32>,
}

/// A line that needs the inputs.
pub(super) struct Line {
    /// What the lines between the one before and this one took.
    pub before: Option<Known>,
    /// Which step of the code it is.
    pub step: usize,
    /// Where the slots are named that nobody needs after it.
    pub free: Range<usize>,
}

/// What lines took whose values are known.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub taken: Taken,
    pub deepest: u32,
}

impl Known {
    fn and(first: Option<Known>, next: Known) -> Known {
        match first {
            None => next,
            Some(first) => Known { taken: first.taken.then(&next.taken), deepest: first.deepest.max(next.deepest) },
        }
    }
}

impl Rest {
    /// Runs the lines that need no input, with the slots for what they give. None if one of them fails, or does what may not be the
    /// same the next time.
    pub fn of(code: &Code, machine: &mut Machine, slots: &mut [Value]) -> Option<Rest> {
        address::take();
        collisions::reset();
        let mut needs = vec![false; slots.len()];
        needs[..code.params.len()].fill(true);
        let (mut lines, mut known) = (Vec::with_capacity(code.steps.len()), Vec::new());
        let mut before = None;
        for (n, step) in code.steps.iter().enumerate() {
            let slot = step.slot as usize;
            needs[slot] = step.action.operands().filter_map(Operand::slot).any(|slot| needs[slot as usize]);
            if needs[slot] {
                lines.push(Line { before: before.take(), step: n, free: 0..0 });
                continue;
            }
            machine.start_from(0, 0);
            let watch = machine.meter.watch();
            let value = machine.run_step(step, slots).ok()?;
            let taken = machine.meter.watched(&watch);
            value.settle();
            before = Some(Known::and(before, Known { taken, deepest: machine.deepest() }));
            slots[slot] = value.clone();
            known.push((step.slot, value));
        }
        if address::take() || collisions::any() {
            return None;
        }
        let free = note_free(code, &mut lines, needs);
        Some(Rest { lines, after: before, known, free })
    }

    /// Runs each line for all inputs before the next one.
    pub fn run<const TIMED: bool>(&self, code: &Code, lanes: &mut [Lane]) {
        let mut clock = if TIMED { Some(Ticks::now()) } else { None };
        let mut tick = |lane: &mut Lane| {
            if let Some(before) = clock {
                let now = Ticks::now();
                lane.ticks += now.since(before);
                clock = Some(now);
            }
        };
        // Those that have not come to their end, in their order.
        let mut going: Vec<&mut Lane> = lanes.iter_mut().collect();
        for (n, line) in self.lines.iter().enumerate() {
            going.retain_mut(|lane| {
                lane.run(code, self, line);
                let much = lane.machine.meter.level() > MUCH;
                if much {
                    self.lines[n + 1..].iter().for_each(|line| lane.run(code, self, line));
                }
                tick(lane);
                !much && lane.failed.is_none()
            });
        }
        for lane in lanes {
            lane.pay(self.after.as_ref());
            if lane.failed.is_none() {
                load(&code.result, &lane.slots).settle();
                lane.note_address();
            }
            tick(lane);
        }
    }

    /// What came, and an empty lane.
    pub fn end(&self, code: &Code, lane: &mut Lane) -> Result<Value> {
        let result = match lane.failed.take() {
            Some(fail) => Err(fail),
            None => Ok(load(&code.result, &lane.slots).clone()),
        };
        lane.forget(code, self);
        lane.machine.sure(result)
    }

    /// The slots of values that need the inputs, and the inputs'.
    pub fn slots<'a>(&'a self, code: &'a Code) -> impl Iterator<Item = usize> + 'a {
        (0..code.params.len()).chain(self.lines.iter().map(|line| code.steps[line.step].slot as usize))
    }
}

/// Notes which slots can go after each line, of those whose values need the inputs. Each line has a slot of its own.
fn note_free(code: &Code, lines: &mut [Line], mut can_go: Vec<bool>) -> Vec<u32> {
    if let Some(slot) = code.result.slot() {
        can_go[slot as usize] = false;
    }
    let mut free = Vec::with_capacity(can_go.len());
    for line in lines.iter_mut().rev() {
        let step = &code.steps[line.step];
        let used = step.action.operands().filter_map(Operand::slot).chain([step.slot]);
        let start = free.len();
        free.extend(used.filter(|&slot| std::mem::replace(&mut can_go[slot as usize], false)));
        line.free = start..free.len();
    }
    free
}

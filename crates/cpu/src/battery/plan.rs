//! Where the values of a battery's lines are, and what is known already of those that need no sample.
//!
//! A group of samples has a plan for itself as long as it runs, and hands it on to the next one. So no two threads count the owners of the
//! same values, for which they would have to wait for each other. After its first group a plan is settled: what lines gave that need
//! no sample become constants of the lines that use them, and what they took is a sum. Nothing is looked up for them any more, and a sample
//! has slots for a few hundred lines instead of thousands.

use super::places::{Known, Places};
use super::sample::Notes;
use super::{Cost, State};
use megabatt_core::Value;
use megabatt_exec::battery::Battery;
use std::sync::{Mutex, OnceLock};

pub(super) struct Plan {
    pub places: Places,
    /// For each node: its value and state, if it needs no sample and some sample has worked it out already.
    pub once: Vec<OnceLock<(Value, State)>>,
    /// What samples that are done have left for the next ones.
    pub spare: Mutex<Vec<Notes>>,
    /// How many lines are constants.
    known: usize,
}

impl Plan {
    /// `handed_on` as in [`Places::new`].
    pub fn new(battery: &Battery, handed_on: bool) -> Plan {
        let once = battery.nodes.iter().map(|_| OnceLock::new()).collect();
        Plan { places: Places::new(battery, handed_on, &|_| None), once, spare: Mutex::default(), known: 0 }
    }

    /// With what has been found out by now as constants, if there is much that is new.
    pub fn settled(self, battery: &Battery) -> Plan {
        let known = |node: u32| match self.once[node as usize].get() {
            Some((value, State::Done(cost))) => Some(Known { value, cost }),
            _ => None,
        };
        let count = (0..battery.nodes.len() as u32).filter(|&node| known(node).is_some()).count();
        if count <= self.known + self.known / 4 {
            return self;
        }
        let places = Places::new(battery, true, &known);
        Plan { places, once: self.once, spare: Mutex::default(), known: count }
    }
}

impl Cost {
    /// What a line and the next one take.
    pub(super) fn then(&self, next: &Cost) -> Cost {
        let after = u64::saturating_add;
        Cost {
            fuel: after(self.fuel, next.fuel),
            peak: self.peak.max(after(self.hold, next.peak)),
            needed: (
                self.needed.0.max(after(self.fuel, next.needed.0)),
                self.needed.1.max(after(self.hold, next.needed.1)),
            ),
            hold: after(self.hold, next.hold),
            deepest: self.deepest.max(next.deepest),
            address_dependent: self.address_dependent || next.address_dependent,
            ticks: self.ticks + next.ticks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sum;
    use super::*;
    use megabatt_exec::Limits;

    #[test]
    fn two_lines_at_once_take_what_they_take_one_by_one() {
        let cost = |n: u64| Cost {
            fuel: n * 7 % 13,
            peak: 5 + n * 5 % 11,
            needed: (n * 7 % 13 + n % 3, 5 + n * 5 % 11 + n % 2),
            hold: n * 3 % 5,
            deepest: (n * 11 % 17) as u32,
            address_dependent: n == 19,
            ticks: n,
        };
        for (a, b, c) in (0..20).flat_map(|a| (0..20).map(move |b| (a, b, (a + b) % 7))) {
            let [a, b, c] = [a, b, c].map(cost);
            for (fuel, memory) in [(100, 100), (20, 100), (100, 20), (15, 15), (9, 9)] {
                let limits = Limits { fuel, memory, ..Limits::default() };
                let (mut one_by_one, mut at_once) = (Sum::default(), Sum::default());
                let enough = [&a, &b, &c].map(|line| one_by_one.add(line, &limits));
                let is_enough = [&a, &b.then(&c)].map(|line| at_once.add(line, &limits));
                assert_eq!(enough.iter().all(|&it| it), is_enough.iter().all(|&it| it));
                let told = |sum: &Sum| {
                    let (fuel, level, most) = (sum.fuel, sum.level, sum.most_memory);
                    (fuel, level, most, sum.deepest, sum.address_dependent, sum.ticks)
                };
                assert_eq!(told(&one_by_one), told(&at_once));
            }
        }
    }
}

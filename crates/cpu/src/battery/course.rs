//! Which lines of a battery run in which order when all its programs run at once.
//!
//! A generated file takes turns: a line of each solver, then the next line of each. In that order what hundreds of solvers have made is
//! there at once. Lines do not see each other but by their values, so they run program by program: first all that the first program
//! needs, then what the second needs beside that. Most values go soon then.

use super::alike::Alike;
use super::fused;
use super::line::Lines;
use megabatt_core::Operand;
use megabatt_core::ablation::{Idea, is_off};
use megabatt_exec::battery::Battery;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// A line to run.
pub struct Stop {
    pub node: u32,
    /// Its value is kept beyond the sample.
    pub shared: bool,
    /// A line that only this one needs, and that may not have to run for it.
    pub first: Option<u32>,
    /// Where the slots that nobody needs after it end, among all such slots.
    pub free_up_to: u32,
    /// Its number, if it is a value that lines ask about; see [`Alike`].
    pub candidate: Option<u32>,
    /// The candidate that it asks about, if it does not have to where that is the same as another.
    pub part_of: Option<u32>,
}

/// The lines that some program needs, program by program, and when their values can go.
pub struct Course {
    pub stops: Vec<Stop>,
    pub freed: Vec<u32>,
    pub alike: Alike,
    pub lines: Lines,
    tried: AtomicU32,
    failed: AtomicU32,
    /// Some line looked at an address: all lines have to run, so that it is known which programs did.
    pub looks_at_addresses: AtomicBool,
}

impl Course {
    pub fn new(battery: &Battery) -> Course {
        let mut needed = vec![false; battery.nodes.len()];
        let lines = battery.programs.iter().flat_map(|program| &program.lines).map(|&node| node as usize);
        let in_turn: Vec<usize> = lines.filter(|&node| !std::mem::replace(&mut needed[node], true)).collect();
        let all = || in_turn.iter().copied();
        let slots_of = |node: usize| battery.nodes[node].action.operands().filter_map(Operand::slot);
        let results = || battery.programs.iter().filter_map(|program| program.result.slot());

        let mut users = vec![0usize; battery.inputs + battery.nodes.len()];
        all().flat_map(slots_of).chain(results()).for_each(|slot| users[slot as usize] += 1);
        let mut firsts: Vec<Option<u32>> = vec![None; battery.nodes.len()];
        let mut put_off = vec![false; battery.nodes.len()];
        for node in all() {
            if !is_off(Idea::Fused)
                && let Some(first) = fused::first_of(battery, node as u32)
                && users[battery.slot(first)] == 1
            {
                firsts[node] = Some(first);
                put_off[first as usize] = true;
            }
        }

        // For each slot the last line that needs it; results stay.
        let mut last: Vec<Option<usize>> = vec![None; users.len()];
        for node in all().filter(|&node| !put_off[node]) {
            let with_first = slots_of(node).chain(firsts[node].into_iter().flat_map(|first| slots_of(first as usize)));
            with_first.for_each(|slot| last[slot as usize] = Some(node));
        }
        results().for_each(|slot| last[slot as usize] = None);
        let mut freed_after: Vec<Vec<u32>> = vec![Vec::new(); battery.nodes.len()];
        for (slot, node) in last.iter().enumerate().skip(battery.inputs) {
            if let Some(node) = node {
                freed_after[*node].push(slot as u32);
            }
        }
        let (alike, lines) = (Alike::new(battery, &needed), Lines::new(battery));
        let (stops, freed) = (Vec::new(), Vec::new());
        let (tried, failed, looks_at_addresses) = Default::default();
        let mut course = Course { stops, freed, alike, lines, tried, failed, looks_at_addresses };
        for node in all().filter(|&node| !put_off[node]) {
            course.freed.append(&mut freed_after[node]);
            let (about, free_up_to) = (&battery.nodes[node], course.freed.len() as u32);
            let shared = about.once || about.per_task;
            let (candidate, part_of) = (course.alike.candidate[node], course.alike.part_of[node]);
            course.stops.push(Stop { node: node as u32, shared, first: firsts[node], free_up_to, candidate, part_of });
        }
        course
    }

    /// Whether it went well on the samples before more often than not. A line that is out of the ordinary on one sample mostly is
    /// so on all, and then all lines run for nothing.
    pub fn is_worth_it(&self) -> bool {
        /// Samples that tell nothing yet.
        const FEW: u32 = 4;
        let failed = self.failed.load(Ordering::Relaxed);
        failed < FEW || failed < self.tried.load(Ordering::Relaxed) / 2
    }

    /// Notes how it went on a sample.
    pub fn note(&self, went_well: bool) {
        self.tried.fetch_add(1, Ordering::Relaxed);
        self.failed.fetch_add(u32::from(!went_well), Ordering::Relaxed);
    }
}

//! Which lines of a battery run in which order when all its programs run at once.
//!
//! A generated file takes turns: a line of each solver, then the next line of each. In that order what hundreds of solvers have made is
//! there at once. Lines do not see each other but by their values, so they run program by program: first all that the first program
//! needs, then what the second needs beside that. Most values go soon then.

use super::alike::Alike;
use super::fused;
use super::line::{Line, Lines};
use megabatt_core::Operand;
use megabatt_core::ablation::{Idea, is_off};
use megabatt_exec::battery::Battery;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// A line to run.
pub struct Stop {
    pub node: u32,
    /// Its value is kept beyond the sample.
    pub shared: bool,
    /// How it runs, unless it goes the usual way.
    pub line: Option<Line>,
    /// A line that only this one needs, and that may not have to run for it.
    pub first: Option<u32>,
    /// Where the slots that nobody needs after it end, among all such slots.
    pub free_up_to: u32,
    /// Its number, if it is a value that lines ask about; see [`Alike`].
    pub candidate: Option<u32>,
    /// The candidate that it asks about, if it does not have to where that is the same as another.
    pub part_of: Option<u32>,
    /// The next stop that asks about something else.
    pub after_part: u32,
}

/// The lines that some program needs, program by program, and when their values can go.
pub struct Course {
    /// Whether all programs take all inputs.
    pub takes_all: bool,
    /// The lines that need no sample.
    pub once: Vec<u32>,
    /// The others.
    pub stops: Vec<Stop>,
    pub freed: Vec<u32>,
    /// The slots of a sample that still have a value after all stops, in ascending order.
    pub left: Vec<u32>,
    /// For each program whether nobody after it gives what it gives.
    pub is_last: Vec<bool>,
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
        let mut left = Vec::new();
        for (slot, node) in last.iter().enumerate().skip(battery.inputs) {
            match node {
                // Those stay for the next sample.
                _ if battery.nodes[slot - battery.inputs].once => {}
                Some(node) => freed_after[*node].push(slot as u32),
                None if needed[slot - battery.inputs] => left.push(slot as u32),
                None => {}
            }
        }
        let mut seen = vec![false; users.len()];
        let is_new = |slot: Option<u32>| slot.is_none_or(|slot| !std::mem::replace(&mut seen[slot as usize], true));
        let mut is_last: Vec<bool> =
            battery.programs.iter().rev().map(|program| program.result.slot()).map(is_new).collect();
        is_last.reverse();
        let (alike, lines) = (Alike::new(battery, &needed), Lines::new(battery));
        let once = all().filter(|&node| battery.nodes[node].once).map(|node| node as u32).collect();
        let (stops, freed) = (Vec::new(), Vec::new());
        let (tried, failed, looks_at_addresses) = Default::default();
        let takes_all = battery.programs.iter().all(|program| program.code.params.len() == battery.inputs);
        let mut course =
            Course { takes_all, once, stops, freed, left, is_last, alike, lines, tried, failed, looks_at_addresses };
        for node in all().filter(|&node| !put_off[node] && !battery.nodes[node].once) {
            course.freed.append(&mut freed_after[node]);
            let (about, free_up_to) = (&battery.nodes[node], course.freed.len() as u32);
            let shared = about.once || about.per_task;
            let (candidate, part_of) = (course.alike.candidate[node], course.alike.part_of[node]);
            let (node, first) = (node as u32, firsts[node]);
            let line = if shared || first.is_some() { None } else { course.lines.of(node).copied() };
            let after_part = course.stops.len() as u32 + 1;
            course.stops.push(Stop { node, shared, line, first, free_up_to, candidate, part_of, after_part });
        }
        for n in (1..course.stops.len()).rev() {
            if course.stops[n - 1].part_of == course.stops[n].part_of {
                course.stops[n - 1].after_part = course.stops[n].after_part;
            }
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

    /// Whether it goes well so often that several samples may be tried at once. One that goes otherwise is tried again by itself.
    pub fn is_worth_groups(&self) -> bool {
        /// Of so many samples one may go otherwise.
        const ONE_OF: u32 = 16;
        self.failed.load(Ordering::Relaxed) <= self.tried.load(Ordering::Relaxed) / ONE_OF
    }

    /// Notes how it went on a sample.
    pub fn note(&self, went_well: bool) {
        self.tried.fetch_add(1, Ordering::Relaxed);
        self.failed.fetch_add(u32::from(!went_well), Ordering::Relaxed);
    }
}

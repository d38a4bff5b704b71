//! Which candidates of a batt are one value on a sample, and whose lines need not run because of that.

use super::alike::{Alike, are_one};
use super::course::{Course, Stop};
use megabatt_core::Value;
use megabatt_core::ablation::{Idea, is_off};
use std::sync::atomic::Ordering;

/// Which candidates turned out to be one value.
pub(super) struct Same<'a> {
    alike: &'a Alike,
    /// For each candidate the other one that it is the same as.
    other: Vec<Option<u32>>,
    /// Values that were not there before, by number and slot.
    distinct: Vec<(u32, u32)>,
    /// Whether nobody compares them: some lines look at addresses.
    pub apart: bool,
    /// The lines that did.
    pub at_addresses: Vec<u32>,
}

impl<'a> Same<'a> {
    pub fn new(course: &'a Course) -> Same<'a> {
        let alike = &course.alike;
        let distinct = alike.inputs.iter().map(|&(slot, number)| (number, slot)).collect();
        let apart = course.looks_at_addresses.load(Ordering::Relaxed) || is_off(Idea::Alike);
        Same { alike, other: vec![None; alike.asked.len()], distinct, apart, at_addresses: Vec::new() }
    }

    /// Notes that a line looked at an address; None if lines may have been left out because of others like it.
    pub fn note_address(&mut self, node: u32, course: &Course) -> Option<()> {
        course.looks_at_addresses.store(true, Ordering::Relaxed);
        self.at_addresses.push(node);
        self.apart.then_some(())
    }

    /// Whether nobody has to ask this line.
    pub fn is_answered(&self, stop: &Stop) -> bool {
        stop.part_of.is_some_and(|candidate| self.other[candidate as usize].is_some())
    }

    /// Looks for the value of a candidate among those before.
    pub fn compare(&mut self, candidate: u32, slot: u32, slots: &[Value]) {
        let is_same = |&&(number, other): &&(u32, u32)| {
            self.alike.answers(candidate, number) && are_one(&slots[slot as usize], &slots[other as usize])
        };
        match self.distinct.iter().find(is_same) {
            Some(&(number, _)) => self.other[candidate as usize] = Some(number),
            None => self.distinct.push((candidate, slot)),
        }
    }

    pub fn any(&self) -> bool {
        self.other.iter().any(Option::is_some)
    }

    /// Whether a line did not run because another one answers for it.
    pub fn is_left_out(&self, node: u32) -> bool {
        self.alike.part_of[node as usize].is_some_and(|candidate| self.other[candidate as usize].is_some())
    }

    /// The line that has the value of this one.
    pub fn answer(&self, node: u32) -> Option<u32> {
        /// Who answers may be answered by another one; no more often than there are candidates before it.
        const LONGEST: usize = 64;
        let mut node = node;
        for _ in 0..LONGEST {
            let candidate = self.alike.part_of[node as usize];
            match candidate.and_then(|candidate| self.other[candidate as usize]) {
                None => return Some(node),
                Some(other) => node = self.alike.answer(node, other)?,
            }
        }
        None
    }
}

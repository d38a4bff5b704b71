//! A candidate of a batt as a program of its own.

use super::call_file::Calls;
use super::{Batt, Candidate, INPUTS};
use crate::Program;
use crate::program::task_id;
use megabatt_core::Dialect;
use megabatt_core::code::{Action, Call, Code, Operand, Step};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Puts candidates together as programs `solve(S, I, C)`: the calls that lead to them, in the order of their numbers, without
/// `try`.
#[derive(Clone, Copy, Debug)]
pub struct Solution<'a> {
    pub batt: &'a Batt,
    /// Where the calls come from; None: from the batt itself.
    pub calls: Option<&'a Calls>,
}

impl Batt {
    /// The lines that a value needs, in their order.
    pub fn closure(&self, value: &Operand) -> Vec<u32> {
        let mut needed: Vec<u32> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut open: Vec<u32> = line_of(value).into_iter().collect();
        while let Some(line) = open.pop() {
            if seen.insert(line) {
                needed.push(line);
                open.extend(self.lines[line as usize].operands().filter_map(line_of));
            }
        }
        needed.sort_unstable();
        needed
    }

    /// A name for a candidate that tells where it comes from. No two lines have the same number.
    pub fn candidate_name(&self, candidate: &Candidate) -> String {
        let plain: String = candidate.solver.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        format!("solve_{plain}_t{}", candidate.number)
    }
}

/// The line that an operand is the value of.
pub(super) fn line_of(operand: &Operand) -> Option<u32> {
    match operand {
        Operand::Slot(slot) => slot.checked_sub(INPUTS),
        Operand::Const(_) => None,
    }
}

impl Solution<'_> {
    /// The candidate as a program, or why it is none.
    pub fn program(&self, candidate: &Candidate) -> Result<Program, String> {
        let name = self.batt.candidate_name(candidate);
        let (steps, result) = match self.calls {
            None => self.of_lines(candidate),
            Some(calls) => self.of_calls(calls, candidate)?,
        };
        let code = Code {
            name: name.clone(),
            params: ["S", "I", "C"].map(str::to_string).to_vec(),
            slots: INPUTS + steps.len() as u32,
            steps,
            result,
        };
        Ok(Program {
            task: task_id(&name),
            name,
            code: Arc::new(code),
            line: candidate.line,
            file: self.batt.file.clone(),
            dialect: Dialect::Tok,
        })
    }

    fn of_lines(&self, candidate: &Candidate) -> (Vec<Step>, Operand) {
        let mut slots: BTreeMap<u32, u32> = (0..INPUTS).map(|slot| (slot, slot)).collect();
        let mut steps = Vec::new();
        for number in self.batt.closure(&candidate.value) {
            let line = &self.batt.lines[number as usize];
            let slot = INPUTS + steps.len() as u32;
            steps.push(Step { action: Action::Call(renamed(&line.call, &slots)), slot, line: line.line });
            slots.insert(INPUTS + number, slot);
        }
        (steps, moved(&candidate.value, &slots))
    }

    fn of_calls(&self, calls: &Calls, candidate: &Candidate) -> Result<(Vec<Step>, Operand), String> {
        let mut slots: BTreeMap<u64, u32> = BTreeMap::new();
        let mut steps = Vec::new();
        for number in tracked(calls, candidate.number)? {
            let words = &calls.calls[&number];
            let operand = |word: &String| match (word.as_str(), variable(word)) {
                ("S", _) => Ok(Operand::Slot(0)),
                ("I", _) => Ok(Operand::Slot(1)),
                ("C", _) => Ok(Operand::Slot(2)),
                (_, Some(n)) => slots
                    .get(&n)
                    .map(|slot| Operand::Slot(*slot))
                    .ok_or_else(|| format!("{}: t{number} uses t{n}, which comes later", calls.file)),
                (name, None) => Dialect::Tok
                    .value(name)
                    .map(Operand::Const)
                    .ok_or_else(|| format!("{}: t{number} uses `{name}`, and there is no such name", calls.file)),
            };
            let mut operands = words.iter().map(operand).collect::<Result<Vec<_>, String>>()?;
            let function = operands.remove(0);
            let slot = INPUTS + steps.len() as u32;
            let action = Action::Call(Call { function, args: operands, keywords: Vec::new() });
            steps.push(Step { action, slot, line: steps.len() as u32 + 2 });
            slots.insert(number, slot);
        }
        Ok((steps, Operand::Slot(slots[&candidate.number])))
    }
}

/// The numbers of the calls that lead to one of them, in ascending order.
fn tracked(calls: &Calls, number: u64) -> Result<Vec<u64>, String> {
    let mut needed = std::collections::BTreeSet::from([number]);
    let mut open = vec![number];
    while let Some(number) = open.pop() {
        let words = calls.calls.get(&number).ok_or_else(|| format!("{} has no call t{number}", calls.file))?;
        open.extend(words.iter().filter_map(|word| variable(word)).filter(|n| needed.insert(*n)));
    }
    Ok(needed.into_iter().collect())
}

/// The number of `tN`.
fn variable(word: &str) -> Option<u64> {
    word.strip_prefix('t')?.parse().ok()
}

fn moved(operand: &Operand, slots: &BTreeMap<u32, u32>) -> Operand {
    match operand {
        Operand::Slot(slot) => slots.get(slot).map_or(operand.clone(), |slot| Operand::Slot(*slot)),
        constant => constant.clone(),
    }
}

fn renamed(call: &Call, slots: &BTreeMap<u32, u32>) -> Call {
    Call {
        function: moved(&call.function, slots),
        args: call.args.iter().map(|arg| moved(arg, slots)).collect(),
        keywords: call.keywords.iter().map(|(name, arg)| (name.clone(), moved(arg, slots))).collect(),
    }
}

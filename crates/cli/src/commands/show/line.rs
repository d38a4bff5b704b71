//! The lines of a program with the steps they are made of.

use super::expression::Names;
use super::find::Found;
use megabatt_core::code::{Action, Code, Operand};
use std::ops::Range;

/// A line as people wrote it.
#[derive(Clone, Debug)]
pub struct ProgramLine {
    /// What it assigns.
    pub name: Option<String>,
    pub text: String,
    /// Its line in the file.
    pub number: u32,
    /// The steps that work its value out, inner calls first. The last one gives the value; there is none for
    /// `return x`.
    pub steps: Range<usize>,
}

impl ProgramLine {
    /// The step that gives the value.
    pub fn last(&self) -> Option<usize> {
        self.steps.clone().next_back()
    }
}

/// The lines of a program: as they stand in the file, or one for each step if the file does not tell.
pub fn lines(found: &Found) -> Vec<ProgramLine> {
    let code = &found.program.code;
    from_text(found).unwrap_or_else(|| {
        let names = Names::numbered(code);
        let line = |n: usize| {
            let name = names.of(code.steps[n].slot).unwrap_or("?").to_string();
            let text = format!("{name} = {}", names.step(code, n));
            ProgramLine { name: Some(name), text, number: code.steps[n].line, steps: n..n + 1 }
        };
        (0..code.steps.len()).map(line).collect()
    })
}

fn from_text(found: &Found) -> Option<Vec<ProgramLine>> {
    let code = &found.program.code;
    let mut next = 0;
    let mut lines = Vec::new();
    for listed in megabatt_lang::listing(&found.text, &found.program)? {
        let start = next;
        let here = listed.lines.0..=listed.lines.1;
        while code.steps.get(next).is_some_and(|step| here.contains(&step.line)) {
            next += 1;
        }
        lines.push(ProgramLine { name: listed.name, text: listed.text, number: *here.start(), steps: start..next });
    }
    (next == code.steps.len()).then_some(lines)
}

/// For each step whether the result needs it.
pub fn live_steps(code: &Code) -> Vec<bool> {
    let mut needed = vec![false; code.slots as usize];
    let need = |operand: &Operand, needed: &mut Vec<bool>| {
        if let Operand::Slot(slot) = operand {
            needed[*slot as usize] = true;
        }
    };
    need(&code.result, &mut needed);
    let mut live = vec![false; code.steps.len()];
    for (n, step) in code.steps.iter().enumerate().rev() {
        live[n] = needed[step.slot as usize];
        if live[n] {
            operands(&step.action).for_each(|operand| need(operand, &mut needed));
        }
    }
    live
}

/// What a step takes.
pub fn operands(action: &Action) -> Box<dyn Iterator<Item = &Operand> + '_> {
    match action {
        Action::Call(call) | Action::Try(call) => {
            let keywords = call.keywords.iter().map(|(_, operand)| operand);
            Box::new(std::iter::once(&call.function).chain(&call.args).chain(keywords))
        }
        Action::Tuple(items) => Box::new(items.iter()),
        Action::Copy(operand) => Box::new(std::iter::once(operand)),
    }
}

//! Steps as expressions, with the names that people gave their lines.

use super::line::ProgramLine;
use megabatt_core::code::{Action, Code, Operand};
use megabatt_core::{Value, func};
use std::collections::HashMap;

/// The names of slots.
pub struct Names(HashMap<u32, String>);

impl Names {
    /// The names of parameters and lines.
    pub fn of_lines(code: &Code, lines: &[ProgramLine]) -> Names {
        let mut names = parameters(code);
        for line in lines {
            if let (Some(name), Some(last)) = (&line.name, line.last()) {
                names.insert(code.steps[last].slot, name.clone());
            }
        }
        Names(names)
    }

    /// `x1`, `x2` … for the steps.
    pub fn numbered(code: &Code) -> Names {
        let mut names = parameters(code);
        names.extend(code.steps.iter().zip(1..).map(|(step, n)| (step.slot, format!("x{n}"))));
        Names(names)
    }

    pub fn of(&self, slot: u32) -> Option<&str> {
        self.0.get(&slot).map(String::as_str)
    }

    /// A step as an expression; calls that have no name are written out.
    pub fn step(&self, code: &Code, n: usize) -> String {
        let Some(step) = code.steps.get(n) else { return "?".to_string() };
        match &step.action {
            Action::Copy(operand) => self.operand(code, operand),
            Action::Tuple(items) => {
                let items: Vec<String> = items.iter().map(|item| self.operand(code, item)).collect();
                if items.len() == 1 { format!("({},)", items[0]) } else { format!("({})", items.join(", ")) }
            }
            Action::Call(call) | Action::Try(call) => {
                let args = call.args.iter().map(|arg| self.operand(code, arg));
                let keywords = call.keywords.iter().map(|(name, arg)| format!("{name}={}", self.operand(code, arg)));
                let args: Vec<String> = args.chain(keywords).collect();
                format!("{}({})", self.operand(code, &call.function), args.join(", "))
            }
        }
    }

    pub fn operand(&self, code: &Code, operand: &Operand) -> String {
        match operand {
            Operand::Const(value) => constant(value),
            Operand::Slot(slot) => match self.of(*slot) {
                Some(name) => name.to_string(),
                None => code
                    .steps
                    .iter()
                    .position(|step| step.slot == *slot)
                    .map_or("?".to_string(), |n| self.step(code, n)),
            },
        }
    }
}

fn parameters(code: &Code) -> HashMap<u32, String> {
    (0..).zip(code.params.iter().cloned()).collect()
}

/// A constant by its name in the DSL, if it has one.
fn constant(value: &Value) -> String {
    megabatt_lang::constant_name(value).map_or_else(|| func::describe(value), str::to_string)
}

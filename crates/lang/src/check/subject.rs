//! A function under check, with what all checks ask about it.

use crate::code::Code as Kind;
use crate::diagnostic::Diagnostic;
use crate::load::LoadedFunction;
use crate::places::{Kind as Line, Places};
use crate::program::names_a_program;
use crate::source::Source;
use megabatt_core::Dialect;
use megabatt_core::code::{Action, Code, Operand};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// A function under check.
pub struct Subject<'a> {
    pub source: &'a Arc<Source>,
    pub code: &'a Code,
    pub places: &'a Places,
    /// Its argument is a grid, or it takes (S, I, C).
    pub is_program: bool,
    pub is_differ: bool,
    pub dialect: Dialect,
    /// The step that fills a slot; None for parameters.
    step_of: Vec<Option<usize>>,
    /// Per name: the statements that assign it and the slots it stands for after them.
    assigned: HashMap<&'a str, Vec<(usize, u32)>>,
    /// Per slot: the name it was given first.
    names: HashMap<u32, &'a str>,
}

impl<'a> Subject<'a> {
    pub fn new(source: &'a Arc<Source>, function: &'a LoadedFunction, dialect: Dialect) -> Subject<'a> {
        let (code, places) = (&*function.code, &function.places);
        let mut step_of = vec![None; code.slots as usize];
        for (n, step) in code.steps.iter().enumerate() {
            step_of[step.slot as usize] = Some(n);
        }
        let mut assigned: HashMap<&str, Vec<(usize, u32)>> = HashMap::new();
        let mut names: HashMap<u32, &str> = HashMap::new();
        for (slot, param) in (0..).zip(&code.params) {
            assigned.entry(param).or_default().push((0, slot));
            names.insert(slot, param);
        }
        for (n, statement) in places.statements.iter().enumerate() {
            if let Line::Assign { name, slot } = &statement.kind {
                assigned.entry(name).or_default().push((n + 1, *slot));
                names.entry(*slot).or_insert(name);
            }
        }
        // A function that nobody uses can be run as a program; whether it is meant as one, its names tell.
        let meant = names_a_program(&code.name) || code.params.iter().any(|param| param == "I" || param == "grid");
        let is_program = function.program.is_some() && meant;
        let is_differ = function.differ.is_some();
        Subject { source, code, places, is_program, is_differ, dialect, step_of, assigned, names }
    }

    /// The step that fills the slot.
    pub fn step_of(&self, slot: u32) -> Option<usize> {
        self.step_of.get(slot as usize).copied().flatten()
    }

    /// The name of a slot, if it has one that means it at this statement.
    pub fn name_at(&self, slot: u32, statement: usize) -> Option<&'a str> {
        let name = *self.names.get(&slot)?;
        let entries = self.assigned.get(name)?;
        let last = entries.partition_point(|(from, _)| *from <= statement).checked_sub(1)?;
        (entries[last].1 == slot).then_some(name)
    }

    pub fn name(&self, slot: u32) -> Option<&'a str> {
        self.names.get(&slot).copied()
    }

    /// Whether the name is given to more than one value.
    pub fn is_reassigned(&self, name: &str) -> bool {
        self.assigned.get(name).is_some_and(|entries| entries.len() > 1)
    }

    /// Whether the text is a name of the function's own.
    pub fn is_local(&self, name: &str) -> bool {
        self.assigned.contains_key(name)
    }

    /// Every slot a step takes values from.
    pub fn operands(&self, step: usize) -> Vec<&'a Operand> {
        match &self.code.steps[step].action {
            Action::Copy(operand) => vec![operand],
            Action::Tuple(items) => items.iter().collect(),
            Action::Call(call) | Action::Try(call) => std::iter::once(&call.function)
                .chain(&call.args)
                .chain(call.keywords.iter().map(|(_, operand)| operand))
                .collect(),
        }
    }

    pub fn text(&self, at: &Range<usize>) -> &'a str {
        self.source.text.get(at.clone()).unwrap_or_default()
    }

    /// A message about a place in this function.
    pub fn finding(&self, at: Range<usize>, code: Kind, message: impl Into<String>) -> Diagnostic {
        Diagnostic::finding(self.source, at, code, message).function(&self.code.name)
    }

    /// The text of a place, shortened for a message.
    pub fn shown(&self, at: &Range<usize>) -> String {
        const LONGEST: usize = 60;
        let text: Vec<&str> = self.text(at).split_whitespace().collect();
        let text = text.join(" ");
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }
}

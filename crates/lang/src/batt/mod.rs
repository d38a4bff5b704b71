//! Generated `batt` files: many solvers and differs written out as one long function.
//!
//! ```text
//! def batt(task_id, S, I, C, log_path):
//!     s = []
//!     o = []
//!     try:
//!         t1 = identity(p_g)
//!     except (TypeError, AttributeError, ValueError, IndexError, KeyError):
//!         t1 = _get_safe_default(identity)
//!     o.append((1, False, '007bbfb7', t1))
//!     return o, s
//! ```
//!
//! Each line makes one value, mostly inside a `try` that puts a default in place of a failure. What is appended to `o` is a
//! *candidate*: what a solver thinks the output is. What is appended to `s` is a *score*: what a differ says of a candidate.
//! Such a file is no list of programs, so it has a reader of its own. Like all others it is parsed and never executed.

mod call_file;
mod line;
mod names;
mod read;
mod solution;
mod statement;
mod words;

pub use call_file::{Calls, Different, parse_calls};
pub use names::Names;
pub use solution::Solution;

use crate::diagnostic::Diagnostic;
use crate::load::Loaded;
use crate::source::Source;
use crate::{Module, load, source_of};
use megabatt_core::code::{Action, Call, Operand};
use std::collections::HashSet;
use std::sync::Arc;

/// The inputs of a batt that lines can use: S, I and C. They are the first slots, and those of the lines follow.
pub const INPUTS: u32 = 3;

/// A batt file, ready to be made into a battery.
#[derive(Clone, Debug)]
pub struct Batt {
    /// What messages call it.
    pub file: String,
    /// In the order of the file: a line uses inputs and lines before it.
    pub lines: Vec<Line>,
    /// What is appended to `o`, in the order of the file.
    pub candidates: Vec<Candidate>,
    /// What is appended to `s`, in the order of the file.
    pub scores: Vec<Score>,
    /// What is odd about the file but does not keep it from running.
    pub warnings: Vec<Diagnostic>,
}

/// One call: `tN = f(…)`.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name it is assigned to.
    pub name: String,
    /// Slots 0 to 2 are the inputs, slot 3 is the first line.
    pub call: Call,
    /// Whether it stands in a `try` with a default; without one, a failure ends the batt.
    pub tries: bool,
    /// The line of the source, counted from 1.
    pub line: u32,
    /// The function and its arguments as they are written, to compare them with a file of calls.
    pub words: Vec<String>,
}

impl Line {
    /// What the line does as a step.
    pub fn action(&self) -> Action {
        let call = self.call.clone();
        if self.tries { Action::Try(call) } else { Action::Call(call) }
    }

    /// What the line needs.
    pub fn operands(&self) -> impl Iterator<Item = &Operand> {
        let keywords = self.call.keywords.iter().map(|(_, operand)| operand);
        std::iter::once(&self.call.function).chain(&self.call.args).chain(keywords)
    }
}

/// `o.append((number, mutated, 'solver', tN))`.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The number given with it, which is that of the line it was made in.
    pub number: u64,
    pub mutated: bool,
    /// Which solver it came from: the id of a task.
    pub solver: String,
    pub value: Operand,
    pub line: u32,
}

/// `s.append((number, 'solver', 'differ', tN))`.
#[derive(Clone, Debug)]
pub struct Score {
    pub number: u64,
    /// Of which solver's candidate; `None` for the input itself.
    pub solver: String,
    pub differ: String,
    pub value: Operand,
    pub line: u32,
}

/// The solver id under which differs score the input itself.
pub const NO_SOLVER: &str = "None";

/// Whether the text of a file defines a function `batt`.
pub fn is_batt(bytes: &[u8]) -> bool {
    has_line(bytes, "def batt(")
}

/// Whether the text of a file defines `t_call`, the calls of a batt file.
pub fn is_call_file(bytes: &[u8]) -> bool {
    has_line(bytes, "t_call =") || has_line(bytes, "t_call=")
}

fn has_line(bytes: &[u8], start: &str) -> bool {
    // Files of programs have it nowhere, which is found out in less time.
    if std::str::from_utf8(bytes).is_ok_and(|text| !text.contains(start)) {
        return false;
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.split(|byte| matches!(byte, b'\n' | b'\r')).any(|line| line.starts_with(start.as_bytes()))
}

/// Reads a batt file; if something in it cannot be run, what that is.
pub fn parse_batt(name: &str, bytes: &[u8]) -> Result<Batt, Vec<Diagnostic>> {
    let source = source_of(name, bytes).map_err(|error| vec![*error])?;
    of_source(&source)
}

fn of_source(source: &Arc<Source>) -> Result<Batt, Vec<Diagnostic>> {
    load::parsed(source, |pieces| read::read(source, pieces)).unwrap_or_else(|error| Err(vec![*error]))
}

/// The candidates of a batt file as programs, for those who want programs and do not run the file itself.
pub(crate) fn candidates(source: &Arc<Source>) -> Loaded {
    let module = match of_source(source) {
        Err(diagnostics) => Module { diagnostics, ..Module::default() },
        Ok(batt) => {
            let solution = Solution { batt: &batt, calls: None };
            // Without a file of calls every candidate is a program.
            let programs = batt.candidates.iter().filter_map(|candidate| solution.program(candidate).ok()).collect();
            Module { programs, diagnostics: batt.warnings, ..Module::default() }
        }
    };
    Loaded { source: source.clone(), module, functions: Vec::new(), taken: HashSet::new() }
}

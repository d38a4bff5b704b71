//! A program in the form a backend runs: numbered steps over numbered slots.
//!
//! ```text
//! def solve(I):                   slots: 0 = I
//!     x1 = objects(I, T, F, T)    1 <- objects(0, true, false, true)
//!     O = first(x1)               2 <- first(1)
//!     return O                    result: 2
//! ```
//! The steps keep the order of the source, dead lines included: in Python a dead line that raises fails the
//! program, and the first line that raises decides the exception.

use crate::value::Value;
use std::sync::Arc;

/// Where a step finds a value.
#[derive(Clone, Debug)]
pub enum Operand {
    Slot(u32),
    Const(Value),
}

impl Operand {
    /// The slot it names, if it is none of its own.
    pub fn slot(&self) -> Option<u32> {
        match self {
            Operand::Slot(slot) => Some(*slot),
            Operand::Const(_) => None,
        }
    }
}

/// A call of an operation, of a function in the file, or of a value.
#[derive(Clone, Debug)]
pub struct Call {
    pub function: Operand,
    pub args: Vec<Operand>,
    pub keywords: Vec<(String, Operand)>,
}

/// What a step does; its result goes into [`Step::slot`].
#[derive(Clone, Debug)]
pub enum Action {
    Call(Call),
    /// A call as batt files have it: where a usual exception ends it, its result is what tokpidjin takes for a default
    /// ([`crate::tok::default_of`] the function).
    Try(Call),
    /// A tuple display such as `(x1, x2)`.
    Tuple(Vec<Operand>),
    /// A plain assignment such as `x2 = x1`.
    Copy(Operand),
}

impl Action {
    /// All it needs, a function first.
    pub fn operands(&self) -> impl Iterator<Item = &Operand> {
        let (call, listed) = match self {
            Action::Call(call) | Action::Try(call) => (Some(call), [].as_slice()),
            Action::Tuple(items) => (None, items.as_slice()),
            Action::Copy(operand) => (None, std::slice::from_ref(operand)),
        };
        let of_call = call.into_iter().flat_map(|call| {
            std::iter::once(&call.function).chain(&call.args).chain(call.keywords.iter().map(|(_, operand)| operand))
        });
        of_call.chain(listed)
    }
}

#[derive(Clone, Debug)]
pub struct Step {
    pub action: Action,
    pub slot: u32,
    /// The line of the source, counted from 1.
    pub line: u32,
}

/// A straight-line function ready to run.
#[derive(Clone, Debug)]
pub struct Code {
    pub name: String,
    pub params: Vec<String>,
    /// Parameters take the first slots.
    pub slots: u32,
    pub steps: Vec<Step>,
    pub result: Operand,
}

impl Code {
    /// Whether running it may call something outside of the engine; see [`crate::Foreign`].
    pub fn is_foreign(&self) -> bool {
        let mut constants = Vec::new();
        crate::foreign::constants(self, &mut |value| constants.push(value));
        crate::foreign::is_inside(constants.into_iter())
    }
}

/// Code is shared between rows and threads.
pub type SharedCode = Arc<Code>;

//! Programs of one dialect in the words of the other.
//!
//! A translation is *exact*: on every grid on which the arc-dsl side gives a value, the tokpidjin side gives the same value, where
//! values that hold cells are the same if they hold the same cells. (arc-dsl raises in many places where tokpidjin gives a
//! default; nothing can be promised for those.) What cannot be done exactly is refused, with the line and the reason.
//!
//! ```
//! use megabatt_lang::{Dialect, parse, translate};
//!
//! let program = &parse("mine.py", "def solve_67a3c6ac(I):\n    x1 = ofcolor(I, ONE)\n    O = subgrid(x1, I)\n    return O\n", Dialect::Arc).programs[0];
//! let text = translate::translate(program, Dialect::Tok).expect("it can be translated");
//! assert_eq!(text, "def solve_67a3c6ac(S, I, C):\n    x1 = f_ofcolor(I, ONE)\n    O = subgrid(x1, I)\n    return O\n");
//! ```

mod call;
mod function;
mod pattern;
mod result;
mod rows;
#[cfg(test)]
mod rows_hold;
mod table;
mod ty;
#[cfg(test)]
mod values;
mod walk;
mod words;

use crate::program::Program;
use megabatt_core::Dialect;

/// The line of a program that cannot be translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Counted from 1, in the file of the program.
    pub line: u32,
    pub why: String,
}

/// The program as a Python function of the other dialect. Lines that its result does not need are left out.
pub fn translate(program: &Program, to: Dialect) -> Result<String, Refusal> {
    walk::translate(program, to)
}

//! Where the parts of a function stand in the text.
//!
//! The steps of [`megabatt_core::code::Code`] know their line and no more, which is all that running needs. What
//! checks and changes a text needs to know every place.

use std::ops::Range;

/// The places of a function, in bytes of the file.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// One for each step, in the same order.
    pub steps: Vec<StepPlace>,
    /// The statements of the body, those after `return` included.
    pub statements: Vec<Statement>,
    /// Every use of a parameter or of an earlier line by its name, in the order of the text.
    pub uses: Vec<NameUse>,
}

#[derive(Debug)]
pub(crate) struct StepPlace {
    /// The expression whose value the step works out.
    pub at: Range<usize>,
    /// The arguments of a call, positional ones first, or the items of a tuple.
    pub args: Vec<Range<usize>>,
    /// Which of the statements it belongs to.
    pub statement: usize,
}

#[derive(Debug)]
pub(crate) struct Statement {
    pub at: Range<usize>,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `name = value`, and the slot the name stands for from there on.
    Assign {
        name: String,
        slot: u32,
    },
    /// A value that is dropped.
    Value,
    Return,
    /// `pass`, the function's own documentation, `x: int`.
    Nothing,
    /// After the `return`.
    Unreachable,
}

#[derive(Debug)]
pub(crate) struct NameUse {
    pub at: Range<usize>,
    pub slot: u32,
    pub statement: usize,
}

//! Whose DSL: the points in which the dialects differ.

use crate::constants;
use crate::ops::Op;
use crate::tok::{self, TokOp};
use crate::value::Value;

/// How a coloured cell is written as a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellLayout {
    /// `(c, (i, j))`, as arc-dsl and re-arc have it.
    ColourFirst,
    /// `(i, j, c)`, as tokpidjin has it.
    ColourLast,
}

/// What happens when an operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnError {
    /// The exception ends the program.
    Raise,
    /// The operation gives a default for its result type.
    Default,
}

/// A dialect of the DSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// Hodel's arc-dsl.
    #[default]
    Arc,
    /// re-arc's copy of it: `argmax`/`argmin` of nothing give None, `occurrences` tries every cell,
    /// and `dedupe` and `branch` name their parameters differently.
    Rearc,
    /// tokpidjin's: cells are `(i, j, c)`, operations have typed variants, and a failing one gives a default.
    Tok,
}

impl Dialect {
    pub const ALL: [Dialect; 3] = [Dialect::Arc, Dialect::Rearc, Dialect::Tok];

    /// Those with arc-dsl's operations.
    pub const OF_ARC_DSL: [Dialect; 2] = [Dialect::Arc, Dialect::Rearc];

    pub fn name(self) -> &'static str {
        match self {
            Dialect::Arc => "arc",
            Dialect::Rearc => "rearc",
            Dialect::Tok => "tok",
        }
    }

    pub fn from_name(name: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|d| d.name() == name)
    }

    pub fn cell_layout(self) -> CellLayout {
        match self {
            Dialect::Arc | Dialect::Rearc => CellLayout::ColourFirst,
            Dialect::Tok => CellLayout::ColourLast,
        }
    }

    pub fn on_error(self) -> OnError {
        match self {
            Dialect::Arc | Dialect::Rearc => OnError::Raise,
            Dialect::Tok => OnError::Default,
        }
    }

    /// The value that a name of the DSL stands for: an operation or a constant.
    pub fn value(self, name: &str) -> Option<Value> {
        match self {
            Dialect::Arc | Dialect::Rearc => Op::from_name(name).map(Value::Op),
            Dialect::Tok => TokOp::from_name(name).map(Value::Tok),
        }
        .or_else(|| constants::constant_in(name, self))
    }

    /// Whether the name is one of the DSL's operations.
    pub fn has_operation(self, name: &str) -> bool {
        match self {
            Dialect::Arc | Dialect::Rearc => Op::from_name(name).is_some(),
            Dialect::Tok => TokOp::from_name(name).is_some(),
        }
    }

    /// The names of all operations and constants.
    pub fn names(self) -> Vec<&'static str> {
        match self {
            Dialect::Arc | Dialect::Rearc => Op::ALL.iter().map(|op| op.name()).chain(constants::NAMES).collect(),
            Dialect::Tok => TokOp::ALL.iter().map(|op| op.name()).chain(tok::CONSTANT_NAMES).collect(),
        }
    }

    /// Whether `argmax` and `argmin` of an empty container give None instead of a ValueError.
    pub fn empty_argmax_is_none(self) -> bool {
        self == Dialect::Rearc
    }

    /// Whether `occurrences` tries every cell of the grid as a start, even where the object cannot fit.
    pub fn occurrences_tries_every_cell(self) -> bool {
        self == Dialect::Rearc
    }
}

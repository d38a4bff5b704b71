//! Whose DSL: the points in which the dialects differ.

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
}

impl Dialect {
    pub const ALL: [Dialect; 2] = [Dialect::Arc, Dialect::Rearc];

    pub fn name(self) -> &'static str {
        match self {
            Dialect::Arc => "arc",
            Dialect::Rearc => "rearc",
        }
    }

    pub fn from_name(name: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|d| d.name() == name)
    }

    pub fn cell_layout(self) -> CellLayout {
        match self {
            Dialect::Arc | Dialect::Rearc => CellLayout::ColourFirst,
        }
    }

    pub fn on_error(self) -> OnError {
        match self {
            Dialect::Arc | Dialect::Rearc => OnError::Raise,
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

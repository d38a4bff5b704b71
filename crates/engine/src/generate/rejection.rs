//! Why an input was drawn again.

use crate::data::MAX_SIDE;
use megabatt_core::{Grid, Value};
use megabatt_exec::{Outcome, RowResult};
use std::fmt;

/// What was wrong with an input, or with what the program made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rejection {
    Exception(&'static str),
    Limit(&'static str),
    NotAGrid,
    TooLarge,
    NotColours,
    /// Two runs of Python may differ on it.
    AddressDependent,
    SameAsInput,
    /// The last sample of a task all of whose outputs would be the same.
    Constant,
    /// The task has this input already.
    Repeated,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Exception(name) => f.write_str(name),
            Rejection::Limit(name) => write!(f, "limit {name}"),
            Rejection::NotAGrid => f.write_str("not a grid"),
            Rejection::TooLarge => write!(f, "larger than {MAX_SIDE}×{MAX_SIDE}"),
            Rejection::NotColours => f.write_str("cells outside 0 to 9"),
            Rejection::AddressDependent => f.write_str("depends on addresses"),
            Rejection::SameAsInput => f.write_str("same as the input"),
            Rejection::Constant => f.write_str("same for all samples"),
            Rejection::Repeated => f.write_str("input drawn before"),
        }
    }
}

/// The output of a result, if a task may hold it.
pub(super) fn output(result: &RowResult) -> Result<Grid, Rejection> {
    let grid = match &result.outcome {
        Outcome::Error(e) => return Err(Rejection::Exception(e.name())),
        Outcome::Limit(l) => return Err(Rejection::Limit(l.name())),
        Outcome::Value(Value::Grid(grid)) => (**grid).clone(),
        Outcome::Value(value) => Grid::from_value(value).ok_or(Rejection::NotAGrid)?,
    };
    if grid.height() > MAX_SIDE || grid.width() > MAX_SIDE {
        Err(Rejection::TooLarge)
    } else if grid.cells().iter().any(|cell| !(0..=9).contains(cell)) {
        Err(Rejection::NotColours)
    } else if result.address_dependent {
        Err(Rejection::AddressDependent)
    } else {
        Ok(grid)
    }
}

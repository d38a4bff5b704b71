//! Python's objects to the engine's values and back, exactly: bools stay bools, and sets keep their table, so that they are
//! walked in the same order on both sides and so is whatever is made of them.
//!
//! | Python | here |
//! | --- | --- |
//! | `None`, `bool`, `int` of 64 bits, `float`, `tuple`, `frozenset` | the same |
//! | [`crate::function::Function`] | the function it holds |
//! | [`crate::grid::Grid`] | the grid it holds |
//!
//! What may stand for a grid (lists, arrays) is accepted by [`grids`] alone: a list is not a tuple for the DSL.

pub mod arrays;
pub mod grids;
mod ints;
pub mod items;
pub mod layout;
mod read;
mod rows;
mod same;
mod sets;
mod write;

pub use read::Reader;
pub use same::Same;
pub use write::{Many, Writer, rows, to_python, write};

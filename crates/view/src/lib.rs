//! Values as pictures in a terminal.
//!
//! Everything is first drawn into a [`Block`] (lines of styled text whose width is known), blocks are set beside or
//! above each other, and only the finished block is turned into text for a [`ColourMode`]:
//!
//! ```
//! use megabatt_core::grid;
//! use megabatt_view::{Canvas, ColourMode};
//!
//! let canvas = Canvas::new(ColourMode::Plain, 80);
//! let picture = canvas.grid(&grid! {
//!     [0 0 1]
//!     [2 0 0]
//! });
//! assert_eq!(picture.render(canvas.mode), "\
//! +-------+
//! | 0 0 1 |
//! | 2 0 0 |
//! +-------+
//! ");
//! ```
//!
//! # How a cell is written
//!
//! | | plain | in colour |
//! | --- | --- | --- |
//! | a colour 0 to 9 | its digit | its digit on ARC's colour, black or white, whichever stands out more |
//! | another number | the number; where a cell has one column only, `?` | the same on white |
//! | a place of a patch without colours | `#` | `#` on white, which is none of ARC's colours |
//! | a cell of the grid behind a patch | `.` | its colour, faint, without a digit |
//! | a cell outside of everything | `.` | `.` |
//! | a cell that differs from what is expected | `!` before it | `!` before it, bold |
//!
//! The plain form has ASCII only. A black cell on a black terminal shows by the digit in it and by the frame around
//! the grid; text outside of cells has the terminal's own colours, so light and dark backgrounds both do.
//!
//! A cell takes two columns, or one where two do not fit. What does not fit even so is cut, and a line below says what
//! is shown.

mod block;
mod canvas;
mod colour;
mod compare;
mod layout;
mod many;
mod patch;
mod picture;
mod screen;
mod style;
mod value;

pub use block::{Block, Line};
pub use canvas::{Canvas, CellWidth};
pub use colour::{ARC, LINES, Rgb};
pub use compare::Comparison;
pub use layout::{beside, join, side_by_side};
pub use patch::Patch;
pub use picture::{Dot, Picture};
pub use screen::{ColourChoice, ColourMode, Environment, Screen};
pub use style::{Accent, Style};

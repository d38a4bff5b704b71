//! The pages of `docs/operations`, embedded: what people read is what runs.
//!
//! A page is Markdown. Each operation has a section with its signature, some text, and blocks of examples:
//!
//! ~~~text
//! ## vmirror
//!
//! `vmirror(piece: Piece) -> Piece`
//!
//! Left and right exchanged.
//!
//! ```example
//! vmirror(G)
//! G = 1 2 3
//!     4 5 6
//! => 3 2 1
//!    6 5 4
//! width(G) => 3
//! ```
//! ~~~
//!
//! An example is an expression of the DSL and what it gives; the names in it are defined in the same block. What stands
//! behind `=` or `=>` is a picture or a value:
//!
//! | written | means |
//! | --- | --- |
//! | rows of numbers | a grid (of more than one cell) |
//! | rows of `.` and `x` | a set of places, counted from the upper left corner |
//! | rows of `.` and numbers | an object |
//! | `set:` or `tuple:`, then pictures side by side with a bar between them | a set or tuple of these, in this order |
//! | `{1, 2}`, `(1, 2)`, `True`, … | a value as Python writes it, with braces for a frozenset |
//! | `raises ValueError` | an exception |
//!
//! A picture says nothing about the order in which a set is walked; braces do. A set that a block defines is made from
//! its items in the order they are written, pictures row by row.
//!
//! The tests run every example on both engines; `crates/conformance` runs them in Python as well.

mod block;
mod check;
mod page;
mod picture;
mod run;

pub use block::{Block, Definition, Example, Expected, Shown};
pub use check::{Came, literal};
pub use page::{Entry, Page, Part};
pub use picture::{Picture, Spot};

use megabatt_core::{Family, Op};
use std::sync::LazyLock;

/// Every page with its text.
const TEXTS: [(Family, &str); 10] = [
    (Family::Grid, include_str!("../../../docs/operations/grid.md")),
    (Family::Colour, include_str!("../../../docs/operations/colour.md")),
    (Family::Object, include_str!("../../../docs/operations/object.md")),
    (Family::Patch, include_str!("../../../docs/operations/patch.md")),
    (Family::Line, include_str!("../../../docs/operations/line.md")),
    (Family::Shape, include_str!("../../../docs/operations/shape.md")),
    (Family::Container, include_str!("../../../docs/operations/container.md")),
    (Family::Function, include_str!("../../../docs/operations/function.md")),
    (Family::Number, include_str!("../../../docs/operations/number.md")),
    (Family::Logic, include_str!("../../../docs/operations/logic.md")),
];

/// The page of each family; an error says what is wrong with a page, and where.
pub fn pages() -> &'static [Result<Page, String>] {
    static PAGES: LazyLock<Vec<Result<Page, String>>> =
        LazyLock::new(|| TEXTS.iter().map(|&(family, text)| Page::parse(family, text)).collect());
    &PAGES
}

/// What the pages say about an operation.
pub fn entry(op: Op) -> Option<&'static Entry> {
    pages().iter().flatten().flat_map(|page| &page.entries).find(|entry| entry.name == op.name())
}

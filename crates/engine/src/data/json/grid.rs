//! A grid, straight from JSON into its cells.

use super::lenient::{Any, Kind, Number, Read, skip_list};
use crate::data::problem::Complaint;
use crate::data::task::MAX_SIDE;
use megabatt_core::{Grid, Value};
use serde::de::SeqAccess;

const GRID_HELP: &str = "a grid is a list of 1 to 30 rows of equal length, each row a list of 1 to 30 colours, \
                         such as [[0,1],[1,0]]";
const COLOUR_HELP: &str = "colours are the whole numbers 0 to 9, without quotes or a decimal point";

/// Why a value is no task grid. Rows and columns count from 0 here and from 1 in messages.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::data) enum GridFault {
    NotAList(Kind),
    NoRows,
    RowNotAList { row: usize, kind: Kind },
    EmptyRow { row: usize },
    Ragged { row: usize, width: usize, first: usize },
    NotAColour { row: usize, column: usize, found: String },
    TooLarge { height: usize, width: usize },
}

impl GridFault {
    /// The fault in words, its place being inside `grid`.
    pub(in crate::data) fn complaint(&self, grid: &str) -> Complaint {
        let row_place = |row: &usize| format!("{grid}, row {}", row + 1);
        match self {
            GridFault::NotAList(kind) => {
                Complaint::new(format!("the grid is {kind}, not a list of rows"), GRID_HELP).within(grid)
            }
            GridFault::NoRows => Complaint::new("the grid has no rows", GRID_HELP).within(grid),
            GridFault::RowNotAList { row, kind } => {
                Complaint::new(format!("the row is {kind}, not a list of colours"), GRID_HELP).within(row_place(row))
            }
            GridFault::EmptyRow { row } => Complaint::new("the row is empty", GRID_HELP).within(row_place(row)),
            GridFault::Ragged { row, width, first } => {
                let what = format!("the row is {width} wide, but row 1 is {first} wide");
                Complaint::new(what, GRID_HELP).within(row_place(row))
            }
            GridFault::NotAColour { row, column, found } => {
                let place = format!("{}, column {}", row_place(row), column + 1);
                Complaint::new(format!("{found} is not a colour"), COLOUR_HELP).within(place)
            }
            GridFault::TooLarge { height, width } => {
                let what = format!("the grid is {height} high and {width} wide");
                let help = "a grid of a task is at most 30 high and 30 wide; cut it or take the task out of the file";
                Complaint::new(what, help).within(grid)
            }
        }
    }
}

/// What stood where a grid belongs. Faults are boxed because they are rare and lists of these are long.
#[derive(Clone, Debug)]
pub(in crate::data) enum GridSlot {
    Missing,
    Null,
    Good(Value),
    Bad(Box<GridFault>),
}

/// Reads one [`GridSlot`].
pub(in crate::data) struct GridReader;

impl<'de> Read<'de> for GridReader {
    type Out = GridSlot;

    fn other(self, kind: Kind) -> GridSlot {
        match kind {
            Kind::Null => GridSlot::Null,
            _ => GridSlot::Bad(Box::new(GridFault::NotAList(kind))),
        }
    }

    fn list<A: SeqAccess<'de>>(self, mut rows: A) -> Result<GridSlot, A::Error> {
        let mut grid = Builder { cells: Vec::with_capacity(256), ..Builder::default() };
        while rows.next_element_seed(Any(RowReader(&mut grid)))?.is_some() {}
        Ok(grid.finish())
    }
}

/// A grid on its way. After a fault, or past the largest size, rows are only counted.
#[derive(Default)]
struct Builder {
    cells: Vec<i8>,
    height: usize,
    /// The width of the first row.
    width: usize,
    fault: Option<GridFault>,
}

impl Builder {
    fn end_row(&mut self, width: usize) {
        let row = self.height;
        if row == 0 {
            self.width = width;
        }
        if width == 0 {
            self.fault = Some(GridFault::EmptyRow { row });
        } else if width != self.width {
            self.fault = Some(GridFault::Ragged { row, width, first: self.width });
        }
        self.height += 1;
    }

    fn finish(self) -> GridSlot {
        let fault = match self {
            Builder { fault: Some(fault), .. } => fault,
            Builder { height: 0, .. } => GridFault::NoRows,
            Builder { height, width, .. } if height > MAX_SIDE || width > MAX_SIDE => {
                GridFault::TooLarge { height, width }
            }
            Builder { height, width, cells, .. } => {
                return GridSlot::Good(Value::grid(Grid::new(height, width, cells)));
            }
        };
        GridSlot::Bad(Box::new(fault))
    }
}

struct RowReader<'a>(&'a mut Builder);

impl<'de> Read<'de> for RowReader<'_> {
    type Out = ();

    fn other(self, kind: Kind) {
        let row = self.0.height;
        self.0.fault.get_or_insert(GridFault::RowNotAList { row, kind });
    }

    fn list<A: SeqAccess<'de>>(self, mut cells: A) -> Result<(), A::Error> {
        let grid = self.0;
        if grid.fault.is_some() {
            return skip_list(&mut cells);
        }
        let mut width = 0;
        while let Some(cell) = cells.next_element_seed(Any(CellReader))? {
            match cell {
                Ok(colour) if width < MAX_SIDE && grid.height < MAX_SIDE => grid.cells.push(colour),
                Ok(_) => {}
                Err(found) => {
                    grid.fault = Some(GridFault::NotAColour { row: grid.height, column: width, found });
                    return skip_list(&mut cells);
                }
            }
            width += 1;
        }
        grid.end_row(width);
        Ok(())
    }
}

/// Reads a colour, or the words for what stood there instead.
struct CellReader;

impl<'de> Read<'de> for CellReader {
    type Out = Result<i8, String>;

    fn other(self, kind: Kind) -> Self::Out {
        Err(kind.to_string())
    }

    fn boolean(self, b: bool) -> Self::Out {
        Err(b.to_string())
    }

    #[inline]
    fn number(self, number: Number) -> Self::Out {
        match number {
            Number::Unsigned(n @ 0..=9) => Ok(n as i8),
            Number::Unsigned(n) => Err(n.to_string()),
            Number::Signed(n) => Err(n.to_string()),
            Number::Float(x) => Err(format!("{x:?}")),
        }
    }
}

//! Grids: rectangles of small ints.

mod colours;
mod plan;

pub use colours::{COLOURS, colour_counts};
pub use plan::Plan;

use crate::tuple::Tuple;
use crate::value::Value;
use crate::{Arc, Walked};
use plan::Planned;

/// A rectangle of at least one cell whose values fit a byte. A program can make other "grids" (ragged, empty, with
/// huge or bool cells); those stay tuples of tuples.
#[derive(Clone)]
pub struct Grid {
    height: u32,
    width: u32,
    cells: Cells,
}

#[derive(Clone)]
enum Cells {
    Made(Box<[i8]>),
    /// Worked out when the first one is looked at.
    Planned(Arc<Planned>),
}

impl Grid {
    /// A grid from its cells, row by row.
    ///
    /// # Panics
    /// If it would be empty, or if the number of cells is not `height * width`.
    pub fn new(height: usize, width: usize, cells: Vec<i8>) -> Grid {
        assert!(height > 0 && width > 0 && cells.len() == height * width, "a grid is a non-empty rectangle");
        Grid { height: height as u32, width: width as u32, cells: Cells::Made(cells.into_boxed_slice()) }
    }

    /// A grid of this shape that comes about as planned; a small one is made at once. The shape is the plan's.
    pub fn planned(height: usize, width: usize, plan: Plan) -> Grid {
        match Planned::new(height, width, plan) {
            Ok(planned) => {
                Grid { height: height as u32, width: width as u32, cells: Cells::Planned(Arc::new(planned)) }
            }
            Err(plan) => Grid::new(height, width, plan.work_out(height, width)),
        }
    }

    /// Whether its cells are not worked out yet.
    pub fn is_planned(&self) -> bool {
        self.plan_depth() > 0
    }

    fn plan_depth(&self) -> u8 {
        match &self.cells {
            Cells::Made(_) => 0,
            Cells::Planned(planned) => planned.depth(),
        }
    }

    /// The sets whose items are the rows, if it is a long list of places that came about as [`Plan::Walked`].
    pub fn as_walked(&self) -> Option<&Arc<Walked>> {
        match &self.cells {
            Cells::Made(_) => None,
            Cells::Planned(planned) => planned.as_walked(),
        }
    }

    /// A grid from its rows, if they form one.
    pub fn from_rows<R: AsRef<[i8]>>(rows: &[R]) -> Option<Grid> {
        let width = rows.first()?.as_ref().len();
        if width == 0 || rows.iter().any(|r| r.as_ref().len() != width) {
            return None;
        }
        let cells = rows.iter().flat_map(|r| r.as_ref()).copied().collect();
        Some(Grid::new(rows.len(), width, cells))
    }

    /// A grid whose cell at row i and column j is `f(i, j)`.
    pub fn from_fn(height: usize, width: usize, mut f: impl FnMut(usize, usize) -> i8) -> Grid {
        let mut cells = Vec::with_capacity(height * width);
        for i in 0..height {
            cells.extend((0..width).map(|j| f(i, j)));
        }
        Grid::new(height, width, cells)
    }

    #[inline]
    pub fn height(&self) -> usize {
        self.height as usize
    }

    #[inline]
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// All cells, row by row.
    #[inline]
    pub fn cells(&self) -> &[i8] {
        match &self.cells {
            Cells::Made(cells) => cells,
            Cells::Planned(planned) => planned.cells(self.height(), self.width()),
        }
    }

    /// All cells, row by row. Where they have to be worked out, `go_on` is asked every now and then; None if it says no.
    pub fn cells_while(&self, go_on: &mut dyn FnMut() -> bool) -> Option<&[i8]> {
        match &self.cells {
            Cells::Made(cells) => Some(cells),
            Cells::Planned(planned) => planned.cells_while(self.height(), self.width(), go_on),
        }
    }

    /// A copy of all cells, row by row.
    #[inline]
    pub fn copied_cells(&self) -> Vec<i8> {
        match &self.cells {
            Cells::Made(cells) => cells.to_vec(),
            Cells::Planned(planned) => planned.copied(self.height(), self.width()),
        }
    }

    /// [`Grid::copied_cells`], as long as `go_on` says yes.
    fn copied_cells_while(&self, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<i8>> {
        match &self.cells {
            Cells::Made(cells) => Some(cells.to_vec()),
            Cells::Planned(planned) => planned.copied_while(self.height(), self.width(), go_on),
        }
    }

    /// The position of a place among the cells, if it is inside.
    #[inline]
    pub fn position(&self, i: i32, j: i32) -> Option<usize> {
        let inside = i >= 0 && j >= 0 && (i as u32) < self.height && (j as u32) < self.width;
        inside.then(|| i as usize * self.width() + j as usize)
    }

    #[inline]
    pub fn row(&self, i: usize) -> &[i8] {
        let w = self.width();
        &self.cells()[i * w..(i + 1) * w]
    }

    #[inline]
    pub fn at(&self, i: usize, j: usize) -> i8 {
        self.cells()[i * self.width() + j]
    }

    /// The cell at a place, if the place is inside.
    #[inline]
    pub fn get(&self, i: i32, j: i32) -> Option<i8> {
        self.position(i, j).map(|at| self.cells()[at])
    }

    /// The weight of the tuple of row tuples it stands for.
    #[inline]
    pub fn weight(&self) -> u64 {
        1 + self.height as u64 * (1 + self.width as u64)
    }

    /// Row `i` as the tuple it is in Python.
    pub fn row_value(&self, i: usize) -> Value {
        match *self.row(i) {
            [a, b] => Value::Pair(a.into(), b.into()),
            [a, b, c] => Value::Triple(a.into(), b.into(), c.into()),
            // Ints alone are no grid, so they count for themselves however many there are.
            ref row => {
                let weight = 1 + row.len() as u64;
                Value::Tuple(Tuple::new(weight, weight, 1, row.iter().map(|&v| Value::Int(v.into()))))
            }
        }
    }

    /// How many cells have a colour.
    pub fn count(&self, colour: i8) -> usize {
        count(self.cells(), colour)
    }

    /// The grid that a tuple of row tuples is, if it is one.
    pub fn from_value(value: &Value) -> Option<Grid> {
        match value {
            Value::Tuple(rows) if rows.as_walked().is_none() || rows.is_byte_grid() => {
                Grid::from_row_values(rows.slice())
            }
            _ => None,
        }
    }

    /// The grid with these rows, if they are tuples of small ints of one length.
    pub fn from_row_values(rows: &[Value]) -> Option<Grid> {
        let width = match rows.first()? {
            Value::Pair(..) => 2,
            Value::Triple(..) => 3,
            Value::Tuple(row) if matches!(row.slice().first(), Some(Value::Int(_))) => row.len(),
            _ => return None,
        };
        let mut cells = Vec::with_capacity(rows.len() * width);
        for row in rows {
            match row {
                Value::Pair(a, b) if width == 2 => {
                    cells.push(i8::try_from(*a).ok()?);
                    cells.push(i8::try_from(*b).ok()?);
                }
                Value::Triple(a, b, c) if width == 3 => {
                    for cell in [a, b, c] {
                        cells.push(i8::try_from(*cell).ok()?);
                    }
                }
                Value::Tuple(row) if row.len() == width => {
                    for cell in row.slice() {
                        let Value::Int(n) = cell else { return None };
                        cells.push(i8::try_from(*n).ok()?);
                    }
                }
                _ => return None,
            }
        }
        Some(Grid::new(rows.len(), width, cells))
    }
}

/// How many of the cells have a colour.
fn count(cells: &[i8], colour: i8) -> usize {
    // In parts whose number fits a byte, so that many are counted at a time.
    let in_part = |part: &[i8]| usize::from(part.iter().map(|&cell| u8::from(cell == colour)).sum::<u8>());
    cells.chunks(usize::from(u8::MAX)).map(in_part).sum()
}

impl PartialEq for Grid {
    #[inline]
    fn eq(&self, other: &Grid) -> bool {
        (self.height, self.width) == (other.height, other.width) && self.cells() == other.cells()
    }
}

impl Eq for Grid {}

/// Prints the literal that makes it: see [`crate::grid!`].
impl std::fmt::Debug for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "grid! {{")?;
        for i in 0..self.height() {
            let row: Vec<String> = self.row(i).iter().map(i8::to_string).collect();
            writeln!(f, "    [{}]", row.join(" "))?;
        }
        f.write_str("}")
    }
}

/// Whether a tuple of these rows is a grid of bytes.
pub(crate) fn are_rows(rows: &[Value]) -> bool {
    let is_byte = |n: i64| i8::try_from(n).is_ok();
    let width = match rows.first() {
        Some(Value::Pair(..)) => 2,
        Some(Value::Triple(..)) => 3,
        Some(Value::Tuple(row)) => row.len(),
        _ => return false,
    };
    width > 0
        && rows.iter().all(|row| match row {
            Value::Pair(a, b) => width == 2 && is_byte((*a).into()) && is_byte((*b).into()),
            Value::Triple(a, b, c) => width == 3 && [a, b, c].into_iter().all(|&cell| is_byte(cell.into())),
            Value::Tuple(row) => {
                row.len() == width && row.slice().iter().all(|cell| matches!(cell, Value::Int(n) if is_byte(*n)))
            }
            _ => false,
        })
}

//! What stands beside the grids of a batch, a value for each row: grids of another batch, patches, whatever comes out of one.

use crate::row::{Input, Row};
use crate::runner::Results;
use megabatt_core::{Grid, Value};
use megabatt_cuda::Class;
use megabatt_cuda::abi::TRANSPARENT;
use std::sync::{Arc, OnceLock};

/// What a pipeline takes the value of a column for on devices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// A grid.
    pub grid: bool,
    /// The places of a patch, coloured or not.
    pub places: bool,
    /// An object: places and their colours.
    pub object: bool,
}

impl Uses {
    /// Both.
    pub fn and(self, other: Uses) -> Uses {
        let Uses { grid, places, object } = other;
        Uses { grid: self.grid || grid, places: self.places || places, object: self.object || object }
    }

    /// Whether a value can be all that: no patch is a grid.
    fn is_possible(self) -> bool {
        !(self.grid && (self.places || self.object))
    }
}

/// What a pipeline loads beside each grid on devices.
#[derive(Clone, Debug, Default)]
pub struct Loads {
    /// What it takes it for; for nothing if it loads nothing.
    pub uses: Uses,
    /// A patch that is the same for all rows, instead of the first column.
    pub constant: Option<Value>,
}

impl Loads {
    /// Both, which have to be the same value: devices have place for one.
    pub fn and(self, other: Loads) -> Option<Loads> {
        if self.uses == Uses::default() {
            return Some(other);
        }
        let same = other.uses == Uses::default() || self.constant == other.constant;
        let uses = self.uses.and(other.uses);
        (same && uses.is_possible()).then_some(Loads { uses, ..self })
    }
}

/// Values that stand beside the grids of a batch, one for each row: those that `hconcat`, `fill` and others take besides the first.
pub trait Column: Sync {
    fn rows(&self) -> usize;

    /// The value as a program gets it.
    fn value(&self, row: usize) -> Value;

    /// The value as devices load it, a grid whose [`TRANSPARENT`] cells are none; None if it is not what it is taken for.
    fn loaded(&self, row: usize, uses: Uses) -> Option<&Grid>;
}

/// The columns of a batch.
pub type Columns<'a> = &'a [&'a dyn Column];

impl<I: Input + Send> Column for Arc<[I]> {
    fn rows(&self) -> usize {
        self.len()
    }

    fn value(&self, row: usize) -> Value {
        self[row].value()
    }

    fn loaded(&self, row: usize, uses: Uses) -> Option<&Grid> {
        (!uses.places && !uses.object).then(|| self[row].grid())
    }
}

/// A column of values of any kind. Patches among them are drawn for devices when one asks for them.
#[derive(Debug)]
pub struct Values {
    /// One for each row, or one for all.
    values: Vec<Value>,
    rows: usize,
    pictures: OnceLock<Vec<Option<Picture>>>,
}

/// A patch as devices load it.
#[derive(Debug)]
struct Picture {
    grid: Grid,
    /// Whether its cells have colours.
    coloured: bool,
}

impl Values {
    /// A value for each row.
    pub fn new(values: Vec<Value>) -> Values {
        Values { rows: values.len(), values, pictures: OnceLock::new() }
    }

    /// One value for any number of rows.
    pub(crate) fn endless(value: Value) -> Values {
        Values { rows: usize::MAX, values: vec![value], pictures: OnceLock::new() }
    }

    /// What came out of a batch; the number of the first row that has no value, if there is one.
    pub fn of_results(results: &Results) -> Result<Values, usize> {
        let value = |(n, row): (usize, &Row)| row.value().ok_or(n);
        results.rows.iter().enumerate().map(value).collect::<Result<_, _>>().map(Values::new)
    }

    fn at(&self, row: usize) -> usize {
        if self.values.len() == 1 { 0 } else { row }
    }
}

impl Column for Values {
    fn rows(&self) -> usize {
        self.rows
    }

    fn value(&self, row: usize) -> Value {
        self.values[self.at(row)].clone()
    }

    fn loaded(&self, row: usize, uses: Uses) -> Option<&Grid> {
        if !uses.places && !uses.object {
            return if let Value::Grid(grid) = &self.values[self.at(row)] { Some(&**grid) } else { None };
        }
        let pictures = self.pictures.get_or_init(|| self.values.iter().map(Picture::of).collect());
        let picture = pictures[self.at(row)].as_ref()?;
        (!uses.grid && (picture.coloured || !uses.object)).then_some(&picture.grid)
    }
}

impl Picture {
    /// The patch from the origin on; None if that cannot be drawn: cells beyond what devices take, two in one place, or no patch.
    fn of(value: &Value) -> Option<Picture> {
        let Value::Set(set) = value else { return None };
        let most = Class::Large.side() as i32;
        let mut cells = Vec::with_capacity(set.len());
        let mut kinds = [false; 2];
        for item in set.values() {
            let (colour, i, j) = match item {
                Value::Pair(i, j) => (0, i, j),
                Value::Cell(colour, i, j) => (i8::try_from(colour).ok()?, i, j),
                _ => return None,
            };
            kinds[usize::from(matches!(item, Value::Cell(..)))] = true;
            if colour == TRANSPARENT || !(0..most).contains(&i) || !(0..most).contains(&j) {
                return None;
            }
            cells.push((colour, i as usize, j as usize));
        }
        let side = |of: fn(&(i8, usize, usize)) -> usize| cells.iter().map(of).max().map_or(1, |last| last + 1);
        let (height, width) = (side(|cell| cell.1), side(|cell| cell.2));
        let mut drawn = vec![TRANSPARENT; height * width];
        for (colour, i, j) in cells {
            // Of two cells in one place the order says which is seen, and that is the CPU's business.
            if std::mem::replace(&mut drawn[i * width + j], colour) != TRANSPARENT {
                return None;
            }
        }
        // No cells at all are an object as well as places.
        (kinds != [true; 2]).then(|| Picture { grid: Grid::new(height, width, drawn), coloured: !kinds[0] })
    }
}

/// A column of grids, or of values.
#[derive(Debug)]
pub enum Beside<I> {
    Grids(Arc<[I]>),
    Values(Arc<Values>),
}

impl<I> Clone for Beside<I> {
    fn clone(&self) -> Beside<I> {
        match self {
            Beside::Grids(grids) => Beside::Grids(grids.clone()),
            Beside::Values(values) => Beside::Values(values.clone()),
        }
    }
}

impl<I: Input + Send> Beside<I> {
    /// Whether the two are one and the same, so that it goes along once.
    pub fn is_same(&self, other: &Beside<I>) -> bool {
        match (self, other) {
            (Beside::Grids(a), Beside::Grids(b)) => Arc::ptr_eq(a, b),
            (Beside::Values(a), Beside::Values(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// As a column.
    pub fn column(&self) -> &dyn Column {
        match self {
            Beside::Grids(grids) => grids,
            Beside::Values(values) => &**values,
        }
    }

    /// The number that it has among these, with it added if it is new.
    pub fn number_in(self, columns: &mut Vec<Beside<I>>) -> usize {
        let known = columns.iter().position(|known| known.is_same(&self));
        known.unwrap_or_else(|| {
            columns.push(self);
            columns.len() - 1
        })
    }
}

//! How much of a grid is right.

use crate::data::MAX_SIDE;
use megabatt_core::{Grid, Value, py};
use std::fmt;

/// A part of a whole in billionths, so that sums do not depend on the order in which they are made, as sums of floats
/// would. Rounded down: only what is wholly right is [`Share::WHOLE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share(u64);

impl Share {
    pub const NONE: Share = Share(0);
    pub const WHOLE: Share = Share(1_000_000_000);

    /// `part` of `whole`; nothing of nothing is none.
    pub fn of(part: usize, whole: usize) -> Share {
        if whole == 0 {
            return Share::NONE;
        }
        Share((part.min(whole) as u128 * u128::from(Share::WHOLE.0) / whole as u128) as u64)
    }

    pub fn billionths(self) -> u64 {
        self.0
    }

    /// From 0 to 1.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / Share::WHOLE.0 as f64
    }

    /// The mean of `count` shares with this sum of billionths.
    pub fn mean(sum: u64, count: usize) -> Share {
        Share(if count == 0 { 0 } else { sum / count as u64 })
    }
}

/// In percent with one decimal, rounded down: `100.0 %` is the whole and nothing less.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.0 / 1_000_000;
        f.pad(&format!("{}.{} %", tenths / 10, tenths % 10))
    }
}

/// The share of the expected grid's cells that the value has too. A value of another shape, and one that is no grid (a
/// tuple of tuples of ints), has none; `True` counts as 1 and `False` as 0, as they do in Python's `==`. It is the whole
/// if and only if the value equals the expected grid.
///
/// ```
/// use megabatt_core::{Value, grid};
/// use megabatt_engine::score::{Share, cell_match};
///
/// let expected = Value::grid(grid! { [1 2] [3 4] });
/// assert_eq!(cell_match(&Value::grid(grid! { [1 2] [3 5] }), &expected), Share::of(3, 4));
/// assert_eq!(cell_match(&Value::grid(grid! { [1 2] }), &expected), Share::NONE);
/// ```
pub fn cell_match(value: &Value, expected: &Value) -> Share {
    let Value::Grid(expected) = expected else {
        return if value == expected { Share::WHOLE } else { Share::NONE };
    };
    let equal = match value {
        Value::Grid(grid) if (grid.height(), grid.width()) == (expected.height(), expected.width()) => {
            grid.cells().iter().zip(expected.cells()).filter(|(a, b)| a == b).count()
        }
        Value::Grid(_) => 0,
        other => equal_cells(other, expected).unwrap_or(0),
    };
    Share::of(equal, expected.cells().len())
}

/// The same for tuples of tuples; `None` if they are no grid of this shape.
fn equal_cells(value: &Value, expected: &Grid) -> Option<usize> {
    let mut equal = 0;
    if length(value)? != expected.height() {
        return None;
    }
    for i in 0..expected.height() {
        let row = py::item(value, i)?;
        if length(&row)? != expected.width() {
            return None;
        }
        for (j, &cell) in expected.row(i).iter().enumerate() {
            equal += usize::from(py::item(&row, j)?.as_int()? == i64::from(cell));
        }
    }
    Some(equal)
}

/// The value as a grid that a submission may hold: 1 to 30 rows and columns of colours 0 to 9. Bools become the
/// numbers they equal.
pub fn submittable(value: &Value) -> Option<Grid> {
    let side = |n: usize| (1..=MAX_SIDE).contains(&n).then_some(n);
    if let Value::Grid(grid) = value {
        side(grid.height())?;
        side(grid.width())?;
        return grid.cells().iter().all(|cell| (0..=9).contains(cell)).then(|| (**grid).clone());
    }
    let height = side(length(value)?)?;
    let width = side(length(&py::item(value, 0)?)?)?;
    let mut cells = Vec::with_capacity(height * width);
    for i in 0..height {
        let row = py::item(value, i)?;
        if length(&row)? != width {
            return None;
        }
        for j in 0..width {
            let colour = py::item(&row, j)?.as_int().filter(|colour| (0..=9).contains(colour))?;
            cells.push(colour as i8);
        }
    }
    Some(Grid::new(height, width, cells))
}

/// The length of a tuple.
fn length(value: &Value) -> Option<usize> {
    if value.is_tuple() { py::len(value).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::grid;

    fn tuple(items: Vec<Value>) -> Value {
        Value::tuple(items).expect("shallow")
    }

    fn row(cells: &[i64]) -> Value {
        tuple(cells.iter().map(|&n| Value::Int(n)).collect())
    }

    #[test]
    fn cells_are_counted_in_every_form_of_a_grid() {
        let expected = Value::grid(grid! { [1 0 2] [3 4 5] });
        let share = |value: &Value| cell_match(value, &expected);
        assert_eq!(share(&expected), Share::WHOLE);
        assert_eq!(share(&tuple(vec![row(&[1, 0, 2]), row(&[3, 4, 5])])), Share::WHOLE);
        assert_eq!(share(&tuple(vec![row(&[1, 0, 9]), row(&[3, 4, 300])])), Share::of(4, 6));
        let bools = tuple(vec![tuple(vec![Value::Bool(true), Value::Bool(false), Value::Int(2)]), row(&[3, 4, 5])]);
        assert_eq!((share(&bools), bools == expected), (Share::WHOLE, true));
    }

    #[test]
    fn other_shapes_and_things_that_are_no_grids_have_none() {
        let expected = Value::grid(grid! { [1 2] [3 4] });
        let nearly = tuple(vec![row(&[1, 2]), tuple(vec![Value::Int(3), Value::None])]);
        let strange = [
            Value::grid(grid! { [1 2] [3 4] [5 6] }),
            Value::grid(grid! { [1] [3] }),
            nearly,
            tuple(vec![row(&[1, 2]), row(&[3])]),
            tuple(vec![Value::Cell(1, 2, 3), row(&[3, 4])]),
            Value::Cell(1, 1, 2),
            Value::Pair(1, 2),
            Value::empty_tuple(),
            Value::Int(1),
            Value::None,
            Value::set(megabatt_core::Set::from_items([row(&[1, 2]), row(&[3, 4])]).expect("shallow")),
        ];
        for value in strange {
            assert_eq!(cell_match(&value, &expected), Share::NONE, "{value:?}");
        }
    }

    #[test]
    fn only_the_whole_is_100_percent() {
        assert_eq!(Share::WHOLE.to_string(), "100.0 %");
        assert_eq!(Share::of(899, 900).to_string(), "99.8 %");
        assert_eq!(Share::of(1, 3).to_string(), "33.3 %");
        assert_eq!(Share::of(9_999_999_999, 10_000_000_000).to_string(), "99.9 %");
        assert_eq!(Share::of(0, 0), Share::NONE);
        assert_eq!(Share::mean(Share::of(1, 2).billionths() + Share::WHOLE.billionths(), 2), Share::of(3, 4));
    }

    #[test]
    fn a_submission_holds_grids_of_colours_of_30_by_30_at_most() {
        let grid = |height, width, colour| Value::grid(Grid::from_fn(height, width, |_, _| colour));
        assert_eq!(submittable(&grid(30, 30, 9)), Some(Grid::from_fn(30, 30, |_, _| 9)));
        assert_eq!(submittable(&tuple(vec![tuple(vec![Value::Bool(true)])])), Some(grid! { [1] }));
        assert_eq!(submittable(&tuple(vec![row(&[1, 2]), row(&[3, 4])])), Some(grid! { [1 2] [3 4] }));
        for wrong in [
            grid(31, 1, 0),
            grid(1, 31, 0),
            grid(2, 2, 10),
            grid(2, 2, -1),
            Value::empty_tuple(),
            tuple(vec![Value::empty_tuple()]),
            tuple(vec![row(&[1]), row(&[1, 2])]),
            tuple(vec![row(&[1]), row(&[1_000])]),
            Value::Pair(1, 2),
            Value::Int(3),
        ] {
            assert_eq!(submittable(&wrong), None, "{wrong:?}");
        }
    }
}

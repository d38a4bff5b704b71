//! Grids and sets of places as pictures in code.

use crate::grid::Grid;

/// A grid as a picture: a pair of brackets a row, a number a cell. Its debug print is the same literal, so that a
/// failing case can be pasted into a test.
///
/// ```
/// use megabatt_core::grid;
/// let g = grid! {
///     [0 0 1]
///     [2 0 0]
/// };
/// assert_eq!((g.height(), g.width(), g.at(1, 0)), (2, 3, 2));
/// assert_eq!(format!("{g:?}"), "grid! {\n    [0 0 1]\n    [2 0 0]\n}");
/// ```
#[macro_export]
macro_rules! grid {
    ($([$($cell:literal)+])+) => {
        $crate::Grid::from_rows(&[$(vec![$($cell as i8),+]),+]).expect("the rows of a grid are equally long")
    };
}

/// A set of places as a picture: `x` (or anything but a dot) is in, `.` is out.
///
/// ```
/// use megabatt_core::macros::mask;
/// assert_eq!(mask("x.\n.x"), vec![(0, 0), (1, 1)]);
/// ```
pub fn mask(picture: &str) -> Vec<(i32, i32)> {
    let rows = picture.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate();
    rows.flat_map(|(i, row)| row.chars().enumerate().filter(|&(_, c)| c != '.').map(move |(j, _)| (i as i32, j as i32)))
        .collect()
}

/// A grid from a picture in a string: a row a line, numbers apart by spaces, or one digit a cell.
pub fn grid_from_text(text: &str) -> Option<Grid> {
    let rows: Option<Vec<Vec<i8>>> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| {
            if line.contains(' ') {
                line.split_whitespace().map(|n| n.parse().ok()).collect()
            } else {
                line.chars().map(|c| c.to_digit(10).map(|d| d as i8)).collect()
            }
        })
        .collect();
    Grid::from_rows(&rows?)
}

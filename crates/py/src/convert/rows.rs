//! Grids as rows of ints, read at once: most values that people hand over are grids.

use super::items::{self, Colours};
use megabatt_core::Grid;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// Fewer cells are as quick in the usual way, and are often no grid but a pair of places.
const FEWEST: usize = 9;

/// The grid that a tuple of tuples of plain small ints is; None for everything else, also for what has few cells.
pub(super) fn grid(rows: &Bound<'_, PyTuple>) -> Option<Grid> {
    let height = rows.len();
    // SAFETY: it is a tuple of so many items, and we hold it.
    let known_rows = unsafe { items::of(rows.as_ptr(), height, true) };
    let (mut cells, mut width) = (Cells::new(), 0);
    for i in 0..height {
        let row = match known_rows {
            Some(rows) => rows[i],
            // SAFETY: the index is inside; the reference is borrowed from a tuple that we hold, and tuples do not change.
            None => unsafe { ffi::PyTuple_GetItem(rows.as_ptr(), i as ffi::Py_ssize_t) },
        };
        // SAFETY: it is an object; its type is compared before it is taken for a tuple.
        if !unsafe { is_exactly(row, &raw mut ffi::PyTuple_Type) } {
            return None;
        }
        // SAFETY: it is a tuple.
        let length = unsafe { items::length(row, true) };
        if i == 0 {
            width = length;
            if height * width < FEWEST {
                return None;
            }
            cells.all.reserve_exact(height * width);
        }
        if length != width {
            return None;
        }
        // SAFETY: it is a tuple of so many items, and we hold it.
        if unsafe { cells.read(row, width, true) } {
            continue;
        }
        for j in 0..width {
            // SAFETY: the index is inside, and the row keeps what it gives.
            cells.all.push(unsafe { small_int(ffi::PyTuple_GetItem(row, j as ffi::Py_ssize_t)) }?);
        }
    }
    (height > 0).then(|| Grid::new(height, width, cells.all))
}

/// The grid that a list of lists of plain ints 0 to 9 is; None for everything else, which whoever reads it slowly explains.
pub(super) fn grid_of_lists(rows: &Bound<'_, PyList>) -> Option<Grid> {
    let height = rows.len();
    let (mut cells, mut width) = (Cells::new(), 0);
    for i in 0..height {
        let row = rows.get_item(i).ok()?;
        // SAFETY: it is an object; its type is compared before it is taken for a list.
        if !unsafe { is_exactly(row.as_ptr(), &raw mut ffi::PyList_Type) } {
            return None;
        }
        // SAFETY: it is a list.
        let length = unsafe { items::length(row.as_ptr(), false) };
        if i == 0 {
            width = length;
            cells.all.reserve_exact(height.checked_mul(width)?);
        }
        if length != width || width == 0 {
            return None;
        }
        // SAFETY: it is a list of so many items; the GIL is held, and no code of Python's runs here that could change it.
        if unsafe { cells.read(row.as_ptr(), width, false) } {
            continue;
        }
        for j in 0..width {
            // SAFETY: the index is inside: the GIL is held, and no code of Python's runs here that could change the list. The row
            // keeps what it gives.
            let cell = unsafe { small_int(ffi::PyList_GetItem(row.as_ptr(), j as ffi::Py_ssize_t)) };
            cells.all.push(cell.filter(|cell| (0..=9).contains(cell))?);
        }
    }
    (height > 0).then(|| Grid::new(height, width, cells.all))
}

/// The cells of the rows that were read so far.
struct Cells {
    all: Vec<i8>,
    colours: Option<Colours>,
}

impl Cells {
    fn new() -> Cells {
        Cells { all: Vec::new(), colours: Colours::known() }
    }

    /// Adds the cells of a row; false, and nothing added, if it takes a closer look.
    ///
    /// # Safety
    /// As for [`items::of`].
    #[inline]
    unsafe fn read(&mut self, row: *mut ffi::PyObject, width: usize, is_tuple: bool) -> bool {
        let Some(colours) = self.colours else { return false };
        // SAFETY: the caller says so.
        let Some(row) = (unsafe { items::of(row, width, is_tuple) }) else { return false };
        let before = self.all.len();
        let read = colours.read(row, &mut self.all);
        if !read {
            self.all.truncate(before);
        }
        read
    }
}

/// # Safety
/// It is an object.
#[inline]
pub(super) unsafe fn is_exactly(object: *mut ffi::PyObject, kind: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: the caller says so.
    std::ptr::eq(unsafe { ffi::Py_TYPE(object) }, kind)
}

/// The value of a plain int that fits a byte; bools are none.
///
/// # Safety
/// It is an object, and the GIL is held.
unsafe fn small_int(object: *mut ffi::PyObject) -> Option<i8> {
    // SAFETY: the caller says so.
    if !unsafe { is_exactly(object, &raw mut ffi::PyLong_Type) } {
        return None;
    }
    let mut overflow = 0;
    // SAFETY: it is an int, so nothing is raised; what is too large is told in `overflow`.
    let n = unsafe { ffi::PyLong_AsLongAndOverflow(object, &raw mut overflow) };
    i8::try_from(n).ok().filter(|_| overflow == 0)
}

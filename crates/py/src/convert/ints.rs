//! Grids as tuples of tuples of Python's ints: most values that people get are grids.
//!
//! All cells are one of ten ints, and each of them is told about every tuple that holds it. Telling it one by one is a call for each
//! cell, in which all but the first wait for the one before, and took most of the time that a result takes. So the cells of a
//! colour are counted, and its int is told once.

use super::items;
use megabatt_core::Grid;
use megabatt_core::grid::{COLOURS, colour_counts};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

/// Python's ints of a byte, by their value as an unsigned one. They live as long as Python does, but are held here all the same.
pub(super) struct Ints<'py> {
    known: [Option<Bound<'py, PyAny>>; 256],
    /// The cells of a grid without rows that are the same as the one before.
    cells: Vec<i8>,
}

impl<'py> Ints<'py> {
    pub(super) fn new() -> Ints<'py> {
        Ints { known: [const { None }; 256], cells: Vec::new() }
    }

    #[inline]
    fn get(&mut self, py: Python<'py>, cell: i8) -> *mut ffi::PyObject {
        self.known[usize::from(cell as u8)].get_or_insert_with(|| PyInt::new(py, cell).into_any()).as_ptr()
    }

    /// A grid as the tuple of row tuples it is. Rows that follow each other and are equal are one tuple.
    ///
    /// A tuple of ints takes no part in cycles, and the collector stops watching it as soon as it meets it. With many grids it would
    /// meet them again and again before, so it is told at once.
    pub(super) fn rows(&mut self, py: Python<'py>, grid: &Grid) -> PyResult<Bound<'py, PyTuple>> {
        let (height, width) = (grid.height(), grid.width());
        let rows = new_tuple(py, height)?;
        // SAFETY: the tuple is new and nobody else's, and has so many items.
        let places = unsafe { items::of_new_tuple(rows.as_ptr(), height) };
        match places {
            Some(places) if self.are_colours(grid) => {
                let colours = self.told(py, grid);
                let mut before: &[i8] = &[];
                let mut last = std::ptr::null_mut();
                for (place, cells) in places.iter_mut().zip(grid.cells().chunks_exact(width)) {
                    if cells == before {
                        // SAFETY: it is the row that was made last.
                        unsafe { ffi::Py_INCREF(last) };
                    } else {
                        last = row_of_colours(py, cells, &colours)?;
                        before = cells;
                    }
                    *place = last;
                }
            }
            _ => {
                for i in 0..height {
                    let row = self.row(py, grid.row(i))?.into_ptr();
                    // SAFETY: the tuple is new and nobody else's, the index is inside, and it takes the reference that we had.
                    unsafe { ffi::PyTuple_SetItem(rows.as_ptr(), i as ffi::Py_ssize_t, row) };
                }
            }
        }
        // SAFETY: its items are all there, and none of them is watched.
        unsafe { ffi::PyObject_GC_UnTrack(rows.as_ptr().cast()) };
        Ok(rows)
    }

    /// Whether a grid has the ten colours and nothing else.
    fn are_colours(&self, grid: &Grid) -> bool {
        // As unsigned ones, what is negative is large.
        grid.cells().iter().fold(0, |most: u8, &cell| most.max(cell as u8)) < COLOURS as u8
    }

    /// The ints of all colours. They have been told how many references to them the rows of this grid will hold; should no row come
    /// about for want of memory, they live on a little more than they do anyway.
    fn told(&mut self, py: Python<'py>, grid: &Grid) -> [*mut ffi::PyObject; 16] {
        let mut held = std::mem::take(&mut self.cells);
        held.clear();
        let mut before: &[i8] = &[];
        for cells in grid.cells().chunks_exact(grid.width()) {
            if cells != before {
                held.extend_from_slice(cells);
                before = cells;
            }
        }
        let mut colours = [std::ptr::null_mut(); 16];
        for ((colour, n), int) in (0..).zip(colour_counts(&held)).zip(&mut colours) {
            *int = self.get(py, colour);
            // SAFETY: it is an object, and the GIL is held.
            unsafe { hold(*int, n as usize) };
        }
        self.cells = held;
        colours
    }

    /// A row, cell by cell.
    fn row(&mut self, py: Python<'py>, cells: &[i8]) -> PyResult<Bound<'py, PyTuple>> {
        let row = new_tuple(py, cells.len())?;
        for (j, &cell) in cells.iter().enumerate() {
            let int = self.get(py, cell);
            // SAFETY: the row is new and nobody else's, the index is inside, and the reference that it takes was added.
            unsafe {
                ffi::Py_INCREF(int);
                ffi::PyTuple_SetItem(row.as_ptr(), j as ffi::Py_ssize_t, int);
            }
        }
        // SAFETY: it is a tuple whose items are all there and are ints.
        unsafe { ffi::PyObject_GC_UnTrack(row.as_ptr().cast()) };
        Ok(row)
    }
}

/// Adds so many references to an object.
///
/// # Safety
/// It is an object, and the GIL is held.
unsafe fn hold(object: *mut ffi::PyObject, n: usize) {
    if n == 0 {
        return;
    }
    let references = object.cast::<usize>();
    // SAFETY: an object begins with the number of references, whatever else may be in the same word.
    let before = unsafe { references.read() };
    // SAFETY: the caller says so.
    unsafe { ffi::Py_INCREF(object) };
    // SAFETY: as above.
    let after = unsafe { references.read() };
    // From Python 3.12 on small ints are not counted.
    if after == before {
        return;
    }
    if after == before.wrapping_add(1) {
        // SAFETY: as above; one more is one more in this word.
        unsafe { references.write(after + (n - 1)) };
    } else {
        // SAFETY: as above.
        (1..n).for_each(|_| unsafe { ffi::Py_INCREF(object) });
    }
}

/// A row of colours whose ints know of it already; a new reference.
fn row_of_colours(py: Python<'_>, cells: &[i8], colours: &[*mut ffi::PyObject; 16]) -> PyResult<*mut ffi::PyObject> {
    let row = new_tuple(py, cells.len())?.into_ptr();
    // SAFETY: the tuple is new and nobody else's, and has so many items.
    if let Some(places) = unsafe { items::of_new_tuple(row, cells.len()) } {
        for (place, &cell) in places.iter_mut().zip(cells) {
            *place = colours[usize::from(cell as u8 & 15)];
        }
    }
    // SAFETY: it is a tuple whose items are all there and are ints.
    unsafe { ffi::PyObject_GC_UnTrack(row.cast()) };
    Ok(row)
}

/// A tuple of so many items, to be filled.
fn new_tuple(py: Python<'_>, len: usize) -> PyResult<Bound<'_, PyTuple>> {
    // SAFETY: it gives a new reference, or null and an exception; it gives a tuple.
    unsafe {
        Bound::from_owned_ptr_or_err(py, ffi::PyTuple_New(len as ffi::Py_ssize_t)).map(|new| new.cast_into_unchecked())
    }
}

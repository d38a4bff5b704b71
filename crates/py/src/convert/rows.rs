//! Grids as rows of ints, read and written at once: most values that people hand over, and most that they get, are grids.

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
    let mut width = 0;
    let mut cells = Vec::new();
    let colours = Colours::known();
    for i in 0..height {
        // SAFETY: the index is inside; the reference is borrowed from a tuple that we hold, and tuples do not change.
        let row = unsafe { ffi::PyTuple_GetItem(rows.as_ptr(), i as ffi::Py_ssize_t) };
        // SAFETY: it is an object; its type is compared before it is taken for a tuple.
        if !unsafe { is_exactly(row, &raw mut ffi::PyTuple_Type) } {
            return None;
        }
        // SAFETY: it is a tuple.
        let length = unsafe { ffi::PyTuple_Size(row) } as usize;
        if i == 0 {
            width = length;
            if height * width < FEWEST {
                return None;
            }
            cells.reserve_exact(height * width);
        }
        if length != width {
            return None;
        }
        // SAFETY: it is a tuple of so many items, and we hold it.
        if unsafe { read_quickly(row, width, true, colours, &mut cells) } {
            continue;
        }
        for j in 0..width {
            // SAFETY: the index is inside, and the row keeps what it gives.
            cells.push(unsafe { small_int(ffi::PyTuple_GetItem(row, j as ffi::Py_ssize_t)) }?);
        }
    }
    (height > 0).then(|| Grid::new(height, width, cells))
}

/// The grid that a list of lists of plain ints 0 to 9 is; None for everything else, which whoever reads it slowly explains.
pub(super) fn grid_of_lists(rows: &Bound<'_, PyList>) -> Option<Grid> {
    let height = rows.len();
    let mut width = 0;
    let mut cells = Vec::new();
    let colours = Colours::known();
    for i in 0..height {
        let row = rows.get_item(i).ok()?;
        // SAFETY: it is an object; its type is compared before it is taken for a list.
        if !unsafe { is_exactly(row.as_ptr(), &raw mut ffi::PyList_Type) } {
            return None;
        }
        // SAFETY: it is a list.
        let length = unsafe { ffi::PyList_Size(row.as_ptr()) } as usize;
        if i == 0 {
            width = length;
            cells.reserve_exact(height.checked_mul(width)?);
        }
        if length != width || width == 0 {
            return None;
        }
        // SAFETY: it is a list of so many items; the GIL is held, and no code of Python's runs here that could change it.
        if unsafe { read_quickly(row.as_ptr(), width, false, colours, &mut cells) } {
            continue;
        }
        for j in 0..width {
            // SAFETY: the index is inside: the GIL is held, and no code of Python's runs here that could change the list. The row
            // keeps what it gives.
            let cell = unsafe { small_int(ffi::PyList_GetItem(row.as_ptr(), j as ffi::Py_ssize_t)) };
            cells.push(cell.filter(|cell| (0..=9).contains(cell))?);
        }
    }
    (height > 0).then(|| Grid::new(height, width, cells))
}

/// Adds the cells of a row; false, and nothing added, if it takes a closer look.
///
/// # Safety
/// As for [`items::of`].
#[inline]
unsafe fn read_quickly(
    row: *mut ffi::PyObject,
    width: usize,
    is_tuple: bool,
    colours: Option<Colours>,
    cells: &mut Vec<i8>,
) -> bool {
    let before = cells.len();
    // SAFETY: the caller says so.
    let read = colours.is_some_and(|colours| match unsafe { items::of(row, width, is_tuple) } {
        Some(row) => colours.read(row, cells),
        None => false,
    });
    if !read {
        cells.truncate(before);
    }
    read
}

/// Python's ints of a byte, by their value as an unsigned one. They live as long as Python does, but are held here all the same.
pub(super) struct Ints<'py>([Option<Bound<'py, PyAny>>; 256]);

impl<'py> Ints<'py> {
    pub(super) fn new() -> Ints<'py> {
        Ints([const { None }; 256])
    }

    fn get(&mut self, py: Python<'py>, cell: i8) -> *mut ffi::PyObject {
        self.0[usize::from(cell as u8)].get_or_insert_with(|| pyo3::types::PyInt::new(py, cell).into_any()).as_ptr()
    }

    /// A grid as the tuple of row tuples it is.
    ///
    /// A tuple of ints takes no part in cycles, and the collector stops watching it as soon as it meets it. With many grids it would
    /// meet them again and again before, so it is told at once.
    pub(super) fn rows(&mut self, py: Python<'py>, grid: &Grid) -> PyResult<Bound<'py, PyTuple>> {
        let rows = new_tuple(py, grid.height())?;
        for i in 0..grid.height() {
            let cells = grid.row(i);
            let row = new_tuple(py, cells.len())?;
            // SAFETY: the tuple is new and nobody else's, and has so many items.
            match unsafe { items::of_new_tuple(row.as_ptr(), cells.len()) } {
                Some(places) => {
                    for (place, &cell) in places.iter_mut().zip(cells) {
                        let int = self.get(py, cell);
                        // SAFETY: it is an object; the place takes the reference that is added.
                        unsafe { ffi::Py_INCREF(int) };
                        *place = int;
                    }
                }
                None => {
                    for (j, &cell) in cells.iter().enumerate() {
                        let int = self.get(py, cell);
                        // SAFETY: the row is new and nobody else's, the index is inside, and the reference that it takes was added.
                        unsafe {
                            ffi::Py_INCREF(int);
                            ffi::PyTuple_SetItem(row.as_ptr(), j as ffi::Py_ssize_t, int);
                        }
                    }
                }
            }
            // SAFETY: it is a tuple whose items are all there and are ints; the outer one is new and nobody else's, the index is
            // inside, and it takes the reference that we had.
            unsafe {
                ffi::PyObject_GC_UnTrack(row.as_ptr().cast());
                ffi::PyTuple_SetItem(rows.as_ptr(), i as ffi::Py_ssize_t, row.into_ptr());
            }
        }
        // SAFETY: its items are all there, and none of them is watched.
        unsafe { ffi::PyObject_GC_UnTrack(rows.as_ptr().cast()) };
        Ok(rows)
    }
}

/// A tuple of so many items, to be filled.
fn new_tuple(py: Python<'_>, len: usize) -> PyResult<Bound<'_, PyTuple>> {
    // SAFETY: it gives a new reference, or null and an exception; it gives a tuple.
    unsafe {
        Bound::from_owned_ptr_or_err(py, ffi::PyTuple_New(len as ffi::Py_ssize_t)).map(|new| new.cast_into_unchecked())
    }
}

/// # Safety
/// It is an object.
unsafe fn is_exactly(object: *mut ffi::PyObject, kind: *mut ffi::PyTypeObject) -> bool {
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

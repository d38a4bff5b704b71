//! Tuples of row tuples, read at once: most values that people hand over are grids.

use megabatt_core::Grid;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Fewer cells are as quick in the usual way, and are often no grid but a pair of places.
const FEWEST: usize = 9;

/// The grid that a tuple of tuples of plain small ints is; None for everything else, also for what has few cells.
pub(super) fn grid(rows: &Bound<'_, PyTuple>) -> Option<Grid> {
    let height = rows.len();
    let mut width = 0;
    let mut cells = Vec::new();
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
        for j in 0..width {
            // SAFETY: the index is inside, and the row keeps what it gives.
            cells.push(unsafe { small_int(ffi::PyTuple_GetItem(row, j as ffi::Py_ssize_t)) }?);
        }
    }
    (height > 0).then(|| Grid::new(height, width, cells))
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

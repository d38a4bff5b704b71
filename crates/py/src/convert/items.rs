//! Where CPython keeps the items of tuples and lists, and its small ints.
//!
//! A grid that Python hands over is a few hundred references to ten objects. Asking Python's functions for each of them, and each
//! object for its value, takes longer than many programs take for the grid. An object begins with its count of references and its
//! type, then comes the number of items; a tuple's items follow where the type says that they do, a list has a pointer to them
//! there. The ints from 0 to 9 are ten objects that live as long as Python; from 3.11 on they stand in a row, and before that
//! mostly. Whether all this is so in the Python that runs is found out once, and where it is not, Python's functions are asked.

use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};
use pyo3::{PyTypeInfo, ffi};
use std::sync::OnceLock;

/// What was found out.
#[derive(Clone, Copy, Default)]
struct Layout {
    /// Bytes from the start of a tuple to its items, if that is known.
    tuple_items: Option<usize>,
    /// Bytes from the start of a list to the pointer to its items, if that is known.
    list_items: Option<usize>,
    /// The address of the int 0 and the bytes from one int to the next, if the ints are in a row.
    ints: Option<(usize, usize)>,
}

static LAYOUT: OnceLock<Layout> = OnceLock::new();

/// The colours that have an int each.
const COLOURS: usize = 10;

/// Finds out what it can. Called when the module is loaded.
pub fn look(py: Python<'_>) -> PyResult<()> {
    let layout = Layout { tuple_items: tuple_items(py)?, list_items: list_items(py)?, ints: ints(py) };
    LAYOUT.get_or_init(|| layout);
    Ok(())
}

fn layout() -> Layout {
    LAYOUT.get().copied().unwrap_or_default()
}

/// How many items are in lists and tuples that are looked at.
const LENGTHS: [usize; 5] = [0, 1, 2, 7, 40];

/// The references that lie one after the other at an address.
///
/// # Safety
/// There are as many bytes as that takes.
unsafe fn references(at: usize, n: usize) -> Vec<usize> {
    // SAFETY: the caller says so; objects are aligned for pointers.
    (0..n).map(|n| unsafe { (at as *const usize).add(n).read() }).collect()
}

fn tuple_items(py: Python<'_>) -> PyResult<Option<usize>> {
    let basic: usize = PyTuple::type_object(py).getattr("__basicsize__")?.extract()?;
    let fits = basic >= size_of::<ffi::PyVarObject>() && basic.is_multiple_of(size_of::<usize>());
    for n in LENGTHS {
        let tuple = PyTuple::new(py, (0..n).map(|n| format!("item {n}")))?;
        let sized: usize = tuple.call_method0("__sizeof__")?.extract()?;
        let expected: Vec<usize> = tuple.iter().map(|item| item.as_ptr() as usize).collect();
        // SAFETY: as large as the smallest of its kind it is in any case.
        let says_so = unsafe { (*tuple.as_ptr().cast::<ffi::PyVarObject>()).ob_size } as usize == n;
        let ends_there = sized == basic + n * size_of::<usize>() && says_so;
        // SAFETY: the tuple is as large as it says.
        if !fits || !ends_there || unsafe { references(tuple.as_ptr() as usize + basic, n) } != expected {
            return Ok(None);
        }
    }
    Ok(Some(basic))
}

fn list_items(py: Python<'_>) -> PyResult<Option<usize>> {
    let at = size_of::<ffi::PyVarObject>();
    let basic: usize = PyList::type_object(py).getattr("__basicsize__")?.extract()?;
    // The pointer, and how many items there is room for.
    if basic != at + 2 * size_of::<usize>() {
        return Ok(None);
    }
    for n in LENGTHS {
        let list = PyList::new(py, (0..n).map(|n| format!("item {n}")))?;
        let expected: Vec<usize> = list.iter().map(|item| item.as_ptr() as usize).collect();
        // SAFETY: a list is as large as its type says.
        let words = unsafe { references(list.as_ptr() as usize + at, 2) };
        // SAFETY: as above.
        let says_so = unsafe { (*list.as_ptr().cast::<ffi::PyVarObject>()).ob_size } as usize == n;
        let has_room = says_so && (n..n + 64).contains(&words[1]) && (n == 0 || words[0] != 0);
        // SAFETY: the room that the list says it has is that of its items.
        if !has_room || (n > 0 && unsafe { references(words[0], n) } != expected) {
            return Ok(None);
        }
    }
    Ok(Some(at))
}

fn ints(py: Python<'_>) -> Option<(usize, usize)> {
    let address = |n: usize| PyInt::new(py, n).as_ptr() as usize;
    let (zero, one) = (address(0), address(1));
    let step = one.checked_sub(zero)?;
    let in_a_row = (0..COLOURS).all(|n| address(n) == zero + n * step);
    (step >= size_of::<ffi::PyVarObject>() && in_a_row).then_some((zero, step))
}

/// The colour of an int by its address; None where that does not tell.
#[derive(Clone, Copy)]
pub struct Colours {
    zero: usize,
    step: usize,
}

impl Colours {
    pub fn known() -> Option<Colours> {
        layout().ints.map(|(zero, step)| Colours { zero, step })
    }

    /// Adds a row of cells to a list. False, with whatever in the list, if one is none of the ten ints.
    #[inline]
    pub fn read(self, row: &[*mut ffi::PyObject], cells: &mut Vec<i8>) -> bool {
        let distance = |object: *mut ffi::PyObject| (object as usize).wrapping_sub(self.zero);
        // Dividing takes longer than most of what is here; ints are 32 bytes apart in all versions so far.
        if self.step == 32 {
            let mut bits = 0;
            cells.extend(row.iter().map(|&object| {
                // What is no multiple of 32 becomes a large number, and from ten on six more are sixteen.
                let number = distance(object).rotate_right(5);
                bits |= number | number.wrapping_add(16 - COLOURS);
                number as i8
            }));
            return bits < 16;
        }
        let mut others = false;
        cells.extend(row.iter().map(|&object| {
            let colour = distance(object) / self.step;
            others |= colour >= COLOURS || colour * self.step != distance(object);
            colour as i8
        }));
        !others
    }
}

/// How many items a tuple or a list has.
///
/// # Safety
/// It is one of the two.
#[inline]
pub unsafe fn length(object: *mut ffi::PyObject, is_tuple: bool) -> usize {
    let layout = layout();
    // SAFETY: the caller says what it is; where items are known to be, the number was found to be before them.
    unsafe {
        match (is_tuple, layout.tuple_items, layout.list_items) {
            (true, Some(_), _) | (false, _, Some(_)) => (*object.cast::<ffi::PyVarObject>()).ob_size as usize,
            (true, None, _) => ffi::PyTuple_Size(object) as usize,
            (false, _, None) => ffi::PyList_Size(object) as usize,
        }
    }
}

/// The items of a tuple or a list, if it is known where they are.
///
/// # Safety
/// It is a tuple or a list of so many items, the GIL is held, and nothing changes a list meanwhile.
#[inline]
pub unsafe fn of<'a>(object: *mut ffi::PyObject, len: usize, is_tuple: bool) -> Option<&'a [*mut ffi::PyObject]> {
    let layout = layout();
    let start = if is_tuple {
        object.wrapping_byte_add(layout.tuple_items?).cast()
    } else {
        // SAFETY: lists have the pointer there.
        unsafe { object.wrapping_byte_add(layout.list_items?).cast::<*const *mut ffi::PyObject>().read() }
    };
    // An empty list need not have a place for items.
    if len == 0 {
        return Some(&[]);
    }
    // SAFETY: there they are, as many as the caller says.
    Some(unsafe { std::slice::from_raw_parts(start, len) })
}

/// The places of the items of a tuple that is being made, if it is known where they are. Nothing is in them.
///
/// # Safety
/// It is a new tuple of so many items that nobody else has yet, and not the empty one.
#[inline]
pub unsafe fn of_new_tuple<'a>(tuple: *mut ffi::PyObject, len: usize) -> Option<&'a mut [*mut ffi::PyObject]> {
    let start = tuple.wrapping_byte_add(layout().tuple_items?).cast();
    // SAFETY: there they are, and nobody else looks at them.
    Some(unsafe { std::slice::from_raw_parts_mut(start, len) })
}

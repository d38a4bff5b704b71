//! Where CPython keeps the table of a set.
//!
//! No function of Python's tells the slots of a set, and the order of what is made of it follows from them. The object looks
//! the same from 3.9 to 3.14; whether it does in the Python that runs is found out when the module is loaded, before
//! anything is read, and a Python in which it does not is refused.

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PySet};
use pyo3::{PyTypeInfo, ffi};
use std::sync::OnceLock;

/// A slot: no key where it is empty.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Entry {
    pub key: *mut ffi::PyObject,
    pub hash: isize,
}

pub const SMALL: usize = 8;

/// A set or frozenset, up to its list of weak references.
#[repr(C)]
pub struct SetObject {
    head: [usize; 2],
    pub fill: isize,
    pub used: isize,
    pub mask: isize,
    pub table: *mut Entry,
    hash: isize,
    finger: isize,
    pub small: [Entry; SMALL],
}

/// What stands in the slot of a removed item.
struct Dummy(*mut ffi::PyObject);

// SAFETY: it is an object that lives as long as the interpreter, and only its address is used.
unsafe impl Send for Dummy {}
// SAFETY: as above.
unsafe impl Sync for Dummy {}

static DUMMY: OnceLock<Dummy> = OnceLock::new();

/// What CPython puts into the slot of a removed item.
pub fn dummy() -> *mut ffi::PyObject {
    DUMMY.get().map_or(std::ptr::null_mut(), |dummy| dummy.0)
}

impl SetObject {
    /// The object as it lies in memory.
    ///
    /// # Safety
    /// `set` is a set or a frozenset, and [`verify`] found them to look like this.
    pub unsafe fn of(set: *mut ffi::PyObject) -> *mut SetObject {
        set.cast()
    }

    /// The slots.
    ///
    /// # Safety
    /// As for [`SetObject::of`]; nothing may change the set meanwhile.
    pub unsafe fn slots(&self) -> &[Entry] {
        // SAFETY: CPython's table has mask + 1 entries.
        unsafe { std::slice::from_raw_parts(self.table, self.mask as usize + 1) }
    }
}

/// Finds out whether this Python's sets look as we think.
pub fn verify(py: Python<'_>) -> PyResult<()> {
    if looks_as_known(py)? {
        return Ok(());
    }
    let version = Python::version_str();
    Err(PyImportError::new_err(format!(
        "megabatt does not know how Python {version} keeps its sets, so it could not give Python's answers. Use CPython 3.9 to \
         3.14 (64 bits, with the GIL), or a newer megabatt"
    )))
}

fn looks_as_known(py: Python<'_>) -> PyResult<bool> {
    let basic: usize = PyFrozenSet::type_object(py).getattr("__basicsize__")?.extract()?;
    if size_of::<usize>() != 8 || basic != size_of::<SetObject>() + size_of::<usize>() {
        return Ok(false);
    }
    for n in [0, 4, 5, 30, 300] {
        let items: Vec<i64> = (0..n).map(|n| n * 7919 % 1009).collect();
        let set = PySet::new(py, &items)?;
        if !table_is_readable(set.as_any(), basic)? {
            return Ok(false);
        }
        let frozen = py.get_type::<PyFrozenSet>().call1((&set,))?;
        if !table_is_readable(&frozen, basic)? {
            return Ok(false);
        }
    }
    find_dummy(py)
}

/// Compares what lies in memory with what Python's own functions say. Looks first where nothing can go wrong.
fn table_is_readable(set: &Bound<'_, PyAny>, basic: usize) -> PyResult<bool> {
    let sized: usize = set.call_method0("__sizeof__")?.extract()?;
    let slots = if sized == basic { SMALL } else { (sized - basic) / size_of::<Entry>() };
    let inside = set.as_ptr() as usize..set.as_ptr() as usize + basic;
    // SAFETY: the object is at least as large as what is read of it, which `basic` says.
    let object = unsafe { &*SetObject::of(set.as_ptr()) };
    let is_small = inside.contains(&(object.table as usize));
    let sizes_fit =
        object.used as usize == set.len()? && object.fill == object.used && object.mask as usize + 1 == slots;
    if !sizes_fit || is_small != (slots == SMALL) || (is_small && !std::ptr::eq(object.table, object.small.as_ptr())) {
        return Ok(false);
    }
    // SAFETY: number and place of the slots agree with what Python says of the set's size.
    let keys: Vec<Entry> = unsafe { object.slots() }.iter().filter(|entry| !entry.key.is_null()).copied().collect();
    let mut same = keys.len() == set.len()?;
    for (item, entry) in set.try_iter()?.zip(keys) {
        let item = item?;
        same &= item.as_ptr() == entry.key && item.hash()? == entry.hash;
    }
    Ok(same)
}

fn find_dummy(py: Python<'_>) -> PyResult<bool> {
    let set = PySet::new(py, [3])?;
    set.discard(3)?;
    // SAFETY: sets were found to look like this.
    let object = unsafe { &*SetObject::of(set.as_ptr()) };
    // SAFETY: as above; nobody else has the set.
    let entry = unsafe { object.slots() }[3];
    let found = object.fill == 1 && object.used == 0 && !entry.key.is_null() && entry.hash == -1;
    if found {
        DUMMY.get_or_init(|| Dummy(entry.key));
    }
    Ok(found)
}

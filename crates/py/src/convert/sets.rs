//! Frozensets with their tables.

use super::layout::{Entry, SMALL, SetObject, dummy};
use super::{Reader, Writer};
use megabatt_core::set::cpython::{Slot, TableSize, probes};
use megabatt_core::{Set, Value};
use pyo3::exceptions::{PyMemoryError, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::PyFrozenSet;
use pyo3::{PyResult, ffi};

/// The set that a frozenset of Python's is, its items in the same slots.
pub(super) fn read(reader: &mut Reader, set: &Bound<'_, PyFrozenSet>, depth: u32) -> PyResult<Value> {
    // SAFETY: it is a frozenset, and the module was only loaded because they look like this.
    let object = unsafe { &*SetObject::of(set.as_ptr()) };
    // SAFETY: a frozenset does not change.
    let slots = unsafe { object.slots() };
    let size = u32::try_from(object.mask).ok().zip(u32::try_from(object.fill).ok());
    let (mask, fill) = size.ok_or_else(|| PyOverflowError::new_err("the set has more than 4,294,967,296 slots"))?;
    let mut items = Vec::with_capacity(object.used as usize);
    for (slot, entry) in slots.iter().enumerate() {
        if entry.key.is_null() || entry.key == dummy() {
            continue;
        }
        // SAFETY: the set owns its keys, and we hold the set.
        let item = unsafe { Bound::from_borrowed_ptr(set.py(), entry.key) };
        items.push((reader.at_depth(&item, depth)?, slot as u32));
    }
    Set::from_table(items, TableSize { mask, fill }).map(Value::set).map_err(crate::errors::raise)
}

/// The frozenset of Python's that a set is, its items in the same slots.
pub(super) fn write<'py>(writer: &mut Writer, py: Python<'py>, set: &Set) -> PyResult<Bound<'py, PyAny>> {
    let mut items = Vec::with_capacity(set.len());
    for Slot { value, hash, slot } in set.slots() {
        items.push((writer.value(py, &value)?, hash, slot));
    }
    if set.has_address_hash() {
        for (item, hash, _) in &items {
            // What Python hashes by address, such as nan, it has to place itself.
            if item.hash()? as u64 != *hash {
                return Ok(PyFrozenSet::new(py, items.iter().map(|(item, ..)| item))?.into_any());
            }
        }
    }
    place(py, items, set.table_size())
}

/// A frozenset with these items in these slots.
fn place<'py>(
    py: Python<'py>,
    items: Vec<(Bound<'py, PyAny>, u64, u32)>,
    size: TableSize,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: without items Python makes a new empty set, or gives NULL with an exception.
    let set = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyFrozenSet_New(std::ptr::null_mut()))? };
    if items.is_empty() {
        return Ok(set);
    }
    // SAFETY: it is a frozenset that nobody else knows yet.
    let object = unsafe { &mut *SetObject::of(set.as_ptr()) };
    let slots = size.mask as usize + 1;
    if slots > SMALL {
        // SAFETY: Python frees a table that is not the object's own with PyMem_Free, so it comes from there.
        let table: *mut Entry = unsafe { ffi::PyMem_Malloc(slots * size_of::<Entry>()) }.cast();
        if table.is_null() {
            return Err(PyMemoryError::new_err("no memory for a set"));
        }
        // SAFETY: the memory has room for so many entries; empty ones are zero.
        unsafe { std::ptr::write_bytes(table, 0, slots) };
        object.table = table;
        object.mask = size.mask as isize;
    }
    let removed = removed_slots(&items, size);
    // SAFETY: the table has that many entries, all empty.
    let table = unsafe { std::slice::from_raw_parts_mut(object.table, slots) };
    object.used = items.len() as isize;
    object.fill = (items.len() + removed.len()) as isize;
    for (item, hash, slot) in items {
        table[slot as usize] = Entry { key: item.into_ptr(), hash: hash as isize };
    }
    for slot in removed {
        // A set owns no reference to what marks removed items.
        table[slot as usize] = Entry { key: dummy(), hash: -1 };
    }
    Ok(set)
}

/// Slots of items that were removed. Where exactly they were does not show in a set that cannot change, but for those on
/// the way to an item: without them it would not be found.
fn removed_slots(items: &[(Bound<'_, PyAny>, u64, u32)], size: TableSize) -> Vec<u32> {
    let wanted = size.fill as usize - items.len();
    if wanted == 0 {
        return Vec::new();
    }
    let mut taken: Vec<bool> = vec![false; size.mask as usize + 1];
    items.iter().for_each(|(_, _, slot)| taken[*slot as usize] = true);
    let mut removed = Vec::with_capacity(wanted);
    for &(_, hash, slot) in items {
        for at in probes(hash, size.mask).take_while(|&at| at != slot) {
            if !std::mem::replace(&mut taken[at as usize], true) {
                removed.push(at);
            }
        }
    }
    let free = (0..=size.mask).filter(|&slot| !taken[slot as usize]);
    let more = wanted.saturating_sub(removed.len());
    removed.extend(free.take(more));
    removed
}

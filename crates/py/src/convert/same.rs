//! Which frozenset of Python's is which set here, for as long as a call takes.

use megabatt_core::{Arc, Set, Value};
use pyo3::ffi;
use pyo3::prelude::*;
use std::collections::HashMap;

/// Frozensets that went over the border in one call, in either direction. Whoever comes back is who he was: Python's `a & a`
/// copies a table, its `a & b` of equal sets walks one, and that can be seen in the order of the result.
#[derive(Default)]
pub struct Same {
    /// By the address of the object.
    values: HashMap<usize, Value>,
    /// By the address of the set. Both sides are kept, so that no address is used again meanwhile.
    objects: HashMap<usize, Py<PyAny>>,
    /// How many there were when it was last cleared up.
    cleared: usize,
}

/// So few are not worth clearing up.
const FEW: usize = 1_024;

impl Same {
    /// The set that an object is known to be.
    pub fn value(&self, object: &Bound<'_, PyAny>) -> Option<&Value> {
        self.values.get(&(object.as_ptr() as usize))
    }

    /// The object that a set is known to be.
    pub fn object<'py>(&self, py: Python<'py>, set: &Arc<Set>) -> Option<Bound<'py, PyAny>> {
        self.objects.get(&(Arc::as_ptr(set) as usize)).map(|object| object.bind(py).clone())
    }

    /// Notes that the two are one.
    pub fn note(&mut self, object: &Bound<'_, PyAny>, value: &Value) {
        if let Value::Set(set) = value {
            if self.values.len() >= FEW + 2 * self.cleared {
                self.clear_up(object.py());
            }
            self.objects.insert(Arc::as_ptr(set) as usize, object.clone().unbind());
            self.values.insert(object.as_ptr() as usize, value.clone());
        }
    }

    /// Forgets pairs of which one side is held here alone: nobody can ask for that side any more, so nobody can see that the
    /// other one comes back as somebody new.
    fn clear_up(&mut self, _: Python<'_>) {
        // SAFETY: the object is alive, since a reference is held here, and we are attached to Python.
        let is_used = |object: &Py<PyAny>| unsafe { ffi::Py_REFCNT(object.as_ptr()) } > 1;
        let objects = &mut self.objects;
        self.values.retain(|_, value| {
            let Value::Set(set) = value else { return false };
            let address = Arc::as_ptr(set) as usize;
            let held = objects.get(&address).is_some_and(is_used) && !set.is_unique();
            if !held {
                objects.remove(&address);
            }
            held
        });
        self.cleared = self.values.len();
    }
}

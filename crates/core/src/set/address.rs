//! Notes, per thread, that a result came to depend on the address of an object.

use crate::value::Value;
use std::cell::Cell;

thread_local! {
    static SEEN: Cell<bool> = const { Cell::new(false) };
}

/// An order that is not fixed decided something.
#[cold]
pub fn note() {
    SEEN.set(true);
}

/// Whether an address-dependent order was looked at since the last call.
#[inline]
pub fn take() -> bool {
    SEEN.replace(false)
}

/// Whether the place of the value in a set is not fixed.
pub fn is_uncertain(value: &Value) -> bool {
    value.hashes_by_address() && (!crate::hash::none_hash_known() || is_function_inside(value))
}

/// Whether a function (or a nan) is somewhere inside, hashed by its address in every CPython.
pub(super) fn is_function_inside(value: &Value) -> bool {
    match value {
        Value::Op(_) | Value::Tok(_) | Value::Func(_) => true,
        Value::Float(x) => x.is_nan(),
        Value::Tuple(t) => t.slice().iter().any(is_function_inside),
        Value::Set(s) => s.has_address_hash() && s.values().any(|v| is_function_inside(&v)),
        _ => false,
    }
}

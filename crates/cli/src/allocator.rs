//! The allocator, and how long it keeps memory that nobody uses.

use libmimalloc_sys::{mi_option_set_default, mi_option_t};

/// Programs make and drop many small values, which this allocator does in less time than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// `mi_option_purge_delay` of mimalloc.h, which the bindings do not name.
const PURGE_DELAY: mi_option_t = 15;

/// Free memory goes back to the system after this many milliseconds. A run asks for the same sizes again and again; with
/// the usual 10 ms a tenth of its time went into pages given back and fetched anew.
const KEPT_FOR: std::ffi::c_long = 10_000;

/// Sets the allocator up, unless the user did by `MIMALLOC_PURGE_DELAY`.
pub fn set_up() {
    // SAFETY: it sets a number inside the allocator; any number is allowed there, at any time.
    unsafe { mi_option_set_default(PURGE_DELAY, KEPT_FOR) };
}

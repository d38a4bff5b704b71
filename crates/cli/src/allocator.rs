//! The allocator, and how long it keeps memory that nobody uses.

use libmimalloc_sys::{mi_option_set_default, mi_option_t};

/// Programs make and drop many small values, which this allocator does in less time than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// `mi_option_purge_delay` of mimalloc.h, which the bindings do not name.
const PURGE_DELAY: mi_option_t = 15;

/// Free memory goes back to the system after this many milliseconds, instead of the usual second: a run asks for the same
/// sizes again and again, and pages that were given back have to be fetched anew.
const KEPT_FOR: std::ffi::c_long = 10_000;

/// Sets the allocator up, unless the user did by `MIMALLOC_PURGE_DELAY`.
pub fn set_up() {
    // SAFETY: it sets a number inside the allocator; any number is allowed there, at any time.
    unsafe { mi_option_set_default(PURGE_DELAY, KEPT_FOR) };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it were renumbered, something else would be set. None of its neighbours is at 1,000 by itself.
    #[test]
    fn the_number_is_that_of_the_purge_delay() {
        // SAFETY: it reads a number inside the allocator.
        let value = || unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) };
        if std::env::var_os("MIMALLOC_PURGE_DELAY").is_none() {
            assert_eq!(value(), 1_000);
            set_up();
            assert_eq!(value(), KEPT_FOR);
        }
    }
}

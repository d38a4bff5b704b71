//! Comparing nested containers counts as recursion in CPython: one level, one frame.
//!
//! Only values nested deeper than [`UNCOUNTED`] are counted at all, so ordinary comparisons cost nothing. A comparison
//! that goes too deep gives up with `false` and leaves a note; who started it asks for the note and raises.

use std::cell::Cell;

/// Levels of nesting at the bottom that are not counted one by one.
pub const UNCOUNTED: u32 = 200;

thread_local! {
    static LEFT: Cell<u32> = const { Cell::new(u32::MAX) };
    static OVERFLOW: Cell<bool> = const { Cell::new(false) };
}

/// From here on comparisons may open this many frames.
pub fn allow(frames: u32) {
    LEFT.set(frames.saturating_sub(UNCOUNTED));
    OVERFLOW.set(false);
}

/// Whether a comparison went too deep since the last [`allow`]; comparisons are free again.
pub fn take_overflow() -> bool {
    LEFT.set(u32::MAX);
    OVERFLOW.replace(false)
}

/// One level of a comparison of values nested this deep.
#[inline]
pub fn level(depth: u32, compare: impl FnOnce() -> bool) -> bool {
    if depth <= UNCOUNTED { compare() } else { deep_level(compare) }
}

#[cold]
fn deep_level(compare: impl FnOnce() -> bool) -> bool {
    let left = LEFT.get();
    if left == 0 {
        OVERFLOW.set(true);
        return false;
    }
    LEFT.set(left - 1);
    let equal = compare();
    LEFT.set(left);
    equal
}

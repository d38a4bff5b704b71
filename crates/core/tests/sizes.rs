//! What there are millions of is small. A few bytes more are no mistake, but should be noticed.

use megabatt_core::{Set, Value};

#[cfg(target_pointer_width = "64")]
#[test]
fn values_and_sets_are_small() {
    assert_eq!(size_of::<Value>(), 16);
    assert_eq!(size_of::<Set>(), 104);
}

//! Moments, as the file has them: seconds since 1970.

use std::time::{SystemTime, UNIX_EPOCH};

/// The moment that it is.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}

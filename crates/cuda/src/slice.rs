//! Python's slices.

use std::ops::Range;

/// What `items[start:stop]` has of so many items.
pub fn python_slice(start: i64, stop: i64, length: usize) -> Range<usize> {
    let n = length as i64;
    let bound = |at: i64| (if at < 0 { at.saturating_add(n) } else { at }).clamp(0, n) as usize;
    let (start, stop) = (bound(start), bound(stop));
    start..stop.max(start)
}

#[cfg(test)]
mod tests {
    use super::python_slice;

    #[test]
    fn slices_are_pythons() {
        assert_eq!(python_slice(1, -1, 5), 1..4);
        assert_eq!(python_slice(-2, 9, 5), 3..5);
        assert_eq!(python_slice(-9, 2, 5), 0..2);
        assert!(python_slice(4, 2, 5).is_empty());
        assert!(python_slice(0, i64::MIN, 5).is_empty());
    }
}

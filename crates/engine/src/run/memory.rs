//! How much memory the results of a batch may take.

use std::sync::OnceLock;

/// However much there is.
const MOST: usize = 256 << 20;
/// However little there is.
const LEAST: usize = 8 << 20;

/// Once the results held are larger than this many bytes, rows that have not started wait for their turn: an eighth of what
/// the machine had free when it was first asked.
pub(super) fn for_results() -> usize {
    static BYTES: OnceLock<usize> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
        available(&text).map_or(MOST, |bytes| (bytes / 8).clamp(LEAST, MOST))
    })
}

/// What Linux says is available, in bytes; other systems do not say it here.
fn available(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linux_says_is_read() {
        let text = "MemTotal:       24576000 kB\nMemFree:          100000 kB\nMemAvailable:     400000 kB\n";
        assert_eq!(available(text), Some(400_000 * 1024));
        assert_eq!(available("MemTotal: 1 kB\n"), None);
        assert_eq!(available("MemAvailable: lots\n"), None);
        assert!((LEAST..=MOST).contains(&for_results()));
    }
}

//! The date and time of now, in UTC, as manifests have it.

use std::time::{SystemTime, UNIX_EPOCH};

/// `2026-01-31T09:05:00Z`.
pub(super) fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    at(seconds)
}

/// The same for a number of seconds since 1970.
pub fn at(seconds: u64) -> String {
    /// The calendar repeats itself after 400 years.
    const DAYS_IN_400_YEARS: u64 = 146_097;
    let (days, time) = (seconds / 86_400, seconds % 86_400);
    let mut year = 1970 + 400 * (days / DAYS_IN_400_YEARS);
    let mut day = days % DAYS_IN_400_YEARS;
    while day >= days_in_year(year) {
        day -= days_in_year(year);
        year += 1;
    }
    let february = days_in_year(year) - 337;
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", day + 1)
}

fn days_in_year(year: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    if leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::at;

    #[test]
    fn known_moments() {
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(at(1_709_251_200), "2024-03-01T00:00:00Z");
        assert_eq!(at(1_767_225_599), "2025-12-31T23:59:59Z");
        assert_eq!(at(4_107_542_400), "2100-03-01T00:00:00Z");
        assert_eq!(at(12_622_780_799), "2369-12-31T23:59:59Z");
        assert_eq!(at(12_622_780_800), "2370-01-01T00:00:00Z");
        assert_eq!(at(i64::MAX as u64), "292277026596-12-04T15:30:07Z");
    }
}

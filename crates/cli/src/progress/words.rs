//! Rates and times as people say them.

use std::time::Duration;

pub(super) fn rate(rate: f64) -> String {
    if rate < 100.0 { format!("{rate:.1}") } else { format!("{rate:.0}") }
}

/// The two largest units: `40 s`, `2 min 5 s`, `3 h 10 min`, `4 days 2 h`.
pub(super) fn time(time: Duration) -> String {
    let s = time.as_secs();
    match s {
        0..60 => format!("{s} s"),
        60..3_600 => format!("{} min {} s", s / 60, s % 60),
        3_600..86_400 => format!("{} h {} min", s / 3_600, s / 60 % 60),
        _ => format!("{} days {} h", s / 86_400, s / 3_600 % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_two_units_at_most() {
        let words = |s| time(Duration::from_secs(s));
        assert_eq!([words(0), words(59), words(125)], ["0 s", "59 s", "2 min 5 s"]);
        assert_eq!([words(11_400), words(352_800)], ["3 h 10 min", "4 days 2 h"]);
    }
}

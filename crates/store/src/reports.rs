//! What a tree of stored solvers says of programs, as far as it says anything.
//!
//! Such a tree keeps a solver as `solve_<task>/<points>/<time class>/<md5>.py`. The points are 1000 for each sample that was
//! right; of how many samples is not written down, nor which data they came from. So this is no score of ours, and is
//! kept beside them as it was found.

use crate::clock;
use crate::error::StoreError;
use crate::open::Store;
use crate::programs::{Added, Entry, add};
use rusqlite::{Row, Transaction, params};
use std::time::Duration;

/// What one file of a tree says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The program's key.
    pub program: i64,
    pub task: String,
    /// The name of the file without `.py`; in the trees that exist, the md5 of the program's inlined text.
    pub file: String,
    /// 1000 for each sample that was right.
    pub points: u64,
    pub time_class: TimeClass,
    /// When it was read, in seconds since 1970.
    pub at: i64,
}

impl Report {
    /// How many samples were right.
    pub fn right(&self) -> u64 {
        self.points / 1000
    }
}

/// How long a program took, as trees write it: 11 less the natural logarithm of the seconds, without its decimals. More is
/// faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeClass(pub i32);

impl TimeClass {
    /// The class of a time. No time at all has no logarithm and counts as a nanosecond.
    pub fn of(time: Duration) -> TimeClass {
        let seconds = time.max(Duration::from_nanos(1)).as_secs_f64();
        TimeClass(11 - seconds.ln() as i32)
    }

    /// The times that have this class: from and to, in seconds. Decimals go towards zero, so the class of a second is
    /// twice as wide as others.
    pub fn seconds(self) -> (f64, f64) {
        let logarithm = 11.0 - f64::from(self.0);
        let from = if logarithm <= 0.0 { logarithm - 1.0 } else { logarithm };
        let to = if logarithm >= 0.0 { logarithm + 1.0 } else { logarithm };
        (from.exp(), to.exp())
    }
}

impl Store {
    /// Adds programs and what a tree says of them, all or nothing: each report goes to the program at that position,
    /// whatever key it has. What was reported before stays.
    pub fn add_reported(&mut self, entries: &[Entry], reports: &[(usize, Report)]) -> Result<Vec<Added>, StoreError> {
        let now = clock::now();
        self.transaction(|t| {
            let added: Vec<Added> = entries.iter().map(|entry| add(t, entry, now)).collect::<rusqlite::Result<_>>()?;
            put(t, reports.iter().filter_map(|(n, report)| Some((added.get(*n)?.key, report))))?;
            Ok(added)
        })
    }

    /// All reports, by program and task.
    pub fn reports(&self) -> Result<Vec<Report>, StoreError> {
        self.select_reports("", None)
    }

    /// The reports on one program.
    pub fn reports_of(&self, key: i64) -> Result<Vec<Report>, StoreError> {
        self.select_reports("WHERE program = ?", Some(key))
    }

    fn select_reports(&self, condition: &str, key: Option<i64>) -> Result<Vec<Report>, StoreError> {
        self.wrap(|c| {
            let mut query = c.prepare(&format!(
                "SELECT program, task, file, points, time_class, at FROM reports {condition}
                 ORDER BY program, task, points DESC, time_class DESC, file"
            ))?;
            query.query_map(rusqlite::params_from_iter(key), of)?.collect()
        })
    }
}

fn of(row: &Row<'_>) -> rusqlite::Result<Report> {
    Ok(Report {
        program: row.get(0)?,
        task: row.get(1)?,
        file: row.get(2)?,
        points: row.get::<_, i64>(3)?.max(0) as u64,
        time_class: TimeClass(row.get(4)?),
        at: row.get(5)?,
    })
}

fn put<'a>(t: &Transaction<'_>, reports: impl Iterator<Item = (i64, &'a Report)>) -> rusqlite::Result<()> {
    let mut insert = t.prepare("INSERT OR IGNORE INTO reports VALUES (?, ?, ?, ?, ?, ?)")?;
    for (program, report) in reports {
        let points = i64::try_from(report.points).unwrap_or(i64::MAX);
        insert.execute(params![program, report.task, report.file, points, report.time_class.0, report.at])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_lies_in_the_range_of_its_class() {
        // From two microseconds on: durations have whole nanoseconds.
        for exponent in -130..120 {
            let seconds = (f64::from(exponent) / 10.0 + 0.01).exp();
            let class = TimeClass::of(Duration::from_secs_f64(seconds));
            let (from, to) = class.seconds();
            assert!(from <= seconds && seconds <= to, "{seconds} is not in {from}..{to} of {class:?}");
        }
        assert_eq!(TimeClass::of(Duration::from_secs(1)), TimeClass(11));
        assert_eq!(TimeClass::of(Duration::from_secs(20)), TimeClass(9));
        assert_eq!(TimeClass::of(Duration::from_millis(2)), TimeClass(17));
        assert!(TimeClass::of(Duration::ZERO) >= TimeClass::of(Duration::from_nanos(1)));
    }
}

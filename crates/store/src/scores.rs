//! How programs did on tasks.

use crate::columns;
use crate::error::StoreError;
use crate::open::Store;
use crate::result::Validation;
use megabatt_engine::data::Fingerprint;
use rusqlite::{Row, Transaction, params};
use std::time::Duration;

/// A program on a task of some data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The program's key.
    pub program: i64,
    pub task: String,
    /// The task may have other grids in other data.
    pub content: Fingerprint,
    /// The data's name and version, or its path.
    pub data: String,
    pub engine: String,
    pub right: usize,
    pub known: usize,
    pub time: Duration,
    pub validation: Validation,
    /// Seconds since 1970.
    pub at: i64,
}

pub(crate) const COLUMNS: &str =
    "s.program, s.task, s.content, s.data, s.engine, s.right, s.known, s.nanos, s.samples, s.at";

impl Score {
    /// From [`COLUMNS`].
    pub(crate) fn of(row: &Row<'_>) -> rusqlite::Result<Score> {
        Ok(Score {
            program: row.get(0)?,
            task: row.get(1)?,
            content: columns::fingerprint(row, 2)?,
            data: row.get(3)?,
            engine: row.get(4)?,
            right: row.get::<_, u32>(5)? as usize,
            known: row.get::<_, u32>(6)? as usize,
            time: Duration::from_nanos(row.get::<_, i64>(7)?.max(0) as u64),
            validation: Validation::from_json(8, row.get_ref(8)?.as_str()?)?,
            at: row.get(9)?,
        })
    }
}

impl Store {
    /// Stores a batch; a score of the same program, content and data is replaced. Scores of programs that are not there
    /// (any more) are left out.
    pub fn put_scores(&mut self, scores: &[Score]) -> Result<(), StoreError> {
        self.transaction(|t| put(t, scores.iter().map(|score| (score.program, score))))
    }

    /// All scores, by program and task.
    pub fn scores(&self) -> Result<Vec<Score>, StoreError> {
        self.select_scores("ORDER BY s.program, s.task, s.data", None)
    }

    /// The scores of one program.
    pub fn scores_of(&self, key: i64) -> Result<Vec<Score>, StoreError> {
        self.select_scores("WHERE s.program = ? ORDER BY s.task, s.data", Some(key))
    }

    fn select_scores(&self, rest: &str, key: Option<i64>) -> Result<Vec<Score>, StoreError> {
        self.wrap(|c| {
            let mut query = c.prepare(&format!("SELECT {COLUMNS} FROM scores s {rest}"))?;
            query.query_map(rusqlite::params_from_iter(key), Score::of)?.collect()
        })
    }
}

/// Stores scores of the programs with these keys.
pub(crate) fn put<'a>(t: &Transaction<'_>, scores: impl Iterator<Item = (i64, &'a Score)>) -> rusqlite::Result<()> {
    let mut insert = t.prepare(
        "INSERT OR REPLACE INTO scores (program, task, content, data, engine, right, known, nanos, samples, at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 WHERE EXISTS (SELECT 1 FROM programs WHERE key = ?1)",
    )?;
    for (program, score) in scores {
        insert.execute(params![
            program,
            score.task,
            score.content.as_bytes(),
            score.data,
            score.engine,
            score.right as i64,
            score.known as i64,
            i64::try_from(score.time.as_nanos()).unwrap_or(i64::MAX),
            score.validation.to_json(),
            score.at,
        ])?;
    }
    Ok(())
}

//! The best program of each task.

use crate::error::StoreError;
use crate::open::Store;
use crate::programs::StoredProgram;
use crate::scores::Score;
use megabatt_core::Dialect;
use std::collections::{BTreeMap, HashMap};

/// A task's best program: most samples right, then least time, then the one that was there first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    pub program: StoredProgram,
    pub score: Score,
    /// How many programs have a score on this content of the task.
    pub of: usize,
}

impl Store {
    /// By task id; a task whose grids differ between data has one for each content. A program without a right sample is
    /// nobody's best.
    pub fn best(&self, task: Option<&str>, dialect: Option<Dialect>) -> Result<Vec<Best>, StoreError> {
        let programs: HashMap<i64, StoredProgram> = self.programs()?.into_iter().map(|p| (p.key, p)).collect();
        let is_wanted = |score: &Score| {
            let of_dialect = || programs.get(&score.program).is_some_and(|p| dialect.is_none_or(|d| p.dialect == d));
            task.is_none_or(|task| score.task == task) && of_dialect()
        };
        let mut contents: BTreeMap<_, Vec<Score>> = BTreeMap::new();
        for score in self.scores()?.into_iter().filter(is_wanted) {
            contents.entry((score.task.clone(), score.content)).or_default().push(score);
        }
        let mut best = Vec::new();
        for (_, scores) in contents {
            let mut scored: Vec<i64> = scores.iter().map(|s| s.program).collect();
            scored.sort_unstable();
            scored.dedup();
            let rank = |s: &Score| (std::cmp::Reverse(s.right), s.time, s.program);
            let Some(score) = scores.into_iter().filter(|s| s.right > 0).min_by_key(rank) else { continue };
            if let Some(program) = programs.get(&score.program) {
                best.push(Best { program: program.clone(), score, of: scored.len() });
            }
        }
        Ok(best)
    }
}

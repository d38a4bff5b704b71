//! What candidates and scores are called where each is a row of its own.

use super::{Batt, Score};
use std::collections::BTreeMap;

/// A name for each candidate and each score, all different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// `solve_SOLVER_tN`.
    pub candidates: Vec<String>,
    /// `DIFFER_SOLVER_tN` for the call with C = None, and the same with `_with_target` for the other.
    pub scores: Vec<[String; 2]>,
}

impl Names {
    pub fn of(batt: &Batt) -> Names {
        let mut used: BTreeMap<String, usize> = BTreeMap::new();
        let mut unique = |name: String| {
            let times = used.entry(name.clone()).or_default();
            *times += 1;
            if *times == 1 { name } else { format!("{name}_{times}") }
        };
        let candidates = batt.candidates.iter().map(|candidate| unique(batt.candidate_name(candidate))).collect();
        let score = |score: &Score| {
            let name = unique(format!("{}_{}_t{}", score.differ, score.solver, score.number));
            [name.clone(), format!("{name}_with_target")]
        };
        Names { candidates, scores: batt.scores.iter().map(score).collect() }
    }
}

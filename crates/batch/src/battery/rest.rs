//! What is left of samples that a card has a part of.

use super::CardBattery;
use super::ahead::{Found, Rows};
use megabatt_core::Value;
use megabatt_exec::{Cancel, RowResult};

impl CardBattery<'_> {
    /// All programs on samples of which a card has done a part, or is at it. Programs that it leaves out of all of them, which are most of
    /// what is left, run on all samples at once, as they would without a card; while they do, the card may become ready.
    pub(super) fn run_rest(&self, samples: Vec<(&[Value], Found)>, cancel: &Cancel) -> Vec<Vec<RowResult>> {
        self.ahead.shares().begin();
        let programs = self.cpu.battery().programs.len();
        let out_of_all = out_of_all(samples.iter().map(|(_, found)| found), programs);
        let inputs: Vec<&[Value]> = samples.iter().map(|(inputs, _)| *inputs).collect();
        let own = self.cpu.run_only_many(&inputs, &out_of_all, cancel);
        let ends = samples.into_iter().zip(own).map(|((inputs, found), own)| {
            let nothing = || vec![None; programs];
            let mut rows = match found {
                Found::Nothing => nothing(),
                Found::Rows(rows) => rows,
                Found::Soon(number, _) => self.ahead.wait(number, cancel).unwrap_or_else(nothing),
            };
            out_of_all.iter().zip(own).for_each(|(&program, result)| rows[program] = Some(result));
            self.run_left(inputs, rows, cancel)
        });
        let results = ends.collect();
        self.ahead.shares().end(&[]);
        results
    }

    /// What all programs gave, those that have nothing yet run here.
    fn run_left(&self, inputs: &[Value], mut rows: Rows, cancel: &Cancel) -> Vec<RowResult> {
        let left: Vec<usize> = (0..rows.len()).filter(|&program| rows[program].is_none()).collect();
        if !left.is_empty() {
            for (&program, result) in left.iter().zip(self.cpu.run_only(inputs, &left, cancel)) {
                rows[program] = Some(result);
            }
        }
        rows.into_iter().map_while(|row| row).collect()
    }
}

/// The programs that no card runs on any of these samples.
fn out_of_all<'a>(found: impl ExactSizeIterator<Item = &'a Found>, programs: usize) -> Vec<usize> {
    let samples = found.len();
    let mut count = vec![0; programs];
    for found in found {
        match found {
            Found::Nothing => count.iter_mut().for_each(|count| *count += 1),
            Found::Soon(_, others) => others.iter().for_each(|&program| count[program] += 1),
            Found::Rows(rows) => {
                let missing = rows.iter().enumerate().filter(|(_, row)| row.is_none());
                missing.for_each(|(program, _)| count[program] += 1);
            }
        }
    }
    (0..programs).filter(|&program| count[program] == samples).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_exec::Outcome;
    use std::sync::Arc;
    use std::time::Duration;

    fn rows(done: &[bool]) -> Found {
        let result = || RowResult {
            outcome: Outcome::Value(Value::None),
            address_dependent: false,
            fuel: 0,
            memory: 0,
            time: Duration::ZERO,
        };
        Found::Rows(done.iter().map(|done| done.then(result)).collect())
    }

    #[test]
    fn programs_that_some_card_runs_on_some_sample_are_left_out() {
        let found = [rows(&[true, false, false, false]), Found::Soon(7, Arc::new(vec![1, 3])), Found::Nothing];
        assert_eq!(out_of_all(found.iter(), 4), [1, 3]);
        assert_eq!(out_of_all([rows(&[true, true])].iter(), 2), Vec::<usize>::new());
    }
}

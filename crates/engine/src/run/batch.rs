//! A batch of rows whose results are held until they can be handed on in order.

use super::memory;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Into how many parts for each thread jobs are divided where there are many: a thread that is done with one takes the next.
const PARTS_EACH: usize = 64;

/// Some jobs (rows, or samples for a battery) and what has become of them.
pub struct Batch<'a, J, T> {
    jobs: &'a [J],
    /// None: not yet, or stopped.
    results: Vec<Option<T>>,
    /// So many were handed on.
    taken: usize,
}

impl<'a, J: Sync, T: Send> Batch<'a, J, T> {
    pub fn new(jobs: &'a [J]) -> Batch<'a, J, T> {
        Batch { jobs, results: jobs.iter().map(|_| None).collect(), taken: 0 }
    }

    /// Whether a row has no result yet.
    pub fn is_waiting(&self) -> bool {
        self.taken < self.results.len()
    }

    /// Runs the rows that have no result, the first of them in any case, the others while there is room for results.
    pub fn run(&mut self, row: &(impl Fn(&J) -> Option<T> + Sync), size: &(impl Fn(&T) -> usize + Sync)) {
        let held = AtomicUsize::new(self.results.iter().flatten().map(size).sum());
        let most_held = memory::for_results();
        let (jobs, taken) = (self.jobs, self.taken);
        let waiting: Vec<usize> = (taken..jobs.len()).filter(|&n| self.results[n].is_none()).collect();
        let at_once = (waiting.len() / (rayon::current_num_threads() * PARTS_EACH)).max(1);
        let next = AtomicUsize::new(0);
        let found = rayon::broadcast(|_| {
            let mut found = Vec::new();
            while let Some(part) = waiting.chunks(at_once).nth(next.fetch_add(1, Ordering::Relaxed)) {
                for &n in part {
                    if n == taken || held.load(Ordering::Relaxed) < most_held {
                        let result = row(&jobs[n]);
                        held.fetch_add(result.as_ref().map_or(0, size), Ordering::Relaxed);
                        found.push((n, result));
                    }
                }
            }
            found
        });
        for (n, result) in found.into_iter().flatten() {
            self.results[n] = result;
        }
    }

    /// The results that are next in order.
    pub fn take_finished(&mut self) -> Vec<T> {
        let finished: Vec<T> = self.results[self.taken..].iter_mut().map_while(Option::take).collect();
        self.taken += finished.len();
        finished
    }

    /// What there is, with gaps.
    pub fn into_rest(self) -> Vec<T> {
        self.results.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Job, Sample, Section};

    fn jobs(n: usize) -> Vec<Job> {
        (0..n).map(|index| Job { program: 0, task: 0, sample: Sample { section: Section::Train, index } }).collect()
    }

    #[test]
    fn results_come_in_order_however_large() {
        let jobs = jobs(100);
        let mut batch = Batch::new(&jobs);
        let mut came = Vec::new();
        let mut rounds = 0;
        while batch.is_waiting() {
            batch.run(&|job: &Job| Some(job.sample.index), &|_: &usize| 60 << 20);
            came.extend(batch.take_finished());
            rounds += 1;
            assert!(rounds <= 100, "every round brings the first waiting row");
        }
        assert_eq!(came, (0..100).collect::<Vec<_>>());
        assert!(rounds > 5, "only a few fit at a time");
    }

    #[test]
    fn stopped_rows_leave_gaps() {
        let jobs = jobs(4);
        let mut batch = Batch::new(&jobs);
        batch.run(&|job: &Job| (job.sample.index != 1).then_some(job.sample.index), &|_: &usize| 1);
        assert_eq!(batch.take_finished(), [0]);
        assert!(batch.is_waiting());
        assert_eq!(batch.into_rest(), [2, 3]);
    }
}

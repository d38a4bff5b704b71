//! Who wants to know what a run does when.

use super::{Job, Sample};
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Instant;

/// A piece of work that one thread did without a break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// All programs of a battery on a sample, or the one program of a row that runs by itself.
    Sample { task: usize, sample: Sample },
    /// One program in that time. In a battery, a line that several programs have is worked out by the first of them.
    Row(Job),
    /// What became of the results of a sample: comparing, scoring, writing down.
    Score { task: usize, sample: Sample },
}

/// Is told what the threads of a run did. Calls come from these threads; pieces of one thread do not overlap, but for rows,
/// which lie inside their samples and come before them.
pub trait Watch: Debug + Send + Sync {
    /// Whether rows are told, too: there may be millions of them.
    fn wants_rows(&self) -> bool {
        false
    }

    /// `thread` counts from 0.
    fn worked(&self, thread: usize, work: Work, start: Instant, end: Instant);

    /// A thread is done with its part of a batch; what it does from now on belongs to another one.
    fn batch_left(&self, _thread: usize, _number: usize) {}
}

/// The watch of a run, if there is one, as its threads see it.
#[derive(Clone, Copy)]
pub(crate) struct Watching<'a>(pub Option<&'a Arc<dyn Watch>>);

impl Watching<'_> {
    pub fn wants_rows(self) -> bool {
        self.0.is_some_and(|watch| watch.wants_rows())
    }

    /// Tells of work that ends now; gives the moment.
    pub fn worked(self, work: Work, start: Instant) -> Instant {
        let end = Instant::now();
        self.worked_until(work, start, end);
        end
    }

    /// Tells of work that has ended.
    pub fn worked_until(self, work: Work, start: Instant, end: Instant) {
        if let Some(watch) = self.0 {
            watch.worked(rayon::current_thread_index().unwrap_or(0), work, start, end);
        }
    }

    pub fn batch_left(self, number: usize) {
        if let Some(watch) = self.0 {
            watch.batch_left(rayon::current_thread_index().unwrap_or(0), number);
        }
    }
}

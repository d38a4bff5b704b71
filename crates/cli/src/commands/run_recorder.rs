//! What the threads of a run did when, as far as there is room for it.

use super::run_phases::Busy;
use megabatt_engine::run::{Watch, Work};
use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// Something that a thread did.
#[derive(Clone, Copy, Debug)]
pub struct Span<T> {
    pub what: T,
    pub start: Instant,
    pub end: Instant,
}

impl<T> Span<T> {
    pub fn duration(&self) -> Duration {
        self.end - self.start
    }
}

/// The longest spans of all that came.
#[derive(Debug)]
pub struct Longest<T> {
    spans: Vec<Span<T>>,
    most: usize,
    dropped: usize,
}

impl<T> Longest<T> {
    pub fn new(most: usize) -> Longest<T> {
        Longest { spans: Vec::new(), most, dropped: 0 }
    }

    pub fn push(&mut self, span: Span<T>) {
        // Twice as many are let in, so that throwing out is rare.
        if self.spans.len() >= self.most.saturating_mul(2).max(1_024) {
            self.throw_out();
        }
        self.spans.push(span);
    }

    fn throw_out(&mut self) {
        if self.spans.len() > self.most {
            self.spans.select_nth_unstable_by_key(self.most, |span| Reverse(span.duration()));
            self.dropped += self.spans.len() - self.most;
            self.spans.truncate(self.most);
        }
    }

    /// What is left at the end, and how many were thrown out.
    pub fn finish(mut self) -> (Vec<Span<T>>, usize) {
        self.throw_out();
        (self.spans, self.dropped)
    }
}

/// What one thread did.
#[derive(Debug)]
struct Thread {
    rows: Longest<Work>,
    samples: Longest<Work>,
    batches: Longest<usize>,
    /// From when to when it worked on the present batch.
    present: Option<(Instant, Instant)>,
}

/// Keeps what the threads of a run did, each kind up to a limit.
#[derive(Debug)]
pub struct Recorder {
    most: usize,
    threads: RwLock<Vec<Mutex<Thread>>>,
}

/// What is kept of one thread.
pub struct Recorded {
    pub rows: Vec<Span<Work>>,
    pub samples: Vec<Span<Work>>,
    pub batches: Vec<Span<usize>>,
    pub dropped: usize,
}

impl Recorder {
    /// `most`: spans of each kind that are kept of each thread.
    pub fn new(most: usize) -> Recorder {
        Recorder { most, threads: RwLock::default() }
    }

    fn with(&self, thread: usize, work: impl FnOnce(&mut Thread)) {
        // A panic elsewhere does not spoil a list.
        let threads = self.threads.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(thread) = threads.get(thread) {
            return work(&mut thread.lock().unwrap_or_else(PoisonError::into_inner));
        }
        drop(threads);
        let mut threads = self.threads.write().unwrap_or_else(PoisonError::into_inner);
        while threads.len() <= thread {
            threads.push(Mutex::new(Thread {
                rows: Longest::new(self.most),
                samples: Longest::new(self.most),
                batches: Longest::new(self.most),
                present: None,
            }));
        }
        work(threads[thread].get_mut().unwrap_or_else(PoisonError::into_inner));
    }

    fn worked(&self, thread: usize, span: Span<Work>) {
        self.with(thread, |thread| {
            let (first, _) = thread.present.unwrap_or((span.start, span.end));
            thread.present = Some((first.min(span.start), span.end));
            match span.what {
                Work::Row(_) => thread.rows.push(span),
                Work::Sample { .. } | Work::Score { .. } => thread.samples.push(span),
            }
        });
    }

    fn batch_left(&self, thread: usize, number: usize) {
        self.with(thread, |thread| {
            if let Some((start, end)) = thread.present.take() {
                thread.batches.push(Span { what: number, start, end });
            }
        });
    }

    /// All there is, by thread.
    fn take(&self) -> Vec<Recorded> {
        let mut threads = self.threads.write().unwrap_or_else(PoisonError::into_inner);
        let recorded = |thread: Mutex<Thread>| {
            let thread = thread.into_inner().unwrap_or_else(PoisonError::into_inner);
            let ((rows, a), (samples, b)) = (thread.rows.finish(), thread.samples.finish());
            let (batches, c) = thread.batches.finish();
            Recorded { rows, samples, batches, dropped: a + b + c }
        };
        threads.drain(..).map(recorded).collect()
    }
}

/// Watches a run: how busy its threads are and, for a trace, what they do when.
#[derive(Debug, Default)]
pub struct Clock {
    pub busy: Busy,
    pub recorder: Option<Recorder>,
}

impl Clock {
    /// What was recorded; only once.
    pub fn recorded(&self) -> Vec<Recorded> {
        self.recorder.as_ref().map(Recorder::take).unwrap_or_default()
    }
}

impl Watch for Clock {
    fn wants_rows(&self) -> bool {
        self.recorder.is_some()
    }

    fn worked(&self, thread: usize, what: Work, start: Instant, end: Instant) {
        self.busy.worked(what, start, end);
        if let Some(recorder) = &self.recorder {
            recorder.worked(thread, Span { what, start, end });
        }
    }

    fn batch_left(&self, thread: usize, number: usize) {
        if let Some(recorder) = &self.recorder {
            recorder.batch_left(thread, number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_stay() {
        let start = Instant::now();
        let mut longest = Longest::new(10);
        for n in 0..10_000u64 {
            // In no order: 7919 is prime.
            let length = Duration::from_nanos(n * 7_919 % 10_000);
            longest.push(Span { what: n, start, end: start + length });
        }
        let (mut spans, dropped) = longest.finish();
        spans.sort_by_key(Span::duration);
        let lengths: Vec<_> = spans.iter().map(|span| span.duration().as_nanos()).collect();
        assert_eq!((lengths, dropped), ((9_990..10_000).collect(), 9_990));
    }
}

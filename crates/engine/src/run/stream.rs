//! Jobs that threads take in their order, and results that come out in the same order.
//!
//! Results are handed on batch by batch. While one batch is handed on, threads work on the next ones: nobody waits at the end of a batch
//! for the slowest of its jobs, nor for what becomes of its results. What the results hold is limited: with too much of it, only
//! the first job that waits goes on until some were handed on.

use super::memory;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Into how many parts for each thread the jobs of a batch are divided where there are many: a thread that is done with one takes the
/// next.
const PARTS_EACH: usize = 64;

/// The jobs of all batches, and what has become of them.
pub struct Stream<'j, J, T> {
    batches: Vec<&'j [J]>,
    threads: usize,
    state: Mutex<State<T>>,
    /// There is a result, or a thread has ended or waits for room.
    news: Condvar,
    /// Results were handed on.
    room: Condvar,
}

struct State<T> {
    /// The first job that no thread has: its batch, and its place there.
    next: (usize, usize),
    /// The batch whose results are handed on next, and how many of them were.
    first: (usize, usize),
    /// Jobs from that one on that some thread has or had.
    taken: VecDeque<Slot<T>>,
    /// How many jobs came before these.
    gone: usize,
    /// For each batch, how many of its jobs have no result yet.
    missing: Vec<usize>,
    /// How many bytes the results hold.
    held: usize,
    /// Threads that wait for room.
    waiting: usize,
    /// Threads that are not done.
    working: usize,
    /// Nobody hands on results any more.
    is_closed: bool,
}

enum Slot<T> {
    Running,
    /// With its size. None: it was stopped.
    Done(Option<T>, usize),
}

/// Some jobs of a batch that one thread has.
struct Part {
    batch: usize,
    jobs: Range<usize>,
    /// The number of the first of them among all jobs.
    number: usize,
}

impl<'j, J: Sync, T: Send> Stream<'j, J, T> {
    pub fn new(batches: Vec<&'j [J]>, threads: usize) -> Stream<'j, J, T> {
        let state = State {
            next: (0, 0),
            first: (0, 0),
            taken: VecDeque::new(),
            gone: 0,
            missing: batches.iter().map(|batch| batch.len()).collect(),
            held: 0,
            waiting: 0,
            working: threads,
            is_closed: false,
        };
        Stream { batches, threads, state: Mutex::new(state), news: Condvar::new(), room: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does jobs until there are no more, in one of the threads. `left` is told of each batch when this thread leaves it.
    pub fn work(
        &self,
        work: &impl Fn(&J) -> Option<T>,
        size: &impl Fn(&T) -> usize,
        is_stopped: impl Fn() -> bool,
        left: impl Fn(usize),
    ) {
        let _ended = Ended(self);
        let mut present = None;
        while let Some(part) = self.take() {
            if let Some(before) = present.replace(part.batch).filter(|&before| before != part.batch) {
                left(before);
            }
            for (number, job) in (part.number..).zip(&self.batches[part.batch][part.jobs]) {
                if !self.wait_for_room(number) || is_stopped() {
                    return present.into_iter().for_each(&left);
                }
                let result = work(job);
                let bytes = result.as_ref().map_or(0, size);
                if self.state().note(part.batch, number, result, bytes) {
                    self.news.notify_one();
                }
            }
        }
        present.into_iter().for_each(left);
    }

    /// The next jobs that no thread has.
    fn take(&self) -> Option<Part> {
        let mut state = self.state();
        while self.batches.get(state.next.0)?.len() == state.next.1 {
            state.next = (state.next.0 + 1, 0);
        }
        let (batch, start) = state.next;
        let len = self.batches[batch].len();
        let end = len.min(start + (len / (self.threads * PARTS_EACH)).max(1));
        let number = state.gone + state.taken.len();
        state.next.1 = end;
        state.taken.extend((start..end).map(|_| Slot::Running));
        Some(Part { batch, jobs: start..end, number })
    }

    /// Waits until the results of a job may be held; the first job of all that are left need not wait. False if nobody wants them.
    fn wait_for_room(&self, number: usize) -> bool {
        let most_held = memory::for_results();
        let mut state = self.state();
        while !state.is_closed && state.held >= most_held && number > state.gone {
            state.waiting += 1;
            self.news.notify_one();
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
        !state.is_closed
    }

    /// Hands results on until all were, or until all threads have ended. Whether all were.
    pub fn hand_on(&self, mut on_batch: impl FnMut(Vec<T>)) -> bool {
        let _closed = Closed(self);
        let mut state = self.state();
        loop {
            let Some(batch) = self.batches.get(state.first.0) else { return true };
            let wanted = batch.len() - state.first.1;
            let is_done = |slot: &&Slot<T>| matches!(slot, Slot::Done(Some(_), _));
            let ready = state.taken.iter().take(wanted).take_while(is_done).count();
            let is_pressed = state.waiting > 0 && ready > 0;
            if ready == wanted || is_pressed {
                let results = state.hand_on(ready);
                state.first =
                    if ready == wanted { (state.first.0 + 1, 0) } else { (state.first.0, state.first.1 + ready) };
                drop(state);
                self.room.notify_all();
                if !results.is_empty() {
                    on_batch(results);
                }
                state = self.state();
            } else if state.working == 0 {
                // What there is, with gaps.
                let all = state.taken.len();
                let rest = state.hand_on(all);
                drop(state);
                on_batch(rest);
                return false;
            } else {
                state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

impl<T> State<T> {
    /// Notes what a job gave. Whether that is news to who hands on results: waking somebody takes longer than many a job, so nobody
    /// is woken for a part of a batch unless threads wait for room.
    fn note(&mut self, batch: usize, number: usize, result: Option<T>, bytes: usize) -> bool {
        self.missing[batch] -= usize::from(result.is_some());
        self.held += bytes;
        let at = number - self.gone;
        self.taken[at] = Slot::Done(result, bytes);
        self.waiting > 0 || (batch == self.first.0 && self.missing[batch] == 0)
    }

    /// The results of the first jobs.
    fn hand_on(&mut self, jobs: usize) -> Vec<T> {
        let mut results = Vec::with_capacity(jobs);
        for slot in self.taken.drain(..jobs) {
            if let Slot::Done(result, bytes) = slot {
                self.held -= bytes;
                results.extend(result);
            }
        }
        self.gone += jobs;
        results
    }
}

/// Says that a thread has ended, however it did.
struct Ended<'a, 'j, J, T>(&'a Stream<'j, J, T>);

impl<J, T> Drop for Ended<'_, '_, J, T> {
    fn drop(&mut self) {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner).working -= 1;
        self.0.news.notify_one();
    }
}

/// Says that nobody hands on results any more, however that came about.
struct Closed<'a, 'j, J, T>(&'a Stream<'j, J, T>);

impl<J, T> Drop for Closed<'_, '_, J, T> {
    fn drop(&mut self) {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
        self.0.room.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    /// What comes out batch by batch, and whether all of it did.
    fn run<T: Send>(
        batches: &[Vec<usize>],
        threads: usize,
        work: impl Fn(&usize) -> Option<T> + Sync,
        size: usize,
        is_stopped: impl Fn() -> bool + Sync,
        mut on_batch: impl FnMut(&[T]),
    ) -> (Vec<Vec<T>>, bool) {
        let stream = Stream::new(batches.iter().map(Vec::as_slice).collect(), threads);
        let mut came = Vec::new();
        let all = std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| stream.work(&work, &|_: &T| size, &is_stopped, |_| {}));
            }
            stream.hand_on(|batch| {
                on_batch(&batch);
                came.push(batch);
            })
        });
        (came, all)
    }

    fn batches(sizes: &[usize]) -> Vec<Vec<usize>> {
        let mut number = 0..;
        sizes.iter().map(|&size| number.by_ref().take(size).collect()).collect()
    }

    #[test]
    fn results_come_in_order_batch_by_batch() {
        let batches = batches(&[3, 1, 700, 0, 5]);
        for threads in [1, 2, 5] {
            let slow = |&n: &usize| {
                if n % 3 == 0 {
                    std::thread::yield_now();
                }
                Some(n)
            };
            let (came, all) = run(&batches, threads, slow, 1, || false, |_| {});
            assert!(all);
            assert!(came.iter().eq(batches.iter().filter(|batch| !batch.is_empty())), "{threads} threads");
        }
        assert_eq!(run(&[], 2, |&n| Some(n), 1, || false, |_| {}), (Vec::new(), true));
    }

    #[test]
    fn a_batch_with_large_results_comes_in_pieces() {
        let batches = batches(&[100, 100]);
        let most_held = AtomicUsize::new(0);
        let held = AtomicUsize::new(0);
        let work = |&n: &usize| {
            most_held.fetch_max(held.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            Some(n)
        };
        let (came, all) =
            run(&batches, 3, work, 60 << 20, || false, |batch| _ = held.fetch_sub(batch.len(), Ordering::SeqCst));
        assert!(all && came.len() > 10, "only a few fit at a time");
        assert!(came.concat().into_iter().eq(0..200));
        // As many as fit, one for each thread that had begun, and those that are handed on just now.
        assert!(most_held.into_inner() <= 2 * (memory::for_results() / (60 << 20) + 4));
    }

    #[test]
    fn only_a_whole_batch_is_news() {
        let batches = batches(&[2, 1, 1]);
        let stream: Stream<'_, usize, usize> = Stream::new(batches.iter().map(Vec::as_slice).collect(), 1);
        while stream.take().is_some() {}
        let mut state = stream.state();
        assert!(!state.note(1, 2, Some(2), 1), "the first batch comes first");
        assert!(!state.note(0, 0, Some(0), 1), "half of a batch");
        assert!(state.note(0, 1, Some(1), 1));
        state.waiting = 1;
        assert!(state.note(2, 3, Some(3), 1), "a thread waits for room");
    }

    #[test]
    fn threads_go_on_while_a_batch_is_handed_on() {
        let batches = batches(&[1, 2]);
        let last = AtomicBool::new(false);
        let work = |&n: &usize| {
            last.fetch_or(n == 2, Ordering::SeqCst);
            Some(n)
        };
        // The first batch is not handed on before the last job has begun.
        let (came, all) = run(
            &batches,
            1,
            work,
            1,
            || false,
            |_| {
                while !last.load(Ordering::SeqCst) {
                    std::thread::yield_now();
                }
            },
        );
        assert_eq!((came, all), (vec![vec![0], vec![1, 2]], true));
    }

    #[test]
    fn stopped_jobs_leave_gaps() {
        let (came, all) = run(&batches(&[4]), 1, |&n| (n != 1).then_some(n), 1, || false, |_| {});
        assert_eq!((came.concat(), all), (vec![0, 2, 3], false));
        let done = AtomicUsize::new(0);
        let work = |&n: &usize| {
            done.fetch_add(1, Ordering::SeqCst);
            Some(n)
        };
        let (came, all) = run(&batches(&[2, 50]), 1, work, 1, || done.load(Ordering::SeqCst) == 5, |_| {});
        assert_eq!((came.concat(), all), ((0..5).collect(), false));
    }

    #[test]
    fn a_panic_is_no_reason_to_wait_for_ever() {
        let batches = batches(&[2, 2]);
        let ran = std::panic::catch_unwind(|| {
            run(&batches, 2, |&n| if n == 1 { panic!("on purpose") } else { Some(n) }, 1, || false, |_| {})
        });
        assert!(ran.is_err());
    }
}

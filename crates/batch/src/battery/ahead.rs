//! Which samples are whose.

use super::report::BatteryReport;
use super::shares::Shares;
use megabatt_core::{Arc as ValueArc, Value};
use megabatt_exec::{Cancel, RowResult};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What cards gave for a sample: nothing for a program that is left to the CPU.
pub type Rows = Vec<Option<RowResult>>;

/// How far a sample is.
enum State {
    /// Nobody has begun.
    Free,
    /// A card has it; these programs it does not run.
    OnCard(Arc<Vec<usize>>),
    /// A card is done with it.
    Ready(Rows),
    /// A thread has it.
    Taken,
}

/// What a thread finds.
pub enum Found {
    /// No card has it: all programs are to run.
    Nothing,
    /// A card has this sample; meanwhile, these programs can run. [`Ahead::wait`] gives the rows.
    Soon(usize, Arc<Vec<usize>>),
    Rows(Rows),
}

struct Inner {
    states: Vec<State>,
    /// The last sample that a thread has asked for.
    asked: usize,
    /// Samples that a card has or is done with, and no thread has asked for.
    ahead: usize,
    taken: usize,
    /// When threads came for the last samples.
    recent: VecDeque<Instant>,
    stopped: bool,
    report: BatteryReport,
}

impl Inner {
    /// How many samples the threads come to in this time.
    fn soon(&self, time: Duration) -> usize {
        let Some(first) = self.recent.front() else { return 0 };
        if self.recent.len() < RECENT {
            // Nobody knows yet how quick they are: all of them ask for their first samples at once.
            return RECENT;
        }
        let each = first.elapsed().as_secs_f64() / RECENT as f64;
        1 + (SPARE * time.as_secs_f64() / each.max(1e-9)).min(1e9) as usize
    }
}

/// All samples of a run.
pub struct Ahead {
    samples: Vec<Value>,
    /// By the place of their grid in memory.
    numbers: HashMap<usize, usize>,
    inner: Mutex<Inner>,
    changed: Condvar,
    started: Instant,
    shares: Mutex<Shares>,
}

/// Cards may be so many samples ahead of the threads: their results take memory.
const MOST_AHEAD: usize = 4_096;
/// How often a thread that waits looks whether it should stop.
const LOOK: Duration = Duration::from_millis(50);
/// From so many samples the pace of the threads is known.
const RECENT: usize = 64;
/// A launch may take so many times as long as the last one before a thread has to wait.
const SPARE: f64 = 1.5;
/// A card that finds nothing to claim looks again after this time, as long as there are samples that nobody has begun.
const AGAIN: Duration = Duration::from_millis(5);

fn place(value: &Value) -> Option<usize> {
    if let Value::Grid(grid) = value { Some(ValueArc::as_ptr(grid) as usize) } else { None }
}

impl Ahead {
    pub fn new(samples: Vec<Value>, programs: usize) -> Ahead {
        let places = samples.iter().enumerate().filter_map(|(n, sample)| Some((place(sample)?, n)));
        let numbers: HashMap<usize, usize> = places.collect();
        // What has no place, or shares one with another, is not for cards.
        let state = |n: usize| match place(&samples[n]).and_then(|place| numbers.get(&place)) {
            Some(&known) if known == n => State::Free,
            _ => State::Taken,
        };
        let states: Vec<State> = (0..samples.len()).map(state).collect();
        let inner = Inner {
            states,
            asked: 0,
            ahead: 0,
            taken: 0,
            recent: VecDeque::new(),
            stopped: false,
            report: BatteryReport::default(),
        };
        let shares = Mutex::new(Shares::new(programs));
        Ahead { samples, numbers, inner: Mutex::new(inner), changed: Condvar::new(), started: Instant::now(), shares }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn sample(&self, number: usize) -> &Value {
        &self.samples[number]
    }

    /// Who runs which programs.
    pub fn shares(&self) -> MutexGuard<'_, Shares> {
        self.shares.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What there is for a thread that comes for a sample.
    pub fn find(&self, input: &Value) -> Found {
        let Some(&number) = place(input).and_then(|place| self.numbers.get(&place)) else { return Found::Nothing };
        let mut inner = self.lock();
        inner.asked = inner.asked.max(number);
        inner.taken += 1;
        inner.recent.push_back(Instant::now());
        if inner.recent.len() > RECENT {
            inner.recent.pop_front();
        }
        if let State::OnCard(others) = &inner.states[number] {
            return Found::Soon(number, others.clone());
        }
        match std::mem::replace(&mut inner.states[number], State::Taken) {
            State::Ready(rows) => {
                inner.ahead -= 1;
                drop(inner);
                self.changed.notify_all();
                Found::Rows(rows)
            }
            _ => Found::Nothing,
        }
    }

    /// The rows of a sample that is on a card, when it is done with it; None if it could not, or if it is to stop.
    pub fn wait(&self, number: usize, cancel: &Cancel) -> Option<Rows> {
        let started = Instant::now();
        let mut inner = self.lock();
        while matches!(inner.states[number], State::OnCard(_)) && !cancel.is_cancelled() {
            inner = self.changed.wait_timeout(inner, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        inner.report.waited += started.elapsed();
        let before = std::mem::replace(&mut inner.states[number], State::Taken);
        if !matches!(before, State::Free) {
            inner.ahead -= 1;
        }
        drop(inner);
        self.changed.notify_all();
        if let State::Ready(rows) = before { Some(rows) } else { None }
    }

    /// Waits until the threads have worked so long by themselves, and gives how many samples a second they do; None if what is left is
    /// not worth a card.
    pub fn worth_it(&self, alone: Duration, left: Duration) -> Option<f64> {
        loop {
            let mut inner = self.lock();
            let elapsed = self.started.elapsed();
            if inner.stopped {
                return None;
            }
            if elapsed >= alone {
                let free = inner.states.iter().filter(|state| matches!(state, State::Free)).count();
                let each = elapsed.as_secs_f64() / inner.taken.max(1) as f64;
                let to_go = each * free as f64;
                inner.report.estimate = Some(Duration::from_secs_f64(to_go.min(1e9)));
                return (free > 0 && to_go >= left.as_secs_f64()).then_some(1.0 / each);
            }
            drop(self.changed.wait_timeout(inner, alone - elapsed));
        }
    }

    /// The next samples for a card, at most so many and never all of few; none if there are none left, or if it is to stop. The threads
    /// run the `others` of their programs. A launch takes about so long.
    pub fn claim(&self, most: usize, launch: Duration, others: &Arc<Vec<usize>>) -> Vec<usize> {
        let mut inner = self.lock();
        loop {
            if inner.stopped {
                return Vec::new();
            }
            // Behind those that the threads come to before the card is done, so that none of them has to wait.
            let from = inner.asked + inner.soon(launch);
            let is_free = |n: &usize| matches!(inner.states[*n], State::Free);
            let mut claimed: Vec<usize> = (from..inner.states.len()).filter(is_free).collect();
            let full = inner.ahead >= MOST_AHEAD;
            if claimed.is_empty() || full {
                if !full && !(inner.asked..inner.states.len()).any(|n| is_free(&n)) {
                    return Vec::new();
                }
                inner = self.changed.wait_timeout(inner, AGAIN).unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            // Towards the end in smaller parts, so that cards and threads end together.
            claimed.truncate(most.min(claimed.len().div_ceil(3)));
            for &number in &claimed {
                inner.states[number] = State::OnCard(others.clone());
            }
            inner.ahead += claimed.len();
            return claimed;
        }
    }

    /// A card is done with samples.
    pub fn finish(&self, samples: impl Iterator<Item = (usize, Rows)>, tell: impl FnOnce(&mut BatteryReport)) {
        let mut inner = self.lock();
        for (number, rows) in samples {
            if matches!(inner.states[number], State::OnCard(_)) {
                inner.states[number] = State::Ready(rows);
            }
        }
        tell(&mut inner.report);
        drop(inner);
        self.changed.notify_all();
    }

    /// Why no card takes part.
    pub fn decline(&self, why: String) {
        self.lock().report.declined = Some(why);
    }

    /// A card could not do these.
    pub fn give_back(&self, samples: &[usize], why: String) {
        let mut inner = self.lock();
        for &number in samples {
            if matches!(inner.states[number], State::OnCard(_)) {
                inner.states[number] = State::Free;
                inner.ahead -= 1;
            }
        }
        inner.report.failures.push(why);
        drop(inner);
        self.changed.notify_all();
    }

    pub fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }

    pub fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    pub fn report(&self) -> BatteryReport {
        self.lock().report.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::Grid;

    fn samples(count: usize) -> Vec<Value> {
        (0..count).map(|n| Value::grid(Grid::new(1, 1, vec![(n % 10) as i8]))).collect()
    }

    const LAUNCH: Duration = Duration::from_millis(1);

    #[test]
    fn a_card_begins_with_the_first_and_leaves_some() {
        let ahead = Ahead::new(samples(30), 4);
        let others = Arc::new(vec![3]);
        assert_eq!(ahead.claim(5, LAUNCH, &others), [0, 1, 2, 3, 4]);
        assert_eq!(ahead.claim(50, LAUNCH, &others).len(), 9, "a third of what is left");
    }

    #[test]
    fn a_card_stays_ahead_of_threads() {
        let ahead = Ahead::new(samples(1_000), 1);
        let others = Arc::new(Vec::new());
        for n in 0..3 {
            assert!(matches!(ahead.find(&ahead.samples[n].clone()), Found::Nothing));
        }
        let first = ahead.claim(10, LAUNCH, &others)[0];
        assert!(first >= RECENT, "all threads have asked, and nobody knows how quick they are: {first}");
        let ahead = Ahead::new(samples(100_000), 1);
        let started = Instant::now();
        for n in 0..RECENT {
            ahead.find(&ahead.samples[n].clone());
            std::thread::sleep(Duration::from_micros(200));
        }
        let each = started.elapsed() / RECENT as u32;
        let first = ahead.claim(10, 100 * each, &others)[0];
        assert!(first > RECENT + 80, "a hundred samples in the time of a launch, and more to spare: {first}");
        let first = ahead.claim(10, Duration::ZERO, &others)[0];
        assert_eq!(first, RECENT, "the next one, if a launch takes no time");
    }

    #[test]
    fn a_thread_has_something_to_do_while_a_card_is_busy() {
        let ahead = Ahead::new(samples(9), 2);
        let claimed = ahead.claim(1, LAUNCH, &Arc::new(vec![1]));
        let sample = ahead.samples[claimed[0]].clone();
        let Found::Soon(number, others) = ahead.find(&sample) else { panic!("it is on a card") };
        assert_eq!((number, others.as_slice()), (0, [1].as_slice()));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| ahead.wait(number, &Cancel::new()));
            ahead.finish(std::iter::once((number, vec![None, None])), |_| {});
            assert_eq!(waiting.join().expect("it waits").map(|rows| rows.len()), Some(2));
        });
        assert_eq!(ahead.lock().ahead, 0);
    }

    #[test]
    fn what_a_card_gives_back_is_done_by_the_thread_that_waits() {
        let ahead = Ahead::new(samples(9), 2);
        let claimed = ahead.claim(1, LAUNCH, &Arc::new(Vec::new()));
        let sample = ahead.samples[claimed[0]].clone();
        assert!(matches!(ahead.find(&sample), Found::Soon(0, _)));
        ahead.give_back(&claimed, "gone".to_string());
        assert!(ahead.wait(0, &Cancel::new()).is_none());
        assert_eq!(ahead.lock().ahead, 0);
        assert_eq!(ahead.report().failures, ["gone"]);
    }
}

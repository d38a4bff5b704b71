//! Which samples are whose.

use super::report::BatteryReport;
use megabatt_core::{Arc as ValueArc, Value};
use megabatt_exec::{Cancel, RowResult};
use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What cards gave for a sample: nothing for a program that is left to the CPU.
pub type Rows = Vec<Option<RowResult>>;

/// How far a sample is.
enum State {
    /// Nobody has begun.
    Free,
    OnCard,
    /// A card is done with it.
    Ready(Rows),
    /// A thread has it.
    Taken,
}

/// What a thread finds.
pub enum Found {
    /// No card has it: all programs are to run.
    Nothing,
    Rows(Rows),
}

struct Inner {
    states: Vec<State>,
    /// The last sample that a thread has asked for.
    asked: usize,
    /// Samples that a card has or is done with, and no thread has asked for.
    ahead: usize,
    taken: usize,
    stopped: bool,
    report: BatteryReport,
}

/// All samples of a run.
pub struct Ahead {
    samples: Vec<Value>,
    /// By the place of their grid in memory.
    numbers: HashMap<usize, usize>,
    inner: Mutex<Inner>,
    changed: Condvar,
    started: Instant,
}

/// Cards may be so many samples ahead of the threads: their results take memory.
const MOST_AHEAD: usize = 4_096;
/// How often a thread that waits looks whether it should stop.
const LOOK: Duration = Duration::from_millis(50);

fn place(value: &Value) -> Option<usize> {
    if let Value::Grid(grid) = value { Some(ValueArc::as_ptr(grid) as usize) } else { None }
}

impl Ahead {
    pub fn new(samples: Vec<Value>) -> Ahead {
        let places = samples.iter().enumerate().filter_map(|(n, sample)| Some((place(sample)?, n)));
        let numbers: HashMap<usize, usize> = places.collect();
        // What has no place, or shares one with another, is not for cards.
        let state = |n: usize| match place(&samples[n]).and_then(|place| numbers.get(&place)) {
            Some(&known) if known == n => State::Free,
            _ => State::Taken,
        };
        let states: Vec<State> = (0..samples.len()).map(state).collect();
        let inner = Inner { states, asked: 0, ahead: 0, taken: 0, stopped: false, report: BatteryReport::default() };
        Ahead { samples, numbers, inner: Mutex::new(inner), changed: Condvar::new(), started: Instant::now() }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn sample(&self, number: usize) -> &Value {
        &self.samples[number]
    }

    /// What there is for a thread that comes for a sample.
    pub fn find(&self, input: &Value, cancel: &Cancel) -> Found {
        let Some(&number) = place(input).and_then(|place| self.numbers.get(&place)) else { return Found::Nothing };
        let mut inner = self.lock();
        while matches!(inner.states[number], State::OnCard) && !cancel.is_cancelled() {
            inner = self.changed.wait_timeout(inner, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        let before = std::mem::replace(&mut inner.states[number], State::Taken);
        inner.taken += 1;
        inner.asked = inner.asked.max(number);
        match before {
            State::Ready(rows) => {
                inner.ahead -= 1;
                drop(inner);
                self.changed.notify_all();
                Found::Rows(rows)
            }
            State::OnCard => {
                inner.ahead -= 1;
                Found::Nothing
            }
            State::Free | State::Taken => Found::Nothing,
        }
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

    /// The next samples for a card, at most so many and never all of few; none if there are none left, or if it is to stop.
    pub fn claim(&self, most: usize) -> Vec<usize> {
        let mut inner = self.lock();
        while inner.ahead >= MOST_AHEAD && !inner.stopped {
            inner = self.changed.wait_timeout(inner, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        if inner.stopped {
            return Vec::new();
        }
        let free = || (0..inner.states.len()).filter(|&n| matches!(inner.states[n], State::Free));
        // Behind those that threads are busy with, so that none of them has to wait; of what is left of these the last ones.
        let mut wanted: Vec<usize> = free().filter(|&n| n > inner.asked).collect();
        if wanted.is_empty() {
            wanted = free().collect();
            wanted.reverse();
        }
        // Towards the end in smaller parts, so that cards and threads end together.
        wanted.truncate(most.min(wanted.len().div_ceil(3)));
        let claimed = wanted;
        for &number in &claimed {
            inner.states[number] = State::OnCard;
        }
        inner.ahead += claimed.len();
        claimed
    }

    /// A card is done with samples.
    pub fn finish(&self, samples: impl Iterator<Item = (usize, Rows)>, tell: impl FnOnce(&mut BatteryReport)) {
        let mut inner = self.lock();
        for (number, rows) in samples {
            if matches!(inner.states[number], State::OnCard) {
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
            if matches!(inner.states[number], State::OnCard) {
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

//! What batches of one kind took, and which way the next ones go.
//!
//! Batches go one way for a *stretch*: a few to try a way, many once it is known which is quicker. The first ones after a change come
//! after work of another sort: threads sleep, caches hold something else, buffers have yet to grow. On 16 cores the first batch
//! on the CPU took three times as long as later ones, the second half as long again, and the sixth still a tenth more. So
//! they do not count; taking turns batch by batch would measure the changing of ways. A decision is looked at again soon at first,
//! and ever more rarely as it proves right.

use super::{Guess, Way};
use std::time::Duration;

/// The last times of a way are enough: machines change.
const KEPT: usize = 15;
/// Batches that count of the first stretch of a way.
const TRIED: usize = 5;
/// So many batches after a change do not count, or as many as this time has room for, in seconds; the first never does. Threads
/// are awake after some ten batches, but cores that slept get quicker for some milliseconds more.
const WARMING: usize = 32;
const WARMING_TIME: f64 = 5e-3;
/// Batches of a stretch after it was decided often enough, times how much slower the other way is: trying it again takes about a
/// hundredth.
const LONG: usize = 1024;
/// Batches of the stretch after a first decision; each one that confirms it doubles them. What a process does first is measured
/// worst: threads have just started, memory is touched for the first time.
const FIRST_LONG: usize = 128;
/// A way that was decided for is thought over before its stretch ends if even its undisturbed batches take so many times what the other
/// way usually took: how quick a machine's threads are, or a card, can change for long.
const WORSE: f64 = 1.05;
/// The other way is not tried if it is thought to take longer than so many times.
const FAR: f64 = 4.0;
/// So many times slower is slower without doubt, once threads are half awake: after so many batches.
const CLEAR: f64 = 2.0;
const HALF_AWAKE: usize = 3;
/// Without measurements the other way is tried only where a batch takes less than this, in seconds.
const SHORT: f64 = 20e-3;
/// Where the other way is thought to take less than this, it is tried even if it is thought to be far slower: estimates are made for
/// families, and a long pipeline may be thought ten times as slow as it is.
const CHEAP: f64 = 50e-3;

/// The last times of a way, in seconds.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    taken: [f64; KEPT],
    count: usize,
}

impl Times {
    fn add(&mut self, took: f64) {
        if self.count == KEPT {
            self.taken.rotate_left(1);
            self.count -= 1;
        }
        self.taken[self.count] = took;
        self.count += 1;
    }

    /// What a batch usually takes: a little below the median, since what disturbs a batch makes it longer.
    fn usual(&self) -> Option<f64> {
        self.after(0.4)
    }

    /// What batches that nothing disturbs take.
    fn undisturbed(&self) -> Option<f64> {
        self.after(0.2)
    }

    /// The time after this share of them, shortest first.
    fn after(&self, share: f64) -> Option<f64> {
        let mut taken = self.taken;
        let taken = &mut taken[..self.count];
        taken.sort_unstable_by(f64::total_cmp);
        taken.get((taken.len() as f64 * share) as usize).copied()
    }
}

/// What batches of one kind took.
#[derive(Clone, Copy, Debug)]
pub struct Past {
    guess: Guess,
    cpu: Times,
    device: Times,
    /// The way of this stretch.
    now: Way,
    /// Batches that count which this stretch still has.
    left: usize,
    /// Batches since the way changed, and the seconds they took.
    since_change: (usize, f64),
    is_decided: bool,
    /// What was decided last, and how many times in a row.
    decided: Way,
    times_decided: u32,
}

impl Past {
    pub fn new(guess: Guess) -> Past {
        let (left, is_decided) = if guess.is_settled { (usize::MAX, true) } else { (TRIED, false) };
        let (cpu, device) = (Times::default(), Times::default());
        let now = guess.way;
        Past { guess, cpu, device, now, left, since_change: (0, 0.0), is_decided, decided: now, times_decided: 0 }
    }

    /// The way to go.
    pub fn way(&self) -> Way {
        self.now
    }

    pub fn is_decided(&self) -> bool {
        self.is_decided
    }

    fn of(&self, way: Way) -> &Times {
        match way {
            Way::Cpu => &self.cpu,
            Way::Device => &self.device,
        }
    }

    fn of_mut(&mut self, way: Way) -> &mut Times {
        match way {
            Way::Cpu => &mut self.cpu,
            Way::Device => &mut self.device,
        }
    }

    /// Notes what a batch took, and thinks it over at the end of a stretch.
    pub fn note(&mut self, way: Way, took: Duration) {
        if way != self.now || self.guess.is_settled {
            return;
        }
        let took = took.as_secs_f64();
        let (batches, seconds) = self.since_change;
        self.since_change = (batches + 1, seconds + took);
        let counts = batches >= WARMING || (batches > 0 && seconds >= WARMING_TIME);
        let times = self.of(way.other()).usual().map_or(0.0, |known| took / known);
        let is_hopeless = !self.is_decided
            && match batches {
                // Nobody waits for a second one that takes long.
                0 => times > FAR && took > SHORT,
                1..HALF_AWAKE => times > FAR,
                _ => times > CLEAR,
            };
        if !counts && !is_hopeless {
            return;
        }
        self.of_mut(way).add(took);
        self.left -= 1;
        if self.left == 0 || is_hopeless || self.has_become_worse() {
            self.think();
        }
    }

    /// Whether the way that was decided for takes longer by now than the other way did. Looked at every few batches, because it
    /// takes a sort.
    fn has_become_worse(&self) -> bool {
        if !self.is_decided || !self.left.is_multiple_of(KEPT) {
            return false;
        }
        match (self.of(self.now).undisturbed(), self.of(self.now.other()).usual()) {
            (Some(now), Some(other)) => now > WORSE * other,
            _ => false,
        }
    }

    /// Which way the next stretch goes.
    fn think(&mut self) {
        if self.is_decided {
            // What the other way took long ago, perhaps when threads had just started, says nothing of today.
            self.is_decided = false;
            *self.of_mut(self.now.other()) = Times::default();
            return self.go(self.now.other(), TRIED);
        }
        let other = self.guess.way.other();
        let (known, found) = (self.of(self.guess.way).usual(), self.of(other).usual());
        let (quick, ratio) = match (known, found) {
            (Some(known), Some(found)) if found < known => (other, known / found),
            (Some(known), Some(found)) => (self.guess.way, found / known),
            (Some(known), None) if self.is_worth_trying(known) => return self.go(other, TRIED),
            _ => return self.decide(self.guess.way, f64::INFINITY),
        };
        // The closer they are, the more it takes to tell them apart.
        let enough = match ratio {
            FAR.. => 1,
            CLEAR.. => 2,
            1.5.. => 10,
            _ => KEPT,
        };
        let missing = |way: Way| enough.saturating_sub(self.of(way).count);
        match (missing(self.now), missing(self.now.other())) {
            (0, 0) => self.decide(quick, ratio),
            // All that are missing at once: each change costs.
            (0, more) => self.go(self.now.other(), more),
            (more, _) => self.go(self.now, more),
        }
    }

    /// Whether a way that nobody tried may be quicker than one that takes so long.
    fn is_worth_trying(&self, known: f64) -> bool {
        match self.guess.other_takes {
            Some(times) => times < FAR || times * known < CHEAP,
            None => known < SHORT,
        }
    }

    fn go(&mut self, way: Way, batches: usize) {
        if way != self.now {
            self.since_change = (0, 0.0);
        }
        self.now = way;
        self.left = batches;
    }

    fn decide(&mut self, way: Way, ratio: f64) {
        self.times_decided = if way == self.decided { self.times_decided + 1 } else { 1 };
        self.decided = way;
        let doubled = FIRST_LONG << (self.times_decided - 1).min(usize::BITS / 4);
        self.go(way, (doubled.min(LONG) as f64 * ratio) as usize);
        self.is_decided = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Batches that a way is tried for after another.
    const STRETCH: usize = WARMING + TRIED;

    fn guess(way: Way, other_takes: Option<f64>) -> Past {
        Past::new(Guess { way, other_takes, is_settled: false })
    }

    /// Runs batches that take so many microseconds on the CPU and on a device; which ways they went.
    fn run(past: &mut Past, micros: [u64; 2], batches: usize) -> Vec<Way> {
        run_with(past, batches, |way, _| micros[(way == Way::Device) as usize])
    }

    fn run_with(past: &mut Past, batches: usize, takes: impl Fn(Way, usize) -> u64) -> Vec<Way> {
        let one = |n| {
            let way = past.way();
            past.note(way, Duration::from_micros(takes(way, n)));
            way
        };
        (0..batches).map(one).collect()
    }

    fn count(ways: &[Way], wanted: Way) -> usize {
        ways.iter().filter(|&&way| way == wanted).count()
    }

    #[test]
    fn a_wrong_guess_is_found_out() {
        let ways = run(&mut guess(Way::Device, Some(1.5)), [10, 30], 200);
        assert_eq!(ways[..STRETCH], [Way::Device; STRETCH], "the guess comes first");
        assert!(ways[STRETCH..].iter().all(|&way| way == Way::Cpu), "{ways:?}");
    }

    #[test]
    fn a_right_guess_is_kept() {
        let ways = run(&mut guess(Way::Device, Some(1.5)), [300, 100], 700);
        assert!(count(&ways, Way::Cpu) < 20, "{ways:?}");
    }

    #[test]
    fn what_is_far_slower_is_not_tried() {
        let far = || guess(Way::Device, Some(20.0));
        assert_eq!(count(&run(&mut far(), [90_000, 10_000], 20), Way::Cpu), 0);
        assert_eq!(
            run(&mut far(), [40, 110], 3 * STRETCH)[2 * STRETCH..],
            [Way::Cpu; STRETCH],
            "the estimate was wrong"
        );
        assert_eq!(
            count(&run(&mut far(), [9, 1], 2 * STRETCH), Way::Cpu),
            2,
            "where it costs nothing, the second counts"
        );
        assert_eq!(count(&run(&mut guess(Way::Cpu, None), [30_000, 1], 20), Way::Device), 0, "too long to try");
        assert_eq!(count(&run(&mut guess(Way::Cpu, None), [10, 1000], 2 * STRETCH), Way::Device), 2, "that is enough");
        assert_eq!(
            count(&run(&mut guess(Way::Cpu, None), [10, 50_000], 2 * STRETCH), Way::Device),
            1,
            "once is long enough"
        );
    }

    #[test]
    fn buffers_that_grow_at_first_do_not_decide() {
        let grows = |way, n| match way {
            Way::Cpu => 50,
            Way::Device => 20 + 4_000 * u64::from(n == STRETCH),
        };
        let ways = run_with(&mut guess(Way::Cpu, None), 100, grows);
        assert_eq!(count(&ways[STRETCH..], Way::Device), 100 - STRETCH, "{ways:?}");
    }

    #[test]
    fn what_is_settled_is_not_tried() {
        let mut settled = Past::new(Guess { is_settled: true, way: Way::Cpu, other_takes: None });
        assert_eq!(count(&run(&mut settled, [9, 1], 20), Way::Device), 0);
    }

    #[test]
    fn the_first_after_a_change_does_not_count() {
        let mut past = guess(Way::Device, Some(1.1));
        let mut before = Way::Device;
        let mut ways = Vec::new();
        for _ in 0..600 {
            let way = past.way();
            // The CPU is quicker by a tenth, and slower after the device's work, as threads have to wake.
            let took = if way == Way::Device { 40 } else { 36 + 20 * u64::from(before == Way::Device) };
            past.note(way, Duration::from_micros(took));
            before = way;
            ways.push(way);
        }
        assert!(count(&ways[200..], Way::Cpu) > 340, "{ways:?}");
    }

    #[test]
    fn a_bad_start_is_forgotten() {
        // The CPU is quicker by a fifth, but while the process starts it takes three times as long.
        let starting = |way, n| match way {
            Way::Cpu => 100 * if n < 60 { 3 } else { 1 },
            Way::Device => 120,
        };
        for first in [Way::Cpu, Way::Device] {
            let ways = run_with(&mut guess(first, Some(1.0)), 1_000, starting);
            assert!(count(&ways[400..], Way::Cpu) > 500, "{ways:?}");
        }
    }

    #[test]
    fn threads_that_wake_slowly_do_not_decide() {
        let mut past = guess(Way::Device, Some(1.2));
        let (mut before, mut since) = (Way::Device, 0);
        let mut ways = Vec::new();
        for _ in 0..1_000 {
            let way = past.way();
            since = if way == before { since + 1 } else { 0 };
            // What was measured on 16 cores: the CPU is quicker by a tenth once all of its threads are awake, and slower until then.
            let waking = [300, 144, 118, 118, 116, 116].get(since).copied().unwrap_or(104);
            past.note(way, Duration::from_micros(if way == Way::Device { 112 } else { waking }));
            before = way;
            ways.push(way);
        }
        assert!(count(&ways[200..], Way::Cpu) > 650, "{ways:?}");
    }

    #[test]
    fn close_ways_are_told_apart_in_noise() {
        // The device is quicker by a tenth, and every fourth batch, as far as numbers can be drawn, takes half as long again.
        let mut right = 0;
        for seed in 0..50 {
            let odd = |n: usize| {
                let drawn = (n as u64 + 1000 * seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                (drawn ^ drawn >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 62 == 0
            };
            let noisy = |way, n: usize| (if way == Way::Device { 10 } else { 11 }) * if odd(n) { 3 } else { 2 };
            for first in [Way::Cpu, Way::Device] {
                let ways = run_with(&mut guess(first, Some(1.0)), 1_000, noisy);
                right += usize::from(count(&ways[200..], Way::Device) > 650);
            }
        }
        assert!(right >= 98, "{right} of 100");
    }

    #[test]
    fn a_close_second_is_tried_again_later() {
        let mut past = guess(Way::Cpu, Some(1.1));
        run(&mut past, [100, 120], 250);
        assert_eq!(past.way(), Way::Cpu);
        let later = run(&mut past, [200, 50], 600);
        assert_eq!(later.last(), Some(&Way::Device), "the machine changed");
    }

    #[test]
    fn a_way_that_becomes_slower_is_left_soon() {
        let mut past = guess(Way::Cpu, Some(1.1));
        run(&mut past, [100, 140], 6 * STRETCH);
        assert!(past.is_decided() && past.way() == Way::Cpu);
        let later = run(&mut past, [200, 140], 120);
        assert_eq!(later[40..], [Way::Device; 80], "{later:?}");
    }

    #[test]
    fn trying_again_costs_little() {
        let ways = run(&mut guess(Way::Cpu, Some(1.1)), [100, 160], 10_000);
        assert!(count(&ways, Way::Device) < 400, "{}", count(&ways, Way::Device));
        assert!(count(&ways, Way::Device) > 30, "{}", count(&ways, Way::Device));
    }
}

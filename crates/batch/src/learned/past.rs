//! What batches of one kind took, and which way the next ones go.
//!
//! Batches go one way for a *stretch*: a short one to try a way, a long one once it is known which is quicker. The first ones after a
//! change come after work of another sort: threads sleep, caches hold something else, buffers have yet to grow. On 16 cores the first
//! batch on the CPU took up to four times as long as later ones, the second half as long again, the eighth a seventh more, the
//! twentieth a few percent. So they do not count; taking turns batch by batch would measure the changing of ways.
//!
//! Machines have moods: for some milliseconds, or some hundred, a neighbour's work makes the cores a third slower, and the card not. Whoever
//! judges by the last batches alone runs after each mood and is late each time. So a stretch gives one *moment*, a time that was
//! usual in it; stretches of the two ways take turns, so that both have moments of the same days, good and bad; and what counts is the
//! median of the last moments.
//!
//! ```text
//!   CPU   ▁▁▁▁▁▁▁▁▁▁▁▁▁▁ ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▃▃▃▃ ▃▃▃▃▁▁▁▁▁▁▁     stays: one bad moment of five
//!   card                ▂                   ▂
//! ```
//!
//! How often the way that is thought slower is tried again follows from what trying it cost.

use super::times::Times;
use super::{Guess, Way};
use std::time::Duration;

/// Of a stretch the last times are enough.
const LAST: usize = 15;
/// Moments that are kept of a way.
const MOMENTS: usize = 15;
/// The moments that count reach back over this time, in seconds, which is longer than most moods last; and there are at least a few.
const MOOD: f64 = 50e-3;
/// So many batches after a change do not count, or as many as this time has room for, in seconds; the first never does.
const WARMING: usize = 48;
const WARMING_TIME: f64 = 5e-3;
/// Batches that count of a stretch in which a way is tried; fewer, but at least a few, if they take this long, in seconds.
const TRIED: usize = 8;
const A_FEW: usize = 3;
const TRIED_TIME: f64 = 10e-3;
/// What trying costs, as a share of all time.
const FOR_TRYING: f64 = 0.03;
/// Batches of a stretch after a decision at least. The most is twice that after the first decision, and doubles with each moment: what a
/// process does first is measured worst.
const SHORTEST: usize = 64;
/// Waking is taken to cost no more than so many batches.
const MOST_WAKING: f64 = 10.0;
/// Batches of a stretch if the other way is not to be tried for now.
const LONGEST: usize = 100_000;
/// A stretch ends early if even its undisturbed batches take so many times what the other way usually took.
const WORSE: f64 = 1.25;
/// The other way is not tried if it is thought to take longer than so many times.
const FAR: f64 = 4.0;
/// So many times slower is slower without doubt, if a few in a row are, once threads are half awake: after so many batches, or this time, in
/// seconds.
const CLEAR: f64 = 2.0;
const HALF_AWAKE: usize = 8;
const HALF_AWAKE_TIME: f64 = 2e-3;
/// A first batch that takes this long, in seconds, is enough; others may have waited for memory (76 ms of pinned memory for 100,000 grids).
const VERY_LONG: f64 = 0.5;
/// Without measurements the other way is tried only where a batch takes less than this, in seconds.
const SHORT: f64 = 20e-3;
/// Where the other way is thought to take less than this, it is tried even if it is thought to be far slower: estimates are made for
/// families, and a long pipeline may be thought ten times as slow as it is.
const CHEAP: f64 = 50e-3;

/// Batches that go one way.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    way: Way,
    /// Batches since the way changed, and the seconds that they took.
    batches: usize,
    seconds: f64,
    /// Those that count.
    counted: usize,
    seconds_counted: f64,
    last: Times<LAST>,
    /// The last few, whether they count or not.
    newest: Times<A_FEW>,
    /// After so many that count it ends; none if it tries a way.
    length: Option<usize>,
}

impl Stretch {
    fn new(way: Way, length: Option<usize>) -> Stretch {
        Stretch {
            way,
            batches: 0,
            seconds: 0.0,
            counted: 0,
            seconds_counted: 0.0,
            last: Times::default(),
            newest: Times::default(),
            length,
        }
    }

    fn note(&mut self, took: f64) {
        let counts = self.batches >= WARMING || (self.batches > 0 && self.seconds >= WARMING_TIME);
        self.batches += 1;
        self.seconds += took;
        self.newest.add(took);
        if counts {
            self.counted += 1;
            self.seconds_counted += took;
            self.last.add(took);
        }
    }

    fn is_over(&self) -> bool {
        match self.length {
            Some(length) => self.counted >= length,
            None => self.counted >= TRIED || (self.counted >= A_FEW && self.seconds_counted >= TRIED_TIME),
        }
    }

    /// What a batch usually takes: a little below the median, since what disturbs a batch makes it longer.
    fn usual(&self) -> Option<f64> {
        self.last.after(0.4).or(self.newest.after(0.0))
    }
}

/// What batches of one kind took.
#[derive(Clone, Copy, Debug)]
pub struct Past {
    guess: Guess,
    cpu: Times<MOMENTS>,
    device: Times<MOMENTS>,
    now: Stretch,
    is_decided: bool,
}

impl Past {
    pub fn new(guess: Guess) -> Past {
        let (cpu, device) = (Times::default(), Times::default());
        Past { guess, cpu, device, now: Stretch::new(guess.way, None), is_decided: guess.is_settled }
    }

    /// The way to go.
    pub fn way(&self) -> Way {
        self.now.way
    }

    pub fn is_decided(&self) -> bool {
        self.is_decided
    }

    fn moments(&self, way: Way) -> &Times<MOMENTS> {
        match way {
            Way::Cpu => &self.cpu,
            Way::Device => &self.device,
        }
    }

    /// What a way usually takes: a little below the median of the moments that count.
    fn usual(&self, way: Way) -> Option<f64> {
        let moments = self.moments(way);
        let stretch = moments.newest()? * (SHORTEST + WARMING + TRIED) as f64;
        moments.after_among(0.35, ((MOOD / stretch) as usize).max(A_FEW))
    }

    /// Notes what a batch took, and thinks it over at the end of a stretch.
    pub fn note(&mut self, way: Way, took: Duration) {
        if way != self.now.way || self.guess.is_settled {
            return;
        }
        let took = took.as_secs_f64();
        let is_tried = self.now.length.is_none();
        self.now.note(took);
        let is_clear = is_tried && (self.is_hopeless() || self.is_quicker_already());
        self.reckon_waking();
        if is_clear || self.now.is_over() || (!is_tried && self.has_become_worse()) {
            self.think();
        }
    }

    /// Coming back to a way costs, too: until its threads are awake. That belongs to what trying the other way cost.
    fn reckon_waking(&mut self) {
        let Stretch { way, batches, seconds, counted: 1, length: Some(length), .. } = self.now else { return };
        if batches <= WARMING + 1
            && let Some(usual) = self.usual(way)
        {
            let lost = (seconds / usual - batches as f64).clamp(0.0, MOST_WAKING);
            self.now.length = Some(length + (lost / FOR_TRYING) as usize);
        }
    }

    /// Whether it would be good to leave before the end. Looked at every few batches, because it takes a sort.
    fn has_become_worse(&self) -> bool {
        let Stretch { way, counted, last, .. } = &self.now;
        *counted >= SHORTEST
            && counted.is_multiple_of(LAST)
            && last
                .after(0.2)
                .zip(self.usual(way.other()))
                .is_some_and(|(undisturbed, other)| undisturbed > WORSE * other)
    }

    /// Whether a way that is tried need not be tried any longer.
    fn is_hopeless(&self) -> bool {
        let Some(other) = self.usual(self.now.way.other()) else { return false };
        let Stretch { batches, seconds, newest, .. } = self.now;
        // A single one may have been disturbed, or have waited for a thread.
        let Some(least) = newest.after(0.0) else { return false };
        match batches {
            1 => least > FAR * other && least > VERY_LONG,
            ..HALF_AWAKE => least > FAR * other && seconds > HALF_AWAKE_TIME,
            _ => least > CLEAR * other,
        }
    }

    /// Whether a way that is tried is far quicker before its threads are awake.
    fn is_quicker_already(&self) -> bool {
        let most = self.now.newest.after_among(0.99, A_FEW);
        self.now.batches >= A_FEW
            && most.zip(self.usual(self.now.way.other())).is_some_and(|(most, other)| CLEAR * most < other)
    }

    /// Which way the next stretch goes.
    fn think(&mut self) {
        let tried = self.now;
        if let Some(usual) = tried.usual() {
            match tried.way {
                Way::Cpu => self.cpu.add(usual),
                Way::Device => self.device.add(usual),
            }
        }
        let (first, other) = (self.guess.way, self.guess.way.other());
        let (quick, ratio) = match (self.usual(first), self.usual(other)) {
            (Some(known), Some(found)) if found < known => (other, known / found),
            (Some(known), Some(found)) => (first, found / known),
            (Some(known), None) if self.is_worth_trying(known) => return self.now = Stretch::new(other, None),
            _ => {
                self.is_decided = true;
                return self.now = Stretch::new(first, Some(LONGEST));
            }
        };
        // The closer they are, the more it takes to tell them apart.
        let enough = match ratio {
            CLEAR.. => 1,
            1.5.. => 2,
            _ => 3,
        };
        let fewest = self.cpu.count().min(self.device.count());
        // Those who were tried go on if they are the quicker ones; those who were used make room for the others to be tried.
        let next = if tried.length.is_some() || fewest < enough { tried.way.other() } else { quick };
        self.is_decided = fewest >= enough;
        let is_used = self.is_decided && next == quick && tried.length.is_none();
        let length = is_used.then(|| {
            let lost = match self.usual(quick) {
                Some(usual) if tried.way != quick => tried.seconds / usual - tried.batches as f64,
                _ => (ratio - 1.0) * (WARMING + TRIED) as f64,
            };
            ((lost / FOR_TRYING) as usize).clamp(SHORTEST, SHORTEST << fewest.min(MOMENTS))
        });
        self.now = if next == tried.way {
            Stretch { length, counted: 0, seconds_counted: 0.0, ..tried }
        } else {
            Stretch::new(next, length)
        };
    }

    /// Whether a way that nobody tried may be quicker than one that takes so long.
    fn is_worth_trying(&self, known: f64) -> bool {
        match self.guess.other_takes {
            Some(times) => times < FAR || times * known < CHEAP,
            None => known < SHORT,
        }
    }
}

#[cfg(test)]
mod tests;

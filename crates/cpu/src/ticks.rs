//! A clock that is read in a third of the time [`Instant::now`] takes.
//!
//! Each line of each row is timed, and most lines take less than a microsecond. Where the processor has a counter that goes at one
//! speed whatever the processor does, that is read; how long a tick is follows from the system's clock, looked at once.

use std::time::{Duration, Instant};

/// A moment.
#[derive(Clone, Copy, Debug)]
pub struct Ticks(u64);

impl Ticks {
    #[inline]
    pub fn now() -> Ticks {
        Ticks(counter::now())
    }

    /// Ticks since an earlier moment; none if the counters of two processors disagree about that.
    #[inline]
    pub fn since(self, earlier: Ticks) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// How long so many ticks take.
pub fn duration(ticks: u64) -> Duration {
    Duration::from_nanos((ticks as f64 * counter::nanoseconds_of_a_tick()) as u64)
}

#[cfg(target_arch = "x86_64")]
mod counter {
    use super::{Duration, Instant};
    use std::arch::x86_64::{__cpuid, _rdtsc};
    use std::sync::OnceLock;

    /// How long a tick takes, if the processor says that all of them take the same time; else the system's clock counts.
    static OF_A_TICK: OnceLock<Option<f64>> = OnceLock::new();

    fn of_a_tick() -> Option<f64> {
        *OF_A_TICK.get_or_init(|| is_steady().then(measured))
    }

    fn is_steady() -> bool {
        const LARGEST: u32 = 0x8000_0000;
        const POWER: u32 = 0x8000_0007;
        const STEADY: u32 = 1 << 8;
        __cpuid(LARGEST).eax >= POWER && __cpuid(POWER).edx & STEADY != 0
    }

    /// Waits for a moment and looks how far the counter has come.
    fn measured() -> f64 {
        const MOMENT: Duration = Duration::from_micros(50);
        let (clock, start) = (Instant::now(), read());
        loop {
            let (passed, ticks) = (clock.elapsed(), read().saturating_sub(start));
            if passed >= MOMENT {
                return passed.as_nanos() as f64 / ticks.max(1) as f64;
            }
        }
    }

    #[inline]
    fn read() -> u64 {
        // SAFETY: every x86-64 processor has this instruction, and it reads nothing but a counter.
        unsafe { _rdtsc() }
    }

    #[inline]
    pub fn now() -> u64 {
        match OF_A_TICK.get() {
            Some(Some(_)) => read(),
            Some(None) => super::system::now(),
            None => first(),
        }
    }

    #[cold]
    fn first() -> u64 {
        if of_a_tick().is_some() { read() } else { super::system::now() }
    }

    pub fn nanoseconds_of_a_tick() -> f64 {
        of_a_tick().unwrap_or(1.0)
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod counter {
    pub use super::system::now;

    pub fn nanoseconds_of_a_tick() -> f64 {
        1.0
    }
}

/// Nanoseconds since the first look at the system's clock.
mod system {
    use super::Instant;
    use std::sync::OnceLock;

    pub fn now() -> u64 {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_nanos() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_as_fast_as_the_clock_of_the_system() {
        let ratio = || {
            let (clock, start) = (Instant::now(), Ticks::now());
            std::thread::sleep(Duration::from_millis(20));
            let (ticks, passed) = (Ticks::now().since(start), clock.elapsed());
            duration(ticks).as_secs_f64() / passed.as_secs_f64()
        };
        // A busy machine may come between the two looks.
        let ratios: Vec<f64> = (0..5).map(|_| ratio()).collect();
        assert!(ratios.iter().any(|ratio| (0.98..1.02).contains(ratio)), "{ratios:?}");
    }

    #[test]
    fn it_does_not_go_back() {
        let moments: Vec<Ticks> = (0..1000).map(|_| Ticks::now()).collect();
        assert!(moments.windows(2).all(|two| two[0].0 <= two[1].0 || two[1].since(two[0]) == 0));
        assert_eq!(duration(0), Duration::ZERO);
    }
}

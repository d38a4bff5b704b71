//! A way out of long work that cannot fail.
//!
//! A row looks at the clock between calls, but a single call may build a set of millions, and the order of such a set is worked out
//! where nothing can be handed back but the order. So while a row runs, its thread knows where to look whether somebody wants it to
//! stop, and long loops look there; the row is then left by unwinding, as it is when too many hashes collide.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// Null while nobody may ask: a word, since all libraries of a process share the place for such variables.
    static FLAG: Cell<*const AtomicBool> = const { Cell::new(std::ptr::null()) };
}

/// What is thrown; [`std::panic::catch_unwind`] around the row catches it.
#[derive(Debug)]
pub struct Interrupted;

/// After so many steps of a loop it looks.
const STEPS: usize = 1 << 15;

/// Works with an eye on the flag. Only to be called where [`Interrupted`] is caught.
#[inline]
pub fn heeding<R>(flag: &AtomicBool, work: impl FnOnce() -> R) -> R {
    /// Puts back what was there, also when the work is left by unwinding.
    struct Before(*const AtomicBool);
    impl Drop for Before {
        #[inline]
        fn drop(&mut self) {
            FLAG.set(self.0);
        }
    }
    let _before = Before(FLAG.replace(flag));
    work()
}

/// A loop has come to this step.
#[inline]
pub(crate) fn step(number: usize) {
    if number % STEPS == STEPS - 1 {
        look();
    }
}

#[cold]
fn look() {
    // SAFETY: it is null, or `heeding` has the flag borrowed for as long as it is noted here, and noted it in this thread.
    let flag = unsafe { FLAG.get().as_ref() };
    if flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
        std::panic::resume_unwind(Box::new(Interrupted));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SetBuilder, Value};
    use std::panic::catch_unwind;

    fn many() -> usize {
        let mut set = SetBuilder::new();
        (0..100_000).for_each(|n| _ = set.add(Value::Int(n)));
        set.len()
    }

    #[test]
    fn a_large_set_is_left_where_somebody_asks_for_it() {
        let asked = AtomicBool::new(true);
        let thrown = catch_unwind(|| heeding(&asked, many)).expect_err("it was left");
        assert!(thrown.is::<Interrupted>());
        assert_eq!(many(), 100_000, "outside nobody looks");
        asked.store(false, Ordering::Relaxed);
        assert_eq!(heeding(&asked, many), 100_000);
    }
}

//! A little time for what is finished, once somebody wants the end.

use megabatt_exec::Cancel;
use std::time::{Duration, Instant};

/// Results may be gigabytes of text, and people who press Ctrl-C wait for a second at most.
const GRACE: Duration = Duration::from_millis(300);

/// Whether writing goes on.
#[derive(Debug, Default)]
pub struct Grace {
    /// When it is over, once the end is wanted.
    end: Option<Instant>,
}

impl Grace {
    /// Yes until somebody cancels, and for a little longer.
    pub fn goes_on(&mut self, cancel: &Cancel) -> bool {
        !cancel.is_cancelled() || Instant::now() < *self.end.get_or_insert_with(|| Instant::now() + GRACE)
    }

    /// Grace that nothing is left of.
    #[cfg(test)]
    pub fn over() -> Grace {
        Grace { end: Some(Instant::now()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_starts_with_the_first_question_after_the_end_was_asked_for() {
        let (mut grace, cancel) = (Grace::default(), Cancel::new());
        assert!(grace.goes_on(&cancel) && grace.end.is_none());
        cancel.cancel();
        assert!(grace.goes_on(&cancel) && grace.end.is_some());
        assert!(!Grace::over().goes_on(&cancel));
        assert!(Grace::over().goes_on(&Cancel::new()), "nobody asked for the end");
    }
}

//! Times of one way, and what is usual among them.

/// Times that are kept; the oldest goes first.
#[derive(Clone, Copy, Debug)]
pub struct Times<const KEPT: usize> {
    taken: [f64; KEPT],
    count: usize,
}

impl<const KEPT: usize> Default for Times<KEPT> {
    fn default() -> Self {
        Times { taken: [0.0; KEPT], count: 0 }
    }
}

impl<const KEPT: usize> Times<KEPT> {
    pub fn add(&mut self, took: f64) {
        if self.count == KEPT {
            self.taken.rotate_left(1);
            self.count -= 1;
        }
        self.taken[self.count] = took;
        self.count += 1;
    }

    pub fn count(&self) -> usize {
        self.count
    }

    pub fn newest(&self) -> Option<f64> {
        self.taken[..self.count].last().copied()
    }

    /// The time after this share of them, shortest first.
    pub fn after(&self, share: f64) -> Option<f64> {
        self.after_among(share, KEPT)
    }

    /// The time after this share of so many of the newest, shortest first.
    pub fn after_among(&self, share: f64, newest: usize) -> Option<f64> {
        let mut taken = self.taken;
        let taken = &mut taken[self.count.saturating_sub(newest)..self.count];
        taken.sort_unstable_by(f64::total_cmp);
        taken.get((taken.len() as f64 * share) as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go_first() {
        let mut times = Times::<3>::default();
        assert_eq!(times.after(0.5), None);
        for took in [9.0, 8.0, 1.0, 3.0, 2.0] {
            times.add(took);
        }
        assert_eq!(
            (times.count(), times.after(0.0), times.after(0.5), times.after(0.9)),
            (3, Some(1.0), Some(2.0), Some(3.0))
        );
    }
}

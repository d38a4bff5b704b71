//! Who runs which programs.
//!
//! For some programs a card is worth more than for others: a row on the card takes so long, and saves the threads so much. Both are
//! measured while the battery runs. The card gets the programs that save most for what they take, as many as it does in the time in which
//! the threads do the rest; then neither waits for the other, and each has what it is better at.

use std::time::Duration;

/// What is known of a program.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// Rows that cards had, how many of them they left, and how many ticks all of them took.
    rows: u32,
    left: u32,
    ticks: u64,
    /// Rows that threads ran, and what they took.
    own_rows: u32,
    own: Duration,
}

/// A program is known after so many rows on a card.
const FEW_ROWS: u32 = 8;
/// And after so many that threads ran.
const FEW_OWN_ROWS: u32 = 2;
/// Of a program of which a card leaves more than this share, it gets nothing more.
const MOST_LEFT: f64 = 0.6;

/// What a card is to have.
#[derive(Clone, Debug, PartialEq)]
pub struct OfCard {
    /// Long ones first, so that it does not wait for one at the end.
    pub programs: Vec<usize>,
    /// Seconds of the card that a sample takes, as far as that is known.
    pub sample: f64,
}

#[derive(Debug)]
pub struct Shares {
    known: Vec<Known>,
    /// Ticks of all launches, and the time in which a card did them.
    ticks: u64,
    busy: Duration,
    /// Threads at work, now and at most.
    at_work: usize,
    threads: usize,
}

impl Shares {
    pub fn new(programs: usize) -> Shares {
        let known = vec![Known::default(); programs];
        Shares { known, ticks: 0, busy: Duration::ZERO, at_work: 0, threads: 1 }
    }

    /// A thread begins with a sample.
    pub fn begin(&mut self) {
        self.at_work += 1;
        self.threads = self.threads.max(self.at_work);
    }

    /// A thread is done with a sample; what each program took, if it ran all of them one after the other.
    pub fn end(&mut self, took: &[Duration]) {
        self.at_work -= 1;
        for (known, &took) in self.known.iter_mut().zip(took) {
            known.own_rows += 1;
            known.own += took;
        }
    }

    /// A card is done with rows: program, ticks, whether it left the row. `time` is the part of its time that they took.
    pub fn on_card(&mut self, rows: impl Iterator<Item = (usize, u64, bool)>, time: Duration) {
        for (program, ticks, left) in rows {
            let known = &mut self.known[program];
            known.rows += 1;
            known.left += u32::from(left);
            known.ticks += ticks;
            self.ticks += ticks;
        }
        self.busy += time;
    }

    /// Of the programs that a card could run, those that it is to have.
    pub fn of_card(&self, could: &[usize]) -> OfCard {
        let second = self.ticks as f64 / self.busy.as_secs_f64().max(1e-9);
        let own = |known: &Known| known.own.as_secs_f64() / f64::from(known.own_rows.max(1)) / self.threads as f64;
        let mut chosen = Vec::new();
        let mut rest = Vec::new();
        // What a sample takes the threads.
        let mut threads: f64 = self.known.iter().map(own).sum();
        let mut card = 0.0;
        for &program in could {
            let known = &self.known[program];
            let takes = known.ticks as f64 / f64::from(known.rows.max(1)) / second.max(1.0);
            let left = f64::from(known.left) / f64::from(known.rows.max(1));
            if known.rows >= FEW_ROWS && left > MOST_LEFT {
                continue;
            }
            let saves = own(known) * (1.0 - left);
            if known.rows < FEW_ROWS || known.own_rows < FEW_OWN_ROWS {
                chosen.push(program);
                card += takes;
                threads -= saves;
            } else {
                rest.push((takes / saves.max(1e-12), takes, saves, program));
            }
        }
        rest.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, takes, saves, program) in rest {
            if card + takes <= threads - saves {
                chosen.push(program);
                card += takes;
                threads -= saves;
            }
        }
        let mean = |program: usize| self.known[program].ticks / u64::from(self.known[program].rows.max(1));
        chosen.sort_by_key(|&program| std::cmp::Reverse(mean(program)));
        OfCard { programs: chosen, sample: card }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// So many rows of each program on the card, with ticks and rows left as told, and as many on the threads.
    fn learned(programs: &[(u64, u32, Duration)], rows: u32) -> Shares {
        let mut shares = Shares::new(programs.len());
        let took: Vec<Duration> = programs.iter().map(|program| program.2).collect();
        for row in 0..rows {
            shares.begin();
            shares.end(&took);
            let here = programs.iter().enumerate().map(|(n, program)| (n, program.0, row < program.1));
            let ticks: u64 = programs.iter().map(|program| program.0).sum();
            shares.on_card(here, MS * ticks as u32);
        }
        shares
    }

    #[test]
    fn what_nobody_knows_is_tried_on_the_card() {
        assert_eq!(Shares::new(3).of_card(&[0, 2]).programs, [0, 2]);
        assert_eq!(
            learned(&[(5, 0, MS), (9, 0, MS)], FEW_ROWS - 1).of_card(&[0, 1]).programs,
            [1, 0],
            "the longer one first"
        );
    }

    #[test]
    fn each_gets_what_it_is_better_at() {
        // On the card 1, 10 and 2 ms, on a thread 4, 4 and 4 ms: with the first and the last it is done in 3 ms, the thread in 4.
        let shares = learned(&[(1, 0, 4 * MS), (10, 0, 4 * MS), (2, 0, 4 * MS)], 20);
        assert_eq!(shares.of_card(&[0, 1, 2]).programs, [2, 0]);
        // A card that takes longer than the thread for everything still has a part, since both work at once.
        let shares = learned(&[(3, 0, 2 * MS), (5, 0, 2 * MS), (9, 0, 4 * MS)], 20);
        assert_eq!(shares.of_card(&[0, 1, 2]).programs, [0]);
    }

    #[test]
    fn what_it_leaves_it_does_not_get_again() {
        let shares = learned(&[(1, 20, 4 * MS), (1, 0, 4 * MS), (1, 0, 4 * MS)], 20);
        assert_eq!(shares.of_card(&[0, 1, 2]).programs, [1, 2]);
    }

    #[test]
    fn more_threads_keep_more() {
        let mut shares = learned(&[(2, 0, 4 * MS), (2, 0, 4 * MS)], 20);
        assert_eq!(shares.of_card(&[0, 1]).programs.len(), 1);
        for _ in 0..8 {
            shares.begin();
        }
        assert!(shares.of_card(&[0, 1]).programs.is_empty(), "eight threads do both in 1 ms");
    }
}

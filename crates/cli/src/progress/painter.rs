//! What to write and when; it knows no clock and no terminal, so tests can play through hours.

use super::words;
use super::{Style, Work};
use crate::width::cut;
use std::collections::VecDeque;
use std::time::Duration;

/// Work that is done sooner shows nothing.
const HIDDEN: Duration = Duration::from_millis(500);
/// Between two plain lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// The rate is that of the last seconds, since samples differ a thousandfold in what they take.
const RATE_OVER: Duration = Duration::from_secs(10);

pub(super) struct Painter {
    style: Style,
    work: Work,
    width: Option<usize>,
    /// Earlier looks, as far back as the rate goes.
    looks: VecDeque<(Duration, usize)>,
    next_line: Duration,
    /// What stands on the terminal.
    drawn: Option<String>,
}

impl Painter {
    pub(super) fn new(style: Style, work: Work, width: Option<usize>) -> Painter {
        let looks = VecDeque::from([(Duration::ZERO, 0)]);
        Painter { style, work, width, looks, next_line: BETWEEN_LINES, drawn: None }
    }

    /// What to write at this time.
    pub(super) fn look(&mut self, now: Duration, done: usize) -> Option<String> {
        while self.looks.len() > 1 && now.saturating_sub(self.looks[1].0) >= RATE_OVER {
            self.looks.pop_front();
        }
        self.looks.push_back((now, done));
        match self.style {
            Style::Redrawn if now >= HIDDEN => {
                // A line as wide as the terminal would move the cursor on to the next.
                let most = self.width.map_or(usize::MAX, |width| width.saturating_sub(1));
                let text = format!("\r{}\x1b[K", cut(&self.text(now, done), most));
                let new = self.drawn.as_ref() != Some(&text);
                self.drawn = Some(text);
                self.drawn.clone().filter(|_| new)
            }
            Style::Lines if now >= self.next_line => {
                self.next_line = now + BETWEEN_LINES;
                Some(self.text(now, done) + "\n")
            }
            _ => None,
        }
    }

    /// What to write when the work is done: a redrawn line goes away.
    pub(super) fn end(&mut self) -> Option<String> {
        self.drawn.take().map(|_| "\r\x1b[K".to_string())
    }

    fn text(&self, now: Duration, done: usize) -> String {
        let (noun, total) = match &self.work {
            Work::Open(what) => return format!("{what} … {}", words::time(now)),
            Work::Counted { noun, total } => (noun, *total),
        };
        let percent = done.min(total) * 100 / total.max(1);
        let mut text = format!("{done} of {total} {noun} ({percent} %)");
        let (since, before) = self.looks.front().copied().unwrap_or_default();
        let rate = done.saturating_sub(before) as f64 / now.saturating_sub(since).as_secs_f64().max(1e-9);
        if rate > 0.0 {
            let left = Duration::try_from_secs_f64(total.saturating_sub(done) as f64 / rate);
            text.push_str(&format!(", {}/s", words::rate(rate)));
            // Times beyond what a clock can hold are nobody's plan.
            text.push_str(&left.map_or_else(|_| String::new(), |left| format!(", {} left", words::time(left))));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn painter(style: Style, total: usize, width: Option<usize>) -> Painter {
        Painter::new(style, Work::Counted { noun: "runs", total }, width)
    }

    fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn short_work_shows_nothing_and_leaves_nothing() {
        let mut painter = painter(Style::Redrawn, 100, None);
        assert_eq!(painter.look(at(100), 20), None);
        assert_eq!(painter.look(at(499), 99), None);
        assert_eq!(painter.end(), None);
    }

    #[test]
    fn a_terminal_gets_a_line_with_rate_and_remaining_time_that_goes_away() {
        let mut painter = painter(Style::Redrawn, 1_000, None);
        let line = painter.look(at(2_000), 100);
        assert_eq!(line.as_deref(), Some("\r100 of 1000 runs (10 %), 50.0/s, 18 s left\x1b[K"));
        assert_eq!(painter.end().as_deref(), Some("\r\x1b[K"));
    }

    #[test]
    fn the_rate_is_that_of_the_last_seconds() {
        let mut painter = painter(Style::Redrawn, 100_000, None);
        for second in 0..=30 {
            painter.look(at(second * 1_000), second as usize * 1_000);
        }
        let slow = (31..=60).map(|second| painter.look(at(second * 1_000), 30_000 + (second as usize - 30))).last();
        let slow = slow.flatten().unwrap_or_default();
        assert!(slow.contains(", 1.0/s, 19 h"), "{slow}");
    }

    #[test]
    fn elsewhere_a_line_comes_every_ten_seconds() {
        let mut painter = painter(Style::Lines, 1_000, Some(20));
        let lines: Vec<String> = (1..=350).filter_map(|tick| painter.look(at(tick * 100), tick as usize)).collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0], "100 of 1000 runs (10 %), 10.0/s, 1 min 30 s left\n");
        assert_eq!(painter.end(), None);
    }

    #[test]
    fn a_narrow_terminal_gets_a_short_line() {
        let mut painter = painter(Style::Redrawn, 1_000, Some(12));
        assert_eq!(painter.look(at(2_000), 100).as_deref(), Some("\r100 of 100…\x1b[K"));
    }

    #[test]
    fn nothing_done_yet_is_no_rate_and_nothing_to_do_no_fault() {
        assert_eq!(painter(Style::Redrawn, 9, None).look(at(600), 0).as_deref(), Some("\r0 of 9 runs (0 %)\x1b[K"));
        assert_eq!(painter(Style::Redrawn, 0, None).look(at(600), 0).as_deref(), Some("\r0 of 0 runs (0 %)\x1b[K"));
        let mut endless = painter(Style::Redrawn, usize::MAX, None);
        assert!(endless.look(at(600_000), 1).is_some());
    }

    #[test]
    fn work_without_a_count_shows_the_time() {
        let mut painter = Painter::new(Style::Redrawn, Work::Open("fetching".to_string()), None);
        assert_eq!(painter.look(at(3_200), 0).as_deref(), Some("\rfetching … 3 s\x1b[K"));
        assert_eq!(painter.look(at(3_300), 0), None, "what stands there is not written again");
    }
}

//! Where the time of a run went.
//!
//! Everything is wall time, so that the phases add up to the whole. Demonstrations, tests and scores are worked on by all
//! threads at once and in no fixed order: the time in which threads worked is shared out among them by how long threads
//! were busy with each.

use super::run_recorder::{Longest, Span};
use crate::stopwatch::Stopwatch;
use crate::table::duration;
use megabatt_engine::run::{Section, Work};
use serde_json::{Map, Value as Json, json};
use std::time::{Duration, Instant};

/// In the order in which they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    Load,
    Merge,
    Demos,
    Tests,
    Score,
    /// Differs, which score programs and inputs.
    Differs,
    /// Rows that run again, alone.
    Validate,
    /// Making and writing the lines of the outcomes file.
    Outcomes,
    /// Ids and texts of the programs that are stored.
    Inline,
    Store,
    /// All that happens between merging and the end of the last row; only in traces.
    Run,
}

impl Phase {
    /// What a summary shows.
    const ALL: [Phase; 10] = [
        Phase::Load,
        Phase::Merge,
        Phase::Demos,
        Phase::Tests,
        Phase::Score,
        Phase::Differs,
        Phase::Validate,
        Phase::Outcomes,
        Phase::Inline,
        Phase::Store,
    ];

    /// What threads do at the same time.
    const SHARED: [Phase; 6] =
        [Phase::Demos, Phase::Tests, Phase::Score, Phase::Differs, Phase::Validate, Phase::Outcomes];

    pub fn name(self) -> &'static str {
        match self {
            Phase::Load => "load",
            Phase::Merge => "merge",
            Phase::Demos => "demo samples",
            Phase::Tests => "test samples",
            Phase::Score => "score",
            Phase::Differs => "differs",
            Phase::Validate => "validate",
            Phase::Outcomes => "outcomes",
            Phase::Inline => "inline",
            Phase::Store => "store",
            Phase::Run => "run",
        }
    }
}

/// How long threads were busy with what.
#[derive(Debug, Default)]
pub struct Busy {
    demos: Stopwatch,
    tests: Stopwatch,
    score: Stopwatch,
}

/// What threads did inside samples and scores that is a phase of its own, over all threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inside {
    /// In samples, every so many rows.
    pub validating: Duration,
    /// Making lines of the outcomes file, where scores are made.
    pub writing: Duration,
    /// Asking differs, in the same place.
    pub judging: Duration,
}

impl Busy {
    pub fn worked(&self, work: Work, start: Instant, end: Instant) {
        let stopwatch = match work {
            Work::Sample { sample, .. } if sample.section == Section::Train => &self.demos,
            Work::Sample { .. } => &self.tests,
            Work::Score { .. } => &self.score,
            Work::Row(_) => return,
        };
        stopwatch.add(end - start);
    }

    /// Threads were busy with programs for so long.
    pub fn samples(&self) -> Duration {
        self.demos.total() + self.tests.total()
    }
}

/// The time of each phase; what did not happen takes none.
#[derive(Debug, Default)]
pub struct Phases {
    wall: [Duration; Phase::ALL.len()],
    busy: [Duration; Phase::ALL.len()],
    /// When they were, for a trace.
    spans: Option<Longest<Phase>>,
}

impl Phases {
    /// Phases that also keep at most so many spans.
    pub fn recording(most: usize) -> Phases {
        Phases { spans: Some(Longest::new(most)), ..Phases::default() }
    }

    /// Something of a phase happened in this time. What other spans have in them is not to be added twice.
    pub fn span(&mut self, phase: Phase, start: Instant, end: Instant) {
        if let Some(spans) = &mut self.spans {
            spans.push(Span { what: phase, start, end });
        }
    }

    /// The spans, and how many there was no room for; only once.
    pub fn take_spans(&mut self) -> (Vec<Span<Phase>>, usize) {
        self.spans.take().map(Longest::finish).unwrap_or_default()
    }

    pub fn add(&mut self, phase: Phase, time: Duration) {
        self.wall[phase as usize] += time;
    }

    /// Does something as part of a phase.
    pub fn timed<T>(&mut self, phase: Phase, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        let end = Instant::now();
        self.add(phase, end - start);
        self.span(phase, start, end);
        done
    }

    /// All that was added so far.
    pub fn sum(&self) -> Duration {
        self.wall.iter().sum()
    }

    /// Shares out the time in which threads worked. Validation is taken from demonstrations and tests in proportion.
    pub fn share_out(&mut self, threads: Duration, busy: &Busy, inside: Inside) {
        let Inside { validating, writing, judging } = inside;
        let samples = busy.samples();
        let running = samples.saturating_sub(validating).as_secs_f64() / samples.as_secs_f64().max(1e-9);
        self.busy[Phase::Demos as usize] = busy.demos.total().mul_f64(running);
        self.busy[Phase::Tests as usize] = busy.tests.total().mul_f64(running);
        self.busy[Phase::Score as usize] = busy.score.total().saturating_sub(writing + judging);
        self.busy[Phase::Differs as usize] = judging;
        self.busy[Phase::Outcomes as usize] = writing;
        self.busy[Phase::Validate as usize] = validating;
        let all = self.busy.iter().sum::<Duration>().as_secs_f64().max(1e-9);
        for phase in Phase::SHARED {
            self.wall[phase as usize] += threads.mul_f64(self.busy[phase as usize].as_secs_f64() / all);
        }
    }

    fn happened(&self) -> impl Iterator<Item = (Phase, Duration)> + '_ {
        Phase::ALL.into_iter().map(|phase| (phase, self.wall[phase as usize])).filter(|(_, time)| !time.is_zero())
    }

    /// `phases: load 5.42 ms, demo samples 6.14 ms`, in lines of that width. Where a line ends does not depend
    /// on the times.
    pub fn text(&self, width: Option<usize>) -> String {
        const TIME: usize = 8;
        let mut text = String::from("phases:");
        let mut used = text.len();
        let happened: Vec<_> = self.happened().collect();
        for (n, (phase, time)) in happened.iter().enumerate() {
            let room = phase.name().len() + TIME + 3;
            if width.is_some_and(|width| used + room > width) {
                text.push_str("\n ");
                used = 1;
            }
            used += room;
            let end = if n + 1 < happened.len() { "," } else { "" };
            text.push_str(&format!(" {} {}{end}", phase.name(), duration(*time)));
        }
        text.push('\n');
        text
    }

    /// Wall time and, for what threads do at once, the sum over threads.
    pub fn as_json(&self) -> Json {
        let entry = |(phase, time): (Phase, Duration)| {
            let busy = self.busy[phase as usize];
            let mut entry = json!({ "seconds": time.as_secs_f64() });
            if !busy.is_zero() {
                entry["busy_seconds"] = busy.as_secs_f64().into();
            }
            (phase.name().replace(' ', "_"), entry)
        };
        Json::Object(self.happened().map(entry).collect::<Map<_, _>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_engine::run::Sample;

    #[test]
    fn threads_time_is_shared_out_by_what_they_did() {
        let (busy, start) = (Busy::default(), Instant::now());
        let sample = |section, index| Work::Sample { task: 0, sample: Sample { section, index } };
        let ms = Duration::from_millis;
        busy.worked(sample(Section::Train, 0), start, start + ms(60));
        busy.worked(sample(Section::Test, 0), start, start + ms(20));
        busy.worked(
            Work::Score { task: 0, sample: Sample { section: Section::Test, index: 0 } },
            start,
            start + ms(20),
        );
        let inside = Inside { validating: ms(40), writing: ms(10), judging: ms(4) };
        let mut phases = Phases::default();
        phases.add(Phase::Load, ms(5));
        phases.share_out(ms(50), &busy, inside);
        let near = |phase: Phase| (phases.wall[phase as usize].as_secs_f64() * 1e3).round();
        assert_eq!(Phase::SHARED.map(near), [15.0, 5.0, 3.0, 2.0, 20.0, 5.0]);
        assert_eq!((phases.sum().as_secs_f64() * 1e3).round(), 55.0);
        assert!(phases.text(None).starts_with("phases: load 5.00 ms, demo samples 15.00 ms, test samples"));
        assert_eq!(phases.as_json().as_object().map(|phases| phases.len()), Some(7));
    }
}

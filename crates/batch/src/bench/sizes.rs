//! Batches of all sizes, from separately allocated grids to separately allocated grids.

use super::grids::{Shapes, grids};
use super::measure::{self, Comparison, Patience, middle};
use crate::card::Card;
use crate::pipeline::Pipeline;
use crate::report::{Path, Times};
use crate::row::Row;
use crate::runner::{Backend, Options, Runner};
use crate::tuning::Tuning;
use megabatt_core::{Dialect, Grid};
use megabatt_cuda::device::SharedDevice;
use rayon::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many grids a batch has.
pub const SIZES: [usize; 10] = [10, 20, 30, 50, 100, 200, 1_000, 10_000, 100_000, 1_000_000];

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    pub name: &'static str,
    pub pipeline: &'static str,
}

pub const WORKS: [Work; 6] = [
    Work { name: "rot90+flip", pipeline: "rot90 | vmirror" },
    Work { name: "3 operations", pipeline: "rot90 | vmirror | replace(3, 7)" },
    Work {
        name: "10 operations",
        pipeline: "rot90 | trim | vmirror | replace(3, 7) | tophalf | upscale(2) | switch(1, 2) | lefthalf | hmirror | dmirror",
    },
    Work { name: "fill of a colour", pipeline: "fill(_, 3, ofcolor(_, 0))" },
    Work { name: "most colour", pipeline: "mostcolor" },
    Work { name: "objects", pipeline: "objects(T, F, T)" },
];

/// What a device took, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    pub total: f64,
    /// The parts, of runs in which they were timed; parts of batches that ran side by side add up to more than the total.
    pub parts: Times,
}

/// One size of one work.
#[derive(Clone, Debug)]
pub struct Case {
    pub work: Work,
    pub shapes: Shapes,
    pub grids: usize,
    /// Milliseconds.
    pub cpu: f64,
    pub device: Device,
    pub auto: f64,
    /// How many times as long `auto` takes as the better way, round by round.
    pub auto_in_turns: measure::Times,
    pub auto_path: &'static str,
    /// Where a first batch goes, of which nothing is known but what was measured of its family.
    pub first_path: &'static str,
    /// How many rows of the device, and of auto, differ from the CPU's.
    pub wrong: usize,
}

impl Case {
    /// The path that took less, on median.
    pub fn quicker(&self) -> &'static str {
        if self.device.total < self.cpu { Path::Device } else { Path::Cpu }.name()
    }
}

/// Measures all works at these sizes; each case is handed over when it is done.
pub fn cases(
    device: &SharedDevice,
    tuning: &Tuning,
    sizes: &[usize],
    patience: Patience,
    each: &mut dyn FnMut(&Case),
) -> Vec<Case> {
    // They share the card: else each would have pinned memory of its own, and not all of that is equally near.
    let cards: Arc<[Card]> = Arc::new([Card::new(device.clone())]);
    let runner = |backend, timed| {
        let options = Options { backend, timed, tuning: tuning.clone(), ..Options::default() };
        Runner::with_cards(options, cards.clone())
    };
    let runners = Runners {
        cpu: runner(Backend::Cpu, false),
        device: runner(Backend::Cuda, false),
        timed: runner(Backend::Cuda, true),
        auto: runner(Backend::Auto, false),
        patience,
    };
    let mut cases = Vec::new();
    for shapes in Shapes::ALL {
        for &size in sizes {
            let grids = grids(size, shapes);
            for work in WORKS {
                if let Ok(pipeline) = Pipeline::parse(work.pipeline, Dialect::Arc).map(Pipeline::with_tables) {
                    let case = runners.case(work, shapes, &pipeline, &grids);
                    each(&case);
                    cases.push(case);
                }
            }
        }
    }
    cases
}

/// What `auto` sees before it is measured: at most so many batches, and for so long. A pipeline that is used often has seen more.
const LEARNING: usize = 20_000;
const LEARNING_TIME: Duration = Duration::from_millis(200);

/// `auto` should be at most so many times slower than the better way. A row is measured until it is certain that it is, or is not, but
/// at most so many times: on a machine with neighbours a third of a second may be too short to tell a tenth from nothing.
pub const LIMIT: f64 = 1.10;
const MOST_TIMES: usize = 8;

struct Runners {
    cpu: Runner,
    device: Runner,
    timed: Runner,
    auto: Runner,
    patience: Patience,
}

impl Runners {
    fn case(&self, work: Work, shapes: Shapes, pipeline: &Pipeline, grids: &[Grid]) -> Case {
        let patience = self.patience;
        let first_path = if self.auto.prefers_devices(pipeline, grids) { Path::Device } else { Path::Cpu };
        let start = Instant::now();
        for _ in 0..if patience.least > 1 { LEARNING } else { 1 } {
            drop(self.auto.run(pipeline, grids));
            if start.elapsed() > LEARNING_TIME && self.auto.is_decided(pipeline, grids) {
                break;
            }
        }
        let ways = [&self.cpu, &self.device, &self.auto].map(|runner| move || runner.run(pipeline, grids));
        let mut compared = Comparison::new([&ways[0], &ways[1], &ways[2]]);
        let ([cpu, total, auto], auto_in_turns) = self.until_clear(&mut compared);
        let right = self.cpu.run(pipeline, grids).rows;
        let wrong = |rows: &[Row]| rows.par_iter().zip(&right).filter(|(a, b)| !a.is_same(b)).count();
        let auto_run = self.auto.run(pipeline, grids);
        let device_run = self.device.run(pipeline, grids);
        Case {
            work,
            shapes,
            grids: grids.len(),
            cpu,
            device: Device { total, parts: self.parts(pipeline, grids) },
            auto,
            auto_in_turns,
            auto_path: auto_run.report.path.name(),
            first_path: first_path.name(),
            wrong: wrong(&auto_run.rows) + wrong(&device_run.rows),
        }
    }

    /// The medians of CPU, device and auto, and how many times as long auto takes as the better way in the same round.
    fn until_clear<T>(&self, compared: &mut Comparison<'_, T, 3>) -> ([f64; 3], measure::Times) {
        let most = if self.patience.most > 1 { MOST_TIMES } else { 1 };
        let mut measured = 0;
        loop {
            measured += 1;
            compared.measure(self.patience);
            let medians @ [cpu, device, _] = compared.medians();
            let in_turns = compared.times(2, usize::from(device < cpu));
            if in_turns.is_clear_of(LIMIT) || measured == most {
                return (medians, in_turns);
            }
        }
    }

    /// The medians of the parts of a device's work.
    fn parts(&self, pipeline: &Pipeline, grids: &[Grid]) -> Times {
        let runs: Vec<Times> = (0..5).map(|_| self.timed.run(pipeline, grids).report.times).collect();
        let of = |part: fn(&Times) -> f64| middle(&mut runs.iter().map(part).collect::<Vec<_>>());
        Times {
            gather: of(|t| t.gather),
            upload: of(|t| t.upload),
            kernels: of(|t| t.kernels),
            download: of(|t| t.download),
            scatter: of(|t| t.scatter),
        }
    }
}

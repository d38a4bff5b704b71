//! Grids that stay on a device between what is asked of them.

use crate::card::Card;
use crate::column::Columns;
use crate::cpu::{AddressDependent, OnCpu};
use crate::held_objects;
use crate::on_device::OnDevice;
use crate::pipeline::Pipeline;
use crate::plans::Plans;
use crate::report::{Path, Report};
use crate::results;
use crate::row::Row;
use crate::runner::{Results, Runner};
use megabatt_core::Grid;
use megabatt_cuda::device::Result;
use megabatt_cuda::lane::MOST_ROWS;
use megabatt_cuda::{Class, DeviceError, Kind, Lane, Pipeline as DevicePipeline, Resident, Room};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Grids on a device, as they are after so many stages.
pub struct Held {
    stages: usize,
    /// The grids go before the lane whose stream they wait for.
    kept: Resident,
    /// What was made of held grids belongs to the same lane, so they share it.
    lane: Arc<Mutex<Lane>>,
    class: Class,
    /// The number of the card among the runner's.
    card: usize,
}

/// What is asked of held grids: a pipeline from the first grids on, and those.
pub struct Asked<'a> {
    pub runner: &'a Runner,
    pub card: &'a Card,
    pub whole: &'a Pipeline,
    pub on: &'a OnDevice,
    pub grids: &'a [Grid],
    pub cpu: OnCpu<'a>,
}

/// The rows that a device answered for, and what happened; rows without an answer are the CPU's.
pub type Answer = (Vec<Option<Row>>, Report);

impl Held {
    /// Puts what a pipeline gives onto a card: from what is held already where that can be done, else from the first grids on. None if it
    /// is no grids, or does not fit, or fails, which is noted.
    pub fn of(
        runner: &Runner,
        pipeline: &Pipeline,
        grids: &[Grid],
        held: Option<&Arc<Held>>,
        happened: &mut Report,
    ) -> Option<Arc<Held>> {
        let stages = pipeline.stages();
        if let Some(held) = held.filter(|held| held.stages == stages) {
            return Some(held.clone());
        }
        let nothing = DevicePipeline::new(&[]).ok()?;
        let on = pipeline.device().filter(|on| on.rest.is_none() && on.objects.is_none() && on.kind() == Kind::Grid);
        let device = match stages {
            0 => &nothing,
            _ => &on.filter(|on| !on.pipeline.needs_other() && on.pipeline.parts() == 1)?.pipeline,
        };
        if grids.is_empty() || grids.len() > MOST_ROWS {
            return None;
        }
        let class = class_of(device, grids)?;
        let more = held.zip(on).and_then(|(held, on)| held.go_on(runner, on, stages, class, happened));
        // Where going on failed, beginning anew would be the same once more.
        match more {
            None if happened.failures.is_empty() => Held::begin(runner, device, stages, class, grids, happened),
            more => more,
        }
        .map(Arc::new)
    }

    /// Uploads grids to the first card and leaves there what the pipeline makes of them.
    fn begin(
        runner: &Runner,
        pipeline: &DevicePipeline,
        stages: usize,
        class: Class,
        grids: &[Grid],
        happened: &mut Report,
    ) -> Option<Held> {
        let (number, card) = runner.cards().iter().enumerate().find(|(_, card)| !card.is_aside())?;
        // One of its own: those of the card are for batches that come and go.
        let made = Lane::new(card.device()).and_then(|mut lane| Ok((keep(&mut lane, pipeline, class, grids)?, lane)));
        let (kept, lane) = noted(made, card, happened)?;
        Some(Held { stages, kept, lane: Arc::new(Mutex::new(lane)), class, card: number })
    }

    /// Runs the stages after those that are held; None if that cannot be done from there.
    fn go_on(
        &self,
        runner: &Runner,
        on: &OnDevice,
        stages: usize,
        class: Class,
        happened: &mut Report,
    ) -> Option<Held> {
        let card = self.card(runner)?;
        let pipeline = self.rest_of(on)?;
        if class > self.class || pipeline.parts() != 1 {
            return None;
        }
        let mut lane = self.lane();
        let made = lane.run_kept(&self.kept, &pipeline).and_then(|kept| lane.rest().map(|_| kept));
        let kept = noted(made, card, happened)?;
        Some(Held { stages, kept, lane: self.lane.clone(), class: self.class, card: self.card })
    }

    /// The card that holds them, unless it was put aside.
    fn card<'r>(&self, runner: &'r Runner) -> Option<&'r Card> {
        runner.cards().get(self.card).filter(|card| !card.is_aside())
    }

    fn lane(&self) -> MutexGuard<'_, Lane> {
        self.lane.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The operations after what is held, if they run over it: none goes back to the first grids, and colours have the same codes.
    fn rest_of(&self, on: &OnDevice) -> Option<DevicePipeline> {
        let after = (on.ops.len() >= self.stages).then(|| on.ops_after(self.stages))?;
        let fits = |p: &DevicePipeline| *p.codes() == self.kept.codes() && p.runs_on_kept();
        DevicePipeline::new(&after).ok().filter(fits)
    }

    /// What the whole pipeline gives, from what is held on; None if that cannot be done from there. If the device fails, the rows are worked
    /// out on the CPU; if its memory runs out, the batch goes from the first grids on, in smaller parts.
    pub fn results(&self, runner: &Runner, whole: &Pipeline, grids: &[Grid], columns: Columns<'_>) -> Option<Results> {
        let start = Instant::now();
        let (card, on) = (self.card(runner)?, whole.device()?);
        let rest = self.rest_of(on).filter(|_| !runner.cancel().is_cancelled())?;
        let marks = AddressDependent::default();
        let cpu = OnCpu { pipeline: whole, columns, cancel: runner.cancel(), marks: &marks };
        let asked = Asked { runner, card, whole, on, grids, cpu };
        // Every result has the room of the largest. Known before the lane is taken: whoever waits for other threads must not hold it.
        let largest = self.largest_of(on, grids)?;
        let answer = match &on.objects {
            Some(query) => held_objects::answer(&asked, self.lane(), &self.kept, &rest, query),
            None if rest.parts() != 1 => return None,
            None => self.answer(&asked, rest, largest),
        };
        let (mut rows, mut report) = match answer {
            Ok(answer) => {
                card.went_well();
                answer
            }
            Err(DeviceError::OutOfMemory { .. }) => {
                card.forget_lanes();
                let mut results = runner.run_with(whole, grids, columns);
                results.report.halved += 1;
                return Some(results);
            }
            Err(error) => {
                let mut report = Report { path: Path::Device, rows: grids.len(), ..Report::default() };
                report.failure(card, &error);
                report.rescued = grids.len();
                (vec![None; grids.len()], report)
            }
        };
        let left: Vec<usize> = (0..rows.len()).filter(|&n| rows[n].is_none()).collect();
        for (&n, row) in left.iter().zip(cpu.rows_at(0, grids, &left)) {
            rows[n] = Some(row);
        }
        report.took = start.elapsed();
        let rows = rows.into_iter().flatten().collect();
        Some(Results { rows, address_dependent: marks.into_rows(), report })
    }

    /// The cells of the largest result; None if one does not fit into the class in which grids are held.
    fn largest_of(&self, on: &OnDevice, grids: &[Grid]) -> Option<usize> {
        let plans = Plans::of(&on.pipeline, grids);
        let cells = |(n, grid)| Some(plans.get(n, grid).filter(|plan| plan.class <= self.class)?.cells);
        grids.iter().enumerate().map(cells).try_fold(0, |a, b| Some(a.max(b?)))
    }

    /// What a device gives that is no objects, none of them larger than that.
    fn answer(&self, asked: &Asked<'_>, pipeline: DevicePipeline, largest: usize) -> Result<Answer> {
        let mut lane = self.lane();
        let rest = OnDevice { pipeline, ops: Vec::new(), ..asked.on.clone() };
        let fetched = lane.fetch(&self.kept, &rest.pipeline, largest).and_then(|()| lane.finish());
        fetched.map(|finished| {
            let row = |(n, grid): (usize, &Grid)| results::row(&finished, &rest, self.class, n, &asked.cpu, (n, grid));
            let rows: Vec<Option<Row>> = asked.grids.iter().enumerate().map(row).collect();
            let handed_back = rows.iter().filter(|row| row.is_none()).count();
            let on_devices = rows.len() - handed_back;
            (rows, Report { path: Path::Device, rows: asked.grids.len(), on_devices, handed_back, ..Report::default() })
        })
    }
}

/// What went well; a failure is noted, and counts against the card.
fn noted<T>(made: Result<T>, card: &Card, happened: &mut Report) -> Option<T> {
    match made {
        Ok(made) => {
            card.went_well();
            Some(made)
        }
        Err(error) => {
            happened.failure(card, &error);
            None
        }
    }
}

/// The class that holds every grid on the way through a pipeline; None if there is none.
fn class_of(pipeline: &DevicePipeline, grids: &[Grid]) -> Option<Class> {
    let plans = Plans::of(pipeline, grids);
    let classes = grids.iter().enumerate().map(|(n, grid)| plans.get(n, grid).map(|plan| plan.class));
    classes.into_iter().try_fold(Class::Small, |a, b| Some(a.max(b?)))
}

fn keep(lane: &mut Lane, pipeline: &DevicePipeline, class: Class, grids: &[Grid]) -> Result<Resident> {
    let cells = grids.iter().map(|grid| grid.cells().len()).sum();
    let mut batch = lane.open_with(Room { rows: grids.len(), parts: 1, cells, ..Room::default() })?;
    for grid in grids {
        batch.push(grid.height(), grid.width(), grid.cells(), 0);
    }
    let kept = lane.keep(pipeline, class)?;
    lane.rest()?;
    Ok(kept)
}

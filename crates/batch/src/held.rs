//! Grids that stay on a device between what is asked of them.

use crate::column::Columns;
use crate::cpu::{AddressDependent, OnCpu};
use crate::on_device::OnDevice;
use crate::pipeline::Pipeline;
use crate::plans::Plans;
use crate::report::{Path, Report};
use crate::results;
use crate::row::{Input, Row};
use crate::runner::{Results, Runner};
use megabatt_core::Grid;
use megabatt_cuda::device::Result;
use megabatt_cuda::lane::MOST_ROWS;
use megabatt_cuda::{Class, Kind, Lane, Pipeline as DevicePipeline, Resident, Room};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Grids on a device, as they are after so many stages.
pub struct Held {
    stages: usize,
    /// The grids go before the lane whose stream they wait for.
    kept: Mutex<(Resident, Lane)>,
    class: Class,
}

impl Held {
    /// Puts what a pipeline gives onto the first card; None if it is no grids, does not fit, or fails.
    pub fn of(runner: &Runner, pipeline: &Pipeline, stages: usize, grids: &[Grid]) -> Option<Held> {
        let nothing = DevicePipeline::new(&[]).ok()?;
        let device = match stages {
            0 => &nothing,
            _ => {
                &pipeline
                    .device()
                    .filter(|on| on.rest.is_none() && on.objects.is_none() && on.kind() == Kind::Grid)
                    .filter(|on| !on.pipeline.needs_other())?
                    .pipeline
            }
        };
        let card = runner.cards().iter().find(|card| !card.is_aside())?;
        if grids.is_empty() || grids.len() > MOST_ROWS || device.parts() != 1 {
            return None;
        }
        let plans = Plans::of(device, grids);
        let class = grids
            .iter()
            .enumerate()
            .map(|(n, grid)| plans.get(n, grid).map(|plan| plan.class))
            .try_fold(Class::Small, |a, b| Some(a.max(b?)))?;
        let mut lane = card.lane(false).ok()?;
        let kept = keep(&mut lane, device, class, grids).ok()?;
        Some(Held { stages, kept: Mutex::new((kept, lane)), class })
    }

    /// What the whole pipeline gives, from what is held on; None if that cannot be done.
    pub fn results(&self, runner: &Runner, whole: &Pipeline, grids: &[Grid], columns: Columns<'_>) -> Option<Results> {
        let start = Instant::now();
        let on = whole.device().filter(|on| on.ops.len() >= self.stages && on.objects.is_none())?;
        let after: Vec<_> = on.ops_after(self.stages);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (resident, lane) = &mut *kept;
        let fits = |p: &DevicePipeline| *p.codes() == resident.codes() && p.parts() == 1 && p.runs_on_kept();
        let pipeline = DevicePipeline::new(&after).ok().filter(fits)?;
        // Every result has the room of the largest.
        let plans = Plans::of(&on.pipeline, grids);
        let planned: Option<Vec<_>> = grids.iter().enumerate().map(|(n, grid)| plans.get(n, grid)).collect();
        let planned = planned?;
        if planned.iter().any(|plan| plan.class > self.class) {
            return None;
        }
        let largest = planned.iter().map(|plan| plan.cells).max()?;
        let rest = OnDevice { pipeline, ops: Vec::new(), ..on.clone() };
        lane.fetch(resident, &rest.pipeline, largest).ok()?;
        let finished = lane.finish().ok()?;
        let marks = AddressDependent::default();
        let cpu = OnCpu { pipeline: whole, columns, cancel: runner.cancel(), marks: &marks };
        let mut report = Report { path: Path::Device, rows: grids.len(), ..Report::default() };
        let mut row = |(n, grid): (usize, &Grid)| {
            let row = results::row(&finished, &rest, self.class, n, &cpu, (n, grid));
            report.handed_back += usize::from(row.is_none());
            row.unwrap_or_else(|| cpu.row(n, grid))
        };
        let rows: Vec<Row> = grids.iter().enumerate().map(&mut row).collect();
        report.on_devices = rows.len() - report.handed_back;
        report.took = start.elapsed();
        Some(Results { rows, address_dependent: marks.into_rows(), report })
    }
}

fn keep(lane: &mut Lane, pipeline: &DevicePipeline, class: Class, grids: &[Grid]) -> Result<Resident> {
    let cells = grids.iter().map(|grid| grid.cells().len()).sum();
    let mut batch = lane.open_with(Room { rows: grids.len(), parts: 1, cells, ..Room::default() })?;
    for grid in grids {
        let grid = Input::grid(grid);
        batch.push(grid.height(), grid.width(), grid.cells(), 0);
    }
    let kept = lane.keep(pipeline, class)?;
    lane.rest()?;
    Ok(kept)
}

//! Pipelines of grid operations, from bytes to bytes.

use crate::Tally;
use crate::expected::{Expected, expected};
use crate::reference::Reference;
use megabatt_core::{Dialect, Grid};
use megabatt_cuda::abi::{Codes, TRANSPARENT};
use megabatt_cuda::device::{Result, SharedDevice};
use megabatt_cuda::{Class, Finished, Kind, Lane, Op, Pipeline, Plan, Room, Status};

/// A row: a grid, and what it brings along.
#[derive(Clone, Debug)]
pub struct Case {
    pub grid: Grid,
    /// A second grid, or a patch if some cells are [`TRANSPARENT`].
    pub other: Option<Grid>,
}

impl From<Grid> for Case {
    fn from(grid: Grid) -> Case {
        Case { grid, other: None }
    }
}

fn parts_of(grid: &Grid) -> (usize, usize, &[i8]) {
    (grid.height(), grid.width(), grid.cells())
}

/// Runs a pipeline over the rows on a device and compares with the CPU, row by row.
pub fn check(device: &SharedDevice, ops: &[Op], cases: &[Case]) -> Result<Tally> {
    let pipeline = Pipeline::new(ops).unwrap_or_else(|why| panic!("{ops:?}: {why}"));
    let mut tally = Tally::default();
    let mut lane = Lane::new(device)?;
    let mut reference = Reference::new(Dialect::Arc);
    for class in Class::ALL {
        let planned = |case: &Case| {
            let other = case.other.as_ref().map(|other| (other.height(), other.width()));
            pipeline.plan_with(case.grid.height(), case.grid.width(), other)
        };
        let rows: Vec<(&Case, Plan)> = cases
            .iter()
            .filter_map(|case| planned(case).map(|plan| (case, plan)))
            .filter(|(_, p)| p.class == class)
            .collect();
        send(&mut lane, &pipeline, class, &rows)?;
        let finished = lane.finish()?;
        for (row, (case, _)) in rows.iter().enumerate() {
            let wanted = expected(&mut reference, ops, case);
            for part in 0..pipeline.parts() {
                tally.rows += 1;
                let result = row * pipeline.parts() + part;
                let wanted = wanted.as_ref().and_then(|parts| parts.get(part)).cloned().flatten();
                let got = read(&finished, &pipeline, class, result);
                tally.left += usize::from(got.is_none());
                let status = finished.word(result).status();
                let excused = status == Status::ForeignValue && has_foreign(case, pipeline.codes());
                if got != wanted && !excused {
                    tally.faults.push(format!("{ops:?} of {case:?}\ngave {status:?} {got:?}\nnot {wanted:?}"));
                }
            }
        }
    }
    Ok(tally)
}

fn send(lane: &mut Lane, pipeline: &Pipeline, class: Class, rows: &[(&Case, Plan)]) -> Result<()> {
    let others = pipeline.needs_other();
    let other_of = |case: &Case| case.other.clone().expect("the pipeline needs a second grid");
    let mut batch = lane.open_with(Room {
        rows: rows.len(),
        parts: pipeline.parts(),
        cells: rows.iter().map(|(case, _)| case.grid.cells().len()).sum(),
        other_cells: if others { rows.iter().map(|(case, _)| other_of(case).cells().len()).sum() } else { 0 },
        out_cells: rows.iter().map(|(_, plan)| plan.cells * pipeline.parts()).sum(),
        others,
    })?;
    for (case, plan) in rows {
        if others {
            batch.push_with(parts_of(&case.grid), parts_of(&other_of(case)), plan.cells);
        } else {
            batch.push(case.grid.height(), case.grid.width(), case.grid.cells(), plan.cells);
        }
    }
    lane.send(pipeline, class)
}

fn has_foreign(case: &Case, codes: &Codes) -> bool {
    let foreign = |grid: &Grid, patch: bool| {
        grid.cells().iter().any(|&v| codes.code(v.into()).is_none() && !(patch && v == TRANSPARENT))
    };
    foreign(&case.grid, false) || case.other.as_ref().is_some_and(|other| foreign(other, true))
}

/// What came out, in the same form as what was expected.
fn read(finished: &Finished<'_>, pipeline: &Pipeline, class: Class, result: usize) -> Option<Expected> {
    let word = finished.word(result);
    if word.status() != Status::Fine {
        return None;
    }
    Some(match pipeline.kind() {
        Kind::Grid => Expected::Grid(Grid::new(word.height(), word.width(), finished.cells(result).to_vec())),
        Kind::Number => Expected::Number(finished.number(result)),
        Kind::Palette => Expected::Colours(finished.palette(result)),
        Kind::Mask => {
            let side = class.side();
            let row = |i: usize| finished.mask_row(result, side, i);
            let places = (0..side)
                .flat_map(|i| (0..side).filter(move |j| row(i) >> j & 1 == 1).map(move |j| (i as i32, j as i32)));
            Expected::Places(places.collect())
        }
    })
}

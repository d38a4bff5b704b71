//! Pipelines over grids that stay on the device.

use crate::Tally;
use crate::expected::{Expected, expected};
use crate::pipelines::Case;
use crate::reference::Reference;
use megabatt_core::{Dialect, Grid};
use megabatt_cuda::device::{Result, SharedDevice};
use megabatt_cuda::{Class, Lane, Op, Pipeline, Status};

/// Keeps the grids of a class on the device, runs one pipeline after the other over them, and compares what is fetched in the end.
pub fn check(device: &SharedDevice, class: Class, stages: &[&[Op]], grids: &[Grid]) -> Result<Tally> {
    let rows: Vec<&Grid> = grids.iter().filter(|g| g.height().max(g.width()) <= class.side()).collect();
    let mut lane = Lane::new(device)?;
    let cells = rows.iter().map(|g| g.cells().len()).sum();
    let mut batch = lane.open(rows.len(), cells, 0)?;
    for grid in &rows {
        batch.push(grid.height(), grid.width(), grid.cells(), 0);
    }
    let nothing = Pipeline::new(&[]).expect("nothing fits");
    let mut kept = lane.keep(&nothing, class)?;
    for ops in stages {
        kept = lane.run_kept(&kept, &Pipeline::new(ops).unwrap_or_else(|why| panic!("{ops:?}: {why}")))?;
    }
    lane.fetch(&kept, &nothing, class.side().pow(2))?;
    let finished = lane.finish()?;
    let mut reference = Reference::new(Dialect::Arc);
    let mut tally = Tally::default();
    for (row, grid) in rows.iter().enumerate() {
        tally.rows += 1;
        let word = finished.word(row);
        let got = (word.status() == Status::Fine)
            .then(|| Expected::Grid(Grid::new(word.height(), word.width(), finished.cells(row).to_vec())));
        let case = Case::from((*grid).clone());
        let wanted = expected(&mut reference, &stages.concat(), &case).and_then(|mut parts| parts.pop().flatten());
        tally.left += usize::from(got.is_none());
        // A grid that outgrows the class is left, and so is what would have become of it.
        if got != wanted && word.status() != Status::TooLarge {
            tally.faults.push(format!("{stages:?} of {grid:?}\ngave {:?} {got:?}\nnot {wanted:?}", word.status()));
        }
    }
    Ok(tally)
}

//! Batches that are in pinned memory already, and grids that stay on the device.

use super::grids::{Shapes, grids};
use super::measure::{Patience, median};
use megabatt_core::CellLayout;
use megabatt_cuda::device::{Result, SharedDevice};
use megabatt_cuda::{Class, Lane, ObjectTables, ObjectsQuery, Op, Pipeline, Resident};
use std::sync::Arc;

/// Launches between two waits, so that waiting does not count.
const LAUNCHES: usize = 20;

/// Times that `objects` runs, of which the first ones do not count.
const RUNS: usize = 15;
const FIRST: usize = 2;

/// What was measured without the host's part.
#[derive(Clone, Debug)]
pub struct Direct {
    pub grids: usize,
    /// A pipeline of three operations from pinned memory to pinned memory, in milliseconds.
    pub pinned: f64,
    /// A quarter turn and a mirror of grids that are on the device, in millions of grids a second.
    pub resident: f64,
    /// `objects` of one colour each, without diagonals and background, of grids that are on the device: with boxes, sizes and the order
    /// of the set, in millions of grids a second.
    pub objects: f64,
}

/// Measures batches of so many grids of 25 by 25.
pub fn direct(device: &SharedDevice, count: usize, patience: Patience) -> Result<Direct> {
    let grids = grids(count, Shapes::Same);
    let cells: usize = grids.iter().map(|grid| grid.cells().len()).sum();
    let mut lane = Lane::new(device)?;
    let fill = |lane: &mut Lane| -> Result<()> {
        let mut batch = lane.open(count, cells, cells)?;
        for grid in &grids {
            batch.push(grid.height(), grid.width(), grid.cells(), grid.cells().len());
        }
        Ok(())
    };
    let mut trouble = Ok(());
    let mut noted = |result: Result<()>| {
        if trouble.is_ok() {
            trouble = result;
        }
    };
    fill(&mut lane)?;
    let three = pipeline(&[Op::Rot90, Op::Vmirror, Op::Replace { replacee: 3, replacer: 7 }]);
    let pinned = median(patience, || {
        let sent = lane.send(&three, Class::Small);
        noted(sent.and_then(|()| lane.finish().map(drop)));
    });
    fill(&mut lane)?;
    let turn = pipeline(&[Op::Rot90, Op::Vmirror]);
    let kept = lane.keep(&turn, Class::Small)?;
    let place = lane.run_kept(&kept, &turn)?;
    lane.rest()?;
    let launches = median(patience, || {
        for _ in 0..LAUNCHES {
            noted(lane.run_kept_into(&kept, &turn, &place));
        }
        noted(lane.rest().map(drop));
    });
    drop(place);
    trouble?;
    let objects = objects(device, &mut lane, &kept, count)?;
    Ok(Direct { grids: count, pinned, resident: (count * LAUNCHES) as f64 / launches / 1e3, objects })
}

/// Millions of grids a second. Results that come down to the host are not part of it.
fn objects(device: &SharedDevice, lane: &mut Lane, kept: &Resident, count: usize) -> Result<f64> {
    let tables = Arc::new(ObjectTables::new(device, Class::Small, CellLayout::ColourFirst)?);
    let query = ObjectsQuery::new(true, false, true);
    let mut capacity = count * 4;
    let mut times = Vec::new();
    lane.set_timed(true);
    while times.len() < RUNS {
        lane.send_objects_of(kept, &query, &tables, capacity)?;
        let found = lane.finish_objects()?;
        match found.total() > capacity {
            true => capacity = found.total(),
            false => times.push(f64::from(found.times.kernels)),
        }
    }
    lane.set_timed(false);
    let counted = &mut times[FIRST..];
    counted.sort_by(f64::total_cmp);
    Ok(count as f64 / counted[counted.len() / 2] / 1e3)
}

fn pipeline(ops: &[Op]) -> Pipeline {
    Pipeline::new(ops).expect("turns and usual colours run on every device")
}

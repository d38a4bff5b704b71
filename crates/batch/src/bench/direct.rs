//! Batches that are in pinned memory already, and grids that stay on the device.

use super::grids::{DIFFERENT, Shapes, grids};
use super::measure::{Patience, median};
use crate::pipeline::Pipeline as Text;
use crate::results;
use crate::row::Row;
use crate::runner::{Backend, Options, Runner};
use megabatt_core::{CellLayout, Dialect, Grid};
use megabatt_cuda::device::{Result, SharedDevice};
use megabatt_cuda::{Class, Finished, Lane, ObjectTables, ObjectsQuery, Op, Pipeline, Resident, Status};
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
    /// How many results of these three differ from the CPU's.
    pub wrong: usize,
}

/// What the CPU gives for grids of which only the first ones are different.
struct Right(Vec<Row>);

impl Right {
    fn of(text: &str, grids: &[Grid]) -> Right {
        let pipeline = Text::parse(text, Dialect::Arc).map(Text::with_tables).expect("it is a pipeline of ours");
        let cpu = Runner::new(Options { backend: Backend::Cpu, ..Options::default() }).expect("the CPU is there");
        Right(cpu.run(&pipeline, &grids[..grids.len().min(DIFFERENT)]).rows)
    }

    /// How many of so many rows are not this.
    fn wrong(&self, count: usize, row: impl Fn(usize) -> Option<Row>) -> usize {
        let differs = |n: &usize| row(*n).is_none_or(|row| !row.is_same(&self.0[n % self.0.len()]));
        (0..count).filter(differs).count()
    }

    fn wrong_grids(&self, finished: &Finished<'_>) -> usize {
        self.wrong(finished.rows(), |n| results::grid(finished, n).map(Row::Grid))
    }
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
    let right = Right::of("rot90 | vmirror | replace(3, 7)", &grids);
    let mut wrong = right.wrong_grids(&lane.finish()?);
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
    trouble?;
    lane.fetch(&place, &pipeline(&[]), cells / count.max(1))?;
    let right = Right::of("rot90 | vmirror | rot90 | vmirror", &grids);
    wrong += right.wrong_grids(&lane.finish()?);
    drop(place);
    let right = Right::of("rot90 | vmirror | objects(T, F, T)", &grids);
    let (objects, wrong_objects) = objects(device, &mut lane, &kept, &right)?;
    wrong += wrong_objects;
    Ok(Direct { grids: count, pinned, resident: (count * LAUNCHES) as f64 / launches / 1e3, objects, wrong })
}

/// Millions of grids a second, and how many results are wrong. Results that come down to the host are not part of it.
fn objects(device: &SharedDevice, lane: &mut Lane, kept: &Resident, right: &Right) -> Result<(f64, usize)> {
    let count = kept.rows();
    let tables = Arc::new(ObjectTables::new(device, Class::Small, CellLayout::ColourFirst)?);
    let query = ObjectsQuery::new(true, false, true);
    let mut capacity = count * 4;
    let (mut times, mut wrong) = (Vec::new(), 0);
    lane.set_timed(true);
    while times.len() < RUNS {
        lane.send_objects_of(kept, &query, &tables, capacity)?;
        let found = lane.finish_objects()?;
        match found.total() > capacity {
            true => capacity = found.total(),
            false => times.push(f64::from(found.times.kernels)),
        }
        if times.len() == RUNS {
            let row = |n: usize| (found.word(n).status() == Status::Fine).then(|| results::objects(&found, n));
            wrong = right.wrong(count, row);
        }
    }
    lane.set_timed(false);
    let counted = &mut times[FIRST..];
    counted.sort_by(f64::total_cmp);
    Ok((count as f64 / counted[counted.len() / 2] / 1e3, wrong))
}

fn pipeline(ops: &[Op]) -> Pipeline {
    Pipeline::new(ops).expect("turns and usual colours run on every device")
}

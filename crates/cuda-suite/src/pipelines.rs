//! Pipelines of grid operations, from bytes to bytes.

use crate::Tally;
use crate::reference::{Reference, as_grid};
use megabatt_core::{Arc, Dialect, Grid, Value};
use megabatt_cuda::device::{Result, SharedDevice};
use megabatt_cuda::{Class, Lane, Op, Pipeline, Status};

/// Runs a pipeline over the grids on a device and compares with the CPU, row by row.
pub fn check(device: &SharedDevice, ops: &[Op], grids: &[Grid]) -> Result<Tally> {
    let pipeline = Pipeline::new(ops).expect("the suite's pipelines fit");
    let mut tally = Tally::default();
    let mut lane = Lane::new(device)?;
    let mut reference = Reference::new(Dialect::Arc);
    for class in Class::ALL {
        let rows: Vec<(&Grid, usize)> = grids
            .iter()
            .filter_map(|grid| {
                pipeline.plan(grid.height(), grid.width()).filter(|p| p.class == class).map(|p| (grid, p.cells))
            })
            .collect();
        let cells = rows.iter().map(|(grid, _)| grid.cells().len()).sum();
        let mut batch = lane.open(rows.len(), cells, rows.iter().map(|(_, out)| out).sum())?;
        for (grid, out) in &rows {
            batch.push(grid.height(), grid.width(), grid.cells(), *out);
        }
        lane.send(&pipeline, class)?;
        let finished = lane.finish()?;
        for (row, (grid, _)) in rows.iter().enumerate() {
            tally.rows += 1;
            let word = finished.word(row);
            let got = (word.status() == Status::Fine)
                .then(|| Grid::new(word.height(), word.width(), finished.cells(row).to_vec()));
            let wanted = expected(&mut reference, ops, grid);
            tally.left += usize::from(got.is_none());
            if got != wanted {
                tally.faults.push(format!("{ops:?} of {grid:?}\ngave {:?} {got:?}\nnot {wanted:?}", word.status()));
            }
        }
    }
    Ok(tally)
}

/// What Python gives; None if it raises or gives no grid.
fn expected(reference: &mut Reference, ops: &[Op], grid: &Grid) -> Option<Grid> {
    let mut value = Value::Grid(Arc::new(grid.clone()));
    for op in ops {
        value = apply(reference, op, value)?;
    }
    as_grid(&value)
}

fn apply(reference: &mut Reference, op: &Op, value: Value) -> Option<Value> {
    match *op {
        Op::Hmirror => reference.call("hmirror", &[value]),
        Op::Vmirror => reference.call("vmirror", &[value]),
        Op::Dmirror => reference.call("dmirror", &[value]),
        Op::Cmirror => reference.call("cmirror", &[value]),
        Op::Rot90 => reference.call("rot90", &[value]),
        Op::Rot180 => reference.call("rot180", &[value]),
        Op::Rot270 => reference.call("rot270", &[value]),
        Op::Replace { replacee, replacer } => {
            reference.call("replace", &[value, Value::Int(replacee), Value::Int(replacer)])
        }
    }
}

//! The objects of grids that stay on a device, as tables.

use crate::held::{Answer, Asked};
use crate::report::{Path, Report};
use crate::results;
use crate::row::Row;
use megabatt_core::Grid;
use megabatt_cuda::device::Result;
use megabatt_cuda::{Finding, Lane, ObjectTables, ObjectsQuery, Pipeline, Resident, Status};
use std::sync::{Arc, MutexGuard};

/// Room for at most so many objects before it is known how many there are: pinned memory is dear.
const MOST_ROOM: usize = 1 << 21;

/// Finds the objects of what a pipeline makes of held grids.
///
/// How many there are is known only afterwards. If there was too little room, all grids are asked once more, with as much as they need:
/// nothing has to be uploaded for it.
pub fn answer(
    asked: &Asked<'_>,
    mut lane: MutexGuard<'_, Lane>,
    held: &Resident,
    pipeline: &Pipeline,
    query: &ObjectsQuery,
) -> Result<Answer> {
    let made = match pipeline.ops() {
        [] => None,
        _ => Some(lane.run_kept(held, pipeline)?),
    };
    let grids = made.as_ref().unwrap_or(held);
    let layout = asked.whole.dialect().cell_layout();
    let tables = match query.finding {
        Finding::Objects => asked.card.tables(grids.class(), layout)?,
        _ => Arc::new(ObjectTables::without_ranks(grids.class(), layout)),
    };
    let rows = asked.grids.len();
    let usual = (rows * asked.card.objects_each()).min(MOST_ROOM.max(rows));
    lane.send_objects_of(grids, query, &tables, usual)?;
    let mut found = lane.finish_objects()?;
    let mut report = Report { path: Path::Device, rows, ..Report::default() };
    asked.card.had_objects(rows, found.total());
    if found.total() > usual {
        report.sent_again = rows;
        let total = found.total();
        lane.send_objects_of(grids, query, &tables, total)?;
        found = lane.finish_objects()?;
    }
    let mut too_many = Vec::new();
    let mut answered: Vec<Option<Row>> = Vec::with_capacity(rows);
    for n in 0..rows {
        let status = found.word(n).status();
        if status == Status::TooManyObjects {
            too_many.push(n);
        }
        answered.push((status == Status::Fine).then(|| results::objects(&found, n)));
    }
    report.on_devices = answered.iter().flatten().count();
    report.handed_back = rows - report.on_devices - too_many.len();
    drop(lane);
    elsewhere(asked, &too_many, &mut answered, &mut report);
    Ok((answered, report))
}

/// Grids with more objects than their class can order go as a batch of their own from the first grids on: there it is known when the
/// tables of the large class are worth making.
fn elsewhere(asked: &Asked<'_>, numbers: &[usize], rows: &mut [Option<Row>], report: &mut Report) {
    if numbers.is_empty() {
        return;
    }
    let grids: Vec<&Grid> = numbers.iter().map(|&n| &asked.grids[n]).collect();
    let others = asked.runner.run(asked.whole, &grids);
    for (&n, row) in numbers.iter().zip(others.rows) {
        rows[n] = Some(row);
    }
    others.address_dependent.iter().for_each(|&n| asked.cpu.marks.note(numbers[n]));
    report.rows -= numbers.len();
    report.add(others.report);
}

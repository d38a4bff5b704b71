//! A part's way through a lane: its grids are gathered and sent, and rows are made of what comes back.
//!
//! Objects may come back to be sent again: a grid may have more of them than the small class can order, and a batch more than there was
//! room for, which nobody knows before.

use crate::card::Card;
use crate::cards::{OnCards, Shared};
use crate::plans::{Numbers, Part};
use crate::report::Times;
use crate::results;
use crate::row::{Input, Row};
use megabatt_core::Grid;
use megabatt_cuda::device::Result;
use megabatt_cuda::lane::Times as DeviceTimes;
use megabatt_cuda::{Class, Finding, Lane, ObjectTables, Resident, Room, Status};
use std::sync::Arc;
use std::time::Instant;

/// Grids that are sent again have room for as many objects as cells, so they are sent a few at a time.
const SENT_AGAIN_AT_ONCE: usize = 2_048;

/// A part that was sent.
pub struct Sent {
    /// What the objects are found in; it goes before the lane whose stream it waits for.
    pub kept: Option<Resident>,
    pub lane: Lane,
    pub part: Part,
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

impl<I: Input> OnCards<'_, I> {
    /// Puts a part's grids into a lane and sends it.
    pub fn send(&self, card: &Card, shared: &Shared, part: &Part) -> Result<(Lane, Option<Resident>)> {
        let start = Instant::now();
        let pipeline = &self.device.pipeline;
        let seconds = self.seconds();
        let (rows, parts, others) = (part.numbers.len(), pipeline.parts(), seconds.is_some());
        let mut room = Room { rows, parts, others, ..Room::default() };
        // Rows whose second value is none for devices have no plan, and so are in no part.
        let second = |n: usize| seconds.and_then(|seconds| seconds.loaded(self.first + n, self.device.uses));
        // Objects have room of their own.
        let planned = |n: usize| match self.device.objects {
            Some(_) => 0,
            None => shared.plans.get(n, &self.inputs[n]).map_or(0, |plan| plan.cells),
        };
        for n in part.numbers.iter() {
            room.cells += self.inputs[n].grid().cells().len();
            room.other_cells += second(n).map_or(0, |grid| grid.cells().len());
            room.out_cells += planned(n) * room.parts;
        }
        let mut lane = card.lane(self.timed, room.bytes())?;
        let mut batch = lane.open_with(room)?;
        for n in part.numbers.iter() {
            let whole = |grid| (Grid::height(grid), Grid::width(grid), Grid::cells(grid));
            let (height, width, cells) = whole(self.inputs[n].grid());
            match second(n) {
                None => batch.push(height, width, cells, planned(n)),
                Some(other) => batch.push_with((height, width, cells), whole(other), planned(n)),
            }
        }
        let gathered = milliseconds(start);
        let kept = self.launch(card, &mut lane, part, &room)?;
        shared.report().times.gather += gathered;
        Ok((lane, kept))
    }

    /// Runs the pipeline over a lane's batch; for objects, what it gives stays on the device until they are found.
    fn launch(&self, card: &Card, lane: &mut Lane, part: &Part, room: &Room) -> Result<Option<Resident>> {
        let pipeline = &self.device.pipeline;
        let Some(query) = &self.device.objects else { return lane.send(pipeline, part.class).map(|()| None) };
        let layout = self.cpu.pipeline.dialect().cell_layout();
        let tables = match query.finding {
            Finding::Objects => card.tables(part.class, layout)?,
            _ => Arc::new(ObjectTables::without_ranks(part.class, layout)),
        };
        let usual = if part.is_again { usize::MAX } else { room.rows * card.objects_each() };
        // Lines of one cell are a row and a column each, and so may be one more than cells.
        let capacity = usual.min(room.cells + room.rows);
        if pipeline.ops().is_empty() {
            lane.send_objects(query, &tables, pipeline.codes(), capacity)?;
            return Ok(None);
        }
        let kept = lane.keep(pipeline, part.class)?;
        lane.send_objects_of(&kept, query, &tables, capacity)?;
        Ok(Some(kept))
    }

    /// Waits for a part and makes rows of it.
    pub fn take(&self, shared: &Shared, lane: &mut Lane, part: &Part) -> Result<()> {
        let finished = lane.finish()?;
        let start = Instant::now();
        let mut handed_back = Vec::new();
        let make = |(at, n): (usize, usize)| {
            let input = (self.first + n, &self.inputs[n]);
            let row = results::row(&finished, self.device, part.class, at, &self.cpu, input);
            if row.is_none() {
                handed_back.push(n);
            }
            row
        };
        place(shared, part, make);
        let (times, count) = (finished.times, handed_back.len());
        self.on_cpu(shared, Numbers::List(handed_back));
        self.done(shared, part.numbers.len(), count, times, start);
        Ok(())
    }

    /// Waits for the objects of a part.
    pub fn take_objects(&self, card: &Card, shared: &Shared, lane: &mut Lane, part: &Part) -> Result<()> {
        let found = lane.finish_objects()?;
        if !part.is_again {
            card.had_objects(part.numbers.len(), found.total());
        }
        let start = Instant::now();
        let (mut handed_back, mut without_room, mut too_many) = (Vec::new(), Vec::new(), Vec::new());
        let make = |(at, n): (usize, usize)| match found.word(at).status() {
            Status::Fine => Some(results::objects(&found, at)),
            Status::NoRoom if !part.is_again => {
                without_room.push(n);
                None
            }
            Status::TooManyObjects if part.class == Class::Small => {
                too_many.push(n);
                None
            }
            _ => {
                handed_back.push(n);
                None
            }
        };
        place(shared, part, make);
        let (times, count) = (found.times, handed_back.len());
        self.on_cpu(shared, Numbers::List(handed_back));
        let answered = part.numbers.len() - without_room.len() - too_many.len();
        self.done(shared, answered, count, times, start);
        self.send_again(shared, part.class, without_room);
        let layout = self.cpu.pipeline.dialect().cell_layout();
        if card.has_tables(Class::Large, layout) || card.is_worth_large_tables(too_many.len()) {
            self.send_again(shared, Class::Large, too_many);
        } else if !too_many.is_empty() {
            shared.report().handed_back += too_many.len();
            self.on_cpu(shared, Numbers::List(too_many));
        }
        Ok(())
    }

    /// Rows that were not answered go to the queue again, for this class and with all the room they can need.
    fn send_again(&self, shared: &Shared, class: Class, rows: Vec<usize>) {
        shared.report().sent_again += rows.len();
        let part = Part { class, numbers: Numbers::List(rows), is_again: true };
        let most = self.rows_at_once.unwrap_or(SENT_AGAIN_AT_ONCE).min(SENT_AGAIN_AT_ONCE);
        shared.put_in_front(part.cut(most).into_iter());
    }

    /// Notes what happened to a part whose rows were being made since `start`.
    fn done(&self, shared: &Shared, rows: usize, handed_back: usize, times: DeviceTimes, start: Instant) {
        let mut report = shared.report();
        report.on_devices += rows - handed_back;
        report.handed_back += handed_back;
        let Times { upload, kernels, download, scatter, .. } = &mut report.times;
        *upload += f64::from(times.upload);
        *kernels += f64::from(times.kernels);
        *download += f64::from(times.download);
        *scatter += milliseconds(start);
    }
}

/// Makes the rows of a part that came back, and puts them to their places; those that have none yet go elsewhere.
fn place(shared: &Shared, part: &Part, mut make: impl FnMut((usize, usize)) -> Option<Row>) {
    let rows = part.numbers.iter().enumerate().filter_map(|(at, n)| Some((n, make((at, n))?)));
    // SAFETY: parts have different rows, a row is either placed here or goes to the CPU or back to the queue, and nothing that can
    // fail comes after this.
    unsafe { shared.places.put(rows) }
}

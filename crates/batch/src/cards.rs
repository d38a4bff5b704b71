//! Batches over cards.
//!
//! A batch is cut into parts of one size class, which wait in a queue. Each card has a few workers that take parts from it: a worker
//! fills one lane while another of its lanes is on its way, so the next part uploads while this one runs. Results come
//! back to the places of their rows, so neither the cut nor who did what shows.
//!
//! Nothing that happens to a device loses a row. A part for which memory runs out goes back to the queue as two halves; any other
//! failure sends the part to the CPU; a card that fails again and again is left alone, and when no card is left, so is the
//! queue's rest.

use crate::card::Card;
use crate::cpu::OnCpu;
use crate::on_device::OnDevice;
use crate::places::Places;
use crate::plans::{Numbers, Part, Plans, sort};
use crate::report::{Path, Report, Times};
use crate::results;
use crate::row::{Input, Row};
use megabatt_cuda::device::Result;
use megabatt_cuda::lane::Times as DeviceTimes;
use megabatt_cuda::{Class, DeviceError, Lane, Resident, Room};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// More workers of a card than this do not gather faster than a card takes.
const MOST_WORKERS: usize = 8;
/// Smaller parts are not worth a second worker.
const LEAST_ROWS: usize = 1_024;
/// Larger parts gain nothing.
const MOST_ROWS: usize = 16_384;
/// A batch of one part takes at most so many rows.
const ONE_PART: usize = 2_048;

/// A pipeline on cards.
pub struct OnCards<'a, I: Input> {
    pub cards: &'a [Card],
    pub device: &'a OnDevice,
    pub cpu: OnCpu<'a>,
    pub inputs: &'a [I],
    /// The first row's number in the whole batch.
    pub first: usize,
    /// The most rows of a part, if somebody chose it.
    pub rows_at_once: Option<usize>,
    pub timed: bool,
}

/// What workers share.
struct Shared {
    plans: Plans,
    queue: Mutex<VecDeque<Part>>,
    places: Places,
    report: Mutex<Report>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// A part that was sent.
struct Sent {
    /// What the objects are found in; it goes before the lane whose stream it waits for.
    kept: Option<Resident>,
    lane: Lane,
    part: Part,
}

impl<I: Input> OnCards<'_, I> {
    pub fn run(&self) -> (Vec<Row>, Report) {
        let plans = Plans::of(&self.device.pipeline, self.inputs);
        let (classes, too_large) = sort(&plans, self.inputs);
        let cards: Vec<&Card> = self.cards.iter().filter(|card| !card.is_aside()).collect();
        let workers = self.workers(cards.len());
        let most = self.most_rows(&cards, workers * cards.len());
        let cut = |part: &Part| {
            let class = part.class;
            part.numbers.parts(most).into_iter().map(move |numbers| Part { class, numbers }).collect::<Vec<_>>()
        };
        let parts: VecDeque<Part> = classes.iter().flat_map(cut).collect();
        let report =
            Report { path: Path::Device, rows: self.inputs.len(), too_large: too_large.len(), ..Report::default() };
        let alone = parts.len() <= 1;
        let shared = Shared {
            plans,
            queue: Mutex::new(parts),
            places: Places::new(self.inputs.len()),
            report: Mutex::new(report),
        };
        match cards.as_slice() {
            [] => {}
            [card, ..] if alone => self.work(card, &shared),
            cards => rayon::scope(|scope| {
                for card in cards {
                    for _ in 0..workers {
                        scope.spawn(|_| self.work(card, &shared));
                    }
                }
            }),
        }
        self.leave_to_cpu(&shared, &too_large);
        let report = shared.report.into_inner().unwrap_or_else(PoisonError::into_inner);
        (shared.places.into_rows(self.inputs.len()), report)
    }

    /// Workers for each card.
    fn workers(&self, cards: usize) -> usize {
        (rayon::current_num_threads() / cards.max(1)).clamp(1, MOST_WORKERS)
    }

    /// The most rows of a part: as chosen, or so that all workers have something, within what fits into memory.
    fn most_rows(&self, cards: &[&Card], workers: usize) -> usize {
        if let Some(chosen) = self.rows_at_once {
            return chosen.max(1);
        }
        let rows = self.inputs.len();
        if rows <= ONE_PART && cards.len() <= 1 {
            return rows.max(1);
        }
        let wanted = (rows / (3 * workers.max(1))).clamp(LEAST_ROWS, MOST_ROWS);
        let cells: usize =
            self.inputs.iter().step_by(rows / 256 + 1).map(|i| i.grid().cells().len()).max().unwrap_or(1);
        let each = 3 * cells + 64;
        let free = cards.iter().filter_map(|card| card.device().free_memory().ok()).min().unwrap_or(usize::MAX);
        // Two lanes a worker, and half of the memory stays free.
        let fits = free / 4 / workers.max(1) / each;
        wanted.min(fits.max(1))
    }

    fn work(&self, card: &Card, shared: &Shared) {
        let mut on_its_way: Option<Sent> = None;
        while !card.is_aside() && !self.cpu.cancel.is_cancelled() {
            let Some(part) = lock(&shared.queue).pop_front() else { break };
            let sent = self.send(card, shared, &part);
            // What came before is finished while this one is on its way.
            if let Some(before) = on_its_way.take() {
                self.finish(card, shared, before);
            }
            match sent {
                Ok((lane, kept)) => on_its_way = Some(Sent { kept, lane, part }),
                Err(error) => self.failed(card, shared, part, &error),
            }
        }
        if let Some(last) = on_its_way {
            self.finish(card, shared, last);
        }
    }

    /// Puts a part's grids into a lane and sends it.
    fn send(&self, card: &Card, shared: &Shared, part: &Part) -> Result<(Lane, Option<Resident>)> {
        let start = Instant::now();
        let pipeline = &self.device.pipeline;
        let mut lane = card.lane(self.timed)?;
        let mut room = Room { rows: part.numbers.len(), parts: pipeline.parts(), ..Room::default() };
        // Objects have room of their own.
        let planned = |n: usize| match self.device.objects {
            Some(_) => 0,
            None => shared.plans.get(&self.inputs[n]).map_or(0, |plan| plan.cells),
        };
        for n in part.numbers.iter() {
            room.cells += self.inputs[n].grid().cells().len();
            room.out_cells += planned(n) * room.parts;
        }
        let mut batch = lane.open_with(room)?;
        for n in part.numbers.iter() {
            let grid = self.inputs[n].grid();
            batch.push(grid.height(), grid.width(), grid.cells(), planned(n));
        }
        let gathered = milliseconds(start);
        let kept = self.launch(card, &mut lane, part.class, &room)?;
        lock(&shared.report).times.gather += gathered;
        Ok((lane, kept))
    }

    /// Runs the pipeline over a lane's batch; for objects, what it gives stays on the device until they are found.
    fn launch(&self, card: &Card, lane: &mut Lane, class: Class, room: &Room) -> Result<Option<Resident>> {
        let pipeline = &self.device.pipeline;
        let Some(query) = &self.device.objects else { return lane.send(pipeline, class).map(|()| None) };
        let tables = card.tables(class, self.cpu.pipeline.dialect().cell_layout())?;
        let capacity = room.cells.min(room.rows * card.objects_each());
        if pipeline.ops().is_empty() {
            lane.send_objects(query, &tables, pipeline.codes(), capacity)?;
            return Ok(None);
        }
        let kept = lane.keep(pipeline, class)?;
        lane.send_objects_of(&kept, query, &tables, capacity)?;
        Ok(Some(kept))
    }

    fn finish(&self, card: &Card, shared: &Shared, Sent { kept, mut lane, part }: Sent) {
        let taken = match self.device.objects {
            None => self.take(shared, &mut lane, &part),
            Some(_) => self.take_objects(card, shared, &mut lane, &part),
        };
        drop(kept);
        match taken {
            Ok(()) => card.keep(lane),
            Err(error) => {
                drop(lane);
                self.failed(card, shared, part, &error);
            }
        }
    }

    /// Waits for a part and makes rows of it.
    fn take(&self, shared: &Shared, lane: &mut Lane, part: &Part) -> Result<()> {
        let finished = lane.finish()?;
        let start = Instant::now();
        let mut handed_back = 0;
        let make = |(at, n): (usize, usize)| {
            let input = (self.first + n, &self.inputs[n]);
            results::row(&finished, self.device, part.class, at, &self.cpu, input).unwrap_or_else(|| {
                handed_back += 1;
                self.cpu.row(self.first + n, &self.inputs[n])
            })
        };
        place(shared, part, make);
        self.done(shared, part.numbers.len(), handed_back, finished.times, start);
        Ok(())
    }

    /// Waits for the objects of a part.
    fn take_objects(&self, card: &Card, shared: &Shared, lane: &mut Lane, part: &Part) -> Result<()> {
        let found = lane.finish_objects()?;
        // Rows for which there was no room are worked out on the CPU; the next batch has more.
        card.had_objects(part.numbers.len(), found.total());
        let start = Instant::now();
        let mut handed_back = 0;
        let make = |(at, n): (usize, usize)| {
            results::objects(&found, at).unwrap_or_else(|| {
                handed_back += 1;
                self.cpu.row(self.first + n, &self.inputs[n])
            })
        };
        place(shared, part, make);
        self.done(shared, part.numbers.len(), handed_back, found.times, start);
        Ok(())
    }

    /// Notes what happened to a part whose rows were being made since `start`.
    fn done(&self, shared: &Shared, rows: usize, handed_back: usize, times: DeviceTimes, start: Instant) {
        let mut report = lock(&shared.report);
        report.on_devices += rows - handed_back;
        report.handed_back += handed_back;
        let Times { upload, kernels, download, scatter, .. } = &mut report.times;
        *upload += f64::from(times.upload);
        *kernels += f64::from(times.kernels);
        *download += f64::from(times.download);
        *scatter += milliseconds(start);
    }

    /// A part failed: as two halves into the queue again if memory ran out, else to the CPU.
    fn failed(&self, card: &Card, shared: &Shared, part: Part, error: &DeviceError) {
        let rows = part.numbers.len();
        if matches!(error, DeviceError::OutOfMemory { .. }) && rows > 1 {
            card.forget_lanes();
            lock(&shared.report).halved += 1;
            let class = part.class;
            let mut queue = lock(&shared.queue);
            for numbers in part.numbers.parts(rows.div_ceil(2)).into_iter().rev() {
                queue.push_front(Part { class, numbers });
            }
            return;
        }
        let put_aside = card.failed(error);
        let mut report = lock(&shared.report);
        report.rescued += rows;
        *report.failures.entry(format!("{}: {error}", card.name())).or_default() += 1;
        if put_aside {
            report.put_aside.push(card.name());
        }
        drop(report);
        self.on_cpu(shared, part.numbers);
    }

    fn on_cpu(&self, shared: &Shared, numbers: Numbers) {
        let rows = match &numbers {
            Numbers::Range(range) => self.cpu.rows(self.first + range.start, &self.inputs[range.clone()]),
            Numbers::List(list) => self.some_on_cpu(list),
        };
        // SAFETY: as in `place`; a part that comes here has no results yet.
        unsafe { shared.places.put(numbers.iter().zip(rows)) };
    }

    fn some_on_cpu(&self, numbers: &[usize]) -> Vec<Row> {
        use rayon::prelude::*;
        numbers.par_iter().map(|&n| self.cpu.row(self.first + n, &self.inputs[n])).collect()
    }

    /// What no card took: grids that are too large, and what is in the queue when no card is left.
    fn leave_to_cpu(&self, shared: &Shared, too_large: &[usize]) {
        let left: Vec<Part> = lock(&shared.queue).drain(..).collect();
        for part in left {
            lock(&shared.report).rescued += part.numbers.len();
            self.on_cpu(shared, part.numbers);
        }
        if !too_large.is_empty() {
            self.on_cpu(shared, Numbers::List(too_large.to_vec()));
        }
    }
}

/// Makes the rows of a part that came back, and puts them to their places.
fn place(shared: &Shared, part: &Part, mut make: impl FnMut((usize, usize)) -> Row) {
    let rows = part.numbers.iter().enumerate().map(|(at, n)| (n, make((at, n))));
    // SAFETY: parts have different rows, a part is either placed or goes to the CPU or back to the queue, and nothing that can
    // fail comes after this.
    unsafe { shared.places.put(rows) }
}

//! Batches over cards.
//!
//! A batch is cut into parts of one size class, which wait in a queue. Each card has a few workers that take parts from it: a worker
//! fills one lane while another of its lanes is on its way ([`crate::trip`]), so the next part uploads while this one runs. Results come
//! back to the places of their rows, so neither the cut nor who did what shows.
//!
//! Nothing that happens to a device loses a row. A part for which memory runs out goes back to the queue as two halves; any other
//! failure sends the part to the CPU; a card that fails again and again is left alone, and when no card is left, so is the
//! queue's rest.

use crate::card::Card;
use crate::column::Column;
use crate::cpu::OnCpu;
use crate::on_device::OnDevice;
use crate::places::Places;
use crate::plans::{Numbers, Part, Plans, sort};
use crate::report::{Path, Report};
use crate::row::{Input, Row};
use crate::trip::Sent;
use megabatt_cuda::{DeviceError, ObjectRecord};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// More workers of a card than this do not gather faster than a card takes.
pub const MOST_WORKERS: usize = 8;
/// Smaller parts are not worth a second worker.
pub const LEAST_ROWS: usize = 1_024;
/// Larger parts gain nothing.
const MOST_ROWS: usize = 16_384;
/// A part has room for at most so many objects: pinned memory is dear.
const MOST_OBJECTS: usize = 1 << 21;
/// A batch of one part takes at most so many rows.
pub const ONE_PART: usize = 2_048;

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
pub struct Shared {
    pub plans: Plans,
    queue: Mutex<VecDeque<Part>>,
    pub places: Places,
    report: Mutex<Report>,
}

impl Shared {
    pub fn report(&self) -> MutexGuard<'_, Report> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn queue(&self) -> MutexGuard<'_, VecDeque<Part>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts parts in front of all others, in this order.
    pub fn put_in_front(&self, parts: impl DoubleEndedIterator<Item = Part>) {
        let mut queue = self.queue();
        parts.rev().for_each(|part| queue.push_front(part));
    }
}

impl<I: Input> OnCards<'_, I> {
    pub fn run(&self) -> (Vec<Row>, Report) {
        let plans = match self.seconds() {
            Some(seconds) => Plans::with_seconds(&self.device.pipeline, self.inputs, |n| {
                let grid = seconds.loaded(self.first + n, self.device.uses)?;
                Some((grid.height(), grid.width()))
            }),
            None => Plans::of(&self.device.pipeline, self.inputs),
        };
        let (classes, too_large) = sort(&plans, self.inputs);
        let cards: Vec<&Card> = self.cards.iter().filter(|card| !card.is_aside()).collect();
        let workers = self.workers(cards.len());
        let most = self.most_rows(&cards, workers * cards.len());
        let parts: VecDeque<Part> = classes.iter().flat_map(|part| part.cut(most)).collect();
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
        self.leave_to_cpu(&shared, too_large);
        let report = shared.report.into_inner().unwrap_or_else(PoisonError::into_inner);
        (shared.places.into_rows(self.inputs.len()), report)
    }

    /// The values that the device's part of the pipeline loads, if it loads any.
    pub fn seconds(&self) -> Option<&dyn Column> {
        let constant = self.device.constant.as_deref().map(|constant| constant as &dyn Column);
        constant.or_else(|| self.cpu.columns.first().copied()).filter(|_| self.device.pipeline.needs_other())
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
        let objects = self.device.objects.iter().flat_map(|_| cards.iter().map(|card| card.objects_each())).max();
        let objects = objects.unwrap_or(0);
        let wanted = wanted.min(MOST_OBJECTS / objects.max(1));
        let each = 3 * cells + objects * size_of::<ObjectRecord>() + 64;
        let free = cards.iter().filter_map(|card| card.device().free_memory().ok()).min().unwrap_or(usize::MAX);
        // Two lanes a worker, and half of the memory stays free.
        let fits = free / 4 / workers.max(1) / each;
        wanted.min(fits.max(1))
    }

    /// Takes parts from the queue as long as there are any, those included that come back to it.
    fn work(&self, card: &Card, shared: &Shared) {
        let mut on_its_way: Option<Sent> = None;
        loop {
            let goes_on = !card.is_aside() && !self.cpu.cancel.is_cancelled();
            let next = if goes_on { shared.queue().pop_front() } else { None };
            if next.is_none() && on_its_way.is_none() {
                break;
            }
            let sent = next.map(|part| (self.send(card, shared, &part), part));
            // What came before is finished while this one is on its way.
            if let Some(before) = on_its_way.take() {
                self.finish(card, shared, before);
            }
            match sent {
                Some((Ok((lane, kept)), part)) => on_its_way = Some(Sent { kept, lane, part }),
                Some((Err(error), part)) => self.failed(card, shared, part, &error),
                None => {}
            }
        }
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

    /// A part failed: as two halves into the queue again if memory ran out, else to the CPU.
    fn failed(&self, card: &Card, shared: &Shared, part: Part, error: &DeviceError) {
        let rows = part.numbers.len();
        if matches!(error, DeviceError::OutOfMemory { .. }) && rows > 1 {
            card.forget_lanes();
            shared.report().halved += 1;
            return shared.put_in_front(part.cut(rows.div_ceil(2)).into_iter());
        }
        let mut report = shared.report();
        report.failure(card, error);
        report.rescued += rows;
        drop(report);
        self.on_cpu(shared, part.numbers);
    }

    /// Works out rows that have no results yet.
    pub fn on_cpu(&self, shared: &Shared, numbers: Numbers) {
        let rows = match &numbers {
            Numbers::Range(range) => self.cpu.rows(self.first + range.start, &self.inputs[range.clone()]),
            Numbers::List(list) => self.cpu.rows_at(self.first, self.inputs, list),
        };
        // SAFETY: a row is placed here, or when the device has answered for it, or its part is in the queue.
        unsafe { shared.places.put(numbers.iter().zip(rows)) };
    }

    /// What no card took: grids that are too large, and what is in the queue when no card is left.
    fn leave_to_cpu(&self, shared: &Shared, too_large: Vec<usize>) {
        let left: Vec<Part> = shared.queue().drain(..).collect();
        for part in left {
            shared.report().rescued += part.numbers.len();
            self.on_cpu(shared, part.numbers);
        }
        if !too_large.is_empty() {
            self.on_cpu(shared, Numbers::List(too_large));
        }
    }
}

//! Batteries on cards: GPUs run whole programs ahead of the threads that hand results on.
//!
//! ```text
//!   samples   0 1 2 3 4 5 6 7 8 9 ...
//!   threads   ↑ take their sample's rows from the card if they are there, and run what it left;
//!               or run all rows if nobody has begun
//!   cards             ↑ take the next samples that nobody has begun, many at a time
//! ```
//! Both work at once, and neither waits for the other except for a sample that is on a card just then. Of its samples a card runs the programs
//! that it is good at (`shares`), and threads run the others. A card that fails gives its samples back. Outcomes are the CPU's: what a card
//! does not finish exactly, a thread runs.

mod ahead;
mod cards;
mod report;
mod rest;
mod shares;
mod worker;

pub use cards::Cards;
pub use report::BatteryReport;

use ahead::{Ahead, Found};
use megabatt_core::{Dialect, Op, Value};
use megabatt_cuda::device::{DeviceError, SharedDevice};
use megabatt_exec::battery::Battery;
use megabatt_exec::{Cancel, Limits, OnTask, Prepared, RowResult, by_program};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How cards take part.
#[derive(Clone, Debug)]
pub struct BatteryOptions {
    pub dialect: Dialect,
    pub limits: Limits,
    /// Operations that are left to the CPU.
    pub off: Vec<Op>,
    /// Nothing is looked for before the threads alone have worked this long and have at least `worth` to go; None to start at
    /// once.
    pub patience: Option<(Duration, Duration)>,
    /// Samples of a launch; None for as many as fill a card.
    pub samples: Option<usize>,
    /// What operations take on the card is wanted.
    pub profile: bool,
    /// Rows that take more ticks of a card's clock than this are left to the CPU.
    pub ticks_here: u64,
}

/// Rows that take longer are few, and while a card runs the last of them, the rest of it has nothing to do.
pub const TICKS_HERE: u64 = 50_000_000;

/// Gets a card when it is wanted: finding one takes long.
pub type OpenCard = Box<dyn FnOnce() -> Result<SharedDevice, DeviceError> + Send>;

/// A battery of which cards run what they can.
pub struct CardBattery<'a> {
    cpu: Box<dyn Prepared + 'a>,
    ahead: Arc<Ahead>,
    workers: Vec<JoinHandle<()>>,
}

impl<'a> CardBattery<'a> {
    /// The samples are all that will be run, the same values in about this order. Each card takes part as soon as it is open.
    pub fn new(
        cpu: Box<dyn Prepared + 'a>,
        samples: Vec<Value>,
        cards: Vec<OpenCard>,
        options: BatteryOptions,
    ) -> CardBattery<'a> {
        let ahead = Arc::new(Ahead::new(samples, cpu.battery().programs.len()));
        let codes: Arc<Vec<_>> = Arc::new(cpu.battery().programs.iter().map(|member| member.code.clone()).collect());
        let order_is_wanted = !cpu.battery().order_is_not_looked_at;
        let alone = cpu.battery().inputs == 1;
        if !alone && !cards.is_empty() {
            ahead.decline("GPUs run programs of one grid, and some of these take (S, I, C)".to_string());
        }
        let workers = if alone { cards } else { Vec::new() };
        let workers = workers.into_iter().map(|open| {
            let (ahead, codes, options) = (ahead.clone(), codes.clone(), options.clone());
            std::thread::spawn(move || worker::work(&ahead, &codes, order_is_wanted, &options, open))
        });
        let workers = workers.collect();
        CardBattery { cpu, ahead, workers }
    }

    /// All programs in this thread, with a look at what each takes.
    fn run_all(&self, inputs: &[Value], cancel: &Cancel, after: &mut dyn FnMut(usize)) -> Vec<RowResult> {
        let mut took = Vec::with_capacity(self.cpu.battery().programs.len());
        let mut last = Instant::now();
        let results = self.cpu.run(inputs, cancel, &mut |program| {
            let now = Instant::now();
            if program == took.len() {
                took.push(now - last);
            }
            last = now;
            after(program);
        });
        self.ahead.shares().end(&took);
        results
    }

    /// The same on several samples at a time.
    fn run_all_many(&self, samples: &[&[Value]], cancel: &Cancel, take: &mut dyn FnMut(usize, Vec<RowResult>)) {
        self.ahead.shares().begin();
        let mut took = Vec::with_capacity(self.cpu.battery().programs.len());
        let mut last = Instant::now();
        self.cpu.run_many(samples, cancel, &mut |program, results| {
            took.push(last.elapsed() / samples.len().max(1) as u32);
            take(program, results);
            last = Instant::now();
        });
        self.ahead.shares().end(&took);
    }

    /// What the cards have done so far.
    pub fn report(&self) -> BatteryReport {
        self.ahead.report()
    }
}

impl Drop for CardBattery<'_> {
    fn drop(&mut self) {
        self.ahead.stop();
        for worker in self.workers.drain(..) {
            // A panic in there was a defect, and has been told on standard error.
            let _ = worker.join();
        }
    }
}

impl Prepared for CardBattery<'_> {
    fn battery(&self) -> &Battery {
        self.cpu.battery()
    }

    fn run(&self, inputs: &[Value], cancel: &Cancel, after: &mut dyn FnMut(usize)) -> Vec<RowResult> {
        let [input] = inputs else { return self.cpu.run(inputs, cancel, after) };
        let found = self.ahead.find(input);
        if matches!(found, Found::Nothing) {
            self.ahead.shares().begin();
            return self.run_all(inputs, cancel, after);
        }
        let results = self.run_rest(vec![(inputs, found)], cancel).pop().unwrap_or_default();
        (0..results.len()).for_each(after);
        results
    }

    fn run_only(&self, inputs: &[Value], programs: &[usize], cancel: &Cancel) -> Vec<RowResult> {
        self.cpu.run_only(inputs, programs, cancel)
    }

    fn samples_at_once(&self) -> usize {
        self.cpu.samples_at_once()
    }

    fn run_many(&self, samples: &[&[Value]], cancel: &Cancel, take: &mut dyn FnMut(usize, Vec<RowResult>)) {
        let find = |inputs: &&[Value]| match inputs {
            [input] => self.ahead.find(input),
            _ => Found::Nothing,
        };
        let found: Vec<Found> = samples.iter().map(find).collect();
        if found.iter().all(|found| matches!(found, Found::Nothing)) {
            return self.run_all_many(samples, cancel, take);
        }
        let no_card_has: Vec<bool> = found.iter().map(|found| matches!(found, Found::Nothing)).collect();
        let (whole, parts): (Vec<_>, Vec<_>) =
            samples.iter().copied().zip(found).partition(|(_, found)| matches!(found, Found::Nothing));
        let mut of_parts = self.run_rest(parts, cancel).into_iter();
        let mut of_whole: Vec<Vec<RowResult>> = whole.iter().map(|_| Vec::new()).collect();
        let whole: Vec<&[Value]> = whole.into_iter().map(|(inputs, _)| inputs).collect();
        if !whole.is_empty() {
            self.run_all_many(&whole, cancel, &mut |_, results| {
                of_whole.iter_mut().zip(results).for_each(|(all, result)| all.push(result));
            });
        }
        let mut of_whole = of_whole.into_iter();
        let each = no_card_has.into_iter().map(|whole| if whole { of_whole.next() } else { of_parts.next() });
        by_program(each.map(Option::unwrap_or_default), take);
    }

    fn run_only_many(&self, samples: &[&[Value]], programs: &[usize], cancel: &Cancel) -> Vec<Vec<RowResult>> {
        self.cpu.run_only_many(samples, programs, cancel)
    }

    fn on_task<'b>(&'b self, demos: &Value) -> Box<dyn OnTask + 'b> {
        self.cpu.on_task(demos)
    }
}

//! Runs pipelines over batches, and decides where.

use crate::card::Card;
use crate::cards::OnCards;
use crate::column::Columns;
use crate::cpu::{AddressDependent, OnCpu};
use crate::learned::{Learned, Way};
use crate::pipeline::Pipeline;
use crate::report::{Path, Report};
use crate::row::{Input, Row};
use crate::tuning::{Size, Tuning};
use crate::warm::{Opened, Warming};
use megabatt_cuda::DeviceError;
use megabatt_cuda::device::SharedDevice;
use megabatt_exec::Cancel;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// Who works on batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Backend {
    /// Whoever is quicker, as far as is known.
    #[default]
    Auto,
    Cpu,
    /// Devices, whatever the size. What they cannot do is done on the CPU.
    Cuda,
}

/// How batches are run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub backend: Backend,
    /// The numbers of the GPUs to use; all that are fit if there are none. One may be named twice.
    pub gpus: Vec<usize>,
    /// From how many grids on devices are used, instead of what was measured.
    pub min_batch: Option<usize>,
    /// The most rows that run at once on a device, or on the CPU while one gets ready, instead of what fits.
    pub rows_at_once: Option<usize>,
    /// What was measured on this machine.
    pub tuning: Tuning,
    /// Whether the parts of a device's work are timed.
    pub timed: bool,
}

/// Rows on the CPU while devices get ready take about this long at a time, in nanoseconds.
const SLICE: usize = 20_000_000;
/// A batch has to take this long on the CPU before a device is started for it, in nanoseconds: starting one takes a good part of it.
const WORTH_STARTING: usize = 500_000_000;

/// What came of a batch.
#[derive(Debug)]
pub struct Results {
    /// In the order of the batch.
    pub rows: Vec<Row>,
    /// Rows that may differ between two runs of Python itself, since they depend on addresses of objects.
    pub address_dependent: Vec<usize>,
    pub report: Report,
}

/// Runs pipelines over batches.
///
/// ```
/// use megabatt_batch::{Dialect, Options, Pipeline, Runner};
/// use megabatt_core::grid;
///
/// let runner = Runner::new(Options::default()).unwrap();
/// let pipeline = Pipeline::parse("rot90", Dialect::Arc).unwrap();
/// let results = runner.run(&pipeline, &[grid! { [1 2] [3 4] }]);
/// assert_eq!(results.rows[0].grid(), Some(&grid! { [3 1] [4 2] }));
/// ```
pub struct Runner {
    options: Options,
    ready: OnceLock<Opened>,
    warming: OnceLock<Warming>,
    cancel: Cancel,
    learned: Learned,
}

impl Runner {
    /// A runner. With [`Backend::Cuda`] devices are opened and warmed up now, and there has to be one that is fit; with [`Backend::Auto`] they
    /// are left alone until a batch is worth it, or [`Runner::warm_up`] is called.
    pub fn new(options: Options) -> Result<Runner, DeviceError> {
        let runner = Runner::cold(options);
        if runner.options.backend == Backend::Cuda {
            let _ = runner.ready.set(Opened::now(&runner.options.gpus)?);
        }
        Ok(runner)
    }

    fn cold(options: Options) -> Runner {
        Runner {
            options,
            ready: OnceLock::new(),
            warming: OnceLock::new(),
            cancel: Cancel::new(),
            learned: Learned::default(),
        }
    }

    /// A runner that uses these devices, whatever they are.
    pub fn with_devices(options: Options, devices: Vec<SharedDevice>) -> Runner {
        Runner::with_cards(options, devices.into_iter().map(Card::new).collect())
    }

    /// A runner that uses these cards, perhaps with others.
    pub fn with_cards(options: Options, cards: Arc<[Card]>) -> Runner {
        let runner = Runner::cold(options);
        let _ = runner.ready.set(Opened { cards, skipped: Vec::new() });
        runner
    }

    /// A runner whose devices are being opened in the background, by this function.
    pub fn with_opener(
        options: Options,
        open: impl FnOnce() -> Result<Vec<SharedDevice>, DeviceError> + Send + 'static,
    ) -> Runner {
        let runner = Runner::cold(options);
        let _ = runner.warming.set(Warming::start(move || open().and_then(Opened::those_of)));
        runner
    }

    /// What stops a batch: rows that were not worked out yet say so.
    pub fn with_cancel(mut self, cancel: Cancel) -> Runner {
        self.cancel = cancel;
        self
    }

    /// Begins to get devices ready, in the background; until they are, batches go to the CPU.
    pub fn warm_up(&self) {
        if self.options.backend != Backend::Cpu && self.ready.get().is_none() {
            self.warming.get_or_init(|| {
                let gpus = self.options.gpus.clone();
                Warming::start(move || Opened::now(&gpus))
            });
        }
    }

    /// Waits until devices are ready, or it is known that there are none.
    pub fn wait_until_warm(&self) -> Result<(), DeviceError> {
        match self.warming.get() {
            Some(warming) if self.ready.get().is_none() => {
                let _ = self.ready.set(warming.wait()?);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The cards, as far as they are ready.
    pub fn cards(&self) -> &[Card] {
        self.opened().map_or(&[], |opened| &opened.cards)
    }

    /// The GPUs that nobody named and that are not used, each with the reason; those that are named have to be fit.
    pub fn skipped(&self) -> &[DeviceError] {
        self.opened().map_or(&[], |opened| &opened.skipped)
    }

    fn opened(&self) -> Option<&Opened> {
        if self.ready.get().is_none()
            && let Some(Ok(opened)) = self.warming.get().and_then(Warming::finished)
        {
            let _ = self.ready.set(opened);
        }
        self.ready.get()
    }

    pub(crate) fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether devices would be used for these grids, were they ready.
    pub fn prefers_devices<I: Input>(&self, pipeline: &Pipeline, inputs: &[I]) -> bool {
        self.prefers_devices_for(pipeline, Size::of(inputs), self.options.min_batch)
    }

    /// Whether batches of a pipeline like this one go one way for long now: the quicker one, as far as batches have told.
    pub fn is_decided<I: Input>(&self, pipeline: &Pipeline, inputs: &[I]) -> bool {
        self.learned.is_decided(pipeline.id(), Size::of(inputs))
    }

    fn prefers_devices_for(&self, pipeline: &Pipeline, size: Size, min_batch: Option<usize>) -> bool {
        if pipeline.device().is_none() {
            return false;
        }
        match (self.options.backend, min_batch) {
            (Backend::Cpu, _) => false,
            (Backend::Cuda, None) => true,
            (_, Some(least)) => size.rows >= least,
            (Backend::Auto, None) => match self.cards().iter().find(|card| !card.is_aside()) {
                Some(card) => {
                    let (family, dear) = pipeline.family();
                    let guess = || self.options.tuning.guess(card.key(), family, dear, size);
                    self.learned.choose(pipeline.id(), size, guess) == Way::Device
                }
                None => size.rows >= pipeline.family().0.default_least(),
            },
        }
    }

    /// What the pipeline gives for each grid, in order.
    pub fn run<I: Input>(&self, pipeline: &Pipeline, inputs: &[I]) -> Results {
        self.run_with(pipeline, inputs, &[])
    }

    /// As [`Runner::run`], with other values for each row, as many as the pipeline takes ([`crate::Builder::columns`]).
    ///
    /// # Panics
    /// If there are more or fewer columns, or one has not as many rows.
    pub fn run_with<I: Input>(&self, pipeline: &Pipeline, inputs: &[I], columns: Columns<'_>) -> Results {
        self.run_until(pipeline, inputs, columns, self.options.min_batch, &self.cancel)
    }

    /// As [`Runner::run_with`], for those who share a runner: with a least size and an end of one's own.
    ///
    /// # Panics
    /// As [`Runner::run_with`].
    pub fn run_until<I: Input>(
        &self,
        pipeline: &Pipeline,
        inputs: &[I],
        columns: Columns<'_>,
        min_batch: Option<usize>,
        cancel: &Cancel,
    ) -> Results {
        assert_eq!(columns.len(), pipeline.columns(), "a pipeline gets the columns that it takes");
        assert!(columns.iter().all(|column| column.rows() == inputs.len()), "a column has a value for each row");
        let start = Instant::now();
        let marks = AddressDependent::default();
        let cpu = OnCpu { pipeline, columns, cancel, marks: &marks };
        let mut report = Report::default();
        let size = Size::of(inputs);
        let rows = match self.prefers_devices_for(pipeline, size, min_batch) {
            false => self.on_cpu(&cpu, 0, inputs, &mut report),
            true => self.where_it_is_quicker(&cpu, inputs, &mut report),
        };
        report.took = start.elapsed();
        if self.options.backend == Backend::Auto && min_batch.is_none() && !cancel.is_cancelled() {
            self.learn(pipeline, size, &report);
        }
        Results { rows, address_dependent: marks.into_rows(), report }
    }

    /// Remembers what a batch took that went one way without trouble.
    fn learn(&self, pipeline: &Pipeline, size: Size, report: &Report) {
        let way = match report.path {
            Path::Cpu => Way::Cpu,
            Path::Device if report.failures.is_empty() && report.halved == 0 => Way::Device,
            Path::Device | Path::Both => return,
        };
        self.learned.note(pipeline.id(), size, way, report.took);
    }

    fn on_cpu<I: Input>(&self, cpu: &OnCpu<'_>, first: usize, inputs: &[I], report: &mut Report) -> Vec<Row> {
        report.add(Report { path: Path::Cpu, rows: inputs.len(), ..Report::default() });
        cpu.rows(first, inputs)
    }

    /// On devices if they are ready; while they are not, slice after slice on the CPU.
    fn where_it_is_quicker<I: Input>(&self, cpu: &OnCpu<'_>, inputs: &[I], report: &mut Report) -> Vec<Row> {
        let each = cpu.nanoseconds(inputs).max(1) / rayon::current_num_threads().max(1) + 1;
        if self.cards().is_empty() && each.saturating_mul(inputs.len()) > WORTH_STARTING {
            self.warm_up();
        }
        let slice = match self.warming.get() {
            Some(_) => (SLICE / each).clamp(1, self.options.rows_at_once.unwrap_or(usize::MAX)),
            None => inputs.len().max(1),
        };
        let mut rows = Vec::new();
        while rows.len() < inputs.len() || rows.is_empty() {
            let (first, left) = (rows.len(), &inputs[rows.len()..]);
            let some = match (self.cards(), cpu.pipeline.device()) {
                (cards, Some(device)) if cards.iter().any(|card| !card.is_aside()) => {
                    let (rows_at_once, timed) = (self.options.rows_at_once, self.options.timed);
                    let cards = OnCards { cards, device, cpu: *cpu, inputs: left, first, rows_at_once, timed };
                    let (some, happened) = cards.run();
                    report.add(happened);
                    some
                }
                _ => self.on_cpu(cpu, first, &left[..left.len().min(slice)], report),
            };
            if rows.is_empty() {
                rows = some;
            } else {
                rows.extend(some);
            }
            if inputs.is_empty() {
                break;
            }
        }
        rows
    }
}

//! A device with what is kept for it from batch to batch.

use crate::tuning::Tuning;
use megabatt_core::CellLayout;
use megabatt_cuda::device::{Kernel, Result, SharedDevice};
use megabatt_cuda::{Class, DeviceError, Lane, ObjectTables, Op, Pipeline};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// After so many failures with nothing that went well between them a card is left alone.
const MOST_FAILURES: u32 = 3;

/// Room for so many objects of a grid to begin with.
const OBJECTS_EACH: usize = 64;

/// So many grids have to have had too many objects for the small class before the tables of the large one are made: on the CPU so many
/// take about as long as the tables.
const WORTH_LARGE_TABLES: usize = 2_000;

/// Tables that objects need, by size class and cell layout.
type Known = ((Class, CellLayout), Arc<ObjectTables>);

/// A device that works on batches.
pub struct Card {
    device: SharedDevice,
    lanes: Mutex<Vec<Lane>>,
    tables: Mutex<Vec<Known>>,
    failures: AtomicU32,
    aside: AtomicBool,
    key: String,
    /// Room for objects of a grid, on average.
    objects_each: AtomicUsize,
    /// Grids that had too many objects for the small class.
    had_too_many: AtomicUsize,
}

impl Card {
    pub fn new(device: SharedDevice) -> Card {
        let (lanes, tables) = (Mutex::default(), Mutex::default());
        let (failures, aside) = (AtomicU32::new(0), AtomicBool::new(false));
        let key = Tuning::key(device.info());
        let objects_each = AtomicUsize::new(OBJECTS_EACH);
        Card { device, lanes, tables, failures, aside, key, objects_each, had_too_many: AtomicUsize::new(0) }
    }

    pub fn device(&self) -> &SharedDevice {
        &self.device
    }

    /// What its measurements are kept under.
    pub fn key(&self) -> &str {
        &self.key
    }

    pub fn name(&self) -> String {
        let info = self.device.info();
        format!("{} (GPU {})", info.name, info.ordinal)
    }

    /// Whether it has failed too often.
    pub fn is_aside(&self) -> bool {
        self.aside.load(Ordering::Relaxed)
    }

    /// A lane that nobody uses, if there is one with memory for a batch of so many bytes; give it back with [`Card::keep`] unless it failed.
    pub fn lane(&self, timed: bool, bytes: usize) -> Result<Lane> {
        let kept = {
            let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
            // The least that is large enough, else the largest.
            let fit = |lane: &Lane| match lane.reserved() {
                large if large >= bytes => (0, large),
                small => (1, usize::MAX - small),
            };
            (0..lanes.len()).min_by_key(|&n| fit(&lanes[n])).map(|n| lanes.swap_remove(n))
        };
        let mut lane = kept.map_or_else(|| Lane::new(&self.device), Ok)?;
        lane.set_timed(timed);
        Ok(lane)
    }

    /// A batch went well, so failures before it were not in a row.
    pub fn went_well(&self) {
        self.failures.store(0, Ordering::Relaxed);
    }

    pub fn keep(&self, lane: Lane) {
        self.went_well();
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner).push(lane);
    }

    /// What objects of a class need, made when it is first asked for.
    pub fn tables(&self, class: Class, layout: CellLayout) -> Result<Arc<ObjectTables>> {
        let mut known = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, tables)) = known.iter().find(|(of, _)| *of == (class, layout)) {
            return Ok(tables.clone());
        }
        let tables = Arc::new(ObjectTables::new(&self.device, class, layout)?);
        known.push(((class, layout), tables.clone()));
        Ok(tables)
    }

    /// Whether [`Card::tables`] has them already.
    pub fn has_tables(&self, class: Class, layout: CellLayout) -> bool {
        let known = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().any(|(of, _)| *of == (class, layout))
    }

    /// So many grids more had too many objects for the small class: whether it is worth making the tables of the large one now.
    pub fn is_worth_large_tables(&self, rows: usize) -> bool {
        self.had_too_many.fetch_add(rows, Ordering::Relaxed) + rows >= WORTH_LARGE_TABLES
    }

    /// For how many objects a grid has room, on average.
    pub fn objects_each(&self) -> usize {
        self.objects_each.load(Ordering::Relaxed)
    }

    /// A batch of so many grids had so many objects: later ones have room for as many, and some more.
    pub fn had_objects(&self, rows: usize, objects: usize) {
        let each = (objects + objects / 4).div_ceil(rows.max(1));
        self.objects_each.fetch_max(each, Ordering::Relaxed);
    }

    /// The lanes that nobody uses.
    pub(crate) fn take_lanes(&self) -> Vec<Lane> {
        std::mem::take(&mut *self.lanes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Gives the memory of lanes that nobody uses back.
    pub fn forget_lanes(&self) {
        drop(self.take_lanes());
    }

    /// A batch failed on it. True if that puts it aside.
    pub fn failed(&self, error: &DeviceError) -> bool {
        if matches!(error, DeviceError::OutOfMemory { .. }) {
            return false;
        }
        let failures = self.failures.fetch_add(1, Ordering::Relaxed) + 1;
        failures >= MOST_FAILURES && !self.aside.swap(true, Ordering::Relaxed)
    }

    /// Makes everything ready, so that the first batch costs what later ones cost: kernels, tables, and memory for ordinary batches.
    pub fn warm_up(&self) -> Result<()> {
        self.load_kernels()?;
        self.load_tables()?;
        self.make_lanes()
    }

    /// The tables that objects usually need.
    pub fn load_tables(&self) -> Result<()> {
        self.tables(Class::Small, CellLayout::ColourFirst).map(drop)
    }

    /// Loads all kernels and sends a grid through each size class.
    pub fn load_kernels(&self) -> Result<()> {
        for kernel in Kernel::ALL {
            self.device.prepare(kernel)?;
        }
        let Ok(pipeline) = Pipeline::new(&[Op::Rot90]) else { return Ok(()) };
        let mut lane = self.lane(false, 0)?;
        for class in Class::ALL {
            lane.open(1, 1, 1)?.push(1, 1, &[0], 1);
            lane.send(&pipeline, class)?;
            lane.finish()?;
        }
        self.keep(lane);
        Ok(())
    }
}

//! What was measured on this machine, per device: when a batch is worth sending.
//!
//! `megabatt tune` measures each family of operations at several sizes on the CPU and on the device, and keeps the times. Which way a
//! batch goes is read from them: the times of its size, between the sizes measured, compared. So it does not matter
//! whether the device wins from some size on, never, or only in between.

use crate::family::Family;
use crate::learned::{Guess, Way};
use crate::row::Input;
use megabatt_cuda::device::Info;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The form of the file.
const VERSION: u32 = 1;

/// What a batch of so many grids took, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    pub rows: usize,
    pub cpu: f64,
    pub device: f64,
}

/// The mean number of cells of the grids that are measured: heights and widths of 1 to 30, all as often.
const MEASURED_CELLS: usize = 240;

/// Where nobody has measured anything, batches of fewer grids stay on the CPU, whatever they are.
const NEVER_WORTH_A_LAUNCH: usize = 30;

/// How large a batch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub rows: usize,
    /// Of a grid, on average.
    pub cells: usize,
    /// Whether grids have one shape.
    pub is_even: bool,
}

impl Size {
    /// The size of a batch, judged by a few of its grids.
    pub(crate) fn of<I: Input>(inputs: &[I]) -> Size {
        const LOOKED_AT: usize = 8;
        let shape = |input: &I| (input.grid().height(), input.grid().width());
        let first = inputs.first().map(shape);
        let (mut count, mut cells, mut is_even) = (0, 0, true);
        for (height, width) in inputs.iter().step_by(inputs.len() / LOOKED_AT + 1).map(shape) {
            count += 1;
            cells += height * width;
            is_even &= Some((height, width)) == first;
        }
        Size { rows: inputs.len(), cells: cells / count.max(1), is_even }
    }

    /// So many of the grids that are measured are as much work.
    fn as_measured(self) -> usize {
        (self.rows.saturating_mul(self.cells) / MEASURED_CELLS).max(1)
    }
}

/// Each family's points, by size.
pub type Points = BTreeMap<Family, Vec<Point>>;

/// All that was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    version: u32,
    /// By what the device is; see [`Tuning::key`].
    devices: BTreeMap<String, Points>,
}

/// What is wrong with a tuning file.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    #[error("{path} cannot be read: {why}\n  help: make it anew with `megabatt tune`, or remove it")]
    Read { path: PathBuf, why: String },
    #[error("{path} cannot be written: {why}")]
    Write { path: PathBuf, why: String },
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { version: VERSION, devices: BTreeMap::new() }
    }
}

impl Tuning {
    /// The file in the user's data folder.
    pub fn default_path() -> Option<PathBuf> {
        use etcetera::BaseStrategy;
        let strategy = etcetera::base_strategy::choose_native_strategy().ok()?;
        Some(strategy.data_dir().join("megabatt").join("devices.json"))
    }

    /// What is kept in a file; nothing if there is none.
    pub fn load(path: &Path) -> Result<Tuning, TuningError> {
        let failed = |why: String| TuningError::Read { path: path.to_owned(), why };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Tuning::default()),
            Err(e) => return Err(failed(e.to_string())),
        };
        let tuning: Tuning = serde_json::from_str(&text).map_err(|e| failed(e.to_string()))?;
        match tuning.version {
            VERSION => Ok(tuning),
            other => Err(failed(format!("its version is {other}, and this program knows {VERSION}"))),
        }
    }

    /// Writes the file whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), TuningError> {
        let failed = |e: std::io::Error| TuningError::Write { path: path.to_owned(), why: e.to_string() };
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(failed)?;
        let text = serde_json::to_string_pretty(self).map_err(|e| failed(e.into()))?;
        let beside = path.with_extension(format!("json.{}", std::process::id()));
        std::fs::write(&beside, text + "\n").map_err(failed)?;
        std::fs::rename(&beside, path).map_err(failed)
    }

    /// What tells a device from others: the same card in another driver is measured anew.
    pub fn key(info: &Info) -> String {
        let (major, minor) = info.compute_capability;
        format!("{} sm_{major}{minor} driver {}.{}", info.name, info.driver.0, info.driver.1)
    }

    pub fn set(&mut self, info: &Info, points: Points) {
        self.devices.insert(Tuning::key(info), points);
    }

    pub fn get(&self, info: &Info) -> Option<&Points> {
        self.devices.get(&Tuning::key(info))
    }

    /// Which way is thought to be quicker for so many grids of a pipeline of this family with so many dear steps, on the device of
    /// this key.
    pub(crate) fn guess(&self, key: &str, family: Family, dear: usize, size: Size) -> Guess {
        let way = |is_device: bool| if is_device { Way::Device } else { Way::Cpu };
        match self.devices.get(key).and_then(|points| points.get(&family)).filter(|points| !points.is_empty()) {
            None => Guess {
                way: way(size.rows >= family.default_least()),
                other_takes: None,
                is_settled: size.rows < NEVER_WORTH_A_LAUNCH,
            },
            Some(points) => {
                let (cpu, device) = times(points, size.as_measured());
                // On the CPU every step costs, on a device hardly any.
                let cpu = cpu * dear.max(1) as f64;
                let other_takes = Some(cpu.max(device) / cpu.min(device).max(1e-3));
                Guess { way: way(device < cpu), other_takes, is_settled: false }
            }
        }
    }

    /// From how many grids on a device is quicker, as far as that was measured; None if it never was.
    pub fn least(points: &[Point]) -> Option<usize> {
        let from = points.iter().rposition(|p| p.device >= p.cpu).map_or(0, |last| last + 1);
        let after = points.get(from)?;
        let Some(before) = from.checked_sub(1).and_then(|n| points.get(n)) else { return Some(after.rows) };
        let sizes = || (before.rows..=after.rows).step_by(((after.rows - before.rows) / 50).max(1));
        sizes().find(|&rows| times(points, rows).1 < times(points, rows).0).or(Some(after.rows))
    }
}

/// The times of a size, between those measured or along the last two.
fn times(points: &[Point], rows: usize) -> (f64, f64) {
    let at = points.partition_point(|p| p.rows < rows).clamp(1, points.len().max(2) - 1);
    let (Some(a), Some(b)) = (points.get(at - 1), points.get(at).or(points.last())) else { return (0.0, f64::MAX) };
    if a.rows == b.rows {
        return (a.cpu, a.device);
    }
    let share = (rows as f64 - a.rows as f64) / (b.rows as f64 - a.rows as f64);
    let between = |a: f64, b: f64| (a + (b - a) * share).max(0.0);
    (between(a.cpu, b.cpu), between(a.device, b.device))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info() -> Info {
        Info {
            ordinal: 0,
            name: "a card".into(),
            compute_capability: (9, 0),
            driver: (12, 4),
            total_memory: 1,
            multiprocessors: 1,
            maps_host_memory: true,
        }
    }

    fn size(rows: usize) -> Size {
        Size { rows, cells: MEASURED_CELLS, is_even: false }
    }

    fn point(rows: usize, cpu: f64, device: f64) -> Point {
        Point { rows, cpu, device }
    }

    #[test]
    fn without_a_measurement_small_batches_stay() {
        let tuning = Tuning::default();
        for family in Family::ALL {
            let way = |rows| tuning.guess(&Tuning::key(&info()), family, 1, size(rows)).way;
            assert_eq!((way(29), way(1_000_000)), (Way::Cpu, Way::Device), "{}", family.name());
        }
    }

    #[test]
    fn the_quicker_way_is_taken_at_every_size() {
        let mut tuning = Tuning::default();
        let points =
            vec![point(10, 5.0, 50.0), point(100, 50.0, 55.0), point(1000, 500.0, 100.0), point(10_000, 600.0, 1000.0)];
        tuning.set(&info(), Points::from([(Family::Turn, points.clone())]));
        let guess = |dear, size| tuning.guess(&Tuning::key(&info()), Family::Turn, dear, size);
        let device = |rows| guess(0, size(rows)).way == Way::Device;
        assert_eq!(
            [1, 10, 100, 500, 1000, 10_000, 1_000_000].map(device),
            [false, false, false, true, true, false, false]
        );
        assert_eq!(guess(3, size(100)).way, Way::Device, "three steps cost three times as much on the CPU");
        assert_eq!(guess(0, size(10)).other_takes, Some(10.0));
        let large = Size { cells: 3 * MEASURED_CELLS, ..size(200) };
        assert_eq!(guess(0, large).way, Way::Device, "large grids are more work");
        assert_eq!(Tuning::least(&points), None);
        assert_eq!(Tuning::least(&points[..3]).map(|n| (100..300).contains(&n)), Some(true));
        assert_eq!(Tuning::least(&points[..1]), None);
    }

    #[test]
    fn it_is_kept_in_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep").join("devices.json");
        assert_eq!(Tuning::load(&path).expect("none is fine"), Tuning::default());
        let mut tuning = Tuning::default();
        tuning.set(&info(), Points::from([(Family::Objects, vec![point(10, 5.0, 50.0)])]));
        tuning.save(&path).expect("it is written");
        assert_eq!(Tuning::load(&path).expect("it is read"), tuning);
        std::fs::write(&path, "{\"version\": 7, \"devices\": {}}").expect("written");
        assert!(Tuning::load(&path).expect_err("too new").to_string().contains("version is 7"));
        std::fs::write(&path, "{").expect("written");
        assert!(Tuning::load(&path).expect_err("broken").to_string().contains("megabatt tune"));
    }
}

//! What happened to a batch.

use crate::card::Card;
use megabatt_cuda::DeviceError;
use std::collections::BTreeMap;
use std::time::Duration;

/// Which way a batch went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Path {
    #[default]
    Cpu,
    Device,
    /// It began on the CPU and went on on a device that became ready.
    Both,
}

impl Path {
    pub fn name(self) -> &'static str {
        match self {
            Path::Cpu => "cpu",
            Path::Device => "cuda",
            Path::Both => "cpu, then cuda",
        }
    }
}

/// What a batch took, in milliseconds and summed over all parts; only where the runner is timed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// Putting grids into pinned memory.
    pub gather: f64,
    pub upload: f64,
    pub kernels: f64,
    pub download: f64,
    /// Making results of what came back.
    pub scatter: f64,
}

/// What happened to a batch.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub path: Path,
    pub rows: usize,
    /// Rows that devices worked out.
    pub on_devices: usize,
    /// Rows that devices handed back: Python raises there, or the grid is none of theirs.
    pub handed_back: usize,
    /// Rows that were sent a second time, with more room for their objects.
    pub sent_again: usize,
    /// Rows that were never sent: too large for any size class.
    pub too_large: usize,
    /// Rows of batches that failed, and went to the CPU.
    pub rescued: usize,
    /// Batches that failed on a device, and why.
    pub failures: BTreeMap<String, usize>,
    /// How often a batch was halved because memory ran out.
    pub halved: usize,
    /// Cards that failed so often that they were put aside.
    pub put_aside: Vec<String>,
    pub times: Times,
    pub took: Duration,
}

impl Report {
    /// Adds what happened to another part.
    pub fn add(&mut self, other: Report) {
        self.path = match (self.rows, other.rows) {
            (0, _) => other.path,
            (_, 0) => self.path,
            _ if self.path == other.path => self.path,
            _ => Path::Both,
        };
        self.rows += other.rows;
        self.on_devices += other.on_devices;
        self.handed_back += other.handed_back;
        self.sent_again += other.sent_again;
        self.too_large += other.too_large;
        self.rescued += other.rescued;
        self.halved += other.halved;
        for (why, count) in other.failures {
            *self.failures.entry(why).or_default() += count;
        }
        self.put_aside.extend(other.put_aside);
        self.times.gather += other.times.gather;
        self.times.upload += other.times.upload;
        self.times.kernels += other.times.kernels;
        self.times.download += other.times.download;
        self.times.scatter += other.times.scatter;
        self.took += other.took;
    }

    /// A batch failed on a card, which may put the card aside.
    pub(crate) fn failure(&mut self, card: &Card, error: &DeviceError) {
        *self.failures.entry(format!("{}: {error}", card.name())).or_default() += 1;
        if card.failed(error) {
            self.put_aside.push(card.name());
        }
    }

    /// Batches that failed.
    pub fn failed(&self) -> usize {
        self.failures.values().sum()
    }
}

//! What cards did for a battery.

use megabatt_core::Op;
use megabatt_cuda::programs::{Reason, Took};
use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub struct BatteryReport {
    /// The cards that took part.
    pub cards: Vec<String>,
    /// Programs that cards run at all.
    pub programs: usize,
    /// Rows that cards had.
    pub rows: usize,
    /// Of these, rows left to the CPU, by reason and by the operation that asked for it.
    pub left: BTreeMap<(Reason, Option<Op>), usize>,
    pub launches: usize,
    /// What kernels took.
    pub kernels: Duration,
    /// From handing rows over to having their results.
    pub whole: Duration,
    /// How long threads waited for rows that were on a card, all threads together.
    pub waited: Duration,
    /// Programs that cards had in the last launch.
    pub programs_last: usize,
    /// What operations took, if that was asked for.
    pub took: BTreeMap<Op, (u64, u64)>,
    /// What the threads alone would have had to do when a card was thought of.
    pub estimate: Option<Duration>,
    /// Why a card that could have taken part did not.
    pub declined: Option<String>,
    /// What went wrong with cards.
    pub failures: Vec<String>,
}

impl BatteryReport {
    /// Rows that were left to the CPU.
    pub fn left(&self) -> usize {
        self.left.values().sum()
    }

    pub(super) fn add_took(&mut self, took: &[Took]) {
        for one in took {
            let sum = self.took.entry(one.op).or_default();
            sum.0 += one.ticks;
            sum.1 += one.calls;
        }
    }
}

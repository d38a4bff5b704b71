//! What cards did for a battery.

use megabatt_core::Op;
use megabatt_cuda::programs::{Reason, Took};
use serde_json::{Value as Json, json};
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

    /// All of it as a document.
    pub fn json(&self) -> Json {
        let left = self.left.iter().map(
            |((reason, op), count)| json!({"rows": count, "operation": op.map(Op::name), "because": reason.text()}),
        );
        let took = self.took.iter();
        let took = took.map(|(op, (ticks, calls))| json!({"operation": op.name(), "calls": calls, "ticks": ticks}));
        json!({
            "gpus": self.cards,
            "programs": self.programs,
            "programs_last": self.programs_last,
            "rows": self.rows,
            "launches": self.launches,
            "kernel_seconds": self.kernels.as_secs_f64(),
            "whole_seconds": self.whole.as_secs_f64(),
            "waited_seconds": self.waited.as_secs_f64(),
            "left": left.collect::<Vec<_>>(),
            "operations": took.collect::<Vec<_>>(),
            "declined": self.declined,
            "failures": self.failures,
        })
    }

    pub(super) fn add_took(&mut self, took: &[Took]) {
        for one in took {
            let sum = self.took.entry(one.op).or_default();
            sum.0 += one.ticks;
            sum.1 += one.calls;
        }
    }
}

//! Whole programs on a device against the CPU's reference: outcomes, the order of sets in them, fuel and memory.

use megabatt_core::{Code, Op, Value, json};
use megabatt_cpu::{Cpu, Engine};
use megabatt_cuda::device::{Result, SharedDevice};
use megabatt_cuda::programs::{Fate, OnDevice, Programs, Reason, RowOutcome, Settings};
use megabatt_exec::{Cancel, Limits, Outcome, Row, RowResult};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a comparison found.
#[derive(Clone, Debug, Default)]
pub struct WholeTally {
    pub rows: usize,
    pub equal: usize,
    /// Rows left to the CPU, by reason and by the operation that asked for it.
    pub left: BTreeMap<(Reason, Option<Op>), usize>,
    /// What differed, in words.
    pub faults: Vec<String>,
}

impl WholeTally {
    pub fn add(&mut self, other: WholeTally) {
        self.rows += other.rows;
        self.equal += other.equal;
        for (key, count) in other.left {
            *self.left.entry(key).or_default() += count;
        }
        self.faults.extend(other.faults);
    }

    pub fn left(&self) -> usize {
        self.left.values().sum()
    }

    /// The commonest reasons, a line each.
    pub fn reasons(&self) -> String {
        let mut list: Vec<_> = self.left.iter().map(|(&(reason, op), &count)| (count, reason, op)).collect();
        list.sort_by_key(|&(count, ..)| std::cmp::Reverse(count));
        let line = |(count, reason, op): &(usize, Reason, Option<Op>)| {
            format!("{count:>8}  {:<16} {}\n", op.map_or("-", |op| op.name()), reason.text())
        };
        list.iter().take(40).map(line).collect()
    }

    /// # Panics
    /// If anything differed.
    pub fn assert_fine(&self) {
        let shown = self.faults.iter().take(8).cloned().collect::<Vec<_>>().join("\n\n");
        assert!(self.faults.is_empty(), "{} of {} rows differ:\n{shown}", self.faults.len(), self.rows);
    }
}

/// Every program on every sample.
pub fn compare(
    device: &SharedDevice,
    programs: &[Arc<Code>],
    samples: &[Value],
    settings: Settings,
) -> Result<WholeTally> {
    let rows: Vec<(u32, u32)> =
        (0..programs.len() as u32).flat_map(|p| (0..samples.len() as u32).map(move |sample| (p, sample))).collect();
    compare_rows(device, programs, samples, &rows, settings)
}

/// These rows (program, sample).
pub fn compare_rows(
    device: &SharedDevice,
    programs: &[Arc<Code>],
    samples: &[Value],
    rows: &[(u32, u32)],
    settings: Settings,
) -> Result<WholeTally> {
    let ready = Programs::new(programs.iter().map(|code| &**code), settings.dialect);
    let mut on_device = OnDevice::new(device, ready, settings)?;
    let outcomes = on_device.run(samples, rows)?;
    let limits = Limits { fuel: settings.fuel, memory: settings.memory, call_timeout: None };
    let cpu = Cpu { dialect: settings.dialect, engine: Engine::Fast };
    let judged: Vec<Option<String>> = rows
        .par_iter()
        .zip(&outcomes)
        .map(|(&(program, sample), outcome)| {
            if matches!(outcome.fate, Fate::Left(..)) {
                return None;
            }
            let code = programs[program as usize].clone();
            let name = code.name.clone();
            let row = Row { code, inputs: vec![samples[sample as usize].clone()] };
            let expected = cpu.run_row(&row, &limits, &Cancel::new());
            let fault = difference(outcome, &expected, settings.order_is_wanted)?;
            Some(format!("{name} on sample {sample}: {fault}"))
        })
        .collect();
    let mut tally = WholeTally { rows: rows.len(), ..WholeTally::default() };
    for (outcome, fault) in outcomes.iter().zip(judged) {
        match (&outcome.fate, fault) {
            (&Fate::Left(reason, op), _) => *tally.left.entry((reason, op)).or_default() += 1,
            (_, Some(fault)) => tally.faults.push(fault),
            _ => tally.equal += 1,
        }
    }
    Ok(tally)
}

/// What differs between a device's outcome and the CPU's.
pub fn difference(outcome: &RowOutcome, expected: &RowResult, in_order: bool) -> Option<String> {
    if expected.address_dependent {
        return Some("answers although the answer depends on addresses".to_string());
    }
    let text = |value: &Value| json::to_json(value);
    let short = |text: String| text.chars().take(300).collect::<String>();
    match (&outcome.fate, &expected.outcome) {
        (Fate::Value(a), Outcome::Value(b)) if in_order && text(a) != text(b) => {
            return Some(format!("gives {}\ninstead of {}", short(text(a)), short(text(b))));
        }
        (Fate::Value(a), Outcome::Value(b)) if a != b => {
            return Some(format!("gives {}\ninstead of {}", short(text(a)), short(text(b))));
        }
        (Fate::Value(_), Outcome::Value(_)) => {}
        (Fate::Raised(a), Outcome::Error(b)) if a == b => {}
        (fate, expected) => {
            return Some(format!("{}\ninstead of {}", short(format!("{fate:?}")), short(format!("{expected:?}"))));
        }
    }
    let (ours, theirs) = ((outcome.fuel, outcome.memory), (expected.fuel, expected.memory));
    (ours != theirs).then(|| format!("takes fuel and memory {ours:?} instead of {theirs:?}"))
}

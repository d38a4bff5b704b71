//! Whole programs: how long all of them take on many samples, on the device and on all cores, and whether the two agree.
//!
//! FUELS, WARPS and CHUNKS in the environment, lists of numbers, say up to what fuel rows stay on the device, how many warps a multiprocessor
//! has and how many rows it takes at a time; each combination is measured.

use megabatt_core::{Code, Dialect, Value};
use megabatt_cpu::Cpu;
use megabatt_cuda::device::SharedDevice;
use megabatt_cuda::programs::{Fate, OnDevice, Programs, RowOutcome, Settings};
use megabatt_cuda_suite::whole::{WholeTally, difference};
use megabatt_engine::battery::{Passes, prepare};
use megabatt_engine::data::{self, Filter};
use megabatt_engine::run::Sample;
use megabatt_exec::{Cancel, Limits, RowResult};
use megabatt_lang::Program;
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

pub const DIALECT: Dialect = Dialect::Rearc;

/// The numbers of a list in the environment.
pub fn listed(name: &str, otherwise: u32) -> Vec<u32> {
    std::env::var(name).map_or(vec![otherwise], |text| text.split(',').filter_map(|n| n.parse().ok()).collect())
}

/// What is to be measured: fuel, warps of a multiprocessor, rows that it takes at a time.
fn combinations() -> Vec<(u64, u32, u32)> {
    let mut all = Vec::new();
    for fuel in listed("FUELS", 2_000_000) {
        for warps in listed("WARPS", 28) {
            all.extend(listed("CHUNKS", 24).into_iter().map(|chunk| (fuel.into(), warps, chunk)));
        }
    }
    all
}

/// Up to how many ticks how many rows take, and what share of all ticks they have.
fn shares(rows: &[RowOutcome]) -> String {
    let mut ticks: Vec<u64> = rows.iter().map(|row| row.ticks).collect();
    ticks.sort_unstable();
    let all: u64 = ticks.iter().sum();
    let part = |percent: f64| {
        let count = ((ticks.len() as f64 * percent / 100.0) as usize).min(ticks.len());
        let sum: u64 = ticks[..count].iter().sum();
        let most = ticks[..count].last().copied().unwrap_or_default();
        format!("{percent} % of rows up to {most}: {:.1} % of ticks", 100.0 * sum as f64 / all.max(1) as f64)
    };
    [50.0, 80.0, 90.0, 95.0, 98.0, 99.0, 99.9, 100.0].map(part).join("; ")
}

/// Programs, and samples to run them on.
pub struct Work {
    pub programs: Vec<Program>,
    pub samples: Vec<Value>,
}

impl Work {
    /// All programs of a file and so many samples of the tasks, from all over them.
    pub fn read(file: &str, data: &str, wanted: usize) -> Result<Work, String> {
        let text = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
        let programs = megabatt_lang::parse_bytes(file, &text, DIALECT).programs;
        let tasks = data::load(&[PathBuf::from(data)], &Filter::default()).tasks;
        let all: Vec<Value> =
            tasks.iter().flat_map(|task| Sample::all(task).map(|sample| sample.of(task).input.clone())).collect();
        let samples: Vec<Value> = all.iter().step_by((all.len() / wanted).max(1)).take(wanted).cloned().collect();
        // Nothing compared would be nothing that differs.
        match (programs.is_empty(), samples.is_empty()) {
            (true, _) => Err(format!("{file}: there is no program in it")),
            (_, true) => Err(format!("{data}: there is no task in it, or no such file")),
            _ => Ok(Work { programs, samples }),
        }
    }

    pub fn codes(&self) -> Vec<Arc<Code>> {
        self.programs.iter().map(|program| program.code.clone()).collect()
    }
}

pub fn run(device: &SharedDevice, work: &Work) -> Result<bool, String> {
    let (samples, codes) = (&work.samples, work.codes());
    let rows: Vec<(u32, u32)> =
        (0..codes.len() as u32).flat_map(|p| (0..samples.len() as u32).map(move |s| (p, s))).collect();
    let free = device.free_memory().map_err(|e| e.to_string())?;
    let base = Settings::for_device(DIALECT, device.info().multiprocessors, free);
    let mut outcomes = Vec::new();
    for (fuel_here, per, chunk) in combinations() {
        let settings = Settings { fuel_here, warps: device.info().multiprocessors * per, rows_at_once: chunk, ..base };
        let start = Instant::now();
        let ready = Programs::new(codes.iter().map(|code| &**code), DIALECT);
        let mut on_device = OnDevice::new(device, ready, settings).map_err(|e| e.to_string())?;
        let made = start.elapsed();
        let mut times = Vec::new();
        for _ in 0..3 {
            let start = Instant::now();
            outcomes = on_device.run(samples, &rows).map_err(|e| e.to_string())?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        let left = outcomes.iter().filter(|outcome| matches!(outcome.fate, Fate::Left(..))).count();
        println!(
            "{{\"programs\": {}, \"rows\": {}, \"fuel_here\": {fuel_here}, \"warps\": {per}, \"rows_at_once\": {chunk}, \"ready_ms\": {:.1}, \"device_ms\": {times:?}, \"kernel_ms\": {:?}, \"left\": {left}}}",
            codes.len(),
            rows.len(),
            made.as_secs_f64() * 1e3,
            on_device.kernel_ms(),
        );
    }
    let settings = Settings { profile: true, ..base };
    let ready = Programs::new(codes.iter().map(|code| &**code), DIALECT);
    let mut on_device = OnDevice::new(device, ready, settings).map_err(|e| e.to_string())?;
    let profiled = on_device.run(samples, &rows).map_err(|e| e.to_string())?;
    let mut took = on_device.took().to_vec();
    took.sort_by_key(|took| std::cmp::Reverse(took.ticks));
    for took in took.iter().take(45) {
        eprintln!(
            "{:>14} ticks {:>10} calls {:>9} each  {}",
            took.ticks,
            took.calls,
            took.ticks / took.calls,
            took.op.name()
        );
    }
    let mut slow: Vec<usize> = (0..rows.len()).collect();
    slow.sort_by_key(|&n| std::cmp::Reverse(profiled[n].ticks));
    let all: u64 = profiled.iter().map(|row| row.ticks).sum();
    eprintln!("all rows: {all} ticks; {}", shares(&profiled));
    for &n in slow.iter().take(25) {
        let row = &profiled[n];
        let fate = if let Fate::Left(reason, op) = row.fate { format!("{reason:?} {op:?}") } else { String::new() };
        eprintln!(
            "{:>12} ticks, fuel {:>8}  {} on sample {} {fate}",
            row.ticks, row.fuel, codes[rows[n].0 as usize].name, rows[n].1
        );
    }
    let cpu = Cpu { dialect: DIALECT, ..Cpu::default() };
    let prepared = prepare(&cpu, &work.programs, Passes::default(), &Limits::default());
    let start = Instant::now();
    let expected: Vec<Vec<RowResult>> = samples
        .par_iter()
        .map(|sample| prepared.run(std::slice::from_ref(sample), &Cancel::new(), &mut |_| {}))
        .collect();
    println!(
        "{{\"cpu_threads\": {}, \"cpu_ms\": {:.1}}}",
        rayon::current_num_threads(),
        start.elapsed().as_secs_f64() * 1e3
    );
    let mut tally = WholeTally { rows: rows.len(), ..WholeTally::default() };
    for (&(program, sample), outcome) in rows.iter().zip(&outcomes) {
        match outcome.fate {
            Fate::Left(reason, op) => *tally.left.entry((reason, op)).or_default() += 1,
            _ => match difference(outcome, &expected[sample as usize][program as usize], true) {
                None => tally.equal += 1,
                Some(fault) => {
                    tally.faults.push(format!("{} on sample {sample}: {fault}", codes[program as usize].name))
                }
            },
        }
    }
    println!("{{\"equal\": {}, \"left\": {}, \"differ\": {}}}", tally.equal, tally.left(), tally.faults.len());
    eprintln!("{}", tally.reasons());
    for fault in tally.faults.iter().take(10) {
        eprintln!("{fault}\n");
    }
    Ok(tally.faults.is_empty())
}

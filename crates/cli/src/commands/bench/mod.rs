//! `megabatt bench gpu`.

mod json;
mod python;
mod table;

use super::{exit, gpu};
use crate::args::{BenchArgs, BenchCommand, BenchGpuArgs, FormatArg};
use crate::output::{print, tell};
use megabatt_batch::bench::{Case, Direct, FirstBatch, Patience, TUNED, cases, direct, first_batches, tune};
use megabatt_batch::devices::{Readied, ready};
use megabatt_batch::{Card, Tuning};
use megabatt_cuda::device::{Info, SharedDevice};
use python::Beside;
use std::sync::Arc;

/// How many grids a first batch in a process has, and how many later ones are measured.
const FIRST: usize = 1_000;
const LATER: usize = 25;

/// Sizes of batches in pinned memory and on the device.
const DIRECT: [usize; 3] = [1_000, 100_000, 1_000_000];

/// All that was measured.
pub struct Measured {
    pub info: Info,
    pub threads: usize,
    pub tuned_before: bool,
    pub first: FirstUse,
    pub cases: Vec<Case>,
    pub direct: Vec<Direct>,
    pub beside: Option<Beside>,
}

impl Measured {
    /// How many results differ from the CPU's.
    pub fn wrong(&self) -> usize {
        let direct: usize = self.direct.iter().map(|direct| direct.wrong).sum();
        direct + self.cases.iter().map(|case| case.wrong).sum::<usize>()
    }
}

/// The first use in a process: getting the GPU ready, and the first batches after that.
pub struct FirstUse {
    pub readied: Readied,
    pub batches: Vec<FirstBatch>,
}

pub fn bench(args: &BenchArgs) -> Result<u8, String> {
    match &args.command {
        BenchCommand::Gpu(args) => bench_gpu(args),
    }
}

fn bench_gpu(args: &BenchGpuArgs) -> Result<u8, String> {
    let tuning = gpu::tuning();
    let (card, readied) = ready(args.gpu).map_err(|error| gpu::no_gpu(&error))?;
    // Before anything else runs: these are the first batches of the process.
    let cards: Arc<[Card]> = Arc::new([card]);
    let first = FirstUse { readied, batches: first_batches(&cards, FIRST, LATER) };
    let beside = (!args.no_python).then(|| python::measure(&args.python));
    let measured = measure(cards[0].device(), first, tuning, &args.sizes, Patience::USUAL, beside)?;
    print(&if args.json || args.format == FormatArg::Json { json::text(&measured) } else { table::text(&measured) });
    let wrong = measured.wrong();
    if wrong > 0 {
        tell(&format!("error: {wrong} results differ from the CPU's\n  help: please report it, with this output"));
        return Ok(exit::FOUND);
    }
    Ok(exit::FINE)
}

fn measure(
    device: &SharedDevice,
    first: FirstUse,
    mut tuning: Tuning,
    sizes: &[usize],
    patience: Patience,
    beside: Option<Beside>,
) -> Result<Measured, String> {
    let tuned_before = tuning.get(device.info()).is_some();
    if !tuned_before {
        tell("this GPU was not measured yet, so that comes first; `megabatt tune` would keep it");
        let smaller: Vec<usize> = TUNED.into_iter().filter(|size| sizes.iter().any(|most| size <= most)).collect();
        tuning.set(device.info(), tune(device, &smaller, patience, &mut |_, _| ()));
    }
    Ok(Measured {
        cases: cases(device, &tuning, sizes, patience, &mut |case| tell(&table::progress(case))),
        direct: measured_directly(device, sizes, patience)?,
        beside,
        info: device.info().clone(),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        tuned_before,
        first,
    })
}

/// As large as the largest batch that was asked for.
fn measured_directly(device: &SharedDevice, sizes: &[usize], patience: Patience) -> Result<Vec<Direct>, String> {
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let wanted = DIRECT.into_iter().filter(|&count| count <= largest);
    wanted.map(|count| direct(device, count, patience).map_err(|e| e.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_cuda_emulator::EmulatedDevice;
    use std::time::Duration;

    #[test]
    fn what_is_measured_is_told_to_people_and_to_machines() {
        let device: SharedDevice = Arc::new(EmulatedDevice::new(64 << 20, 3));
        let [context, kernels, tables, lanes] = [Duration::ZERO; 4];
        let cards: Arc<[Card]> = Arc::new([Card::new(device.clone())]);
        let readied = Readied { context, kernels, tables, lanes };
        let first = FirstUse { readied, batches: first_batches(&cards, 20, 2) };
        let measured = measure(&device, first, Tuning::default(), &[12], Patience::NONE, None).expect("it runs");
        assert_eq!(measured.wrong(), 0);
        let text = table::text(&measured);
        for wanted in [
            "rot90+flip",
            "10 operations",
            "objects",
            "mixed",
            "speed-up",
            "first use",
            "the first batch of 20",
            "every result is the CPU's",
        ] {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
        let document: serde_json::Value = serde_json::from_str(&json::text(&measured)).expect("it is JSON");
        let first = &document["first_use"]["batches"];
        assert_eq!(first.as_array().map(Vec::len), Some(2));
        assert!(first[0]["first_ms"].is_f64() && first[1]["later_ms"].is_f64(), "{first}");
        let cases = document["host_to_host"].as_array().expect("an array");
        assert_eq!(cases.len(), measured.cases.len());
        for case in cases {
            let parts = ["gather", "upload", "kernels", "download", "scatter", "total"];
            assert!(parts.iter().all(|part| case["gpu_ms"][part].is_f64()), "{case}");
            assert!(case["cpu_ms"].is_f64() && case["auto_path"].is_string() && case["speed_up"].is_f64(), "{case}");
        }
    }

    #[test]
    fn a_python_that_is_not_there_is_told() {
        let beside = python::measure(std::path::Path::new("no-such-python"));
        assert!(beside.text().contains("no-such-python cannot be started"));
        assert!(beside.json()["error"].is_string());
    }
}

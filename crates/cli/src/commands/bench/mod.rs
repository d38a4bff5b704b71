//! `megabatt bench gpu`.

mod json;
mod python;
mod table;

use super::{exit, gpu};
use crate::args::{BenchArgs, BenchCommand, BenchGpuArgs};
use crate::output::{print, tell};
use megabatt_batch::bench::{Case, Direct, Patience, Shapes, TUNED, cases, direct, grids, tune};
use megabatt_batch::devices::{Readied, ready};
use megabatt_batch::{Backend, Dialect, Options, Pipeline, Runner, Tuning};
use megabatt_cuda::device::{Info, SharedDevice};
use python::Beside;
use std::time::Instant;

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

/// The first use in a process.
pub struct FirstUse {
    pub readied: Readied,
    /// A first batch of 100 grids, and a later one, in milliseconds.
    pub first_batch: f64,
    pub later_batch: f64,
}

pub fn bench(args: &BenchArgs) -> Result<u8, String> {
    match &args.command {
        BenchCommand::Gpu(args) => bench_gpu(args),
    }
}

fn bench_gpu(args: &BenchGpuArgs) -> Result<u8, String> {
    let (device, readied) = ready(args.gpu).map_err(|error| gpu::no_gpu(&error))?;
    let beside = (!args.no_python).then(|| python::measure(&args.python));
    let measured = measure(&device, readied, gpu::tuning()?, &args.sizes, Patience::USUAL, beside)?;
    print(&if args.json { json::text(&measured) } else { table::text(&measured) });
    let wrong: usize = measured.cases.iter().map(|case| case.wrong).sum();
    if wrong > 0 {
        tell(&format!("error: {wrong} results differ from the CPU's\n  help: please report it, with this output"));
        return Ok(exit::FOUND);
    }
    Ok(exit::FINE)
}

fn measure(
    device: &SharedDevice,
    readied: Readied,
    mut tuning: Tuning,
    sizes: &[usize],
    patience: Patience,
    beside: Option<Beside>,
) -> Result<Measured, String> {
    let first = first_use(device, readied)?;
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

fn first_use(device: &SharedDevice, readied: Readied) -> Result<FirstUse, String> {
    let options = Options { backend: Backend::Cuda, tuning: Tuning::default(), ..Options::default() };
    let runner = Runner::with_devices(options, vec![device.clone()]);
    let pipeline = Pipeline::parse("rot90 | vmirror | replace(3, 7)", Dialect::Arc).map_err(|e| e.to_string())?;
    let grids = grids(100, Shapes::Same);
    let batch = || {
        let start = Instant::now();
        let results = runner.run(&pipeline, &grids);
        let took = start.elapsed().as_secs_f64() * 1e3;
        drop(results);
        took
    };
    let first_batch = batch();
    let later_batch = (0..20).map(|_| batch()).fold(f64::MAX, f64::min);
    Ok(FirstUse { readied, first_batch, later_batch })
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_cuda_emulator::EmulatedDevice;
    use std::sync::Arc;
    use std::time::Duration;

    #[test]
    fn what_is_measured_is_told_to_people_and_to_machines() {
        let device: SharedDevice = Arc::new(EmulatedDevice::new(64 << 20, 3));
        let readied = Readied { context: Duration::ZERO, kernels: Duration::ZERO, tables: Duration::ZERO };
        let measured = measure(&device, readied, Tuning::default(), &[12], Patience::NONE, None).expect("it runs");
        assert!(measured.cases.iter().all(|case| case.wrong == 0));
        let text = table::text(&measured);
        for wanted in
            ["rot90+flip", "10 operations", "objects", "mixed", "speed-up", "first use", "every result is the CPU's"]
        {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
        let document: serde_json::Value = serde_json::from_str(&json::text(&measured)).expect("it is JSON");
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

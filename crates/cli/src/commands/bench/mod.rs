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
    let first = first_use(&device, readied)?;
    let mut tuning = gpu::tuning()?;
    let tuned_before = tuning.get(device.info()).is_some();
    if !tuned_before {
        tell("this GPU was not measured yet, so that comes first; `megabatt tune` would keep it");
        tuning.set(device.info(), tune(&device, &TUNED, Patience::SHORT, &mut |_, _| ()));
    }
    let measured = Measured {
        cases: cases(&device, &tuning, &args.sizes, Patience::USUAL, &mut |case| tell(&table::progress(case))),
        direct: measured_directly(&device, &args.sizes)?,
        beside: (!args.no_python).then(|| python::measure(&args.python)),
        info: device.info().clone(),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        tuned_before,
        first,
    };
    print(&if args.json { json::text(&measured) } else { table::text(&measured) });
    let wrong: usize = measured.cases.iter().map(|case| case.wrong).sum();
    if wrong > 0 {
        tell(&format!("error: {wrong} results differ from the CPU's\n  help: please report it, with this output"));
        return Ok(exit::FOUND);
    }
    Ok(exit::FINE)
}

/// As large as the largest batch that was asked for.
fn measured_directly(device: &SharedDevice, sizes: &[usize]) -> Result<Vec<Direct>, String> {
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let wanted = DIRECT.into_iter().filter(|&count| count <= largest);
    wanted.map(|count| direct(device, count, Patience::USUAL).map_err(|e| e.to_string())).collect()
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

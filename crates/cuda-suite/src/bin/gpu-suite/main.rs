//! The suite on a GPU: conformance of every kernel, then the figures. Needs the driver and nothing else.
//!
//! `gpu-suite [conformance|bench|kernels|all] [--rounds N] [--device N] [--from-ptx]`; the figures come as JSON lines, `kernels` are those
//! of work on the device alone. `gpu-suite programs FILE.py DATA.json [--samples N]` runs all programs of a file in re-arc's dialect on
//! samples of the tasks, and compares with the CPU. Exit codes: 0 all agree, 1 something differs, 2 it could not run.

mod bench;
mod conformance;
mod programs;
mod tasks;

use megabatt_cuda::device::cuda::CudaDevice;
use megabatt_cuda::device::{Device, Kernel, SharedDevice};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

struct Options {
    what: String,
    rounds: u64,
    device: usize,
    from_ptx: bool,
    /// For programs: the file, the data, how many samples.
    files: Vec<String>,
    samples: usize,
}

fn options() -> Result<Options, String> {
    let mut options =
        Options { what: "all".into(), rounds: 10, device: 0, from_ptx: false, files: Vec::new(), samples: 400 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.parse().ok()).ok_or(format!("{word} wants a number"));
        match word.as_str() {
            "--rounds" => options.rounds = number()?,
            "--device" => options.device = number()? as usize,
            "--samples" => options.samples = number()? as usize,
            "--from-ptx" => options.from_ptx = true,
            "conformance" | "bench" | "kernels" | "all" | "programs" => options.what = word,
            _ if options.what == "programs" => options.files.push(word),
            other => return Err(format!("{other} is not known: say conformance, bench, kernels or all")),
        }
    }
    Ok(options)
}

/// Opens the device and makes all kernels ready, and says how long each took.
fn open(ordinal: usize, from_ptx: bool) -> Result<SharedDevice, String> {
    let start = Instant::now();
    let open = if from_ptx { CudaDevice::open_from_ptx } else { CudaDevice::open };
    let device = open(ordinal).map_err(|e| e.to_string())?;
    let info = device.info();
    println!(
        "{{\"device\": \"{}\", \"compute_capability\": \"{}.{}\", \"driver\": \"{}.{}\", \"context_ms\": {:.1}}}",
        info.name,
        info.compute_capability.0,
        info.compute_capability.1,
        info.driver.0,
        info.driver.1,
        start.elapsed().as_secs_f64() * 1e3
    );
    for kernel in Kernel::ALL {
        let start = Instant::now();
        device.prepare(kernel).map_err(|e| e.to_string())?;
        println!("{{\"kernel\": \"{}\", \"ready_ms\": {:.2}}}", kernel.name(), start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(Arc::new(device))
}

fn run() -> Result<bool, String> {
    let options = options()?;
    let device = open(options.device, options.from_ptx)?;
    if options.what == "programs" {
        let [programs, data] = options.files.as_slice() else {
            return Err("say which programs and which tasks: gpu-suite programs FILE.py DATA.json".to_string());
        };
        return programs::run(&device, programs, data, options.samples);
    }
    let mut fine = true;
    if ["conformance", "all"].contains(&options.what.as_str()) {
        fine = conformance::run(&device, options.rounds).map_err(|e| e.to_string())?;
    }
    if options.what != "conformance" {
        bench::run(&device, options.what == "kernels").map_err(|e| e.to_string())?;
    }
    Ok(fine)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

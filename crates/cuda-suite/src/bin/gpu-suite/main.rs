//! The suite on a GPU: conformance of every kernel, then the figures. Needs the driver and nothing else.
//!
//! `gpu-suite [conformance|bench|kernels|all] [--rounds N] [--device N] [--from-ptx]`; the figures come as JSON lines, `kernels` are those
//! of work on the device alone. `gpu-suite programs FILE.py DATA.json [--samples N]` runs all programs of a file in re-arc's dialect on
//! samples of the tasks, and compares with the CPU; `gpu-suite battery FILE.py DATA.json [--samples N] [--threads N] [--check]` runs them as a
//! battery, with and without the card. `gpu-suite mutants FILE.py DATA.json [--samples N] [--count N] [--seed N]` compares programs made from
//! those of the file, and `gpu-suite without-each FILE.py DATA.json [--samples N]` the file's own with each operation left to the CPU in turn. Exit codes: 0 all agree, 1 something differs, 2 it could not run.

mod battery;
mod bench;
mod conformance;
mod programs;
mod tasks;
mod wider;

use megabatt_cuda::device::cuda::CudaDevice;
use megabatt_cuda::device::{Device, Kernel, SharedDevice};
use programs::Work;
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
    threads: usize,
    check: bool,
    /// Mutants, and where they come from.
    count: usize,
    seed: u64,
}

/// Those that want programs and tasks.
const OF_PROGRAMS: [&str; 4] = ["programs", "battery", "mutants", "without-each"];

fn options() -> Result<Options, String> {
    let mut options = Options {
        what: "all".into(),
        rounds: 10,
        device: 0,
        from_ptx: false,
        files: Vec::new(),
        samples: 400,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        check: false,
        count: 2_000,
        seed: 1,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.parse().ok()).ok_or(format!("{word} wants a number"));
        match word.as_str() {
            "--rounds" => options.rounds = number()?,
            "--device" => options.device = number()? as usize,
            "--samples" => options.samples = number()? as usize,
            "--threads" => options.threads = number()? as usize,
            "--count" => options.count = number()? as usize,
            "--seed" => options.seed = number()?,
            "--check" => options.check = true,
            "--from-ptx" => options.from_ptx = true,
            "conformance" | "bench" | "kernels" | "all" => options.what = word,
            word_of if OF_PROGRAMS.contains(&word_of) => options.what = word,
            _ if OF_PROGRAMS.contains(&options.what.as_str()) => options.files.push(word),
            other => {
                return Err(format!(
                    "{other} is not known: say conformance, bench, kernels, all, {}",
                    OF_PROGRAMS.join(", ")
                ));
            }
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
    if OF_PROGRAMS.contains(&options.what.as_str()) {
        let [programs, data] = options.files.as_slice() else {
            return Err(format!("say which programs and which tasks: gpu-suite {} FILE.py DATA.json", options.what));
        };
        let work = Work::read(programs, data, options.samples)?;
        return match options.what.as_str() {
            "programs" => programs::run(&device, &work),
            "mutants" => wider::run_mutants(&device, &work, options.count, options.seed),
            "without-each" => wider::run_without_each(&device, &work),
            _ => battery::run(&device, &work, options.threads, options.check),
        };
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

//! Devices as verbs want them.

use crate::args::{BackendArg, DeviceArgs};
use crate::environment;
use crate::output::tell;
use megabatt_batch::{Backend, DeviceError, Options, Runner, Tuning};
use std::path::PathBuf;

/// Where the file of what was measured is.
pub fn tuning_path() -> Result<PathBuf, String> {
    environment::devices().or_else(Tuning::default_path).ok_or_else(|| {
        "there is no data folder for what is measured\n  help: say where the file is with MEGABATT_DEVICES".to_string()
    })
}

/// What was measured on this machine; nothing if that cannot be read, which is told: batches run without it.
pub fn tuning() -> Tuning {
    let loaded = tuning_path().and_then(|path| Tuning::load(&path).map_err(|e| e.to_string()));
    loaded.unwrap_or_else(|why| {
        let (what, help) = why.split_once('\n').unwrap_or((&why, ""));
        tell(&format!("warning: {what}; what is usual holds until then\n{help}"));
        Tuning::default()
    })
}

/// A runner as the arguments want it.
pub fn runner(args: &DeviceArgs) -> Result<Runner, String> {
    let backend = match args.backend {
        BackendArg::Auto => Backend::Auto,
        BackendArg::Cpu => Backend::Cpu,
        BackendArg::Cuda => Backend::Cuda,
    };
    if backend == Backend::Cpu && !args.gpus.gpus.is_empty() {
        return Err(
            "--gpu says which GPUs, and --backend cpu that none is used\n  help: leave one of them out".to_string()
        );
    }
    // A named GPU is meant, so it is a mistake if it is not there.
    let backend = if args.gpus.gpus.is_empty() { backend } else { Backend::Cuda };
    let options = Options {
        backend,
        gpus: args.gpus.gpus.clone(),
        min_batch: args.min_batch,
        rows_at_once: args.batch_size.map(|n| n as usize),
        tuning: if backend == Backend::Auto { tuning() } else { Tuning::default() },
        timed: false,
    };
    Runner::new(options).map_err(|error| no_gpu(&error))
}

/// Tells of GPUs that nobody named and that are left alone.
pub fn tell_skipped(skipped: &[DeviceError]) {
    for error in skipped {
        tell(&format!("note: {error}; it is left out\n  help: `megabatt devices` tells which can be used"));
    }
}

/// Why there is no GPU to use, and what to do.
pub fn no_gpu(error: &DeviceError) -> String {
    let text = error.to_string();
    if let DeviceError::Unfit { .. } = error {
        return format!("{text}\n  help: `megabatt devices` tells which can be used; --backend cpu runs without");
    }
    let help = match error {
        DeviceError::NoDriver => "install NVIDIA's driver; without it batches run on the CPU, as with --backend cpu",
        DeviceError::NoSuchDevice(_) => "`megabatt devices` lists the GPUs there are",
        _ => "`megabatt devices` tells what can be used; --backend cpu runs without",
    };
    let first = text.split(':').next().unwrap_or(&text);
    let text = if matches!(error, DeviceError::NoDriver | DeviceError::NoSuchDevice(_)) { first } else { &text };
    format!("no GPU can be used: {text}\n  help: {help}")
}

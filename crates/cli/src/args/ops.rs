//! What can be typed after `megabatt ops`.

use super::shared::{ColourArgs, DialectArg, FormatArg};
use clap::{Args, ValueEnum};
use megabatt_core::Family;
use std::path::PathBuf;

/// Show the operations of the DSL: what they take and give, what they do, who uses them.
///
/// Without NAME a table of all of them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt ops
      all operations and constants
  megabatt ops --family grid
      those that work on grids
  megabatt ops objects
      one of them, with pictures and the programs of the demo that use it
  megabatt ops objects --programs solvers.py
      with your own programs
  megabatt ops UP
      a constant
  megabatt ops --dialect tok
      tokpidjin's operations and constants
  megabatt ops --counts solvers.py verifiers.py --format json
      how often programs use which operation

Exit codes: 0 it was shown, 2 there is no such operation, or the programs could not be read.")]
pub struct OpsArgs {
    /// An operation or a constant
    #[arg(conflicts_with_all = ["counts", "family"])]
    pub name: Option<String>,

    /// Only the operations of this family
    #[arg(long, value_enum, conflicts_with = "counts")]
    pub family: Option<FamilyArg>,

    /// Whose uses of NAME are counted; without it, the demo's
    #[arg(long, value_name = "FILES", num_args = 1.., requires = "name")]
    pub programs: Vec<PathBuf>,

    /// How often the programs of these files use each operation; without FILES, the demo's
    #[arg(long, value_name = "FILES", num_args = 0..)]
    pub counts: Option<Vec<PathBuf>>,

    /// Whose DSL; without it, arc for programs, and examples of both
    #[arg(long, value_enum)]
    pub dialect: Option<DialectArg>,

    /// What it looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,

    #[command(flatten)]
    pub colour: ColourArgs,
}

/// A family of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FamilyArg {
    Grid,
    Colour,
    Object,
    Patch,
    Line,
    Shape,
    Container,
    Function,
    Number,
    Logic,
}

impl From<FamilyArg> for Family {
    fn from(arg: FamilyArg) -> Family {
        match arg {
            FamilyArg::Grid => Family::Grid,
            FamilyArg::Colour => Family::Colour,
            FamilyArg::Object => Family::Object,
            FamilyArg::Patch => Family::Patch,
            FamilyArg::Line => Family::Line,
            FamilyArg::Shape => Family::Shape,
            FamilyArg::Container => Family::Container,
            FamilyArg::Function => Family::Function,
            FamilyArg::Number => Family::Number,
            FamilyArg::Logic => Family::Logic,
        }
    }
}

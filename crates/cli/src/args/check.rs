//! What can be typed after `megabatt check`.

use super::shared::{ColourArgs, DialectArg};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use megabatt_lang::Code;
use std::path::PathBuf;

/// Find what is wrong or needless in programs, without running them.
///
/// Errors are calls that raise whatever the grid is, and functions that cannot load. Warnings are dead and repeated
/// lines, functions that raise whenever they are called, and programs with the same steps. Notes are lines that can be
/// written more simply; they do not change the exit code.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt check solvers.py
      everything, with the lines it is about
  megabatt check verifiers.py --dialect rearc --fix
      removes dead and repeated lines, and says what is left
  megabatt check verifiers.py --dialect rearc --fix --dry-run
      shows what that would change
  megabatt check *.py --format github --allow simplify --allow repeated-expression
      annotations for a workflow, without two kinds of note

`--fix` keeps every value a program gives. A line that is removed no longer raises: where it did, the program may now
give a value.

Exit codes: 0 nothing is wrong (there may be notes), 1 there are errors or warnings, or --dry-run has a change to show,
2 it could not run.")]
pub struct CheckArgs {
    /// Python files with one function per program; parsed, never executed
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// Whose DSL the programs are written for
    #[arg(long, value_enum, default_value_t = DialectArg::Auto)]
    pub dialect: DialectArg,

    /// Write the files without their dead and repeated lines
    #[arg(long)]
    pub fix: bool,

    /// With --fix: print what would change, and change nothing
    #[arg(long, requires = "fix")]
    pub dry_run: bool,

    /// Say nothing of this kind, and leave it when fixing; may be given several times
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = codes())]
    pub allow: Vec<Code>,

    /// Text for people, one JSON object, or commands that GitHub's workflows show beside the lines
    #[arg(long, value_enum, default_value_t = CheckFormatArg::Text)]
    pub format: CheckFormatArg,

    #[command(flatten)]
    pub colour: ColourArgs,
}

/// The codes by name; a wrong one is answered with the list.
fn codes() -> impl TypedValueParser<Value = Code> {
    let values = Code::ALL.iter().map(|code| PossibleValue::new(code.name()).help(code.about()));
    // The names are those of the codes, so one is always found.
    PossibleValuesParser::new(values).map(|name| Code::from_name(&name).unwrap_or(Code::Unsupported))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormatArg {
    #[value(alias = "table")]
    Text,
    Json,
    Github,
}

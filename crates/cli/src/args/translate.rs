//! What can be typed after `megabatt translate`.

use clap::{Args, ValueEnum};
use megabatt_core::Dialect;
use std::path::PathBuf;

/// Write programs of arc-dsl in tokpidjin's dialect, or the other way round.
///
/// Only what can be said exactly is translated: on every grid on which the program gives a value in arc-dsl, the program in
/// tokpidjin's dialect gives the same, and values that hold cells hold the same cells. For programs that cannot be
/// translated, the first line that cannot is told, with the reason.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt translate solvers.py --to tok > solvers_tok.py
  megabatt translate solvers_pre.py --to arc -o solvers_arc.py
  megabatt translate solvers.py --to tok --program solve_007bbfb7

Cells are (c, (i, j)) in arc and (i, j, c) in tok, so sets that hold cells are walked in another order; operations that \
depend on it (first, argmax with ties, totuple ...) are translated only where the set cannot hold cells, or has one item.
Lines that the result does not need are left out. Where arc raises, tok gives a default; nothing is said of those grids.

Exit codes: 0 all programs are translated, 1 some are not (the others are written), 2 it could not run.")]
pub struct TranslateArgs {
    /// Python files with one function per program; parsed, never executed
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// The dialect to write
    #[arg(long, value_enum)]
    pub to: ToArg,

    /// Only these programs; FILE::name where two files have the name
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub program: Vec<String>,

    /// Write into this file instead of to standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Replace the file if it is there
    #[arg(long, requires = "output")]
    pub force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ToArg {
    /// Hodel's arc-dsl
    Arc,
    /// tokpidjin's dialect
    Tok,
}

impl ToArg {
    pub fn dialect(self) -> Dialect {
        match self {
            ToArg::Arc => Dialect::Arc,
            ToArg::Tok => Dialect::Tok,
        }
    }

    /// What is translated from.
    pub fn other(self) -> Dialect {
        match self {
            ToArg::Arc => Dialect::Tok,
            ToArg::Tok => Dialect::Arc,
        }
    }
}

//! What can be typed after `megabatt inline`.

use super::shared::DialectArg;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Print programs as one expression or in as few lines as possible, and find those that are the same.
///
/// Names, dead lines and repetition go; what is printed is Python that runs with arc-dsl or re-arc, and reads back as a
/// program with the same canonical id. Functions of the file that a program uses are printed before it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt inline solvers.py --program solve_007bbfb7
      one nested expression after `return`
  megabatt inline solvers.py --form ssa > small.py
      one call a line, each made once, as arc-dsl writes them
  megabatt inline verifiers.py --dialect rearc --form hash
      a line per program: exact id, canonical id, FILE::name
  megabatt inline *.py --dedupe
      programs with the same canonical id, and which of them have the same lines

What may change with --form expr and ssa:
  Exceptions. A dead line that raised is gone, so an exception can become a value; and the lines that are left run in \
another order, so of two exceptions the other one may come first. --form ssa --keep-dead changes neither.
  Identity. In ssa a repeated line is made once, and in expr a line used twice is made twice. It shows where two \
functions made alike are compared, which are not equal in Python, and in the order of `a & a` against `a & b`.

Programs with one exact id have the same lines in the same order, so the same outcome on every grid. Programs with one \
canonical id are made of the same calls: where both give a value it is the same one, identity aside.

Exit codes: 0 fine, 1 a file or function could not be loaded (the others are printed), or --strict found programs with \
one canonical id, 2 it could not run.")]
pub struct InlineArgs {
    /// Python files with one function per program; parsed, never executed. Without any: the demo's programs
    pub files: Vec<PathBuf>,

    /// One expression, one call a line, or ids only
    #[arg(long, value_enum, default_value_t = FormArg::Expr)]
    pub form: FormArg,

    /// With --form ssa: keep lines that the result does not use, and the order of the source
    #[arg(long)]
    pub keep_dead: bool,

    /// List the programs that have the same canonical id, instead of printing programs
    #[arg(long, conflicts_with_all = ["form", "keep_dead", "limit"])]
    pub dedupe: bool,

    /// With --dedupe: exit with 1 if there are any
    #[arg(long, requires = "dedupe")]
    pub strict: bool,

    /// Only these programs; FILE::name where two files have the name
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub program: Vec<String>,

    /// Whose DSL the programs are written for
    #[arg(long, value_enum, default_value_t = DialectArg::Auto)]
    pub dialect: DialectArg,

    /// With --form expr: an expression with more characters gets names (x1 = …) for what it uses more than once
    /// [default: 10000]
    #[arg(long, value_name = "CHARS", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub limit: Option<u64>,

    /// Text for people and Python, or one JSON object
    #[arg(long, value_enum, default_value_t = InlineFormatArg::Text)]
    pub format: InlineFormatArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormArg {
    /// `return` and one nested expression
    Expr,
    /// One call a line: x1, x2, … O
    Ssa,
    /// Exact and canonical id
    Hash,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InlineFormatArg {
    #[value(alias = "table")]
    Text,
    Json,
}

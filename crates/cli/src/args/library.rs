//! What can be typed after `megabatt library`.

use super::shared::{DataArgs, DialectArg, FormatArg, LibraryArgs, WorkerArgs};
use crate::progress::ProgressArg;
use clap::{Args, Subcommand, ValueEnum};
use megabatt_core::Dialect;
use std::path::PathBuf;

/// Keep programs and their scores in one file.
///
/// The file is library.sqlite in your data folder; --library PATH or MEGABATT_LIBRARY choose another one. Ids of programs
/// may be shortened as long as they are unique.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt library add solvers.py --data arc1
      put the programs in, with their scores
  megabatt library best
      the best program of each task
  megabatt library export --best -o best.py
      as Python that runs beside arc-dsl

Exit codes: 0 fine, 2 it could not be done.")]
pub struct LibraryVerbArgs {
    #[command(subcommand)]
    pub command: LibraryCommand,
}

#[derive(Debug, Subcommand)]
pub enum LibraryCommand {
    /// Put programs in; with --data they are validated and their scores stored
    #[command(after_help = "\
Examples:
  megabatt library add solvers.py
  megabatt library add verifiers.py --dialect rearc --data arc1

Programs with the same steps are one program, under all their names. Programs whose results are made the same way (the
same canonical id) are told.

Exit codes: 0 fine, 2 it could not be done, 130 interrupted (the programs are in, and the scores that were finished).")]
    Add(AddArgs),
    /// Put the solvers of a tokpidjin solver_dir in, with the scores and times it has of them
    #[command(after_help = "\
Examples:
  megabatt library import solver_dir/
  megabatt library import ~/dsl/tokpidjin/solver_dir --library evolved.sqlite
  megabatt library export -o all.py && megabatt library add all.py --data arc1
      run what was imported, for scores of one's own

The tree has its solvers as solve_TASK/SCORE/T_LOG/MD5.py, as files or as links. What it says is kept as it says it: how many \
samples were right, but not of how many, and the time as a range. A broken link is looked for in solver_md5 beside \
the tree. Links to folders are not followed.

Exit codes: 0 fine, 1 some files were left out, 2 it could not be done, 130 interrupted (what was read is in).")]
    Import(ImportArgs),
    /// The programs with their scores
    #[command(after_help = "\
Examples:
  megabatt library list
  megabatt library list --task 007bbfb7 --sort time

Exit codes: 0 fine, 2 it could not be done.")]
    List(ListArgs),
    /// The best program of each task: most samples right, then fastest
    #[command(after_help = "\
Examples:
  megabatt library best
  megabatt library best 007bbfb7

Exit codes: 0 fine, 1 no program has a sample of that task right, 2 it could not be done.")]
    Best(BestArgs),
    /// One program: its source, ids, origins and scores
    #[command(after_help = "\
Examples:
  megabatt library show 1f3a
  megabatt library show solve_007bbfb7

Exit codes: 0 fine, 2 there is no such program, or several.")]
    Show(ShowProgramArgs),
    /// Programs as plain Python that runs beside arc-dsl's dsl.py
    #[command(after_help = "\
Examples:
  megabatt library export --best -o best.py
      one file with the best program of each task
  megabatt library export -o solvers/
      one file per program
  megabatt library export --task 007bbfb7
      to standard output
  megabatt library export --layout solver_dir -o solver_dir/
      a tree of folders, as tokpidjin keeps its solvers

Exit codes: 0 fine, 2 it could not be done.")]
    Export(ExportArgs),
    /// Remove programs that have no sample right, and kept results of other versions of megabatt
    #[command(after_help = "\
Examples:
  megabatt library gc --dry-run
  megabatt library gc --unscored

Programs that were never validated stay, unless --unscored is given.

Exit codes: 0 fine, 2 it could not be done.")]
    Gc(GcArgs),
    /// The library in numbers
    #[command(after_help = "\
Examples:
  megabatt library stats
  megabatt library stats --format json

Exit codes: 0 fine, 2 it could not be done.")]
    Stats(StatsArgs),
}

#[derive(Debug, Args)]
pub struct AddArgs {
    /// Python files with one function per program; parsed, never executed
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub data: DataArgs,

    #[command(flatten)]
    pub workers: WorkerArgs,

    /// Whether rate and remaining time are shown while it runs
    #[arg(long, value_enum, default_value_t)]
    pub progress: ProgressArg,

    #[command(flatten)]
    pub common: CommonArgs,
}

#[derive(Debug, Args)]
pub struct ImportArgs {
    /// The tree: a folder solver_dir, or the folder it is in
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// Whose DSL the solvers are written in
    #[arg(long, value_enum, default_value_t = DialectArg::Tok)]
    pub dialect: DialectArg,

    #[command(flatten)]
    pub common: CommonArgs,
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// Only scores on this task, and programs named after it
    #[arg(long, value_name = "ID")]
    pub task: Option<String>,

    /// What comes first: most right, fastest, by name, or as they were added
    #[arg(long, value_enum, default_value_t = SortArg::Added)]
    pub sort: SortArg,

    #[command(flatten)]
    pub common: CommonArgs,
}

#[derive(Debug, Args)]
pub struct BestArgs {
    /// Only this task
    pub task: Option<String>,

    #[command(flatten)]
    pub of: OfDialectArgs,
}

#[derive(Debug, Args)]
pub struct ShowProgramArgs {
    /// The exact id of a program, or the beginning of one; or the name it was added under
    pub id: String,

    #[command(flatten)]
    pub common: CommonArgs,
}

#[derive(Debug, Args)]
pub struct ExportArgs {
    /// A file for all of them, or a folder (that exists, or ends with /) for a file each; otherwise standard output
    #[arg(long, short, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,

    /// What is written: Python files, or a tree of folders by task, score and time
    #[arg(long, value_enum, default_value_t = LayoutArg::Python)]
    pub layout: LayoutArg,

    /// Only the best program of each task, named after the task
    #[arg(long)]
    pub best: bool,

    /// Only programs with a sample of this task right, or named after it
    #[arg(long, value_name = "ID")]
    pub task: Option<String>,

    #[command(flatten)]
    pub of: OfDialectArgs,
}

#[derive(Debug, Args)]
pub struct GcArgs {
    /// Say what would be removed, and remove nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Remove programs that were never validated, too
    #[arg(long)]
    pub unscored: bool,

    #[command(flatten)]
    pub common: CommonArgs,
}

#[derive(Debug, Args)]
pub struct StatsArgs {
    #[command(flatten)]
    pub common: CommonArgs,
}

/// For what gives the programs of one dialect, or of all.
#[derive(Debug, Args)]
pub struct OfDialectArgs {
    /// Only programs of this dialect; an exported file has one
    #[arg(long, value_enum)]
    pub dialect: Option<DialectArg>,

    #[command(flatten)]
    pub common: CommonArgs,
}

impl OfDialectArgs {
    /// The one that was asked for; `auto` asks for none.
    pub fn dialect(&self) -> Option<Dialect> {
        self.dialect.filter(|arg| *arg != DialectArg::Auto).map(Into::into)
    }
}

#[derive(Debug, Args)]
pub struct CommonArgs {
    /// What the answer looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,

    #[command(flatten)]
    pub library: LibraryArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SortArg {
    Score,
    Time,
    Name,
    Added,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LayoutArg {
    /// One file, or one per program
    Python,
    /// solve_TASK/SCORE/T_LOG/MD5.py, as tokpidjin has it
    #[value(name = "solver_dir")]
    SolverDir,
}

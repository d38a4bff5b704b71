//! What can be typed after `megabatt run`.

use super::devices::CardArgs;
use super::shared::{DataArgs, LibraryArgs, MachineArgs, SummaryArgs};
use clap::{Args, ValueEnum};
use megabatt_engine::run::Pairing;
use megabatt_exec::Limits;
use std::path::PathBuf;
use std::time::Duration;

/// Run programs on tasks and compare what they give with the expected outputs.
///
/// Without FILES it runs the demo that is part of the program.
///
/// A program is a function of one grid, as in `def solve_007bbfb7(I):`, or of (S, I, C): the demo pairs of the task, the
/// grid, and None. Functions `differ_…(S, I, C)` are differs: they score what every program gives, as I, against the
/// expected output, as C.
///
/// A file with a function `batt(task_id, S, I, C, log_path)`, as tokpidjin generates it, is a batt file: its candidates and
/// scores run on all tasks. It may come with the file of its calls, `…_call.py`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt run
      the demo
  megabatt run solvers.py --data ARC-AGI/data/training
      each solver on the task in its name
  megabatt run verifiers.py --dialect rearc --data arc1 --split train --outcomes out.jsonl
      every outcome into a file
  megabatt run *.py --data tasks.zip --pair all --threads 8 --time-limit 60
      every program on every sample, as one battery
  megabatt run *.py --data arc1 --pair all --verify 100
      the same, and every hundredth row again, alone, to compare
  megabatt run *.py --data arc1 --pair all --backend cuda --explain-plan
      on GPUs and all cores; what ran where, and why
  megabatt run *.py --data arc1 --pair all --scores scores.csv
      which program solves which task, and how near the others come
  megabatt run solvers.py differs.py --data arc1 --scores scores.json
      how near the programs come by the scores of your own differs
  megabatt run *.py --data arc1 --pair all --profile
      which operations and which lines of which programs cost most
  megabatt run *.py --data arc1 --pair all --trace trace.json
      what each thread did when; open the file in ui.perfetto.dev
  megabatt run *.py --data arc1 --pair all --store
      the programs that solve a task's demonstrations into the library, with their scores
  megabatt run batt.py batt_call.py --data arc1 --store
      a generated batt file on all tasks, and its good candidates into the library

Exit codes: 0 it ran, 1 with --strict when something did not match, 2 it could not run, 130 interrupted.")]
pub struct RunArgs {
    /// Python files with one function per program, as arc-dsl's solvers.py, or a batt file; parsed, never executed
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub data: DataArgs,

    /// Run each program on the task in its name, or all programs on all tasks
    #[arg(long, value_enum, default_value_t = PairArg::Own)]
    pub pair: PairArg,

    /// With --pair all: run every program by itself instead of merging them into one battery
    #[arg(long)]
    pub alone: bool,

    /// Leave this pass of the battery out; outcomes are the same
    #[arg(long, value_enum, value_name = "NAME", value_delimiter = ',')]
    pub no_pass: Vec<PassArg>,

    /// Drop the lines that a result does not need; where one of them would have raised, the outcome is another
    #[arg(long)]
    pub live: bool,

    /// Run every K-th row of the battery again, alone and on the reference, and compare
    #[arg(long, value_name = "K", num_args = 0..=1, default_missing_value = "100", value_parser = clap::value_parser!(u32).range(1..))]
    pub verify: Option<u32>,

    /// Rows handed on at a time; samples, for a battery [default: by memory: as many as give 4,096 rows, 65,536 of a
    /// battery, and fewer once their results take an eighth of the free memory or 256 MiB]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch_size: Option<u32>,

    #[command(flatten)]
    pub machine: MachineArgs,

    #[command(flatten)]
    pub cards: CardArgs,

    /// Wall-clock guard per program and sample, in seconds; where it strikes is not deterministic
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub call_timeout: Option<Duration>,

    /// Stop the whole run after this many seconds and keep what is done
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time_limit: Option<Duration>,

    /// Write a line of JSON per program and sample to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    pub outcomes: Option<PathBuf>,

    /// How values are written into the outcomes: whole, as the SHA-256 of their JSON, or not at all
    #[arg(long, value_enum, default_value_t = ValuesArg::Full)]
    pub values: ValuesArg,

    /// Write what each program did on each task to this file, which ends in .json or .csv; - is standard output, as
    /// JSON. With --pair all only where at least one sample is right. What differs said is in it, per sample as JSON
    #[arg(long, value_name = "FILE")]
    pub scores: Option<PathBuf>,

    /// Put programs and tasks with nothing right into the scores too
    #[arg(long, requires = "scores")]
    pub scores_all: bool,

    /// Put programs with their scores into the library, batch by batch; --library PATH alone does so, too
    #[arg(long)]
    pub store: bool,

    /// Which programs are stored, and with which scores [default: solved]
    #[arg(long, value_enum, value_name = "WHICH")]
    pub keep: Option<KeepArg>,

    #[command(flatten)]
    pub library: LibraryArgs,

    /// Tell which operations, programs and lines take the time
    #[arg(long)]
    pub profile: bool,

    /// Rows of each table of the profile; JSON has all
    #[arg(long, value_name = "N", default_value_t = 20, requires = "profile")]
    pub profile_top: usize,

    /// Write what happened when to this file, for ui.perfetto.dev or chrome://tracing
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Batches, samples and programs in the trace at most, of each about so many; the shortest are left out
    #[arg(long, value_name = "N", default_value_t = 200_000, requires = "trace")]
    pub trace_limit: usize,

    #[command(flatten)]
    pub summary: SummaryArgs,

    /// Exit with 1 when something did not match
    #[arg(long)]
    pub strict: bool,

    /// hash(None) of the Python you compare with; before Python 3.12 it changes from run to run, and results that
    /// depend on it are marked unless you give it here
    #[arg(long, value_name = "HASH", allow_negative_numbers = true)]
    pub none_hash: Option<i64>,

    /// Which implementation of the operations runs; both give the same outcomes
    #[arg(long, value_enum, default_value_t = EngineArg::Fast, hide = true)]
    pub engine: EngineArg,
}

impl RunArgs {
    /// What each program and sample may take.
    pub fn limits(&self) -> Limits {
        Limits { call_timeout: self.call_timeout, ..self.machine.limits() }
    }
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("'{text}' is not a number of seconds"))?;
    if seconds <= 0.0 {
        return Err("must be more than 0".to_string());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("{text} seconds are too many"))
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum PairArg {
    Own,
    All,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum KeepArg {
    /// Those that solve the demonstrations of a task, with their scores on such tasks
    #[default]
    Solved,
    /// All that run, with their scores; with --pair all only on tasks of which they have a sample right
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PassArg {
    /// Equal lines of several programs are one
    Share,
    /// What does not depend on the sample is worked out once
    Once,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ValuesArg {
    Full,
    Hash,
    None,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum EngineArg {
    Fast,
    Reference,
}

impl From<PairArg> for Pairing {
    fn from(arg: PairArg) -> Pairing {
        match arg {
            PairArg::Own => Pairing::Own,
            PairArg::All => Pairing::All,
        }
    }
}

impl From<EngineArg> for megabatt_cpu::Engine {
    fn from(arg: EngineArg) -> megabatt_cpu::Engine {
        match arg {
            EngineArg::Fast => megabatt_cpu::Engine::Fast,
            EngineArg::Reference => megabatt_cpu::Engine::Reference,
        }
    }
}

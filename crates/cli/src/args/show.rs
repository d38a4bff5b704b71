//! What can be typed after `megabatt show`.

use super::shared::{ColourArgs, DataArgs, DialectArg, LibraryArgs};
use clap::Args;
use megabatt_engine::run::{Sample, Section};
use std::path::PathBuf;

/// Draw a task, or a program line by line with the value of every line.
///
/// TASK is the id of a task, or the start of one. PROGRAM is FILE::NAME, or a name in the file of --programs; without
/// that, a name among the demo's programs, or the id of a program in your library, or the start of one. Without --data
/// the tasks are the demo's.
#[derive(Debug, Args)]
#[command(override_usage = "megabatt show TASK [OPTIONS]\n       megabatt show PROGRAM [TASK] [OPTIONS]")]
#[command(after_help = "\
Examples:
  megabatt show ca5caded
      a task of the demo: inputs and outputs side by side
  megabatt show 007bbfb7 --data ARC-AGI/data/training
      a task of your own
  megabatt show solve_ca5caded ca5caded
      a program line by line, on the first training pair
  megabatt show solvers.py::solve_007bbfb7 007bbfb7 --data ARC-AGI/data/training --sample test:0
      your program on a test pair; the task may be left out if the name has its id
  megabatt show 5dee86f3a0 007bbfb7 --data arc1
      a program of your library
  megabatt show solvers.py::solve_007bbfb7 --data ARC-AGI/data/training --line x7
      one line, with everything that belongs to it

Marks behind a line:
  [dead]     the result does not use it; it runs all the same, and fails the program if it fails
  [order]    with sets walked in another order than Python's it has another value: the program was run
             again with all sets the other way round, and with the last of equally frequent items instead of
             the first. [order from x3]: because the value of x3 does
  [address]  Python itself may give another value in another run: functions or None in a set

In pictures: a digit is a colour, # a place without a colour, . a cell that does not belong to what is shown,
! before a cell that is not as expected. Objects of a set are numbered from 0 in the order Python walks the set;
on a picture of several, the digits are those numbers.

Exit codes: 0 it was shown, 2 it could not be.")]
pub struct ShowArgs {
    /// TASK, or PROGRAM and TASK
    #[arg(value_name = "PROGRAM|TASK", num_args = 1..=2, required = true)]
    pub what: Vec<String>,

    #[command(flatten)]
    pub data: DataArgs,

    /// Where to look for the program
    #[arg(long, value_name = "FILE")]
    pub programs: Option<PathBuf>,

    #[command(flatten)]
    pub library: LibraryArgs,

    /// Whose DSL the program is written for
    #[arg(long, value_enum, default_value_t = DialectArg::Auto)]
    pub dialect: DialectArg,

    /// The pair to run the program on: train:N or test:N, counted from 0
    #[arg(long, value_name = "PAIR", default_value = "train:0", value_parser = sample)]
    pub sample: Sample,

    /// Only the line that assigns this name, or this line of the file, in full
    #[arg(long, value_name = "NAME|N")]
    pub line: Option<String>,

    #[command(flatten)]
    pub colour: ColourArgs,
}

fn sample(text: &str) -> Result<Sample, String> {
    let wrong = || format!("'{text}' is no pair; write train:0, train:1 … or test:0");
    let (section, index) = text.split_once(':').unwrap_or((text, "0"));
    let section = match section {
        "train" => Section::Train,
        "test" => Section::Test,
        _ => return Err(wrong()),
    };
    Ok(Sample { section, index: index.parse().map_err(|_| wrong())? })
}

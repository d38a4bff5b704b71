//! The `megabatt` command: one file per verb, arguments checked once, then the engine.

mod args;
mod commands;
mod demo;
mod outcomes;
mod output;
mod suggest;
mod table;

/// Programs make and drop many small values, which this allocator does in less time than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {
        Command::Run(args) => commands::run::run(&args),
        Command::Ops(args) => commands::ops::run(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Diff(args) => commands::diff::run(&args),
    }
}

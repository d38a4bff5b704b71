//! The `megabatt` command: one file per verb, arguments checked once, then the engine.

mod args;
mod commands;
mod demo;
mod outcomes;
mod output;
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
        Command::Check(args) => commands::check::run(&args),
        Command::Run(args) => commands::run::run(&args),
    }
}

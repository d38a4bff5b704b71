//! The `megabatt` command: one file per verb, arguments checked once, then the engine.

mod args;
mod commands;
mod demo;
mod environment;
mod grace;
mod outcomes;
mod outcomes_file;
mod output;
mod progress;
mod stopwatch;
mod suggest;
mod table;
mod whole_file;
mod width;

#[global_allocator]
static ALLOCATOR: megabatt_allocator::Allocator = megabatt_allocator::Allocator;

use args::{Cli, Command};
use clap::Parser;
use commands::exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    megabatt_allocator::settle();
    let mut cli = Cli::parse();
    commands::dialect::settle(&mut cli.command);
    match cli.command {
        Command::Check(args) => commands::check::run(&args),
        Command::Run(args) => exit::code(commands::run::run(&args)),
        Command::Ops(args) => commands::ops::run(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Diff(args) => commands::diff::run(&args),
        Command::Validate(args) => exit::code(commands::validate::validate(&args)),
        Command::Library(args) => exit::code(commands::library::library(&args)),
        Command::Cache(args) => exit::code(commands::cache::cache(&args)),
        Command::Inline(args) => exit::code(commands::inline::inline(&args)),
        Command::Translate(args) => exit::code(commands::translate::translate(&args)),
        Command::Data(args) => exit::code(commands::data::data(&args)),
        Command::Generate(args) => exit::code(commands::generate::generate(&args)),
        Command::Score(args) => exit::code(commands::score::score(&args)),
        Command::Submit(args) => exit::code(commands::submit::submit(&args)),
        Command::Batch(args) => exit::code(commands::batch::batch(&args)),
        Command::Devices(args) => exit::code(commands::devices::devices(&args)),
        Command::Tune(args) => exit::code(commands::tune::tune(&args)),
        Command::Warmup(args) => exit::code(commands::warmup::warmup(&args)),
        Command::Bench(args) => exit::code(commands::bench::bench(&args)),
        Command::Completions(args) => exit::code(Ok(commands::completions::completions(&args))),
        Command::Man(args) => exit::code(commands::man::man(&args)),
    }
}

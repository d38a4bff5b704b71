//! What can be typed: one file per verb.

mod batch;
mod cache;
mod check;
mod completions;
mod data;
mod devices;
mod diff;
mod generate;
mod inline;
mod library;
mod man;
mod ops;
mod run;
mod score;
mod shared;
mod show;
mod submit;
mod translate;
mod validate;

pub use batch::{BatchArgs, OfArg};
pub use cache::{CacheArgs, CacheCommand};
pub use check::{CheckArgs, CheckFormatArg};
pub use completions::CompletionsArgs;
pub use data::{DataCommand, DataVerbArgs, FetchArgs};
pub use devices::{BackendArg, BenchArgs, BenchCommand, BenchGpuArgs, DeviceArgs, DevicesArgs, TuneArgs, WarmupArgs};
pub use diff::DiffArgs;
pub use generate::GenerateArgs;
pub use inline::{FormArg, InlineArgs, InlineFormatArg};
pub use library::{
    AddArgs, BestArgs, ExportArgs, GcArgs, ImportArgs, LayoutArg, LibraryCommand, LibraryVerbArgs, ListArgs,
    ShowProgramArgs, SortArg, StatsArgs,
};
pub use man::ManArgs;
pub use ops::OpsArgs;
pub use run::{KeepArg, PairArg, PassArg, RunArgs, ValuesArg};
pub use score::{ByArg, ScoreArgs};
pub use shared::{DataArgs, DialectArg, FormatArg, LibraryArgs, SplitArg};
pub use show::ShowArgs;
pub use submit::SubmitArgs;
pub use translate::TranslateArgs;
pub use validate::ValidateArgs;

use clap::{Parser, Subcommand};

/// Runs ARC programs with exactly Python's answers, much faster.
#[derive(Debug, Parser)]
#[command(
    name = "megabatt",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  megabatt run
      the demo that is part of the program
  megabatt data arc1
      fetch ARC-AGI-1
  megabatt run solvers.py --data arc1
      your solvers on its tasks
  megabatt help run
      all about a verb

Exit codes: 0 fine, 1 what the verb looks for was found, 2 it could not run."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Check(CheckArgs),
    Run(RunArgs),
    Ops(OpsArgs),
    Show(ShowArgs),
    Diff(DiffArgs),
    Validate(ValidateArgs),
    Library(LibraryVerbArgs),
    Cache(CacheArgs),
    Inline(InlineArgs),
    Translate(TranslateArgs),
    Data(DataVerbArgs),
    Generate(GenerateArgs),
    Score(ScoreArgs),
    Submit(SubmitArgs),
    Batch(BatchArgs),
    Devices(DevicesArgs),
    Tune(TuneArgs),
    Warmup(WarmupArgs),
    Bench(BenchArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::{Command, CommandFactory};

    /// All verbs, and the verbs inside them, by their full names.
    fn verbs(command: &Command, name: &str, found: &mut Vec<(String, String)>) {
        let help = command.clone().render_long_help().to_string();
        found.push((name.to_string(), help));
        for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
            verbs(verb, &format!("{name} {}", verb.get_name()), found);
        }
    }

    #[test]
    fn every_verb_has_examples_of_itself_and_lists_its_exit_codes() {
        let mut root = Cli::command();
        root.build();
        let mut found = Vec::new();
        verbs(&root, "megabatt", &mut found);
        assert!(found.len() >= 10, "{}", found.len());
        for (name, help) in found {
            let examples = help.split_once("Examples:\n").map(|(_, examples)| examples).unwrap_or_default();
            assert!(examples.lines().any(|line| line.contains(&name)), "{name} --help has no example:\n{help}");
            assert!(help.contains("Exit codes:"), "{name} --help lists no exit codes:\n{help}");
        }
    }

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}

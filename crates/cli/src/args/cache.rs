//! What can be typed after `megabatt cache`.

use super::shared::{FormatArg, LibraryArgs};
use clap::{Args, Subcommand};

/// How many results of validations are kept, how large they are, and how often they were of use.
///
/// Results are kept in the library's file, under the exact steps of the program, the dialect, the content of the task
/// and the version of the engine with its limits. So they never expire, and none that no longer holds is ever used.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  megabatt cache
      size, entries and hit rate
  megabatt cache clear
      forget all results; programs and scores stay

`megabatt library gc` removes only the results of other versions of megabatt.

Exit codes: 0 fine, 2 it could not be done."
)]
pub struct CacheArgs {
    #[command(subcommand)]
    pub command: Option<CacheCommand>,

    #[command(flatten)]
    pub shown: CacheShownArgs,
}

#[derive(Debug, Args)]
pub struct CacheShownArgs {
    /// What the answer looks like
    #[arg(long, value_enum, default_value_t = FormatArg::Table)]
    pub format: FormatArg,

    #[command(flatten)]
    pub library: LibraryArgs,
}

#[derive(Debug, Subcommand)]
pub enum CacheCommand {
    /// Forget all kept results; programs and scores stay
    #[command(after_help = "\
Examples:
  megabatt cache clear
  megabatt cache clear --library team.sqlite

Exit codes: 0 they are gone (or there were none), 2 it could not be done.")]
    Clear(CacheShownArgs),
}

//! What can be typed after `megabatt man`.

use clap::Args;
use std::path::PathBuf;

/// Print a manual page, or write all of them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt man run | man -l -
      read the page of a verb
  megabatt man --out ~/.local/share/man/man1
      all pages, for `man megabatt` and `man megabatt-run`

Exit codes: 0 done, 2 there is no such verb, or the folder cannot be written.")]
pub struct ManArgs {
    /// The verb; without one, the page of megabatt itself
    pub verb: Vec<String>,

    /// Write a page per verb into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "verb")]
    pub out: Option<PathBuf>,
}

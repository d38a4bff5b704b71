//! `megabatt completions`.

use super::exit;
use crate::args::{Cli, CompletionsArgs};
use crate::output::print;
use clap::CommandFactory;

pub fn completions(args: &CompletionsArgs) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "megabatt", &mut script);
    print(&String::from_utf8_lossy(&script));
    exit::FINE
}

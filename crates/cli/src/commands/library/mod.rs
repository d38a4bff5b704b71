//! `megabatt library`: programs and scores in one file.

mod add;
mod best;
mod export;
mod export_tree;
pub mod find;
mod gc;
mod import;
mod list;
mod show;
mod stats;
mod words;

use crate::args::{LibraryCommand, LibraryVerbArgs};

pub fn library(args: &LibraryVerbArgs) -> Result<u8, String> {
    match &args.command {
        LibraryCommand::Add(args) => add::add(args),
        LibraryCommand::Import(args) => import::import(args),
        LibraryCommand::List(args) => list::list(args),
        LibraryCommand::Best(args) => best::best(args),
        LibraryCommand::Show(args) => show::show(args),
        LibraryCommand::Export(args) => export::export(args),
        LibraryCommand::Gc(args) => gc::gc(args),
        LibraryCommand::Stats(args) => stats::stats(args),
    }
}

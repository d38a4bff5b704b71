//! What the lines of programs took, as people wrote them.

use super::load::read_limited;
use crate::demo;
use megabatt_core::code::Action;
use megabatt_cpu::{Profile, Spent};
use megabatt_lang::Program;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// A line of a program.
pub struct LineSpent {
    /// The first program that has it.
    pub program: usize,
    /// In its file.
    pub number: u32,
    pub text: String,
    /// How often it was worked out.
    pub runs: u64,
    pub time: Duration,
    /// How many programs have it, or the part of it that most have.
    pub programs: usize,
}

/// All lines that ran, the slowest first. `members`: the nodes of each program's lines, if they ran as a battery.
pub fn lines(profile: &Profile, programs: &[Program], members: Option<&[Vec<u32>]>, is_demo: bool) -> Vec<LineSpent> {
    let mut texts = Texts { is_demo, read: HashMap::new() };
    let mut users: HashMap<u32, usize> = HashMap::new();
    for lines in members.into_iter().flatten() {
        // A program that has a line twice is one program.
        let mut seen: HashSet<u32> = HashSet::new();
        lines.iter().filter(|node| seen.insert(**node)).for_each(|node| *users.entry(*node).or_default() += 1);
    }
    let mut claimed: HashSet<u32> = HashSet::new();
    let mut lines = Vec::new();
    for (number, program) in programs.iter().enumerate() {
        let nodes = nodes(program, members.and_then(|members| members.get(number)));
        let step = |n: usize, claimed: &mut HashSet<u32>| {
            // Of a shared node, the first program has it all.
            let node = nodes[n].filter(|node| claimed.insert(*node));
            let shared = node.map(|node| profile.node(node)).unwrap_or_default();
            let alone = profile.step(&program.code, n);
            (shared, alone, nodes[n].and_then(|node| users.get(&node)).copied().unwrap_or(1))
        };
        let steps: Vec<(Spent, Spent, usize)> = (0..nodes.len()).map(|n| step(n, &mut claimed)).collect();
        if steps.iter().all(|(shared, alone, _)| shared.calls + alone.calls == 0) {
            continue;
        }
        let numbers = program.code.steps.iter().map(|step| step.line);
        let mut parts: Vec<_> = numbers.zip(steps).collect();
        parts.sort_by_key(|(number, _)| *number);
        for part in parts.chunk_by(|a, b| a.0 == b.0) {
            let steps = || part.iter().map(|(_, step)| step);
            let runs = steps().map(|(shared, alone, _)| shared.calls + alone.calls).max().unwrap_or(0);
            if runs > 0 {
                let number_in_file = part[0].0;
                lines.push(LineSpent {
                    program: number,
                    number: number_in_file,
                    text: texts.line(&program.file, number_in_file),
                    runs,
                    time: steps().map(|(shared, alone, _)| shared.total + alone.total).sum(),
                    programs: steps().map(|(_, _, users)| *users).max().unwrap_or(1),
                });
            }
        }
    }
    lines.sort_by_key(|line| Reverse(line.time));
    lines
}

/// The node of each step, where there is one: plain assignments have none.
fn nodes(program: &Program, lines: Option<&Vec<u32>>) -> Vec<Option<u32>> {
    let works = |action: &Action| !matches!(action, Action::Copy(_));
    let steps = &program.code.steps;
    let mut nodes = vec![None; steps.len()];
    if let Some(lines) = lines
        && steps.iter().filter(|step| works(&step.action)).count() == lines.len()
    {
        let working = (0..steps.len()).filter(|&n| works(&steps[n].action));
        working.zip(lines).for_each(|(n, node)| nodes[n] = Some(*node));
    }
    nodes
}

/// The lines of files, each file read once.
struct Texts {
    is_demo: bool,
    read: HashMap<String, Vec<String>>,
}

impl Texts {
    /// A line of a file, counted from 1; nothing if the file cannot be read any more.
    fn line(&mut self, file: &str, number: u32) -> String {
        let is_demo = self.is_demo;
        let lines = self.read.entry(file.to_string()).or_insert_with(|| {
            let text = match is_demo {
                true => demo::text(file).unwrap_or_default().to_string(),
                false => read_limited(file.as_ref())
                    .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
                    .unwrap_or_default(),
            };
            text.lines().map(|line| line.trim().to_string()).collect()
        });
        (number as usize).checked_sub(1).and_then(|n| lines.get(n)).cloned().unwrap_or_default()
    }
}

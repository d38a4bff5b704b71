//! A program as it was loaded.

use crate::id::{Id, Ids};
use crate::print;
use megabatt_core::Dialect;
use megabatt_core::code::Code;
use std::collections::HashMap;
use std::sync::Arc;

/// A function of a file that can be run on a grid: `solve(I)`, or `solve(S, I, C)` with the demonstrations before it. A
/// differ has the same form.
#[derive(Clone, Debug)]
pub struct Program {
    pub name: String,
    /// The ordered steps; functions of the file that it uses are inside, as values.
    pub code: Arc<Code>,
    /// The line of its `def`, counted from 1.
    pub line: u32,
    pub file: String,
    /// The task its name speaks of: `007bbfb7` in `solve_007bbfb7`.
    pub task: Option<String>,
    /// Whose operations its names stand for. Not part of the ids.
    pub dialect: Dialect,
}

impl Program {
    /// Whether it takes (S, I, C): the demo pairs, the input, and the target as far as it may know it.
    pub fn takes_demos(&self) -> bool {
        self.code.params.len() == 3
    }

    /// The program as a text in arc-dsl's style, one step a line, with the helpers it uses before it.
    pub fn to_source(&self) -> String {
        print::source(&self.code)
    }

    /// The id of the ordered steps, dead ones included: programs that share it do the same in the same order, so
    /// they have the same outcome on every grid, exceptions included.
    pub fn exact_id(&self) -> Id {
        Ids::of(&self.code).exact(&self.code)
    }

    /// The id of what the result is made of: programs that share it give the same value wherever both give one.
    pub fn canonical_id(&self) -> Id {
        Ids::of(&self.code).canonical(&self.code)
    }

    /// Both ids, the exact one first, in less time than one after the other.
    pub fn ids(&self) -> (Id, Id) {
        let mut ids = Ids::of(&self.code);
        (ids.exact(&self.code), ids.canonical(&self.code))
    }
}

/// The texts of programs that are to stand in one file, each under the name given. No two functions of the texts have
/// the same name: later ones get a number.
pub fn sources(programs: &[(&str, &Program)]) -> Vec<String> {
    let roots: Vec<_> = programs.iter().map(|(name, program)| (*name, &program.code)).collect();
    print::sources(&roots)
}

/// A name for each program: its own, with the file before it where two share one.
pub fn unique_names(programs: &[Program]) -> Vec<String> {
    let mut count: HashMap<&str, usize> = HashMap::new();
    for program in programs {
        *count.entry(&program.name).or_default() += 1;
    }
    let qualified = |p: &Program| {
        if count[p.name.as_str()] > 1 { format!("{}::{}", p.file, p.name) } else { p.name.clone() }
    };
    programs.iter().map(qualified).collect()
}

/// The first part of a name that looks like the id of an ARC task.
pub(crate) fn task_id(name: &str) -> Option<String> {
    let is_id = |part: &&str| part.len() == 8 && part.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    name.split('_').find(is_id).map(str::to_string)
}

/// Whether people who call a function this mean a program, even if other functions use it.
pub(crate) fn names_a_program(name: &str) -> bool {
    name.starts_with("solve") || name.starts_with("verify") || task_id(name).is_some()
}

/// Whether people who call a function this mean it to score what programs give.
pub(crate) fn names_a_differ(name: &str) -> bool {
    name.starts_with("differ_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn task_ids_are_eight_hex_digits_between_underscores() {
        assert_eq!(task_id("solve_007bbfb7").as_deref(), Some("007bbfb7"));
        assert_eq!(task_id("verify_00d62c1b_by_rows").as_deref(), Some("00d62c1b"));
        assert_eq!(task_id("a_007bbfb70"), None);
        assert_eq!(task_id("solve_007BBFB7"), None);
        assert_eq!(task_id("helper"), None);
    }
}

//! For people and for Python.

use super::dedupe::Group;
use megabatt_core::Dialect;
use megabatt_lang::Program;
use megabatt_lang::inline::{Style, inline};
use std::fmt::Write;

/// A file of Python with all the programs.
pub fn programs(programs: &[Program], style: Style, dialect: Dialect) -> String {
    let imports = match dialect {
        Dialect::Arc | Dialect::Tok => "from dsl import *\nfrom constants import *\n",
        Dialect::Rearc => "from dsl import *\n",
    };
    format!("{imports}\n\n{}", inline(programs, style))
}

pub fn ids(programs: &[Program]) -> String {
    let mut text = String::new();
    for program in programs {
        let (exact, canonical) = program.ids();
        let _ = writeln!(text, "{exact}  {canonical}  {}::{}", program.file, program.name);
    }
    text
}

pub fn groups(groups: &[Group<'_>], programs: usize) -> String {
    let mut text = String::new();
    for group in groups {
        let _ = writeln!(text, "{} programs with canonical id {}", group.len(), group.canonical);
        for (exact, programs) in &group.same_lines {
            let _ = writeln!(text, "  exact id {exact}");
            for program in programs {
                let _ = writeln!(text, "    {}:{} {}", program.file, program.line, program.name);
            }
        }
        text.push('\n');
    }
    let others: usize = groups.iter().map(|group| group.len() - 1).sum();
    let exact: usize = groups.iter().map(|group| group.len() - group.same_lines.len()).sum();
    let _ = match others {
        0 => writeln!(text, "{programs} programs, no two with the same canonical id"),
        _ => writeln!(
            text,
            "{programs} programs, {} different; of the other {others}, {exact} with the same lines as one of these, {} \
             with the same calls",
            programs - others,
            others - exact
        ),
    };
    text
}

//! Programs that are equal to each other, in one file or in several.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::id::Id;
use crate::load::Loaded;
use crate::program::task_id;
use miette::Severity;
use std::collections::HashMap;

/// The first program with an id: which file, which function.
type First = HashMap<Id, (usize, usize)>;

/// Messages per file about programs and differs that an earlier one equals.
pub fn check(files: &[Loaded], findings: &mut [Vec<Diagnostic>]) {
    let (mut exact, mut canonical) = (First::new(), First::new());
    for (f, file) in files.iter().enumerate() {
        for (n, function) in file.functions.iter().enumerate() {
            let Some(program) = file.program(function) else { continue };
            let here = (f, n);
            let same_steps = *exact.entry(program.exact_id()).or_insert(here);
            let same_value = *canonical.entry(program.canonical_id()).or_insert(here);
            if same_steps != here {
                findings[f].push(same(files, here, same_steps, Code::SameProgram));
            } else if same_value != here {
                findings[f].push(same(files, here, same_value, Code::EqualProgram));
            }
        }
    }
}

fn same(files: &[Loaded], here: (usize, usize), there: (usize, usize), code: Code) -> Diagnostic {
    let (file, function) = (&files[here.0], &files[here.0].functions[here.1]);
    let (other_file, other) = (&files[there.0], &files[there.0].functions[there.1]);
    let (name, other_name) = (&function.code.name, &other.code.name);
    let line = other_file.source.line(other.at.start);
    let place = match here.0 == there.0 {
        true => format!("on line {line}"),
        false => format!("at {}:{line}", other_file.source.name),
    };
    let (message, help) = match code {
        Code::SameProgram => (
            format!("`{name}` does the same as `{other_name}` {place}, step by step"),
            "One of the two is enough, unless they are for different tasks; then this is no more than a note.",
        ),
        _ => (
            format!("`{name}` gives the same as `{other_name}` {place}, wherever both give a value"),
            "They differ only in names, in the order of their lines, and in dead or repeated lines.",
        ),
    };
    let mut finding = Diagnostic::finding(&file.source, function.at.clone(), code, message).function(name).help(help);
    if let (Some(task), Some(other)) = (task_id(name), task_id(other_name))
        && task != other
    {
        // Different tasks may well have the same answer.
        finding.severity = Severity::Advice;
    }
    match here.0 == there.0 {
        true => finding.label("this one").also(other.at.clone(), "and this one"),
        false => finding.label("this one"),
    }
}

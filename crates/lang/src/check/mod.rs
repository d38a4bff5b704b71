//! Finds what is wrong or needless in programs, without running them.
//!
//! ```
//! use megabatt_lang::{Code, Dialect, check};
//!
//! let text = "def solve(I):\n    x1 = shape(I)\n    x2 = vmirror(vmirror(I))\n    return rot90(x2, I)\n";
//! let report = check::check(&[("mine.py", text.as_bytes())], Dialect::Arc);
//! let codes: Vec<Code> = report[0].findings.iter().map(|found| found.diagnostic.code).collect();
//! assert_eq!(codes, [Code::DeadLine, Code::Simplify, Code::WrongArity]);
//! ```

mod call;
mod dead;
mod defaults;
mod demands;
mod equal;
mod fail;
mod fix;
mod function;
mod kinds;
mod known;
mod pattern;
mod repeated;
mod results;
mod rules;
#[cfg(test)]
mod rules_hold;
mod simplify;
#[cfg(test)]
mod sound;
mod subject;
mod types;

pub use fix::Edit;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::load::{Loaded, LoadedFunction};
use crate::places::Kind as Line;
use crate::program::Program;
use crate::source::Source;
use megabatt_core::{Dialect, OnError, Operand, Value};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use subject::Subject;

/// A message about a program, and what to write instead where that is known.
#[derive(Clone, Debug)]
pub struct Finding {
    pub diagnostic: Diagnostic,
    pub suggestion: Option<Edit>,
}

/// What was found in a file.
#[derive(Debug)]
pub struct Checked {
    pub source: Arc<Source>,
    /// How many functions loaded.
    pub functions: usize,
    pub programs: usize,
    /// In the order of the file.
    pub findings: Vec<Finding>,
}

/// Which lines [`fix`] takes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixes {
    pub dead: bool,
    pub repeated: bool,
}

/// Checks files by name and content; programs are compared across all of them.
pub fn check(files: &[(&str, &[u8])], dialect: Dialect) -> Vec<Checked> {
    let files: Vec<Loaded> = files.iter().map(|(name, bytes)| crate::load_bytes(name, bytes, dialect)).collect();
    let mut equal: Vec<Vec<Diagnostic>> = files.iter().map(|_| Vec::new()).collect();
    equal::check(&files, &mut equal);
    let mut checked = Vec::with_capacity(files.len());
    for (file, equal) in files.iter().zip(equal) {
        let plain = |diagnostic: Diagnostic| Finding { diagnostic, suggestion: None };
        let mut findings: Vec<Finding> = file.module.diagnostics.iter().cloned().chain(equal).map(plain).collect();
        for function in &file.functions {
            let subject = Subject::new(&file.source, function, dialect);
            inspect(&subject, &file.taken, &mut findings);
        }
        findings.sort_by_key(|finding| finding.diagnostic.offset());
        checked.push(Checked {
            source: file.source.clone(),
            functions: file.functions.len(),
            programs: file.module.programs.len(),
            findings,
        });
    }
    checked
}

/// The first call of a function that raises whatever the grid is.
pub(crate) fn first_error(source: &Arc<Source>, function: &LoadedFunction, dialect: Dialect) -> Option<Diagnostic> {
    let subject = Subject::new(source, function, dialect);
    let mut found = Vec::new();
    match dialect.on_error() {
        OnError::Raise => drop(types::check(&subject, &mut found)),
        OnError::Default => defaults::check(&subject, &mut found),
    }
    found.into_iter().filter(Diagnostic::is_error).min_by_key(Diagnostic::offset)
}

/// What a function's lines amount to.
struct Lines {
    dead: Vec<usize>,
    repeated: Vec<repeated::Repeated>,
}

fn inspect(subject: &Subject<'_>, taken: &HashSet<String>, findings: &mut Vec<Finding>) -> Lines {
    let mut found = Vec::new();
    // Where operations give a default instead of failing, no call fails for certain.
    let known = match subject.dialect.on_error() {
        OnError::Raise => types::check(subject, &mut found),
        OnError::Default => {
            defaults::check(subject, &mut found);
            vec![known::Known::any(); subject.code.slots as usize]
        }
    };
    let liveness = dead::liveness(subject);
    dead::check(subject, &liveness, &mut found);
    let first = repeated::first_of(subject, &known, &liveness);
    let repeated = repeated::check(subject, &first, &liveness, &mut found);
    no_return(subject, &mut found);
    findings.extend(found.into_iter().map(|diagnostic| Finding { diagnostic, suggestion: None }));
    let facts = simplify::Facts { known: &known, first: &first, liveness: &liveness, taken };
    let skip = repeated.iter().map(|line| line.statement).collect();
    let mut simpler = Vec::new();
    simplify::check(subject, &facts, &skip, &mut simpler);
    findings.extend(simpler.into_iter().map(|(diagnostic, edit)| Finding { diagnostic, suggestion: Some(edit) }));
    Lines { dead: liveness.dead, repeated }
}

fn no_return(subject: &Subject<'_>, findings: &mut Vec<Diagnostic>) {
    if !matches!(subject.code.result, Operand::Const(Value::None)) {
        return;
    }
    let returns = subject.places.statements.iter().any(|statement| statement.kind == Line::Return);
    let Some(last) = subject.places.statements.last() else { return };
    let name = &subject.code.name;
    let message = match returns {
        true => format!("`{name}` always gives None"),
        false => format!("`{name}` has no `return`, so it gives None"),
    };
    let finding = subject.finding(last.at.clone(), Code::NoReturn, message);
    findings.push(finding.label("its last line").help("End the function with `return name`."));
}

/// A change of a text that would have changed a program. It is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("without its dead and repeated lines the file would hold other programs, so it was left as it is")]
pub struct NotFixed;

/// The file without its dead or repeated lines; None if it has none.
///
/// Programs give the same value as before wherever they gave one. Where a line that went used to raise, a program may
/// now give a value.
pub fn fix(name: &str, bytes: &[u8], dialect: Dialect, fixes: Fixes) -> Result<Option<Vec<u8>>, NotFixed> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    /// Nearly always one is enough.
    const MOST_ROUNDS: usize = 50;
    let before = crate::load_bytes(name, bytes, dialect);
    let mut fixed: Option<Loaded> = None;
    // A name that was given again on a dead line may be free for a repeated line once that is gone.
    for _ in 0..MOST_ROUNDS {
        let Some(text) = without_needless(fixed.as_ref().unwrap_or(&before), dialect, fixes) else { break };
        fixed = Some(crate::load_bytes(name, text.as_bytes(), dialect));
    }
    let Some(fixed) = fixed else { return Ok(None) };
    if !same_programs(&before, &fixed) {
        return Err(NotFixed);
    }
    let mark = if bytes.starts_with(MARK) { MARK } else { &[] };
    Ok(Some([mark, fixed.source.text.as_bytes()].concat()))
}

/// The text without the lines that can go as it stands; None if there are none.
fn without_needless(file: &Loaded, dialect: Dialect, fixes: Fixes) -> Option<String> {
    let mut edits = Vec::new();
    for function in &file.functions {
        let subject = Subject::new(&file.source, function, dialect);
        let mut lines = inspect(&subject, &file.taken, &mut Vec::new());
        if !fixes.dead {
            lines.dead.clear();
        }
        if !fixes.repeated {
            lines.repeated.clear();
        }
        edits.extend(fix::edits(&subject, &lines.dead, &lines.repeated));
    }
    (!edits.is_empty()).then(|| fix::apply(&file.source.text, edits))
}

/// Whether the same functions load, and every program gives the same values as before wherever both give one.
///
/// There may be more programs: a helper that only a dead line used is a function on its own now.
fn same_programs(before: &Loaded, after: &Loaded) -> bool {
    let (a, b) = (&before.module, &after.module);
    let now: HashMap<&str, &Program> = b.all().map(|program| (program.name.as_str(), program)).collect();
    let kept = |program: &Program| {
        now.get(program.name.as_str()).is_some_and(|other| other.canonical_id() == program.canonical_id())
    };
    a.errors().count() == b.errors().count() && before.functions.len() == after.functions.len() && a.all().all(kept)
}

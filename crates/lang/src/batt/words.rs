//! What is wrong with a batt file, in users' words.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Source;
use crate::suggest;
use megabatt_core::Dialect;
use std::ops::Range;
use std::sync::Arc;

/// What a line of a batt looks like.
const LINE: &str =
    "Lines of a batt are `tN = function(arguments)`, in or out of `try`, `o.append((…))` and `s.append((…))`.";

/// Something that has no place in a batt.
pub(super) fn unusual(source: &Arc<Source>, at: Range<usize>, what: &str) -> Box<Diagnostic> {
    Diagnostic::error(source, at, format!("{what} cannot be used in a batt")).help(LINE).into()
}

/// A name that nothing stands behind: Python raises NameError there, which the `try` does not catch.
pub(super) fn unknown(source: &Arc<Source>, at: Range<usize>, name: &str) -> Box<Diagnostic> {
    let error = Diagnostic::error(source, at, format!("there is nothing called `{name}`"))
        .code(Code::UnknownName)
        .label("Python ends the batt here with a NameError, on every sample");
    match suggest::nearest(name, Dialect::Tok, std::iter::empty()) {
        Some(near) => error.help(format!("Did you mean `{near}`?")),
        None => error.help("Generate the file again, or remove the line and what uses it."),
    }
    .into()
}

/// A name that gets its value further down: an UnboundLocalError, which the `try` does not catch either.
pub(super) fn too_early(source: &Arc<Source>, at: Range<usize>, name: &str, bound: Range<usize>) -> Box<Diagnostic> {
    Diagnostic::error(source, at, format!("`{name}` is used before it has a value"))
        .code(Code::UsedTooEarly)
        .label("Python ends the batt here with an UnboundLocalError, on every sample")
        .also(bound, "it gets its value here")
        .help("Generate the file again, or move the line up.")
        .into()
}

/// A function or constant that the file makes itself.
pub(super) fn own(source: &Arc<Source>, at: Range<usize>, name: &str, made: Range<usize>) -> Box<Diagnostic> {
    Diagnostic::error(source, at, format!("`{name}` is made by this file, and a batt uses the DSL's names alone"))
        .also(made, "it is made here")
        .help("Remove the definition, if it is the DSL's own, or the lines that use it.")
        .into()
}

/// `tN = f(g(x))` and its kin.
pub(super) fn nested(source: &Arc<Source>, at: Range<usize>) -> Box<Diagnostic> {
    Diagnostic::error(source, at, "an argument is a name, a number, a boolean, None or a tuple of these")
        .help("Give it a line of its own: `tN = …`, and use the name here.")
        .into()
}

/// The function has no `return o, s`.
pub(super) fn no_return(source: &Arc<Source>, at: Range<usize>) -> Diagnostic {
    Diagnostic::error(source, at, "this batt does not end with `return o, s`, so it gives nothing")
        .code(Code::NoReturn)
        .help("The file may have been cut off, or its generator may have failed. Generate it again.")
}

/// `def batt` has other parameters.
pub(super) fn parameters(source: &Arc<Source>, at: Range<usize>) -> Diagnostic {
    Diagnostic::error(source, at, "a batt has the parameters (task_id, S, I, C, log_path)")
        .help("Write `def batt(task_id, S, I, C, log_path):`, or call the function something else if it is no batt.")
}

//! Calls that tokpidjin answers with a default whatever their arguments are: it catches what too few or too many raise.

use super::subject::Subject;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use megabatt_core::code::{Action, Call, Operand};
use megabatt_core::{TokOp, Value};

pub fn check(subject: &Subject<'_>, findings: &mut Vec<Diagnostic>) {
    for (n, step) in subject.code.steps.iter().enumerate() {
        if let Action::Call(call) | Action::Try(call) = &step.action
            && let Operand::Const(Value::Tok(op)) = &call.function
        {
            findings.extend(wrong_count(subject, n, call, *op));
        }
    }
}

fn wrong_count(subject: &Subject<'_>, step: usize, call: &Call, op: TokOp) -> Option<Diagnostic> {
    let given = call.args.len() + call.keywords.len();
    if (op.required()..=op.arity()).contains(&given) {
        return None;
    }
    let (name, takes, default) = (op.name(), op.arity(), op.info().default.text());
    let noun = if takes == 1 { "argument" } else { "arguments" };
    let message = format!("`{name}` takes {takes} {noun}, not {given}, so this always gives {default}");
    let at = subject.places.steps[step].at.clone();
    let finding = subject.finding(at, Code::WrongArity, message).label("its default");
    Some(finding.help(format!("It is {}.", op.signature())))
}

#[cfg(test)]
mod tests {
    use crate::check::check;
    use crate::code::Code;
    use megabatt_core::Dialect;

    #[test]
    fn a_wrong_number_of_arguments_is_told_with_what_it_gives() {
        let text = "def solve(S, I, C):\n    x1 = o_g(I, R5)\n    x2 = size_f(x1, ONE)\n    O = astuple(x2, get_nth_by_key_t(I, F0))\n    return O\n";
        let checked = check(&[("mine.py", text.as_bytes())], Dialect::Tok);
        let codes: Vec<_> = checked[0].findings.iter().map(|f| f.diagnostic.code).collect();
        assert_eq!(codes, [Code::WrongArity], "the key of get_nth_by_key_t has a default");
        let told = checked[0].findings[0].diagnostic.render();
        assert!(told.contains("`size_f` takes 1 argument, not 2, so this always gives 0"), "{told}");
    }
}

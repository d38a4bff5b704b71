//! What a batt gives: `o.append`, `s.append` and `return o, s`.

use super::read::Reader;
use super::{Candidate, Score, words};
use crate::diagnostic::{Diagnostic, Refused};
use crate::literal;
use crate::syntax::bytes;
use ruff_python_ast::{Expr, StmtExpr, StmtReturn};

impl<'a> Reader<'a> {
    /// `o.append((N, mutated, 'solver', tN))` or `s.append((N, 'solver', 'differ', tN))`; older files have no number.
    pub(super) fn append(&mut self, stmt: &'a StmtExpr) -> Refused<()> {
        let at = bytes(stmt.range);
        let line = self.source.line(at.start);
        let (list, items) = match appended(&stmt.value) {
            Some(appended) => appended,
            None => return Err(words::unusual(self.source, at, "a value that goes nowhere")),
        };
        let Some((Expr::Name(last), before)) = items.split_last() else {
            return Err(self.not_a_tuple(stmt, list));
        };
        let value = self.name(&last.id, bytes(last.range))?;
        let implied = last.id.strip_prefix('t').and_then(|digits| digits.parse().ok());
        let (number, rest) = match before.split_first() {
            Some((first, rest)) if literal::int(first).is_some() => (whole(first), rest),
            _ => (implied, before),
        };
        let Some(number) = number else { return Err(self.not_a_tuple(stmt, list)) };
        if implied.is_some_and(|implied| implied != number) {
            let message = format!("the number is {number}, but the value is `{}`", last.id);
            let warning = Diagnostic::warning(self.source, at, message)
                .label("the value counts")
                .help("A generator writes the same number twice. If the file was edited by hand, correct the one that is wrong.");
            self.batt.warnings.push(warning);
        }
        match (list, rest) {
            ("o", [Expr::BooleanLiteral(mutated), Expr::StringLiteral(solver)]) => {
                let (mutated, solver) = (mutated.value, solver.value.to_str().to_string());
                self.batt.candidates.push(Candidate { number, mutated, solver, value, line });
            }
            ("o", [Expr::StringLiteral(solver)]) => {
                let solver = solver.value.to_str().to_string();
                self.batt.candidates.push(Candidate { number, mutated: false, solver, value, line });
            }
            ("s", [Expr::StringLiteral(solver), Expr::StringLiteral(differ)]) => {
                let (solver, differ) = (solver.value.to_str().to_string(), differ.value.to_str().to_string());
                self.batt.scores.push(Score { number, solver, differ, value, line });
            }
            _ => return Err(self.not_a_tuple(stmt, list)),
        }
        Ok(())
    }

    fn not_a_tuple(&self, stmt: &StmtExpr, list: &str) -> Box<Diagnostic> {
        let form = match list {
            "o" => "o.append((N, True or False, 'solver', tN))",
            _ => "s.append((N, 'solver', 'differ', tN))",
        };
        Diagnostic::error(self.source, bytes(stmt.range), format!("what is appended to `{list}` has another form"))
            .help(format!("Write `{form}`."))
            .into()
    }

    /// `return o, s`.
    pub(super) fn ends_with(&self, ret: &StmtReturn) -> Refused<()> {
        let names = ret.value.as_deref().and_then(|value| match value {
            Expr::Tuple(tuple) => tuple.elts.iter().map(|e| e.as_name_expr().map(|n| n.id.as_str())).collect(),
            _ => None::<Vec<&str>>,
        });
        match names.as_deref() {
            Some(["o", "s"]) => Ok(()),
            _ => Err(Diagnostic::error(self.source, bytes(ret.range), "a batt returns its two lists")
                .help("Write `return o, s`.")
                .into()),
        }
    }
}

/// The list and the items of `list.append((…))`.
fn appended(value: &Expr) -> Option<(&str, &[Expr])> {
    let Expr::Call(call) = value else { return None };
    let Expr::Attribute(attribute) = &*call.func else { return None };
    let Expr::Name(list) = &*attribute.value else { return None };
    let known = matches!(list.id.as_str(), "o" | "s") && attribute.attr.as_str() == "append";
    match &*call.arguments.args {
        [Expr::Tuple(tuple)] if known && call.arguments.keywords.is_empty() => Some((list.id.as_str(), &tuple.elts)),
        _ => None,
    }
}

fn whole(expr: &Expr) -> Option<u64> {
    literal::int(expr)?.ok()?.try_into().ok()
}

//! Lines `tN = f(…)`, with and without `try`.

use super::read::Reader;
use super::words;
use crate::diagnostic::{Diagnostic, Refused};
use crate::literal;
use crate::syntax::bytes;
use megabatt_core::code::{Call, Operand};
use ruff_python_ast::{ExceptHandler, Expr, ExprCall, Stmt, StmtAssign, StmtTry};
use ruff_text_size::Ranged;

/// What a batt's `try` catches. Whatever else a line raises ends the batt.
const CAUGHT: [&str; 5] = ["TypeError", "AttributeError", "ValueError", "IndexError", "KeyError"];

/// Where the default of a failed line comes from.
const DEFAULT: &str = "_get_safe_default";

impl<'a> Reader<'a> {
    /// `tN = f(…)`, or `tN = name`, which is another name for the same value.
    pub(super) fn assignment(&mut self, assign: &'a StmtAssign, tries: bool) -> Refused<()> {
        let [Expr::Name(target)] = assign.targets.as_slice() else { return self.several(assign) };
        match &*assign.value {
            Expr::Call(call) => {
                let (words, made) = self.call(call)?;
                self.add_line(&target.id, made, words, tries, bytes(assign.range));
            }
            Expr::Name(name) => {
                let value = self.name(&name.id, bytes(name.range))?;
                self.bind(&target.id, value);
            }
            Expr::List(list) if list.elts.is_empty() && matches!(target.id.as_str(), "o" | "s") => {}
            other => return Err(self.no_value(other)),
        }
        Ok(())
    }

    /// `try: tN = f(…)  except (…): tN = _get_safe_default(f)`.
    pub(super) fn attempt(&mut self, attempt: &'a StmtTry) -> Refused<()> {
        let at = bytes(attempt.range);
        let (Some(Stmt::Assign(assign)), Some(ExceptHandler::ExceptHandler(handler))) =
            (attempt.body.first(), attempt.handlers.first())
        else {
            return Err(words::unusual(self.source, at, "a `try` of this kind"));
        };
        let alone = attempt.body.len() == 1 && attempt.handlers.len() == 1 && handler.body.len() == 1;
        if !alone || !attempt.orelse.is_empty() || !attempt.finalbody.is_empty() {
            return Err(words::unusual(self.source, at, "a `try` with more than one line in a part"));
        }
        if !catches_the_five(handler.type_.as_deref()) {
            let place = handler.type_.as_deref().map_or(bytes(handler.range), |caught| bytes(caught.range()));
            let error = Diagnostic::error(self.source, place, "a batt catches five kinds of exceptions, not these");
            return Err(error.help(format!("Write `except ({}):`.", CAUGHT.join(", "))).into());
        }
        if !is_default_of(assign, &handler.body[0]) {
            let error = Diagnostic::error(
                self.source,
                bytes(handler.body[0].range()),
                "this is not the default of the function that was called",
            );
            return Err(error.help(format!("Write `tN = {DEFAULT}(f)` for `tN = f(…)`.")).into());
        }
        if !assign.value.is_call_expr() {
            return Err(words::unusual(self.source, bytes(assign.value.range()), "a `try` around anything but a call"));
        }
        self.assignment(assign, true)
    }

    /// The function and its arguments, and how they are written.
    fn call(&mut self, call: &'a ExprCall) -> Refused<(Vec<String>, Call)> {
        let Expr::Name(function) = &*call.func else {
            return Err(words::unusual(self.source, bytes(call.func.range()), "a call of anything but a name"));
        };
        let mut written = vec![function.id.to_string()];
        let function = self.name(&function.id, bytes(function.range))?;
        let mut args = Vec::with_capacity(call.arguments.args.len());
        for arg in &call.arguments.args {
            written.push(self.source.text[bytes(arg.range())].to_string());
            args.push(self.argument(arg)?);
        }
        let mut keywords: Vec<(String, Operand)> = Vec::new();
        for keyword in &call.arguments.keywords {
            let name = keyword.arg.as_ref().filter(|name| keywords.iter().all(|(other, _)| other != name.as_str()));
            let Some(name) = name else {
                return Err(words::unusual(self.source, bytes(keyword.range), "a star argument, or one given twice,"));
            };
            written.push(self.source.text[bytes(keyword.range)].to_string());
            keywords.push((name.to_string(), self.argument(&keyword.value)?));
        }
        Ok((written, Call { function, args, keywords }))
    }

    fn argument(&mut self, arg: &'a Expr) -> Refused<Operand> {
        if let Expr::Name(name) = arg {
            return self.name(&name.id, bytes(name.range));
        }
        let constant = literal::constant(arg, &|name| self.constant(name)).filter(literal::fits);
        constant.map(Operand::Const).ok_or_else(|| self.no_value(arg))
    }

    /// Something that is neither a name nor a constant.
    fn no_value(&self, expr: &Expr) -> Box<Diagnostic> {
        match expr {
            Expr::Call(_) | Expr::Tuple(_) => words::nested(self.source, bytes(expr.range())),
            other => words::unusual(self.source, bytes(other.range()), crate::words::expression(other).0),
        }
    }

    /// `a, b, c, d = batch_process_samples_gpu(S)`: what an older generator wrote for four lines. Without a GPU it is the
    /// inputs, the outputs, and the colours of both.
    fn several(&mut self, assign: &'a StmtAssign) -> Refused<()> {
        let at = bytes(assign.range);
        let refuse = |reader: &Self| Err(words::unusual(reader.source, at.clone(), "an assignment to several names"));
        let ([Expr::Tuple(targets)], Expr::Call(call)) = (assign.targets.as_slice(), &*assign.value) else {
            return refuse(self);
        };
        let names: Option<Vec<&str>> = targets.elts.iter().map(|e| e.as_name_expr().map(|n| n.id.as_str())).collect();
        let (Some(&[a, b, c, d]), [Expr::Name(samples)]) = (names.as_deref(), &*call.arguments.args) else {
            return refuse(self);
        };
        if !matches!(&*call.func, Expr::Name(f) if f.id.as_str() == "batch_process_samples_gpu") {
            return refuse(self);
        }
        for (name, function, argument, on) in [
            (a, "apply", "first", samples.id.as_str()),
            (b, "apply", "second", samples.id.as_str()),
            (c, "mapply", "p_g", a),
            (d, "mapply", "p_g", b),
        ] {
            let operands = [function, argument, on].map(|name| self.name(name, at.clone()));
            let [function_value, argument_value, on_value] = operands;
            let call = Call { function: function_value?, args: vec![argument_value?, on_value?], keywords: Vec::new() };
            let words = [function, argument, on].map(str::to_string).to_vec();
            self.add_line(name, call, words, false, at.clone());
        }
        Ok(())
    }
}

fn catches_the_five(caught: Option<&Expr>) -> bool {
    let Some(Expr::Tuple(tuple)) = caught else { return false };
    let names: Vec<&str> = tuple.elts.iter().filter_map(|e| e.as_name_expr().map(|name| name.id.as_str())).collect();
    names.len() == tuple.elts.len()
        && CAUGHT.iter().all(|name| names.contains(name))
        && names.iter().all(|name| CAUGHT.contains(name))
}

/// Whether the statement gives the name of the assignment the default of the function that it calls.
fn is_default_of(assign: &StmtAssign, stmt: &Stmt) -> bool {
    let Stmt::Assign(default) = stmt else { return false };
    let ([Expr::Name(name)], [Expr::Name(other)]) = (assign.targets.as_slice(), default.targets.as_slice()) else {
        return false;
    };
    let (Expr::Call(call), Expr::Call(default)) = (&*assign.value, &*default.value) else { return false };
    let (Expr::Name(function), Expr::Name(maker)) = (&*call.func, &*default.func) else { return false };
    let of_function = matches!(&*default.arguments.args, [Expr::Name(of)] if of.id == function.id);
    name.id == other.id && maker.id.as_str() == DEFAULT && of_function && default.arguments.keywords.is_empty()
}

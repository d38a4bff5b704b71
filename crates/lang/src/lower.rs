//! From a function's syntax tree to numbered steps.

use crate::code::Code as Kind;
use crate::diagnostic::{Diagnostic, Refused};
use crate::globals::{Binding, Function, Globals};
use crate::literal;
use crate::places::{Kind as Line, NameUse, Places, Statement, StepPlace};
use crate::suggest::{self, MOST_SUGGESTIONS};
use crate::syntax::bytes;
use crate::words;
use foldhash::HashMap as QuickMap;
use megabatt_core::Value;
use megabatt_core::code::{Action, Call, Code, Operand, Step};
use ruff_python_ast::{Expr, ExprCall, ExprName, ExprTuple, Stmt, StmtFunctionDef};
use ruff_text_size::Ranged;
use std::ops::Range;

/// A helper that is ready to be called, per function of the file; None if it did not load.
pub(crate) type Helpers = [Option<Value>];

/// Turns a function into code. The helpers it uses must have been lowered before.
pub(crate) fn lower<'a>(
    globals: &'a Globals<'_>,
    function: &'a Function<'_>,
    def: &'a StmtFunctionDef,
    helpers: &'a Helpers,
    warnings: &mut Vec<Diagnostic>,
) -> Refused<(Code, Places)> {
    let params = parameters(globals, def)?;
    if let Some((what, at)) = &function.names.changes_function {
        let error = Diagnostic::error(&globals.source, at.clone(), format!("`{what}` cannot be used in a program"));
        return Err(Box::new(error.help("End the function with `return name`, and use names of its own only.")));
    }
    // As a rule, a line is a step and a name.
    let lines = def.body.len();
    let mut locals: QuickMap<&str, u32> = QuickMap::with_capacity_and_hasher(params.len() + lines, Default::default());
    locals.extend(params.iter().zip(0..).map(|(name, slot)| (name.as_str(), slot)));
    let slots = params.len() as u32;
    let places = Places { steps: Vec::with_capacity(lines), statements: Vec::with_capacity(lines), uses: Vec::new() };
    let steps = Vec::with_capacity(lines);
    let mut lowering = Lowering { globals, function, helpers, locals, slots, steps, places };
    let result = lowering.body(&def.body, warnings)?;
    let Lowering { slots, steps, places, .. } = lowering;
    Ok((Code { name: function.name.clone(), params, slots, steps, result }, places))
}

/// Turns the stages of a pipeline into a program of the grid `I`. `piped` is the name that stands for what the stage before
/// gave. Beside the program: which steps each stage became.
pub(crate) fn lower_stages<'a>(
    globals: &'a Globals<'_>,
    function: &'a Function<'_>,
    stages: &'a [Expr],
    piped: &'a str,
) -> Refused<(Code, Places, Vec<Range<usize>>)> {
    let locals = QuickMap::from_iter([("I", 0), (piped, 0)]);
    let (steps, places) = (Vec::new(), Places::default());
    let mut lowering = Lowering { globals, function, helpers: &[], locals, slots: 1, steps, places };
    let mut ranges = Vec::with_capacity(stages.len());
    let mut result = Operand::Slot(0);
    for stage in stages {
        let start = lowering.steps.len();
        result = lowering.expr(stage)?;
        if let Operand::Slot(slot) = result {
            lowering.locals.insert(piped, slot);
        }
        let kind = Line::Return;
        lowering.places.statements.push(Statement { at: bytes(stage.range()), kind });
        ranges.push(start..lowering.steps.len());
    }
    let Lowering { slots, steps, places, .. } = lowering;
    let params = vec!["I".to_string()];
    Ok((Code { name: function.name.clone(), params, slots, steps, result }, places, ranges))
}

/// The names of the parameters; only plain ones are allowed.
fn parameters(globals: &Globals<'_>, def: &StmtFunctionDef) -> Refused<Vec<String>> {
    let refuse = |at: Range<usize>, what: &str, help: &str| {
        Err(Box::new(Diagnostic::error(&globals.source, at, format!("{what} cannot be used in a program")).help(help)))
    };
    if let Some(decorator) = def.decorator_list.first() {
        return refuse(bytes(decorator.range), "a decorator", "Remove the line that starts with `@`.");
    }
    if def.is_async {
        return refuse(bytes(def.name.range), "an `async` function", "Remove the word `async`.");
    }
    if let Some(types) = &def.type_params {
        return refuse(bytes(types.range), "a list of type parameters", "Remove the square brackets.");
    }
    let plain = "Use plain parameters only: `def solve(I):`.";
    let all = &def.parameters;
    if let Some(star) = all.vararg.as_ref().or(all.kwarg.as_ref()) {
        return refuse(bytes(star.range), "a star parameter", plain);
    }
    if let Some(special) = all.posonlyargs.first().or(all.kwonlyargs.first()) {
        return refuse(bytes(special.range), "a positional-only or keyword-only parameter", plain);
    }
    let mut names: Vec<String> = Vec::new();
    for parameter in &all.args {
        if parameter.default.is_some() {
            return refuse(bytes(parameter.range), "a default value", plain);
        }
        let name = parameter.parameter.name.as_str();
        if names.iter().any(|other| other == name) {
            return refuse(
                bytes(parameter.range),
                "a parameter of the same name twice",
                "Give each parameter a name of its own.",
            );
        }
        names.push(name.to_string());
    }
    Ok(names)
}

struct Lowering<'a, 'g> {
    globals: &'a Globals<'g>,
    function: &'a Function<'g>,
    helpers: &'a Helpers,
    /// The slot each local name stands for at this point.
    locals: QuickMap<&'a str, u32>,
    slots: u32,
    steps: Vec<Step>,
    places: Places,
}

impl<'a> Lowering<'a, '_> {
    fn body(&mut self, body: &'a [Stmt], warnings: &mut Vec<Diagnostic>) -> Refused<Operand> {
        for (i, stmt) in body.iter().enumerate() {
            let kind = match stmt {
                Stmt::Return(ret) => {
                    if let Some(rest) = body.get(i + 1) {
                        let at = bytes(rest.range());
                        let warning = Diagnostic::warning(&self.globals.source, at, "nothing after `return` is run")
                            .code(Kind::Unreachable)
                            .label("ignored")
                            .help("Remove the lines, or move the `return` to the end.")
                            .function(&self.function.name);
                        warnings.push(warning);
                    }
                    let result = match &ret.value {
                        Some(value) => self.expr(value)?,
                        None => Operand::Const(Value::None),
                    };
                    self.statement(stmt, Line::Return);
                    body[i + 1..].iter().for_each(|rest| self.statement(rest, Line::Unreachable));
                    return Ok(result);
                }
                Stmt::Assign(assign) => match assign.targets.as_slice() {
                    [Expr::Name(target)] => self.assign(target, &assign.value)?,
                    _ => return Err(self.refuse_stmt(stmt)),
                },
                Stmt::AnnAssign(assign) => match (&*assign.target, &assign.value) {
                    (Expr::Name(target), Some(value)) => self.assign(target, value)?,
                    (Expr::Name(_), None) => Line::Nothing,
                    _ => return Err(self.refuse_stmt(stmt)),
                },
                Stmt::Expr(expr) if i == 0 && expr.value.is_string_literal_expr() => Line::Nothing,
                Stmt::Expr(expr) => {
                    self.expr(&expr.value)?;
                    Line::Value
                }
                Stmt::Pass(_) => Line::Nothing,
                _ => return Err(self.refuse_stmt(stmt)),
            };
            self.statement(stmt, kind);
        }
        Ok(Operand::Const(Value::None))
    }

    fn statement(&mut self, stmt: &Stmt, kind: Line) {
        self.places.statements.push(Statement { at: bytes(stmt.range()), kind });
    }

    fn assign(&mut self, target: &'a ExprName, value: &'a Expr) -> Refused<Line> {
        let steps = self.steps.len();
        let operand = self.expr(value)?;
        let slot = match operand {
            // The value was worked out just now: its step is this line.
            Operand::Slot(slot) if self.steps.len() > steps => slot,
            copied => self.step(Action::Copy(copied), value, Vec::new()),
        };
        self.locals.insert(&target.id, slot);
        Ok(Line::Assign { name: target.id.to_string(), slot })
    }

    fn step(&mut self, action: Action, at: &Expr, args: Vec<Range<usize>>) -> u32 {
        let slot = self.slots;
        self.slots += 1;
        let line = self.globals.source.line(at.start().to_usize());
        self.steps.push(Step { action, slot, line });
        let statement = self.places.statements.len();
        self.places.steps.push(StepPlace { at: bytes(at.range()), args, statement });
        slot
    }

    fn expr(&mut self, expr: &'a Expr) -> Refused<Operand> {
        match expr {
            Expr::Name(name) => self.name(name),
            Expr::Call(call) => self.call(call, expr),
            Expr::Tuple(tuple) => self.tuple(tuple, expr),
            Expr::BooleanLiteral(b) => Ok(Operand::Const(Value::Bool(b.value))),
            Expr::NoneLiteral(_) => Ok(Operand::Const(Value::None)),
            _ => match literal::int(expr) {
                Some(Ok(n)) => Ok(Operand::Const(Value::Int(n))),
                Some(Err(())) => {
                    Err(self.error(expr, "this number is too large").help("Ints go from -2**63 to 2**63 - 1.").into())
                }
                None => {
                    if let Some(error) = self.unusable_module(expr) {
                        return Err(error);
                    }
                    let (what, help) = words::expression(expr);
                    Err(self.error(expr, format!("{what} cannot be used in a program")).help(help).into())
                }
            },
        }
    }

    /// The function first, then the arguments from left to right, as Python evaluates them.
    fn call(&mut self, call: &'a ExprCall, expr: &'a Expr) -> Refused<Operand> {
        let function = self.expr(&call.func)?;
        let mut args = Vec::with_capacity(call.arguments.args.len());
        for arg in &call.arguments.args {
            args.push(self.expr(arg)?);
        }
        let mut keywords: Vec<(String, Operand)> = Vec::with_capacity(call.arguments.keywords.len());
        for keyword in &call.arguments.keywords {
            let Some(name) = &keyword.arg else {
                let error = Diagnostic::error(
                    &self.globals.source,
                    bytes(keyword.range),
                    "a star argument cannot be used in a program",
                );
                return Err(error.help("Write the arguments one by one.").into());
            };
            if keywords.iter().any(|(other, _)| other == name.as_str()) {
                let error = Diagnostic::error(
                    &self.globals.source,
                    bytes(keyword.range),
                    format!("the argument `{name}` is given twice"),
                );
                return Err(error.help("Remove one of the two.").into());
            }
            keywords.push((name.to_string(), self.expr(&keyword.value)?));
        }
        let keyword_values = call.arguments.keywords.iter().map(|keyword| keyword.value.range());
        let places = call.arguments.args.iter().map(Ranged::range).chain(keyword_values).map(bytes).collect();
        let action = Action::Call(Call { function, args, keywords });
        Ok(Operand::Slot(self.step(action, expr, places)))
    }

    fn tuple(&mut self, tuple: &'a ExprTuple, expr: &'a Expr) -> Refused<Operand> {
        let mut items = Vec::with_capacity(tuple.elts.len());
        for item in &tuple.elts {
            items.push(self.expr(item)?);
        }
        let constants: Option<Vec<Value>> = items
            .iter()
            .map(|item| match item {
                Operand::Const(value) => Some(value.clone()),
                Operand::Slot(_) => None,
            })
            .collect();
        let constant = constants.and_then(|values| Value::tuple(values).ok()).filter(literal::fits);
        match constant {
            Some(value) => Ok(Operand::Const(value)),
            None => {
                let places = tuple.elts.iter().map(|item| bytes(item.range())).collect();
                Ok(Operand::Slot(self.step(Action::Tuple(items), expr, places)))
            }
        }
    }

    fn name(&mut self, name: &'a ExprName) -> Refused<Operand> {
        let id = name.id.as_str();
        if let Some(&slot) = self.locals.get(id) {
            let statement = self.places.statements.len();
            self.places.uses.push(NameUse { at: bytes(name.range), slot, statement });
            return Ok(Operand::Slot(slot));
        }
        if let Some(bound_at) = self.function.names.bound.get(id) {
            return Err(self.used_too_early(name, bound_at.clone()));
        }
        match self.globals.bindings.get(id) {
            Some(Binding::Function(i)) => match &self.helpers[*i] {
                Some(helper) => Ok(Operand::Const(helper.clone())),
                None => Err(self.helper_failed(name, *i)),
            },
            Some(Binding::Value(value)) => Ok(Operand::Const(value.clone())),
            Some(Binding::Unusable { at, what }) => Err(self.unusable(name, at, what)),
            // No name of the file, so it can only be the DSL's.
            None => match self.globals.dialect.value(id) {
                Some(value) => Ok(Operand::Const(value)),
                None => Err(self.unknown(name)),
            },
        }
    }

    fn error(&self, at: &impl Ranged, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(&self.globals.source, bytes(at.range()), message)
    }

    fn refuse_stmt(&self, stmt: &Stmt) -> Box<Diagnostic> {
        let (what, help) = words::statement(stmt);
        self.error(stmt, format!("{what} cannot be used in a program")).help(help).into()
    }

    /// `os.system`: that `os` is not there says more than that there are no attributes.
    fn unusable_module(&self, mut expr: &'a Expr) -> Option<Box<Diagnostic>> {
        while let Expr::Attribute(attribute) = expr {
            expr = &attribute.value;
        }
        let Expr::Name(name) = expr else { return None };
        let local =
            self.function.names.bound.contains_key(name.id.as_str()) || self.locals.contains_key(name.id.as_str());
        match self.globals.bindings.get(name.id.as_str()) {
            Some(Binding::Unusable { at, what }) if !local => Some(self.unusable(name, at, what)),
            _ => None,
        }
    }

    fn unusable(&self, name: &ExprName, at: &Range<usize>, what: &str) -> Box<Diagnostic> {
        self.error(name, format!("`{}` cannot be used: it is {what}", name.id))
            .also(at.clone(), "it comes from here")
            .help("Replace it, or remove the lines that use it.")
            .into()
    }

    fn used_too_early(&self, name: &ExprName, bound_at: Range<usize>) -> Box<Diagnostic> {
        let id = name.id.as_str();
        let error = self
            .error(name, format!("`{id}` is used before it has a value"))
            .code(Kind::UsedTooEarly)
            .also(bound_at, "it gets its value here");
        let known = self.globals.dialect.has_operation(id) || self.globals.bindings.contains_key(id);
        match known {
            true => error.help(format!("A name that a function assigns is its own from the first line on; call the result something other than `{id}`.")),
            false => error.help("Move the assignment up, or use another name."),
        }
        .into()
    }

    fn helper_failed(&self, name: &ExprName, helper: usize) -> Box<Diagnostic> {
        let id = name.id.as_str();
        self.error(name, format!("`{id}` did not load, so what uses it cannot load either"))
            .code(Kind::HelperFailed)
            .also(self.globals.functions[helper].at.clone(), "defined here, with an error of its own")
            .help(format!("Correct `{id}` first."))
            .into()
    }

    fn unknown(&self, name: &ExprName) -> Box<Diagnostic> {
        let id = name.id.as_str();
        let error = self.error(name, format!("there is nothing called `{id}`")).code(Kind::UnknownName);
        if let Some(instead) = suggest::instead_of_builtin(id) {
            return error.help(format!("Python's own functions are not part of the DSL. Use `{instead}`.")).into();
        }
        // In the order of the file: the answer must not depend on the order of a hash map.
        let locals = self.function.def.into_iter().flat_map(|def| def.body.iter()).filter_map(assigned);
        let params = self.function.def.into_iter().flat_map(|def| def.parameters.iter()).map(|p| p.name().as_str());
        let functions = self.globals.functions.iter().map(|f| f.name.as_str());
        let asked = self.globals.suggestions.replace(self.globals.suggestions.get().saturating_add(1));
        let near = if asked < MOST_SUGGESTIONS {
            suggest::nearest(id, self.globals.dialect, locals.chain(params).chain(functions))
        } else {
            None
        };
        match near {
            Some(near) => error.help(format!("Did you mean `{near}`?")).into(),
            None => error
                .help(
                    "Programs can use the DSL's operations and constants, their own names and functions of this file.",
                )
                .into(),
        }
    }
}

fn assigned(stmt: &Stmt) -> Option<&str> {
    match stmt {
        Stmt::Assign(assign) => assign.targets.first()?.as_name_expr().map(|name| name.id.as_str()),
        Stmt::AnnAssign(assign) => assign.target.as_name_expr().map(|name| name.id.as_str()),
        _ => None,
    }
}

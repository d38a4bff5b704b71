//! The body of a batt, statement by statement.

use super::{Batt, INPUTS, Line, words};
use crate::diagnostic::{Diagnostic, Refused};
use crate::scope::Names;
use crate::source::Source;
use crate::syntax::{Piece, bytes};
use foldhash::HashMap as QuickMap;
use megabatt_core::code::{Call, Operand};
use megabatt_core::{Dialect, Value};
use ruff_python_ast::{Stmt, StmtFunctionDef};
use ruff_text_size::Ranged;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Past this many mistakes the others are not told.
const MOST_ERRORS: usize = 20;

/// Reads the batt among the blocks of a file.
pub(super) fn read(source: &Arc<Source>, pieces: &[Piece]) -> Result<Batt, Vec<Diagnostic>> {
    let mut own: HashMap<&str, Range<usize>> = HashMap::new();
    let mut def: Option<&StmtFunctionDef> = None;
    let mut broken = Vec::new();
    for piece in pieces {
        match &piece.body {
            Ok(body) => {
                for stmt in body {
                    match stmt {
                        // The later of two counts, as in Python.
                        Stmt::FunctionDef(function) if function.name.as_str() == "batt" => def = Some(function),
                        Stmt::Import(_) | Stmt::ImportFrom(_) => {}
                        other => own.extend(Names::of_stmt(other).bound),
                    }
                }
            }
            Err(error) => broken.push((**error).clone()),
        }
    }
    let Some(def) = def else {
        if broken.is_empty() {
            broken.push(
                Diagnostic::error(source, 0..0, "this file has no function `batt`")
                    .help("A batt file defines `batt(task_id, S, I, C, log_path)`."),
            );
        }
        return Err(broken);
    };
    let mut reader = Reader::new(source, def, own)?;
    reader.body(def);
    broken.extend(reader.errors);
    if broken.is_empty() { Ok(reader.batt) } else { Err(broken) }
}

pub(super) struct Reader<'a> {
    pub source: &'a Arc<Source>,
    /// What each name stands for at this point.
    names: HashMap<String, Operand>,
    /// The names that the function assigns, and where first.
    bound: QuickMap<&'a str, Range<usize>>,
    /// What the rest of the file makes.
    own: HashMap<&'a str, Range<usize>>,
    pub batt: Batt,
    errors: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn new(
        source: &'a Arc<Source>,
        def: &'a StmtFunctionDef,
        own: HashMap<&'a str, Range<usize>>,
    ) -> Result<Reader<'a>, Vec<Diagnostic>> {
        let all = &def.parameters;
        let plain = all.posonlyargs.is_empty() && all.kwonlyargs.is_empty() && all.vararg.is_none();
        let params: Vec<&str> = all.args.iter().map(|p| p.parameter.name.as_str()).collect();
        if !plain || all.kwarg.is_some() || params.len() != 5 || params[1..4] != ["S", "I", "C"] {
            return Err(vec![words::parameters(source, bytes(def.name.range))]);
        }
        let body = Names::of_body(&def.body);
        if let Some((what, at)) = body.changes_function {
            return Err(vec![*words::unusual(source, at, &format!("`{what}`"))]);
        }
        let names = params[1..4].iter().zip(0..INPUTS).map(|(name, slot)| (name.to_string(), Operand::Slot(slot)));
        let batt = Batt {
            file: source.name.clone(),
            lines: Vec::new(),
            candidates: Vec::new(),
            scores: Vec::new(),
            warnings: Vec::new(),
        };
        Ok(Reader { source, names: names.collect(), bound: body.bound, own, batt, errors: Vec::new() })
    }

    fn body(&mut self, def: &'a StmtFunctionDef) {
        for (n, stmt) in def.body.iter().enumerate() {
            let read = match stmt {
                Stmt::Return(ret) => match self.ends_with(ret) {
                    Ok(()) => return self.rest(def, n + 1),
                    refused => refused,
                },
                Stmt::Assign(assign) => self.assignment(assign, false),
                Stmt::Try(attempt) => self.attempt(attempt),
                Stmt::Expr(expr) if expr.value.is_string_literal_expr() => Ok(()),
                Stmt::Expr(expr) => self.append(expr),
                Stmt::Pass(_) => Ok(()),
                other => Err(words::unusual(self.source, bytes(other.range()), crate::words::statement(other).0)),
            };
            if let Err(error) = read {
                self.errors.push(error.function("batt"));
                self.forgive(stmt);
            }
            if self.errors.len() >= MOST_ERRORS {
                return;
            }
        }
        self.errors.push(words::no_return(self.source, bytes(def.name.range)).function("batt"));
    }

    /// Nothing after the `return` runs.
    fn rest(&mut self, def: &StmtFunctionDef, from: usize) {
        if let Some(stmt) = def.body.get(from) {
            let warning = Diagnostic::warning(self.source, bytes(stmt.range()), "nothing after `return` is run")
                .code(crate::code::Code::Unreachable)
                .label("ignored")
                .help("Remove the lines, or move the `return` to the end.");
            self.batt.warnings.push(warning);
        }
    }

    /// Names of a line that was refused are known, so that it is told once.
    fn forgive(&mut self, stmt: &'a Stmt) {
        let names = Names::of_stmt(stmt);
        let mut bound: Vec<&str> = names.bound.into_keys().collect();
        bound.sort_unstable();
        bound.into_iter().for_each(|name| self.bind(name, Operand::Const(Value::None)));
    }

    /// What a name stands for here.
    pub(super) fn name(&self, name: &str, at: Range<usize>) -> Refused<Operand> {
        if let Some(value) = self.names.get(name) {
            return Ok(value.clone());
        }
        if let Some(bound) = self.bound.get(name) {
            return Err(words::too_early(self.source, at, name, bound.clone()));
        }
        if let Some(made) = self.own.get(name) {
            return Err(words::own(self.source, at, name, made.clone()));
        }
        match Dialect::Tok.value(name) {
            Some(value) => Ok(Operand::Const(value)),
            None => Err(words::unknown(self.source, at, name)),
        }
    }

    /// The DSL's constant or function of that name, if nothing else has the name.
    pub(super) fn constant(&self, name: &str) -> Option<Value> {
        match self.name(name, 0..0) {
            Ok(Operand::Const(value)) => Some(value),
            _ => None,
        }
    }

    pub(super) fn bind(&mut self, name: &str, value: Operand) {
        self.names.insert(name.to_string(), value);
    }

    pub(super) fn add_line(&mut self, name: &str, call: Call, words: Vec<String>, tries: bool, at: Range<usize>) {
        let slot = INPUTS + self.batt.lines.len() as u32;
        self.batt.lines.push(Line { name: name.to_string(), call, tries, line: self.source.line(at.start), words });
        self.bind(name, Operand::Slot(slot));
    }
}

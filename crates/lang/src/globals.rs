//! The names at the top of a file: its functions and constants, and what shadows the DSL's own names.
//!
//! Python looks such names up when a function runs, so the last binding in the file counts, wherever it stands.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::literal;
use crate::scope::Names;
use crate::source::Source;
use crate::syntax::{Piece, bytes, not_run};
use crate::words;
use foldhash::HashMap as QuickMap;
use megabatt_core::{Dialect, Value};
use ruff_python_ast::{Expr, Stmt, StmtFunctionDef};
use ruff_text_size::Ranged;
use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

/// A function of the file.
pub(crate) struct Function<'a> {
    pub name: String,
    /// Where its name stands.
    pub at: Range<usize>,
    /// None if its text could not be parsed.
    pub def: Option<&'a StmtFunctionDef>,
    pub names: Names<'a>,
}

/// What a name at the top of the file stands for.
pub(crate) enum Binding {
    Function(usize),
    Value(Value),
    /// Something megabatt does not run; programs that use it cannot load.
    Unusable {
        at: Range<usize>,
        what: String,
    },
}

pub(crate) struct Globals<'a> {
    pub source: Arc<Source>,
    pub dialect: Dialect,
    pub functions: Vec<Function<'a>>,
    pub bindings: QuickMap<String, Binding>,
    pub diagnostics: Vec<Diagnostic>,
    /// How many names have been looked up for "did you mean".
    pub suggestions: Cell<u32>,
}

impl<'a> Globals<'a> {
    pub fn collect(source: &Arc<Source>, dialect: Dialect, pieces: &'a [Piece]) -> Globals<'a> {
        let mut globals = Globals {
            source: source.clone(),
            dialect,
            functions: Vec::new(),
            bindings: QuickMap::default(),
            diagnostics: Vec::new(),
            suggestions: Cell::new(0),
        };
        for piece in pieces {
            match &piece.body {
                Ok(body) => body.iter().for_each(|stmt| globals.statement(stmt)),
                Err(diagnostic) => globals.broken(piece, diagnostic),
            }
        }
        globals
    }

    /// The value of a name of the DSL or a constant of the file; None for the file's functions and unknown names.
    pub fn value(&self, name: &str) -> Option<Value> {
        match self.bindings.get(name) {
            Some(Binding::Value(value)) => Some(value.clone()),
            Some(_) => None,
            None => self.dialect.value(name),
        }
    }

    /// Whether the function is the one its name stands for in the end.
    pub fn is_current(&self, function: usize) -> bool {
        matches!(self.bindings.get(&self.functions[function].name), Some(Binding::Function(i)) if *i == function)
    }

    pub fn bind(&mut self, name: &str, binding: Binding, at: Range<usize>) {
        if let Some(Binding::Function(old)) = self.bindings.insert(name.to_string(), binding) {
            self.warn_replaced(old, at);
        }
    }

    /// Lets a name mean the DSL's own again, as an import after a definition does.
    pub fn unbind(&mut self, name: &str, at: Range<usize>) {
        if let Some(Binding::Function(old)) = self.bindings.remove(name) {
            self.warn_replaced(old, at);
        }
    }

    fn warn_replaced(&mut self, old: usize, at: Range<usize>) {
        let (name, old_at) = (&self.functions[old].name, self.functions[old].at.clone());
        let line = self.source.line(at.start);
        let warning = Diagnostic::warning(&self.source, old_at, format!("`{name}` is defined again on line {line}"))
            .code(Code::DefinedTwice)
            .label("this one is never used")
            .also(at, "this one counts")
            .help("Python keeps the last definition of a name. Rename or remove one of them.")
            .function(name);
        self.diagnostics.push(warning);
    }

    fn statement(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(def) => self.add_function(&def.name, bytes(def.name.range()), Some(def)),
            Stmt::Import(import) => self.import(import),
            Stmt::ImportFrom(import) => self.import_from(import),
            Stmt::Assign(assign) => self.assign(assign.targets.iter(), &assign.value, stmt),
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.assign(std::iter::once(&*assign.target), value, stmt);
                }
            }
            Stmt::Pass(_) | Stmt::TypeAlias(_) => {}
            Stmt::Expr(expr) if expr.value.is_string_literal_expr() || expr.value.is_ellipsis_literal_expr() => {}
            Stmt::If(branch) if is_main_check(&branch.test) => {}
            Stmt::Return(_) => {
                let error = Diagnostic::error(&self.source, bytes(stmt.range()), "`return` outside of a function")
                    .code(Code::Syntax)
                    .help("Indent the lines of the function it belongs to.");
                self.diagnostics.push(error);
            }
            _ => self.not_run(stmt),
        }
    }

    fn add_function(&mut self, name: &str, at: Range<usize>, def: Option<&'a StmtFunctionDef>) {
        let names = def.map(|def| Names::of_body(&def.body)).unwrap_or_default();
        self.functions.push(Function { name: name.to_string(), at: at.clone(), def, names });
        self.bind(name, Binding::Function(self.functions.len() - 1), at);
    }

    fn assign(&mut self, targets: impl Iterator<Item = &'a Expr>, value: &Expr, stmt: &'a Stmt) {
        let value = literal::constant(value, &|name| self.value(name)).filter(literal::fits);
        let at = bytes(stmt.range());
        for target in targets {
            match (target, &value) {
                (Expr::Name(name), Some(value)) => {
                    self.bind(&name.id, Binding::Value(value.clone()), bytes(name.range))
                }
                _ => {
                    let mut names = Names::default();
                    ruff_python_ast::visitor::Visitor::visit_expr(&mut names, target);
                    self.bind_unusable(names, &at, "not a constant that megabatt can read");
                }
            }
        }
    }

    /// A statement that has no place in a file of programs.
    fn not_run(&mut self, stmt: &'a Stmt) {
        let at = bytes(stmt.range());
        self.diagnostics.push(match stmt {
            Stmt::ClassDef(_) => Diagnostic::error(&self.source, at.clone(), "a class cannot be used in programs")
                .label("skipped")
                .help(words::statement(stmt).1),
            _ => not_run(&self.source, at.clone()),
        });
        self.bind_unusable(Names::of_stmt(stmt), &at, "made by a statement that megabatt does not run");
    }

    fn bind_unusable(&mut self, names: Names<'a>, at: &Range<usize>, what: &str) {
        let mut bound: Vec<_> = names.bound.into_iter().collect();
        bound.sort_by_key(|(name, at)| (at.start, *name));
        for (name, name_at) in bound {
            self.bind(name, Binding::Unusable { at: at.clone(), what: what.to_string() }, name_at);
        }
    }

    /// A block that could not be parsed still takes its name: nobody gets the DSL's function of that name instead.
    fn broken(&mut self, piece: &Piece, diagnostic: &Diagnostic) {
        self.diagnostics.push(diagnostic.clone());
        if let Some((name, at)) = &piece.name {
            self.add_function(name, at.clone(), None);
            return;
        }
        let text = &self.source.clone().text[piece.range.clone()];
        let word_end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let (word, rest) = text.split_at(word_end);
        if rest.trim_start().starts_with(['=', ':']) {
            let at = piece.range.start..piece.range.start + word_end;
            self.bind(word, Binding::Unusable { at: at.clone(), what: "made by a line with an error".to_string() }, at);
        }
    }
}

/// `__name__ == "__main__"`: never true for a module that is loaded.
fn is_main_check(test: &Expr) -> bool {
    matches!(test, Expr::Compare(c) if matches!(&*c.left, Expr::Name(n) if n.id.as_str() == "__name__"))
}

//! Which names a piece of code binds and which it looks up.

use crate::syntax::bytes;
use foldhash::HashMap as QuickMap;
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_pattern, walk_stmt};
use ruff_python_ast::{ExceptHandler, Expr, ExprContext, Pattern, Stmt};
use ruff_text_size::Ranged;
use std::ops::Range;

/// The names of a function's body, or of a statement at the top of the file.
#[derive(Default)]
pub(crate) struct Names<'a> {
    /// Bound names and where they are bound first: in a function these are local from its first line to its last.
    pub bound: QuickMap<&'a str, Range<usize>>,
    /// Names looked up, in order.
    pub used: Vec<(&'a str, Range<usize>)>,
    /// `yield`, `await` or `global` somewhere: these change what the whole function is, even where they never run.
    pub changes_function: Option<(&'static str, Range<usize>)>,
}

impl<'a> Names<'a> {
    pub fn of_body(body: &'a [Stmt]) -> Names<'a> {
        let mut names = Names::default();
        names.bound.reserve(body.len());
        names.used.reserve(3 * body.len());
        let mut reached = true;
        for stmt in body {
            let used = names.used.len();
            names.visit_stmt(stmt);
            if !reached {
                names.used.truncate(used);
            }
            reached &= !stmt.is_return_stmt();
        }
        names
    }

    pub fn of_stmt(stmt: &'a Stmt) -> Names<'a> {
        let mut names = Names::default();
        names.visit_stmt(stmt);
        names
    }

    fn bind(&mut self, name: &'a str, at: impl Ranged) {
        self.bound.entry(name).or_insert_with(|| bytes(at.range()));
    }
}

impl<'a> Visitor<'a> for Names<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(def) => self.bind(&def.name, &def.name),
            Stmt::ClassDef(class) => self.bind(&class.name, &class.name),
            Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.bind(name.split('.').next().unwrap_or(name), name);
                }
            }
            Stmt::ImportFrom(import) => {
                for alias in &import.names {
                    let name = alias.asname.as_ref().unwrap_or(&alias.name);
                    self.bind(name, name);
                }
            }
            Stmt::Global(_) | Stmt::Nonlocal(_) => {
                self.changes_function.get_or_insert(("global", bytes(stmt.range())));
            }
            _ => walk_stmt(self, stmt),
        }
    }

    fn visit_annotation(&mut self, _: &'a Expr) {}

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(h) = handler;
        if let Some(name) = &h.name {
            self.bind(name, name);
        }
        ruff_python_ast::visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        let name = match pattern {
            Pattern::MatchAs(p) => p.name.as_ref(),
            Pattern::MatchStar(p) => p.name.as_ref(),
            Pattern::MatchMapping(p) => p.rest.as_ref(),
            _ => None,
        };
        if let Some(name) = name {
            self.bind(name, name);
        }
        walk_pattern(self, pattern);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) => match name.ctx {
                ExprContext::Load => self.used.push((&name.id, bytes(name.range))),
                _ => self.bind(&name.id, name),
            },
            // Names bound in these are their own.
            Expr::Lambda(_) | Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) | Expr::Generator(_) => {
                let mut inner = Names::default();
                walk_expr(&mut inner, expr);
                self.used.append(&mut inner.used);
            }
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                self.changes_function.get_or_insert(("yield", bytes(expr.range())));
            }
            Expr::Await(_) => {
                self.changes_function.get_or_insert(("await", bytes(expr.range())));
            }
            _ => walk_expr(self, expr),
        }
    }
}

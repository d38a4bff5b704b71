//! Import lines. Nothing is ever imported: the DSL is built in, and other modules are not run.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::globals::{Binding, Globals};
use crate::suggest;
use crate::syntax::bytes;
use megabatt_core::{Dialect, constants};
use ruff_python_ast::{Alias, StmtImport, StmtImportFrom};
use ruff_text_size::Ranged;
use std::ops::Range;

/// What a module is to a file of programs, judged by the last part of its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Module {
    Dsl,
    Constants,
    /// Holds nothing that runs.
    Types,
    Foreign,
}

fn module(name: &str, dialect: Dialect) -> Module {
    let last = name.rsplit('.').next().unwrap_or(name);
    match last {
        "typing" | "typing_extensions" | "__future__" | "abc" => Module::Types,
        _ if last.contains("constants") => Module::Constants,
        _ if last.contains("types") => Module::Types,
        _ if last.contains("dsl") => Module::Dsl,
        // tokpidjin's own modules that hand its DSL on.
        "utils" | "pile" if dialect == Dialect::Tok => Module::Dsl,
        _ => Module::Foreign,
    }
}

impl<'a> Globals<'a> {
    pub(crate) fn import(&mut self, import: &'a StmtImport) {
        for alias in &import.names {
            let at = bytes(import.range);
            if module(&alias.name, self.dialect) == Module::Types {
                continue;
            }
            let error =
                Diagnostic::error(&self.source, at.clone(), format!("`import {}` is not run", alias.name.as_str()))
                    .code(Code::Import);
            self.diagnostics.push(match module(&alias.name, self.dialect) {
                Module::Foreign => error.help("megabatt never runs other modules. Remove the line and what uses it."),
                _ => error
                    .help("The DSL is built in: write `from dsl import *` and call operations by their name alone."),
            });
            let name = alias.asname.as_ref().unwrap_or(&alias.name);
            let bound = name.split('.').next().unwrap_or(name);
            self.bind(
                bound,
                Binding::Unusable { at, what: "from a module that megabatt does not run".into() },
                bytes(name.range),
            );
        }
    }

    pub(crate) fn import_from(&mut self, import: &'a StmtImportFrom) {
        let from = import.module.as_deref().unwrap_or("");
        let kind = module(from, self.dialect);
        for alias in &import.names {
            if kind == Module::Types {
                continue;
            }
            if &*alias.name == "*" {
                self.import_star(kind, from, bytes(import.range));
            } else {
                self.import_name(kind, from, alias, bytes(import.range));
            }
        }
    }

    /// `from dsl import *` gives back the DSL's meaning to names that the file had defined before.
    fn import_star(&mut self, kind: Module, from: &str, at: Range<usize>) {
        let dsl_has_constants = self.dialect == Dialect::Rearc || matches!(from, "utils" | "pile");
        if kind == Module::Foreign {
            let error = Diagnostic::error(&self.source, at, format!("megabatt does not read the module `{from}`"))
                .code(Code::Import)
                .help("Copy the functions your programs need into this file.");
            self.diagnostics.push(error);
            return;
        }
        if kind == Module::Dsl {
            let dialect = self.dialect;
            for name in dialect.names().into_iter().filter(|name| dialect.has_operation(name)) {
                self.unbind(name, at.clone());
            }
        }
        if kind == Module::Constants || dsl_has_constants {
            constants::names_in(self.dialect).iter().for_each(|name| self.unbind(name, at.clone()));
        }
    }

    fn import_name(&mut self, kind: Module, from: &str, alias: &Alias, line: Range<usize>) {
        let name = alias.name.as_str();
        let at = bytes(alias.name.range());
        let bound = alias.asname.as_ref().unwrap_or(&alias.name);
        let bound_at = bytes(bound.range());
        if let Some(value) = self.dialect.value(name) {
            if kind == Module::Foreign {
                let warning = Diagnostic::warning(
                    &self.source,
                    at,
                    format!("`{name}` is taken from megabatt, not from the module `{from}`"),
                )
                .code(Code::ForeignName)
                .help("megabatt never runs other modules. If this is another function, copy it into this file.");
                self.diagnostics.push(warning);
            }
            self.bind(bound, Binding::Value(value), bound_at);
            return;
        }
        let is_type = name.starts_with(|c: char| c.is_ascii_uppercase());
        if kind == Module::Dsl && is_type {
            return;
        }
        let error = match kind {
            Module::Foreign => {
                Diagnostic::error(&self.source, at, format!("megabatt does not read the module `{from}`"))
                    .code(Code::Import)
                    .help("Copy the functions your programs need into this file.")
            }
            _ => {
                let error = Diagnostic::error(&self.source, at, format!("the DSL has no `{name}`")).code(Code::Import);
                match suggest::nearest(name, self.dialect, std::iter::empty()) {
                    Some(near) => error.help(format!("Did you mean `{near}`?")),
                    None => error.help("Remove it, or define the function in this file."),
                }
            }
        };
        self.diagnostics.push(error);
        self.bind(
            bound,
            Binding::Unusable { at: line, what: "from a module that megabatt does not run".into() },
            bound_at,
        );
    }
}

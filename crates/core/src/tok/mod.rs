//! tokpidjin's dialect of the DSL: its operations, as a table of their own.
//!
//! Many names are arc-dsl's, but hardly an operation is quite the same: cells are `(i, j, c)`, most operations have typed
//! variants (`size_t` for tuples, `size_f` for sets), and every one of them catches what is raised inside and gives a default
//! instead. So they share no table with arc-dsl's operations: what knows those does not apply here unless somebody
//! says so.

mod constants;
mod table;

pub use constants::{NAMES as CONSTANT_NAMES, constant};
pub use table::names::TokOp;

use crate::func::{Closure, Function};
use crate::ops::{Cost, Family, Param};
use crate::set::Set;
use crate::types::Type;
use crate::value::Value;

/// What an operation gives when something inside it raises. Tokpidjin works it out from the annotation of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Default {
    /// `()`.
    Nothing,
    /// `frozenset()`.
    NoItems,
    /// `0`.
    Zero,
    /// `False`.
    False,
    /// A function that takes anything and gives `()`.
    Function,
}

impl Default {
    pub fn value(self) -> Value {
        match self {
            Default::Nothing => Value::empty_tuple(),
            Default::NoItems => Value::set(Set::empty()),
            Default::Zero => Value::Int(0),
            Default::False => Value::Bool(false),
            Default::Function => match Function::new(Closure::Nothing) {
                Ok(function) => Value::func(function),
                Err(_) => Value::empty_tuple(),
            },
        }
    }

    /// The value as people write it.
    pub fn text(self) -> &'static str {
        match self {
            Default::Nothing => "()",
            Default::NoItems => "frozenset()",
            Default::Zero => "0",
            Default::False => "False",
            Default::Function => "a function that gives ()",
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokInfo {
    pub name: &'static str,
    pub params: &'static [Param],
    pub result: Type,
    pub default: Default,
    pub family: Family,
    pub cost: Cost,
    pub doc: &'static str,
}

impl TokOp {
    #[inline]
    pub fn info(self) -> &'static TokInfo {
        &table::TABLE[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// How many parameters it has, optional ones included; `rbind` and `lbind` go by this.
    #[inline]
    pub fn arity(self) -> usize {
        self.info().params.len()
    }

    /// How many arguments a call needs at least.
    #[inline]
    pub fn required(self) -> usize {
        match self {
            TokOp::get_nth_by_key_t | TokOp::get_nth_by_key_f => 2,
            _ => self.arity(),
        }
    }

    /// The operation a name stands for, if any.
    pub fn from_name(name: &str) -> Option<TokOp> {
        static BY_NAME: std::sync::LazyLock<std::collections::HashMap<&'static str, TokOp>> =
            std::sync::LazyLock::new(|| TokOp::ALL.iter().map(|&op| (op.name(), op)).collect());
        BY_NAME.get(name).copied()
    }

    /// `fill(grid: Grid, color: Int, patch: Patch) -> Grid`.
    pub fn signature(self) -> String {
        let info = self.info();
        let params: Vec<String> = info.params.iter().map(|p| format!("{}: {}", p.name, p.ty)).collect();
        format!("{}({}) -> {}", info.name, params.join(", "), info.result)
    }
}

/// What `_get_safe_default(function)` gives for any value: the default of an operation, `()` for everything else.
pub fn default_of(function: &Value) -> Value {
    match function {
        Value::Tok(op) => op.info().default.value(),
        _ => Value::empty_tuple(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_public_name_once() {
        let mut names: Vec<_> = TokOp::ALL.iter().map(|op| op.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 292);
        assert!(TokOp::ALL.iter().all(|&op| TokOp::from_name(op.name()) == Some(op)));
    }

    #[test]
    fn defaults_are_those_that_were_counted() {
        let count = |default| TokOp::ALL.iter().filter(|op| op.info().default == default).count();
        let counts = [Default::Nothing, Default::NoItems, Default::Zero, Default::False, Default::Function].map(count);
        assert_eq!(counts, [149, 67, 49, 20, 7]);
    }
}

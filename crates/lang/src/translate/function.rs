//! Functions as values: what they were made of, until it is known what they are called on.
//!
//! `size` is `size_t` or `size_f` in the other dialect, so a function is translated where it is used, and once for each sort of
//! argument.

use super::ty::Ty;
use megabatt_core::Value;
use std::sync::Arc;

/// A value of the program.
#[derive(Clone, Debug)]
pub enum Thing {
    Value(Known),
    Function(Arc<Fun>),
}

/// A value that is no function.
#[derive(Clone, Debug)]
pub struct Known {
    /// How the translation writes it: a name or a constant.
    pub text: String,
    pub ty: Ty,
    /// The value, if it stands in the program.
    pub value: Option<Value>,
}

/// Functions of functions deeper than this are not followed; freeing them is recursive.
const DEEPEST: u32 = 100;

/// A function, and how deeply it is nested.
#[derive(Clone, Debug)]
pub struct Fun {
    pub made: Made,
    depth: u32,
}

/// How a function was made.
#[derive(Clone, Debug)]
pub enum Made {
    Op(&'static str),
    Compose(Arc<Fun>, Arc<Fun>),
    Chain(Arc<Fun>, Arc<Fun>, Arc<Fun>),
    Fork(Arc<Fun>, Arc<Fun>, Arc<Fun>),
    Matcher(Arc<Fun>, Known),
    /// One of two, as a value says.
    Branch(Known, Arc<Fun>, Arc<Fun>),
    Power(Arc<Fun>, Known),
    Rbind(Arc<Fun>, Thing),
    Lbind(Arc<Fun>, Thing),
}

/// Whether the operation makes a function.
pub fn is_maker(name: &str) -> bool {
    matches!(name, "compose" | "chain" | "fork" | "matcher" | "power" | "rbind" | "lbind")
}

/// Whether a call of the operation gives a function.
pub fn makes_function(name: &str, args: &[Thing]) -> bool {
    is_maker(name) || name == "branch" && matches!(args, [_, Thing::Function(_), Thing::Function(_)])
}

impl Fun {
    pub fn op(name: &'static str) -> Fun {
        Fun { made: Made::Op(name), depth: 0 }
    }

    /// The function that a maker gives. None: these are not its arguments, or they are not known well enough.
    pub fn made(name: &str, args: &[Thing]) -> Option<Fun> {
        use Thing::{Function as F, Value as V};
        let inside = args.iter().map(|arg| if let F(fun) = arg { fun.depth } else { 0 });
        let depth = inside.max().unwrap_or(0) + 1;
        if depth > DEEPEST {
            return None;
        }
        let made = match (name, args) {
            ("compose", [F(outer), F(inner)]) => Made::Compose(outer.clone(), inner.clone()),
            ("chain", [F(h), F(g), F(f)]) => Made::Chain(h.clone(), g.clone(), f.clone()),
            ("fork", [F(outer), F(a), F(b)]) => Made::Fork(outer.clone(), a.clone(), b.clone()),
            ("matcher", [F(function), V(target)]) => Made::Matcher(function.clone(), target.clone()),
            ("branch", [V(condition), F(a), F(b)]) => Made::Branch(condition.clone(), a.clone(), b.clone()),
            ("power", [F(function), V(times)]) => Made::Power(function.clone(), times.clone()),
            ("rbind", [F(function), fixed]) => Made::Rbind(function.clone(), fixed.clone()),
            ("lbind", [F(function), fixed]) => Made::Lbind(function.clone(), fixed.clone()),
            _ => return None,
        };
        Some(Fun { made, depth })
    }
}

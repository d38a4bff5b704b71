//! Functions as far as they are known: operations, functions of the file, and what `compose` and its kin make.

use super::known::Known;
use megabatt_core::func::bound_arity;
use megabatt_core::{Code, Dialect, Op};
use std::sync::Arc;

/// A function of which it is known how it was made.
#[derive(Debug)]
pub enum Func {
    Op(Op),
    User(Arc<Code>),
    Compose { outer: Known, inner: Known },
    Chain { h: Known, g: Known, f: Known },
    Matcher { function: Known },
    Rbind { function: Known, fixed: Known, arity: usize },
    Lbind { function: Known, fixed: Known, arity: usize },
    Fork { outer: Known, a: Known, b: Known },
}

impl Func {
    /// How many arguments it takes.
    pub fn arity(&self) -> usize {
        match self {
            Func::Op(op) => op.arity(),
            Func::User(code) => code.params.len(),
            Func::Compose { .. } | Func::Chain { .. } | Func::Matcher { .. } | Func::Fork { .. } => 1,
            Func::Rbind { arity, .. } | Func::Lbind { arity, .. } => bound_arity(*arity),
        }
    }

    /// The values it was made of.
    pub fn inner(&self) -> Vec<&Known> {
        match self {
            Func::Op(_) | Func::User(_) => Vec::new(),
            Func::Compose { outer, inner } => vec![outer, inner],
            Func::Chain { h, g, f } => vec![h, g, f],
            Func::Matcher { function } => vec![function],
            Func::Rbind { function, fixed, .. } | Func::Lbind { function, fixed, .. } => vec![function, fixed],
            Func::Fork { outer, a, b } => vec![outer, a, b],
        }
    }

    /// What people call it.
    pub fn name(&self) -> String {
        match self {
            Func::Op(op) => format!("`{}`", op.name()),
            Func::User(code) => format!("`{}`", code.name),
            Func::Compose { .. } => "this composition".to_string(),
            Func::Chain { .. } => "this chain".to_string(),
            Func::Matcher { .. } => "this matcher".to_string(),
            Func::Rbind { function, .. } | Func::Lbind { function, .. } => match &function.function {
                Some(inner) => format!("{} with an argument fixed", inner.name()),
                None => "this function with an argument fixed".to_string(),
            },
            Func::Fork { .. } => "this fork".to_string(),
        }
    }

    /// The names of its parameters, as a call with keywords needs them.
    pub fn params(&self, dialect: Dialect) -> Vec<String> {
        let fixed = |names: [&str; 3]| names.iter().take(self.arity()).map(|name| name.to_string()).collect();
        match self {
            Func::Op(op) => (0..op.arity()).map(|i| op.param_name(i, dialect).to_string()).collect(),
            Func::User(code) => code.params.clone(),
            Func::Lbind { .. } => fixed(["y", "z", "a"]),
            _ => fixed(["x", "y", "z"]),
        }
    }
}

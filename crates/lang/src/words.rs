//! Python's constructs in users' words.

use ruff_python_ast::{Expr, Number, Operator, Stmt, UnaryOp};

/// What a statement is, and what to do instead of it.
pub(crate) fn statement(stmt: &Stmt) -> (&'static str, &'static str) {
    const STRAIGHT: &str = "Programs are straight lines `name = operation(...)` that end with `return name`.";
    match stmt {
        Stmt::For(_) | Stmt::While(_) => ("a loop", "Use `apply`, `mapply`, `sfilter` or `power` instead of a loop."),
        Stmt::If(_) | Stmt::Match(_) => {
            ("a conditional statement", "Use `branch(condition, a, b)` to choose between two values.")
        }
        Stmt::FunctionDef(_) => {
            ("a function inside a function", "Move it to the top of the file, or use `compose`, `fork` and their kin.")
        }
        Stmt::ClassDef(_) => ("a class", "Only functions can be programs or helpers."),
        Stmt::AugAssign(_) => ("an update in place", "Write `x = add(x, y)` with the operation you need."),
        Stmt::Import(_) | Stmt::ImportFrom(_) => {
            ("an import inside a function", "The DSL's names need no import; remove the line.")
        }
        Stmt::Delete(_) => ("`del`", "Remove the line."),
        Stmt::Global(_) | Stmt::Nonlocal(_) => {
            ("`global`", "Programs cannot change names outside of them; remove the line.")
        }
        Stmt::Try(_) | Stmt::Raise(_) | Stmt::Assert(_) => ("handling of exceptions", STRAIGHT),
        Stmt::With(_) => ("a `with` block", STRAIGHT),
        Stmt::Assign(_) | Stmt::AnnAssign(_) => {
            ("an assignment to something other than one name", "Write `name = value`, one name a line.")
        }
        _ => ("a statement of this kind", STRAIGHT),
    }
}

/// What an expression is, and what to do instead of it.
pub(crate) fn expression(expr: &Expr) -> (&'static str, &'static str) {
    const VALUES: &str = "Programs have ints, booleans, None, tuples and the operations of the DSL.";
    match expr {
        Expr::Lambda(_) => {
            ("a lambda", "Use `compose`, `chain`, `fork`, `lbind`, `rbind` or `matcher` to make functions.")
        }
        Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) | Expr::Generator(_) => {
            ("a comprehension", "Use `apply`, `mapply` or `sfilter`.")
        }
        Expr::Attribute(_) => {
            ("an attribute (`.name`)", "Call operations by their name alone, as after `from dsl import *`.")
        }
        Expr::Subscript(_) | Expr::Slice(_) => {
            ("an index in square brackets", "Use `first`, `last`, `index`, `extract` or `crop`.")
        }
        Expr::BinOp(op) => ("an operator", operator(op.op)),
        Expr::BoolOp(_) => ("`and` / `or`", "Use `both(a, b)` or `either(a, b)`."),
        Expr::Compare(_) => ("a comparison", "Use `equality`, `greater` or `contained`."),
        Expr::UnaryOp(op) => match op.op {
            UnaryOp::Not => ("`not`", "Use `flip(b)`."),
            UnaryOp::USub => {
                ("a minus sign before something that is not a number", "Use `invert(n)`, or write the number itself.")
            }
            _ => ("an operator", "Write the number itself."),
        },
        Expr::If(_) => ("a conditional expression", "Use `branch(condition, a, b)`."),
        Expr::StringLiteral(_) | Expr::BytesLiteral(_) | Expr::FString(_) | Expr::TString(_) => {
            ("text in quotes", VALUES)
        }
        Expr::NumberLiteral(n) => match n.value {
            Number::Float(_) => ("a number with a decimal point", VALUES),
            _ => ("a number of this kind", VALUES),
        },
        Expr::List(_) => ("a list", "Use a tuple: `(a, b)`."),
        Expr::Set(_) | Expr::Dict(_) => ("braces", "Use `initset`, `insert` and `combine` to make sets."),
        Expr::Starred(_) => ("a star argument", "Write the arguments one by one."),
        Expr::Named(_) => ("an assignment inside an expression", "Give it a line of its own."),
        Expr::Yield(_) | Expr::YieldFrom(_) | Expr::Await(_) => {
            ("`yield` or `await`", "End the function with `return name`.")
        }
        _ => ("an expression of this kind", VALUES),
    }
}

fn operator(op: Operator) -> &'static str {
    match op {
        Operator::Add => "Use `add(a, b)`, or `combine` for containers.",
        Operator::Sub => "Use `subtract(a, b)`, or `difference` for sets.",
        Operator::Mult => "Use `multiply(a, b)`.",
        Operator::FloorDiv | Operator::Div => "Use `divide(a, b)`.",
        Operator::BitAnd => "Use `intersection(a, b)`, or `both` for booleans.",
        Operator::BitOr => "Use `combine(a, b)`, or `either` for booleans.",
        _ => "Use the operations of the DSL.",
    }
}

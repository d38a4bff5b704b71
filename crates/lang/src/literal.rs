//! Values that are written out in the text.

use megabatt_core::Value;
use ruff_python_ast::{Expr, Number, UnaryOp};

/// Whether a constant is small enough to be kept as one: named tuples of named tuples double with every line.
pub(crate) fn fits(value: &Value) -> bool {
    value.weight() <= 100_000 && value.depth() <= 100
}

/// The int a literal stands for, with a minus sign or without; `Err` if it leaves the range of i64.
pub(crate) fn int(expr: &Expr) -> Option<Result<i64, ()>> {
    let (digits, negative) = match expr {
        Expr::UnaryOp(unary) if unary.op == UnaryOp::USub => (&*unary.operand, true),
        other => (other, false),
    };
    let Expr::NumberLiteral(literal) = digits else { return None };
    let Number::Int(int) = &literal.value else { return None };
    let value = int.as_u64().map(|n| if negative { -i128::from(n) } else { i128::from(n) });
    Some(value.and_then(|n| i64::try_from(n).ok()).ok_or(()))
}

/// The value of an expression made of literals, tuples and names that `lookup` knows.
pub(crate) fn constant(expr: &Expr, lookup: &dyn Fn(&str) -> Option<Value>) -> Option<Value> {
    match expr {
        Expr::Name(name) => lookup(&name.id),
        Expr::BooleanLiteral(b) => Some(Value::Bool(b.value)),
        Expr::NoneLiteral(_) => Some(Value::None),
        Expr::Tuple(tuple) => {
            let items: Option<Vec<Value>> = tuple.elts.iter().map(|item| constant(item, lookup)).collect();
            Value::tuple(items?).ok()
        }
        other => Some(Value::Int(int(other)?.ok()?)),
    }
}

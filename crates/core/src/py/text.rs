//! Values as Python prints them.

use crate::func;
use crate::set::Set;
use crate::value::Value;

/// `repr(value)`; functions by the expression that made them.
pub fn repr(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

/// `repr(frozenset)`.
pub fn repr_set(set: &Set) -> String {
    let mut out = String::new();
    write_set(set, &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::None => out.push_str("None"),
        Value::Bool(b) => out.push_str(if *b { "True" } else { "False" }),
        Value::Int(n) => out.push_str(&n.to_string()),
        Value::Float(x) if x.is_nan() => out.push_str("nan"),
        Value::Float(x) if x.is_infinite() => out.push_str(if *x > 0.0 { "inf" } else { "-inf" }),
        Value::Float(x) => out.push_str(&format!("{x:?}")),
        Value::Set(s) => write_set(s, out),
        Value::Op(_) | Value::Tok(_) | Value::Func(_) => out.push_str(&func::describe(value)),
        tuple => {
            out.push('(');
            let mut n = 0;
            for item in super::iter(tuple).into_iter().flatten() {
                if n > 0 {
                    out.push_str(", ");
                }
                write(&item, out);
                n += 1;
            }
            out.push_str(if n == 1 { ",)" } else { ")" });
        }
    }
}

fn write_set(set: &Set, out: &mut String) {
    if set.is_empty() {
        return out.push_str("frozenset()");
    }
    out.push_str("frozenset({");
    for (n, item) in set.in_some_order().enumerate() {
        if n > 0 {
            out.push_str(", ");
        }
        write(&item, out);
    }
    out.push_str("})");
}

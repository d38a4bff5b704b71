//! Values as JSON, for outcome files.
//!
//! Tuples are arrays, frozensets `{"set":[…]}` in CPython's order, functions `{"function":"…"}`, floats
//! `{"float":"nan"}`. Written straight to text: an outcome file has millions of small numbers.

use crate::func;
use crate::py;
use crate::value::Value;

/// The compact JSON of a value.
pub fn to_json(value: &Value) -> String {
    let mut out = String::new();
    write_json(value, &mut out);
    out
}

/// Appends the compact JSON of a value.
pub fn write_json(value: &Value, out: &mut String) {
    match value {
        Value::None => out.push_str("null"),
        Value::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
        Value::Int(n) => write_int(*n, out),
        Value::Float(_) => {
            out.push_str("{\"float\":\"");
            out.push_str(&py::repr(value));
            out.push_str("\"}");
        }
        Value::Set(s) => {
            out.push_str("{\"set\":[");
            write_items(s.in_some_order(), out);
            out.push_str("]}");
        }
        Value::Grid(g) => {
            out.push('[');
            for i in 0..g.height() {
                out.push_str(if i > 0 { ",[" } else { "[" });
                for (j, &v) in g.row(i).iter().enumerate() {
                    if j > 0 {
                        out.push(',');
                    }
                    write_int(v.into(), out);
                }
                out.push(']');
            }
            out.push(']');
        }
        Value::Op(_) | Value::Tok(_) | Value::Func(_) => {
            out.push_str("{\"function\":");
            out.push_str(&serde_json::Value::String(func::describe(value)).to_string());
            out.push('}');
        }
        tuple => {
            out.push('[');
            write_items(py::iter(tuple).into_iter().flatten(), out);
            out.push(']');
        }
    }
}

fn write_items(items: impl Iterator<Item = Value>, out: &mut String) {
    for (n, item) in items.enumerate() {
        if n > 0 {
            out.push(',');
        }
        write_json(&item, out);
    }
}

fn write_int(n: i64, out: &mut String) {
    if (0..10).contains(&n) {
        out.push((b'0' + n as u8) as char);
    } else {
        out.push_str(&n.to_string());
    }
}

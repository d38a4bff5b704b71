//! Generated programs, as data that can be renamed, reordered and written out.

use proptest::prelude::*;

#[derive(Clone, Debug)]
pub enum Arg {
    /// An earlier line, counted back from here; the parameter if there are not so many.
    Line(usize),
    Text(&'static str),
    Nested(Box<Expr>),
}

#[derive(Clone, Debug)]
pub enum Expr {
    Op(&'static str, Vec<Arg>),
    Keyword(&'static str, Vec<Arg>),
    Variable(Arg, Vec<Arg>),
    Tuple(Vec<Arg>),
    Copy(Arg),
}

pub type Lines = Vec<Expr>;

const WORDS: [&str; 14] = [
    "T",
    "F",
    "True",
    "1",
    "ONE",
    "-3",
    "None",
    "UP",
    "(1, -1)",
    "()",
    "vmirror",
    "twice",
    "(ZERO, twice, (T,))",
    "9223372036854775807",
];
const OPS: [&str; 8] = ["add", "objects", "first", "compose", "fill", "astuple", "twice", "shift"];

fn arg() -> impl Strategy<Value = Arg> {
    prop_oneof![(0usize..6).prop_map(Arg::Line), prop::sample::select(&WORDS[..]).prop_map(Arg::Text)]
}

fn expr() -> impl Strategy<Value = Expr> {
    let flat = |args: BoxedStrategy<Arg>| {
        let args = prop::collection::vec(args, 0..4);
        prop_oneof![
            4 => (prop::sample::select(&OPS[..]), args.clone()).prop_map(|(op, args)| Expr::Op(op, args)),
            1 => (prop::sample::select(&OPS[..]), args.clone()).prop_map(|(op, args)| Expr::Keyword(op, args)),
            1 => (arg(), args.clone()).prop_map(|(f, args)| Expr::Variable(f, args)),
            1 => args.prop_map(Expr::Tuple),
            1 => arg().prop_map(Expr::Copy),
        ]
    };
    let nested = flat(arg().boxed()).prop_map(|expr| Arg::Nested(Box::new(expr)));
    flat(prop_oneof![3 => arg(), 1 => nested].boxed())
}

pub fn lines() -> impl Strategy<Value = Lines> {
    prop::collection::vec(expr(), 1..9)
}

fn write_arg(arg: &Arg, earlier: &[String]) -> String {
    match arg {
        Arg::Line(back) => earlier[earlier.len().saturating_sub(back + 1)].clone(),
        Arg::Text(text) => (*text).to_string(),
        Arg::Nested(expr) => write_expr(expr, earlier),
    }
}

fn write_expr(expr: &Expr, earlier: &[String]) -> String {
    let args = |args: &[Arg]| args.iter().map(|a| write_arg(a, earlier)).collect::<Vec<_>>();
    match expr {
        Expr::Op(op, a) => format!("{op}({})", args(a).join(", ")),
        Expr::Keyword(op, a) => {
            let named: Vec<_> =
                args(a).iter().zip(["grid", "a", "value", "patch"]).map(|(a, name)| format!("{name}={a}")).collect();
            format!("{op}({})", named.join(", "))
        }
        Expr::Variable(f, a) => match write_arg(f, earlier) {
            callee if callee.starts_with('-') => format!("({callee})({})", args(a).join(", ")),
            callee => format!("{callee}({})", args(a).join(", ")),
        },
        Expr::Tuple(items) => {
            args(items).iter().fold("(".to_string(), |out, item| out + item + ", ").replace("(, ", "(") + ")"
        }
        Expr::Copy(a) => write_arg(a, earlier),
    }
}

/// The lines as `name = value`, each under the name that `name` gives it.
pub fn written(lines: &Lines, param: &str, name: impl Fn(usize) -> String) -> Vec<String> {
    let mut earlier = vec![param.to_string()];
    let mut out = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        out.push(format!("    {} = {}\n", name(i), write_expr(line, &earlier)));
        earlier.push(name(i));
    }
    out
}

/// A whole file around the lines: a helper, and a program that returns the last line.
pub fn file(name: &str, param: &str, lines: &[String], result: &str) -> String {
    format!(
        "def twice(grid):\n    return hconcat(grid, grid)\n\n\ndef {name}({param}):\n{}    return {result}\n",
        lines.concat()
    )
}

//! Why a call failed, in words. Only what was checked on the arguments is said.

use super::locate::{Site, short};
use super::types::{fits, kind};
use megabatt_core::{Exception, Fail, Limit, Op, Value, py};

/// The reason of a failure.
pub fn why(site: &Site) -> String {
    match (site.fail, &site.callee) {
        (Fail::Limit(limit), _) => limit_words(limit).to_string(),
        (Fail::Raise(exception), Value::Op(op)) => operation(exception, *op, &site.args),
        (Fail::Raise(exception), Value::Func(function)) => {
            let given = site.args.len();
            match function.arg_count() {
                Some(takes) if takes != given => {
                    format!("{} takes {}, and {given} were given", short(&site.callee), arguments(takes))
                }
                _ => general(exception).to_string(),
            }
        }
        (Fail::Raise(_), other) => format!("{} is {} and cannot be called", short(other), kind(other)),
    }
}

fn operation(exception: Exception, op: Op, args: &[Value]) -> String {
    if args.len() != op.arity() {
        return format!("{} takes {}, and {} were given", op.name(), arguments(op.arity()), args.len());
    }
    let specific = match exception {
        Exception::StopIteration => stop_iteration(op, args),
        Exception::ZeroDivisionError => zero_division(op, args),
        Exception::IndexError => index(op, args),
        Exception::RecursionError => recursion(op, args),
        Exception::ValueError if op == Op::interval && args[2].as_int() == Some(0) => {
            Some("`step` is 0, and no steps of 0 lead from start to stop".to_string())
        }
        _ => None,
    };
    specific
        .or_else(|| wants_emptiness(exception).then(|| empty(op, args)).flatten())
        .or_else(|| wrong_type(op, args))
        .or_else(|| incomparable(exception, op, args))
        .unwrap_or_else(|| general(exception).to_string())
}

fn stop_iteration(op: Op, args: &[Value]) -> Option<String> {
    let n = py::len(args.first()?).ok()?;
    match op {
        Op::extract if n > 0 => Some(format!("the condition holds for none of the {} of `container`", items(n))),
        Op::other if n > 0 => Some("`container` has no item but the value".to_string()),
        _ => None,
    }
}

fn zero_division(op: Op, args: &[Value]) -> Option<String> {
    let has_zero = |value: &Value| match value {
        Value::Pair(a, b) => *a == 0 || *b == 0,
        other => other.as_int() == Some(0),
    };
    let at = match op {
        Op::divide | Op::hsplit | Op::vsplit | Op::downscale => 1,
        _ => return None,
    };
    has_zero(&args[at]).then(|| format!("`{}` is {}, and nothing can be divided by 0", name(op, at), short(&args[at])))
}

fn index(op: Op, args: &[Value]) -> Option<String> {
    let shape = |value: &Value| match value {
        Value::Grid(grid) => Some((grid.height(), grid.width())),
        _ => None,
    };
    match op {
        Op::cellwise => {
            let (a, b) = (shape(&args[0])?, shape(&args[1])?);
            (a.0 > b.0 || a.1 > b.1)
                .then(|| format!("`a` is {}x{} and `b` only {}x{}: a cell of a has none beside it", a.0, a.1, b.0, b.1))
        }
        _ => None,
    }
}

fn recursion(op: Op, args: &[Value]) -> Option<String> {
    let n = args.get(1)?.as_int()?;
    (op == Op::power && n < 1).then(|| format!("power counts `n` down to 1, and {n} is below that: it never ends"))
}

/// Exceptions that Python raises for something that has nothing in it.
fn wants_emptiness(exception: Exception) -> bool {
    matches!(exception, Exception::StopIteration | Exception::ValueError | Exception::IndexError)
}

/// The first argument with nothing in it.
fn empty(op: Op, args: &[Value]) -> Option<String> {
    let at = args.iter().position(|arg| py::len(arg) == Ok(0))?;
    let needs = match op {
        Op::first | Op::last | Op::color => "there is no first or last item",
        _ => "the operation needs at least one item",
    };
    Some(format!("`{}` is empty: {needs}", name(op, at)))
}

/// The first argument that is not what the operation is meant for.
fn wrong_type(op: Op, args: &[Value]) -> Option<String> {
    let at = (0..args.len()).find(|&i| !fits(op.info().params[i].ty, &args[i]))?;
    let (wanted, given) = (op.info().params[at].ty.words(), &args[at]);
    let is_short = given.weight() <= 12 && !matches!(given, Value::None | Value::Set(_));
    let text = if is_short { format!(" {}", short(given)) } else { String::new() };
    Some(format!("`{}` is {}{text} where {wanted} is wanted", name(op, at), kind(given)))
}

/// Items that Python cannot put in an order.
fn incomparable(exception: Exception, op: Op, args: &[Value]) -> Option<String> {
    if exception != Exception::TypeError || !matches!(op, Op::maximum | Op::minimum) {
        return None;
    }
    let items: Vec<Value> = py::iter(args.first()?).ok()?.collect();
    let first = items.first()?;
    let other = items.iter().find(|item| item.type_name() != first.type_name())?;
    Some(format!("items of `{}` are {} and {}, and these have no order", name(op, 0), kind(first), kind(other)))
}

fn name(op: Op, at: usize) -> &'static str {
    op.info().params[at].name
}

fn items(n: usize) -> String {
    if n == 1 { "1 item".to_string() } else { format!("{n} items") }
}

fn arguments(n: usize) -> String {
    if n == 1 { "1 argument".to_string() } else { format!("{n} arguments") }
}

/// What is known from the class of the exception alone.
fn general(exception: Exception) -> &'static str {
    match exception {
        Exception::AttributeError => "a value has not the method that the operation asks of it",
        Exception::IndexError => "a place outside of a tuple or a grid was asked for",
        Exception::KeyError => "something was looked up that is not there",
        Exception::OverflowError => "a number is too large for what it is used for",
        Exception::RecursionError => "functions call functions more than 1,000 deep",
        Exception::RuntimeError => "a function called for an item ran out of items itself",
        Exception::StopIteration => "there is no item left to take",
        Exception::TypeError => "a value is of a kind that the operation cannot use",
        Exception::ValueError => "a value has the right kind, but nothing can be done with it",
        Exception::ZeroDivisionError => "something is divided by 0",
    }
}

fn limit_words(limit: Limit) -> &'static str {
    match limit {
        Limit::Fuel => "it takes more work than one program and sample may; Python would go on",
        Limit::Memory => "its values take more memory than one program and sample may",
        Limit::Int => "a number leaves the 64 bits that megabatt has for it",
        Limit::Recursion => "between 900 and 1,000 nested calls Python's answer depends on its caller",
        Limit::Depth => "containers are nested more than 2,000 deep",
        Limit::Time => "it took longer than it may",
        Limit::Stopped => "the run was stopped",
        Limit::Internal => "a defect of megabatt; please report it with the program",
    }
}

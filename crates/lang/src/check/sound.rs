//! What is inferred against what really happens: every operation on many values, through the plain form of the CPU
//! backend. A call that is said to raise must raise, and a value must be one of those that were said to be possible.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::call::Caller;
use super::demands::demand;
use super::function::Func;
use super::kinds::Kinds;
use super::known::{Items, Known};
use megabatt_core::code::{Action, Step};
use megabatt_core::{Call, Closure, Code, Dialect, Function, Op, Operand, Set, Value, grid, py};
use megabatt_cpu::{Cpu, Engine};
use megabatt_exec::{Cancel, Limits, Outcome, Row};
use std::sync::Arc;

/// A small generator of numbers: the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % sides
    }
}

fn int(n: i64) -> Value {
    Value::Int(n)
}

fn tuple(items: &[Value]) -> Value {
    Value::tuple(items.to_vec()).unwrap()
}

fn set(items: &[Value]) -> Value {
    Value::set(Set::from_items(items.to_vec()).unwrap())
}

/// A closure and what is known of it.
fn closure(kind: Closure, known: Func) -> (Value, Known) {
    (Value::func(Function::new(kind).unwrap()), Known::func(known))
}

/// Values of every kind, from usual to odd, with all there is to know of each.
fn pool() -> Vec<(Value, Known)> {
    let pair = |i, j| tuple(&[int(i), int(j)]);
    let cell = |c, i, j| tuple(&[int(c), pair(i, j)]);
    let object = set(&[cell(3, 0, 0), cell(3, 0, 1), cell(4, 1, 1)]);
    let indices = set(&[pair(0, 0), pair(1, 2), pair(2, 2)]);
    let pictured = Value::Grid(megabatt_core::Arc::new(grid! { [1 2 3] [4 0 5] [1 1 1] }));
    let mut values = vec![
        Value::None,
        Value::Bool(true),
        Value::Bool(false),
        int(0),
        int(1),
        int(2),
        int(-1),
        int(5),
        tuple(&[]),
        tuple(&[int(7)]),
        tuple(&[int(1), int(2), int(3)]),
        pair(0, 1),
        pair(-1, 1),
        pair(2, 3),
        tuple(&[Value::Bool(true), int(1)]),
        tuple(&[set(&[int(1)]), set(&[int(2), int(3)])]),
        tuple(&[tuple(&[]), tuple(&[])]),
        tuple(&[Value::None, Value::None]),
        tuple(&[indices.clone(), object.clone()]),
        tuple(&[Value::Op(Op::first), Value::Op(Op::size)]),
        cell(3, 1, 2),
        tuple(&[pair(0, 0), pair(1, 1)]),
        tuple(&[cell(1, 0, 0), cell(2, 1, 0)]),
        tuple(&[tuple(&[int(1)]), tuple(&[int(1), int(2)])]),
        tuple(&[int(1), pair(1, 1)]),
        tuple(&[int(1), Value::None]),
        set(&[]),
        set(&[int(4)]),
        set(&[int(1), int(2)]),
        set(&[int(0), Value::None]),
        set(&[Value::Op(Op::identity)]),
        set(&[set(&[])]),
        set(&[set(&[]), object.clone()]),
        set(&[tuple(&[])]),
        set(&[pair(5, 5)]),
        set(&[cell(5, 2, 2)]),
        set(&[tuple(&[int(1), int(2), int(3)])]),
        set(&[tuple(&[int(1), Value::Bool(true)])]),
        set(&[tuple(&[Value::None, pair(0, 0)])]),
        set(&[object.clone(), set(&[cell(2, 4, 4)])]),
        set(&[indices.clone(), set(&[pair(9, 9)])]),
        object,
        indices,
        pictured.clone(),
        Value::Grid(megabatt_core::Arc::new(grid! { [7] })),
        Value::Grid(megabatt_core::Arc::new(grid! { [7 7] [7 7] })),
        tuple(&[pictured.clone(), pictured]),
    ];
    let functions =
        [Op::identity, Op::first, Op::size, Op::increment, Op::add, Op::astuple, Op::branch, Op::initset, Op::flip];
    values.extend(functions.map(Value::Op));
    let mut pool: Vec<(Value, Known)> =
        values.into_iter().map(|value| (value.clone(), Known::of_value(&value))).collect();
    let op = |op| (Value::Op(op), Known::of_value(&Value::Op(op)));
    let ((add, add_known), (size, size_known), (one, one_known)) =
        (op(Op::add), op(Op::size), (int(1), Known::of_value(&int(1))));
    pool.push(closure(
        Closure::Compose { outer: size.clone(), inner: add.clone() },
        Func::Compose { outer: size_known.clone(), inner: add_known.clone() },
    ));
    pool.push(closure(
        Closure::Rbind { function: add.clone(), fixed: one.clone(), arity: 2 },
        Func::Rbind { function: add_known.clone(), fixed: one_known.clone(), arity: 2 },
    ));
    pool.push(closure(
        Closure::Lbind { function: size.clone(), fixed: one, arity: 1 },
        Func::Lbind { function: size_known.clone(), fixed: one_known, arity: 1 },
    ));
    pool.push(closure(
        Closure::Fork { outer: add, a: size.clone(), b: size },
        Func::Fork { outer: add_known, a: size_known.clone(), b: size_known },
    ));
    // A picture known as one.
    let grid = Value::Grid(megabatt_core::Arc::new(grid! { [1 2] [3 4] [5 5] }));
    pool.push((grid, Known::input_grid()));
    pool
}

fn kind(value: &Value) -> Kinds {
    match value {
        Value::None => Kinds::NONE,
        Value::Bool(_) => Kinds::BOOL,
        Value::Int(_) => Kinds::INT,
        Value::Set(_) => Kinds::SET,
        Value::Op(_) | Value::Func(_) => Kinds::FUNC,
        _ => Kinds::TUPLE,
    }
}

/// Whether the value is one of those that are possible.
fn admits(known: &Known, value: &Value) -> bool {
    if !known.may(kind(value)) || known.value.as_ref().is_some_and(|v| v != value) {
        return false;
    }
    if let (Some(function), Value::Op(_) | Value::Func(_)) = (&known.function, value) {
        let arity = match value {
            Value::Op(op) => Some(op.arity()),
            Value::Func(f) => f.arg_count(),
            _ => None,
        };
        return Some(function.arity()) == arity;
    }
    let Ok(items) = py::iter(value) else { return true };
    let items: Vec<Value> = items.collect();
    if known.picture {
        let rows: Vec<usize> = items.iter().map(|row| if row.is_tuple() { py::len(row).unwrap() } else { 0 }).collect();
        if rows.is_empty() || rows.iter().any(|n| *n == 0 || *n != rows[0]) {
            return false;
        }
    }
    match &known.items {
        Items::Unknown => true,
        Items::Each { item, least, most } => {
            (*least..=*most).contains(&items.len()) && items.iter().all(|value| admits(item, value))
        }
        Items::Parts(parts) => {
            parts.len() == items.len() && parts.iter().zip(&items).all(|(part, value)| admits(part, value))
        }
    }
}

fn run(dialect: Dialect, function: &Value, args: &[Value]) -> Outcome {
    let call = Call {
        function: Operand::Const(function.clone()),
        args: args.iter().cloned().map(Operand::Const).collect(),
        keywords: Vec::new(),
    };
    let steps = vec![Step { action: Action::Call(call), slot: 0, line: 1 }];
    let code = Code { name: "case".into(), params: vec![], slots: 1, steps, result: Operand::Slot(0) };
    let row = Row { code: Arc::new(code), inputs: vec![] };
    let limits = Limits { fuel: 1_000_000, memory: 1_000_000, call_timeout: None };
    Cpu { dialect, engine: Engine::Reference }.run_row(&row, &limits, &Cancel::new()).outcome
}

/// Less than all there is to know: nothing, the kind alone, or that it is this or another value.
fn weaken(dice: &mut Dice, known: &Known, pool: &[(Value, Known)]) -> Known {
    let mut less = known.clone();
    less.value = None;
    match dice.roll(8) {
        0 => Known::any(),
        1 => Known::of(known.kinds),
        2 | 3 => known.join(&pool[dice.roll(pool.len())].1),
        4 => less,
        5 => {
            less.function = None;
            less
        }
        _ => known.clone(),
    }
}

fn check(
    caller: &mut Caller,
    function: &(Value, Known),
    args: &[(Value, Known)],
    pool: &[(Value, Known)],
    dice: &mut Dice,
) -> Result<bool, String> {
    let values: Vec<Value> = args.iter().map(|(value, _)| value.clone()).collect();
    let outcome = run(caller.dialect, &function.0, &values);
    for times in 0..3 {
        let known: Vec<Known> =
            args.iter().map(|(_, k)| if times == 0 { k.clone() } else { weaken(dice, k, pool) }).collect();
        let (inferred, _) = caller.call_line(&function.1, &known);
        let shown =
            || format!("{}({})", py::repr(&function.0), values.iter().map(py::repr).collect::<Vec<_>>().join(", "));
        match (&inferred, &outcome) {
            (Err(fail), Outcome::Value(v)) => {
                return Err(format!("{} gives {}, and this was said: {}\n{known:?}", shown(), py::repr(v), fail.text));
            }
            (Ok(result), Outcome::Value(v)) if !admits(result, v) => {
                return Err(format!("{} gives {}, and this was said: {result:?}\n{known:?}", shown(), py::repr(v)));
            }
            _ => {}
        }
    }
    Ok(matches!(outcome, Outcome::Value(_)))
}

#[test]
fn nothing_false_is_said_of_any_operation() {
    let pool = pool();
    let mut dice = Dice(1);
    let mut values = 0;
    let mut wrong = Vec::new();
    for (n, &op) in Op::ALL.iter().enumerate() {
        let mut caller = Caller::new(Dialect::OF_ARC_DSL[n % 2]);
        let function = (Value::Op(op), Known::of_value(&Value::Op(op)));
        let single = pool.iter().map(|arg| vec![arg.clone()]).filter(|_| op.arity() == 1);
        let cases = [0, 0, 1_000, 2_000, 2_000][op.arity()];
        let mut draw = Dice(n as u64 + 3);
        let many = (0..cases).map(|_| (0..op.arity()).map(|_| pool[draw.roll(pool.len())].clone()).collect::<Vec<_>>());
        for args in single.chain(many) {
            match check(&mut caller, &function, &args, &pool, &mut dice) {
                Ok(value) => values += usize::from(value),
                Err(text) => {
                    wrong.push(text);
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(values > 10_000, "only {values} calls gave a value");
}

/// A demand is exact: what it rules out raises with any other arguments, and what it allows works with some.
#[test]
fn demands_are_exact() {
    let pool = pool();
    let mut dice = Dice(2);
    let singles = [Kinds::NONE, Kinds::BOOL, Kinds::INT, Kinds::TUPLE, Kinds::SET, Kinds::FUNC];
    let mut loose = Vec::new();
    for &op in Op::ALL {
        for place in 0..op.arity() {
            for single in singles {
                let of_kind: Vec<&Value> = pool.iter().map(|(v, _)| v).filter(|v| kind(v) == single).collect();
                let tries = if op.arity() == 1 { of_kind.len() } else { 6_000 };
                let works = (0..tries).any(|n| {
                    let mut args: Vec<Value> = (0..op.arity()).map(|_| pool[dice.roll(pool.len())].0.clone()).collect();
                    args[place] = of_kind[if op.arity() == 1 { n } else { dice.roll(of_kind.len()) }].clone();
                    matches!(run(Dialect::Rearc, &Value::Op(op), &args), Outcome::Value(_))
                });
                let allowed = demand(op, place).meets(single);
                assert!(allowed || !works, "{} takes {single} as argument {place}", op.name());
                if allowed && !works {
                    loose.push(format!("{}[{place}] {single}", op.name()));
                }
            }
        }
    }
    assert!(loose.is_empty(), "these never work: {}", loose.join(", "));
}

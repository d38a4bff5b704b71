//! Traces agree with runs, and the marks for set order hold.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use megabatt_core::code::{Action, Call, Code, Operand, Step};
use megabatt_core::{Exception, Fail, Op, Value, grid};
use megabatt_cpu::{Cpu, OrderMark, Trace};
use megabatt_exec::{Cancel, Limits, Outcome, Row};
use std::sync::Arc;

fn row(calls: &[(Op, &[Operand])]) -> Row {
    let steps: Vec<Step> = calls
        .iter()
        .zip(1..)
        .map(|(&(op, args), slot)| {
            let call = Call { function: Operand::Const(Value::Op(op)), args: args.to_vec(), keywords: vec![] };
            Step { action: Action::Call(call), slot, line: slot }
        })
        .collect();
    let slots = steps.len() as u32 + 1;
    let code = Code { name: "p".into(), params: vec!["I".into()], slots, steps, result: Operand::Slot(slots - 1) };
    let input = grid! {
        [1 0 2]
        [0 0 0]
        [3 0 4]
    };
    Row { code: Arc::new(code), inputs: vec![Value::grid(input)] }
}

fn trace(row: &Row) -> (Trace, Vec<OrderMark>) {
    let (limits, cancel) = (Limits::default(), Cancel::new());
    let trace = Cpu::default().trace(row, &limits, &cancel);
    let outcome = Cpu::default().run_row(row, &limits, &cancel).outcome;
    assert_eq!(format!("{:?}", trace.outcome), format!("{outcome:?}"));
    let marks = Cpu::default().order_marks(row, &trace, &limits, &cancel);
    (trace, marks)
}

fn slot(n: u32) -> Operand {
    Operand::Slot(n)
}

fn constant(value: impl Into<Value>) -> Operand {
    Operand::Const(value.into())
}

use OrderMark::{Depends, Free};

#[test]
fn what_looks_at_the_order_is_marked_and_what_follows_from_it() {
    let (yes, no) = (constant(true), constant(false));
    let row = row(&[
        (Op::objects, &[slot(0), yes.clone(), no, yes]),
        (Op::size, &[slot(1)]),
        (Op::first, &[slot(1)]),
        (Op::color, &[slot(3)]),
        (Op::size, &[slot(3)]),
        (Op::merge, &[slot(1)]),
        (Op::paint, &[slot(0), slot(6)]),
    ]);
    let (trace, marks) = trace(&row);
    assert_eq!(trace.done, 7);
    assert_eq!(marks, [Free, Free, Depends, Depends, Free, Free, Free]);
}

#[test]
fn ties_between_colours_are_marked_and_clear_cases_are_not() {
    let row = row(&[(Op::mostcolor, &[slot(0)]), (Op::leastcolor, &[slot(0)])]);
    assert_eq!(trace(&row).1, [Free, Depends]);
}

#[test]
fn the_first_failure_ends_the_trace() {
    let row = row(&[(Op::ofcolor, &[slot(0), constant(7i64)]), (Op::first, &[slot(1)]), (Op::identity, &[slot(2)])]);
    let (trace, marks) = trace(&row);
    assert_eq!((trace.done, trace.failure), (1, Some(Fail::STOP)));
    assert!(matches!(trace.outcome, Outcome::Error(Exception::StopIteration)));
    assert_eq!(marks, [Free, Free]);
}

#[test]
fn functions_that_share_their_parts_are_compared_in_finite_time() {
    let twice: Vec<[Operand; 2]> = (0..60).map(|n| [slot(n + 1), slot(n + 1)]).collect();
    let mut calls: Vec<(Op, &[Operand])> = Vec::new();
    let start = [Operand::Const(Value::Op(Op::hmirror)), Operand::Const(Value::Op(Op::vmirror))];
    calls.push((Op::compose, &start));
    calls.extend(twice.iter().map(|args| (Op::compose, args.as_slice())));
    let (trace, marks) = trace(&row(&calls));
    assert_eq!(trace.done, 61);
    assert_eq!((marks[0], marks[60]), (Free, OrderMark::Unknown));
}

//! Lines and expressions that work out what an earlier one has.
//!
//! Operations are pure, so the same call with the same arguments gives the same value. There is one exception: two
//! functions made in the same way are two functions, and Python tells them apart when they are compared or put into a
//! set. A repeated line that makes a function counts only if all that ever happens to it is to be called.

use super::dead::Liveness;
use super::function::Func;
use super::known::Known;
use super::subject::Subject;
use super::types::makes_function;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::places::Kind as Line;
use megabatt_core::code::{Action, Operand};
use megabatt_core::{Closure, Op, Type, Value, py};
use std::collections::{BTreeMap, HashMap};

/// A line that can go, and the name to use instead of its own.
#[derive(Debug)]
pub struct Repeated {
    pub statement: usize,
    pub slot: u32,
    pub instead: String,
}

/// A constant heavier than this is not compared.
const HEAVIEST: u64 = 1_000;

#[derive(PartialEq, Eq, Hash)]
enum Key {
    Tuple(Vec<Source>),
    Call(Vec<Source>, Vec<(String, Source)>),
}

/// Where a value comes from: a slot, by the first slot with the same value, or a constant in Python's words.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Source {
    Slot(u32),
    Const(String),
    Heavy(usize),
}

/// For each slot the first slot that holds the same value; dead lines stand for themselves.
pub fn first_of(subject: &Subject<'_>, known: &[Known], liveness: &Liveness) -> Vec<u32> {
    let mut first: Vec<u32> = (0..subject.code.slots).collect();
    let called = only_called(subject, known);
    let makes = Makers::new(subject);
    let mut seen: HashMap<Key, u32> = HashMap::new();
    for (n, step) in subject.code.steps.iter().enumerate().filter(|(n, _)| liveness.steps[*n]) {
        let source = |operand: &Operand| match operand {
            Operand::Slot(slot) => Source::Slot(first[*slot as usize]),
            Operand::Const(value) if value.weight() > HEAVIEST => Source::Heavy(n),
            Operand::Const(value) => Source::Const(py::repr(value)),
        };
        let key = match &step.action {
            Action::Copy(Operand::Slot(slot)) => {
                first[step.slot as usize] = first[*slot as usize];
                continue;
            }
            Action::Copy(Operand::Const(_)) => continue,
            Action::Tuple(items) => Key::Tuple(items.iter().map(source).collect()),
            Action::Try(_) => continue,
            Action::Call(call) => {
                let all = std::iter::once(&call.function).chain(&call.args).map(source).collect();
                let mut keywords: Vec<_> = call.keywords.iter().map(|(name, o)| (name.clone(), source(o))).collect();
                keywords.sort();
                Key::Call(all, keywords)
            }
        };
        let slot = step.slot;
        let two_functions = makes.function(&step.action, &known[slot as usize]);
        match seen.get(&key) {
            Some(&earlier) if two_functions && !(called[slot as usize] && called[earlier as usize]) => {}
            Some(&earlier) => first[slot as usize] = earlier,
            None => {
                seen.insert(key, slot);
            }
        }
    }
    first
}

/// Which steps can make new functions.
struct Makers {
    /// An operation that makes functions, or a function of the file, is passed around as a value: any call of a
    /// function may make functions.
    passed_around: bool,
}

impl Makers {
    fn new(subject: &Subject<'_>) -> Makers {
        let is_maker = |operand: &Operand| match operand {
            Operand::Const(Value::Op(op)) => makes_function(*op),
            Operand::Const(Value::Tok(_)) => true,
            Operand::Const(Value::Func(f)) => matches!(f.kind, Closure::User(_)),
            Operand::Const(value) => value.is_tuple() && value.weight() > 1,
            Operand::Slot(_) => false,
        };
        let passes = |action: &Action| match action {
            Action::Call(call) | Action::Try(call) => {
                call.args.iter().chain(call.keywords.iter().map(|(_, o)| o)).any(is_maker)
            }
            Action::Tuple(items) => items.iter().any(is_maker),
            Action::Copy(operand) => is_maker(operand),
        };
        Makers { passed_around: subject.code.steps.iter().any(|step| passes(&step.action)) }
    }

    fn function(&self, action: &Action, result: &Known) -> bool {
        if result.holds_no_function() {
            return false;
        }
        let Action::Call(call) = action else { return false };
        match &call.function {
            Operand::Const(Value::Op(op)) if makes_function(*op) => true,
            Operand::Const(Value::Op(op)) => {
                self.passed_around && (op.info().params.iter().any(|param| param.ty == Type::Func) || *op == Op::rapply)
            }
            Operand::Const(_) => true,
            Operand::Slot(_) => self.passed_around,
        }
    }
}

/// Per slot: whether all that happens to it is to be called, or to be returned.
pub fn only_called(subject: &Subject<'_>, known: &[Known]) -> Vec<bool> {
    let mut called = vec![true; subject.code.slots as usize];
    // Backwards, so that what happens to a copy is known when the copied line is reached.
    for step in subject.code.steps.iter().rev() {
        match &step.action {
            Action::Copy(Operand::Slot(slot)) => called[*slot as usize] &= called[step.slot as usize],
            Action::Copy(Operand::Const(_)) => {}
            Action::Tuple(items) => items.iter().for_each(|item| not_called(item, &mut called)),
            Action::Call(call) | Action::Try(call) => {
                let function = match &call.function {
                    Operand::Slot(slot) => known[*slot as usize].clone(),
                    Operand::Const(value) => Known::of_value(value),
                };
                for (n, arg) in call.args.iter().enumerate() {
                    if !is_called(&function, n, &call.args, known) {
                        not_called(arg, &mut called);
                    }
                }
                call.keywords.iter().for_each(|(_, arg)| not_called(arg, &mut called));
            }
        }
    }
    called
}

fn not_called(operand: &Operand, called: &mut [bool]) {
    if let Operand::Slot(slot) = operand {
        called[*slot as usize] = false;
    }
}

/// Whether a call does nothing with its argument but call it, now or later.
fn is_called(function: &Known, n: usize, args: &[Operand], known: &[Known]) -> bool {
    let Some(function) = &function.function else { return false };
    if let (Func::Op(op @ (Op::lbind | Op::rbind)), 1) = (&**function, n) {
        let bound = match &args[0] {
            Operand::Slot(slot) => known[*slot as usize].clone(),
            Operand::Const(value) => Known::of_value(value),
        };
        let Some(bound) = &bound.function else { return false };
        let place = if *op == Op::lbind { 0 } else { bound.arity().clamp(2, 4) - 1 };
        return param_type(bound, place) == Some(Type::Func);
    }
    param_type(function, n) == Some(Type::Func)
}

/// The type of a parameter, through arguments that were fixed.
fn param_type(function: &Func, n: usize) -> Option<Type> {
    let inner = |known: &Known, n: usize| known.function.as_ref().and_then(|function| param_type(function, n));
    match function {
        Func::Op(op) => op.info().params.get(n).map(|param| param.ty),
        Func::Rbind { function, .. } => inner(function, n),
        Func::Lbind { function, .. } => inner(function, n + 1),
        Func::Compose { inner: f, .. } | Func::Chain { f, .. } | Func::Matcher { function: f } => inner(f, n),
        Func::Fork { a, b, .. } => inner(a, n).filter(|ty| inner(b, n) == Some(*ty)),
        Func::User(_) => None,
    }
}

/// Reports what is repeated, and gives the lines that can go.
pub fn check(
    subject: &Subject<'_>,
    first: &[u32],
    liveness: &Liveness,
    findings: &mut Vec<Diagnostic>,
) -> Vec<Repeated> {
    let mut uses: HashMap<u32, Vec<usize>> = HashMap::new();
    for name in &subject.places.uses {
        uses.entry(name.slot).or_default().push(name.statement);
    }
    let mut steps_of: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (n, place) in subject.places.steps.iter().enumerate().filter(|(n, _)| liveness.steps[*n]) {
        steps_of.entry(place.statement).or_default().push(n);
    }
    let mut lines = Vec::new();
    for (statement, steps) in steps_of {
        // Outer expressions first: what is inside of a repeated one need not be said.
        let mut covered: Vec<std::ops::Range<usize>> = Vec::new();
        for &n in steps.iter().rev() {
            let (slot, at) = (subject.code.steps[n].slot, &subject.places.steps[n].at);
            let earlier = first[slot as usize];
            let copied = matches!(subject.code.steps[n].action, Action::Copy(_));
            if copied || earlier == slot || covered.iter().any(|outer| outer.start <= at.start && at.end <= outer.end) {
                continue;
            }
            covered.push(at.clone());
            let line = matches!(&subject.places.statements[statement].kind, Line::Assign { slot: s, .. } if *s == slot);
            let everywhere = |name: &&str| {
                let used_at = uses.get(&slot).map(Vec::as_slice).unwrap_or_default();
                used_at.iter().all(|&at| subject.name_at(earlier, at) == Some(*name))
            };
            match subject.name(earlier).filter(|_| line).filter(everywhere) {
                Some(instead) => {
                    findings.push(repeated_line(subject, statement, earlier, instead));
                    lines.push(Repeated { statement, slot, instead: instead.to_string() });
                }
                None => findings.push(repeated_expression(subject, n, earlier, statement)),
            }
        }
    }
    lines
}

fn repeated_line(subject: &Subject<'_>, statement: usize, earlier: u32, instead: &str) -> Diagnostic {
    let at = subject.places.statements[statement].at.clone();
    let name = match &subject.places.statements[statement].kind {
        Line::Assign { name, .. } => name.as_str(),
        _ => "this",
    };
    let finding = subject
        .finding(at, Code::RepeatedLine, format!("`{name}` is the same as `{instead}`"))
        .label("repeated")
        .help(format!("Use `{instead}` instead of `{name}` and remove the line; `--fix` does."));
    also_earlier(subject, finding, earlier)
}

fn repeated_expression(subject: &Subject<'_>, step: usize, earlier: u32, statement: usize) -> Diagnostic {
    let at = subject.places.steps[step].at.clone();
    let message = format!("`{}` has been worked out before", subject.shown(&at));
    let help = match subject.name_at(earlier, statement) {
        Some(name) => format!("Write `{name}` instead."),
        None => "Give the first one a line and a name of its own, and use the name.".to_string(),
    };
    also_earlier(subject, subject.finding(at, Code::RepeatedExpression, message).label("again").help(help), earlier)
}

fn also_earlier(subject: &Subject<'_>, finding: Diagnostic, earlier: u32) -> Diagnostic {
    match subject.step_of(earlier) {
        Some(step) => {
            let place = &subject.places.steps[step];
            finding.also(place.at.clone(), "first here")
        }
        None => finding,
    }
}

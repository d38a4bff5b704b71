//! Which call really failed: functions are called inside operations, and inside other functions.

use megabatt_core::code::{Action, Operand};
use megabatt_core::{Closure, Dialect, Fail, Function, Limit, Op, Value, func, py};
use megabatt_cpu::{Cpu, Engine, Machine};
use megabatt_exec::{Cancel, Limits, Row};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// How deep functions inside functions are followed.
const DEEPEST: usize = 40;
/// What looking may take; beyond it, less is told.
const PATIENCE: Duration = Duration::from_secs(3);
const LONGEST_TEXT: usize = 100;

/// The innermost call that failed.
pub struct Site {
    pub callee: Value,
    pub args: Vec<Value>,
    pub fail: Fail,
    /// How it came to that call, outermost first.
    pub path: Vec<String>,
}

/// Follows a call that failed down to the one that did not get its value.
pub fn locate(dialect: Dialect, callee: &Value, args: &[Value], fail: Fail) -> Site {
    let mut search = Search { dialect, path: Vec::new(), until: Instant::now() + PATIENCE };
    let (mut callee, mut args, mut fail) = (callee.clone(), args.to_vec(), fail);
    for _ in 0..DEEPEST {
        let told = search.path.len();
        match search.inner(&callee, &args) {
            // A failure of another kind is not the one that was seen.
            Some((inner, inner_args, inner_fail)) if leads_to(inner_fail, fail) && !search.is_late() => {
                (callee, args, fail) = (inner, inner_args, inner_fail);
            }
            _ => {
                search.path.truncate(told);
                break;
            }
        }
    }
    Site { callee, args, fail, path: search.path }
}

/// Whether a failure inside shows as the one outside.
fn leads_to(inner: Fail, outer: Fail) -> bool {
    inner == outer || (inner == Fail::STOP && inner.out_of_generator() == outer)
}

/// A call and how it failed.
type Failing = (Value, Vec<Value>, Fail);

struct Search {
    dialect: Dialect,
    path: Vec<String>,
    until: Instant,
}

impl Search {
    fn is_late(&self) -> bool {
        Instant::now() > self.until
    }

    /// As for a run, but for the time.
    fn limits(&self) -> Limits {
        Limits { call_timeout: Some(self.until.saturating_duration_since(Instant::now())), ..Limits::default() }
    }

    /// The call made by this one that failed, if there is one.
    fn inner(&mut self, callee: &Value, args: &[Value]) -> Option<Failing> {
        match callee {
            Value::Op(op) if args.len() == op.arity() => self.in_operation(*op, args),
            Value::Func(function) if function.takes(args.len()) => self.in_function(function, args),
            _ => None,
        }
    }

    /// Operations call functions for items, in order; the first that fails decides.
    fn in_operation(&mut self, op: Op, args: &[Value]) -> Option<Failing> {
        let items = |container: &Value| py::iter(container).map(Iterator::collect::<Vec<Value>>).unwrap_or_default();
        let calls: Vec<(Value, Vec<Value>)> = match (op, args) {
            (Op::apply | Op::mapply, [function, container]) => {
                items(container).into_iter().map(|item| (function.clone(), vec![item])).collect()
            }
            (
                Op::sfilter | Op::mfilter | Op::extract | Op::order | Op::valmax | Op::valmin | Op::argmax | Op::argmin,
                [container, function],
            ) => items(container).into_iter().map(|item| (function.clone(), vec![item])).collect(),
            (Op::rapply, [functions, value]) => {
                items(functions).into_iter().map(|function| (function, vec![value.clone()])).collect()
            }
            (Op::papply | Op::mpapply, [function, a, b]) => {
                let pairs = items(a).into_iter().zip(items(b));
                pairs.map(|(a, b)| (function.clone(), vec![a, b])).collect()
            }
            (Op::prapply, [function, a, b]) => {
                let (a, b) = (items(a), items(b));
                let pairs = a.iter().flat_map(|x| b.iter().map(move |y| vec![x.clone(), y.clone()]));
                pairs.take(10_000).map(|pair| (function.clone(), pair)).collect()
            }
            _ => return None,
        };
        for (n, (function, args)) in calls.into_iter().enumerate() {
            match self.call(&function, &args) {
                Err(fail) => {
                    self.path.push(format!("{} calls {} for item #{n}", op.name(), short(&function)));
                    return Some((function, args, fail));
                }
                // What the function gives ends extract.
                Ok(value) if op == Op::extract && py::truthy(&value) => break,
                Ok(_) => {}
            }
        }
        None
    }

    fn in_function(&mut self, function: &Function, args: &[Value]) -> Option<Failing> {
        match &function.kind {
            Closure::Compose { outer, inner } => self.in_chain(&[inner, outer], args),
            Closure::Chain { h, g, f } => self.in_chain(&[f, g, h], args),
            Closure::Matcher { function, .. } => self.in_chain(&[function], args),
            Closure::Rbind { function, fixed, .. } => {
                let args: Vec<Value> = args.iter().chain([fixed]).cloned().collect();
                self.in_chain(&[function], &args)
            }
            Closure::Lbind { function, fixed, .. } => {
                let args: Vec<Value> = [fixed].into_iter().chain(args).cloned().collect();
                self.in_chain(&[function], &args)
            }
            Closure::Fork { outer, a, b } => {
                let (x, y) = (self.call(a, args), self.call(b, args));
                match (x, y) {
                    (Err(fail), _) => Some((a.clone(), args.to_vec(), fail)),
                    (_, Err(fail)) => Some((b.clone(), args.to_vec(), fail)),
                    (Ok(x), Ok(y)) => self.in_chain(&[outer], &[x, y]),
                }
            }
            Closure::Nothing | Closure::Foreign(_) => None,
            Closure::User(code) => {
                let row = Row { code: code.clone(), inputs: args.to_vec() };
                let cpu = Cpu { dialect: self.dialect, engine: Engine::Fast };
                let trace = cpu.trace(&row, &self.limits(), &Cancel::new());
                let (step, fail) = (code.steps.get(trace.done)?, trace.failure?);
                let Action::Call(call) = &step.action else { return None };
                let value = |operand: &Operand| match operand {
                    Operand::Slot(slot) => trace.slots[*slot as usize].clone(),
                    Operand::Const(value) => value.clone(),
                };
                self.path.push(format!("{} fails in its line {}", code.name, step.line));
                // Arguments by name have no position here.
                call.keywords.is_empty().then(|| (value(&call.function), call.args.iter().map(value).collect(), fail))
            }
        }
    }

    /// The function of a row of functions that fails when each gets what the one before gave.
    fn in_chain(&mut self, functions: &[&Value], args: &[Value]) -> Option<Failing> {
        let mut args = args.to_vec();
        for function in functions {
            match self.call(function, &args) {
                Ok(value) => args = vec![value],
                Err(fail) => return Some(((*function).clone(), args, fail)),
            }
        }
        None
    }

    fn call(&self, function: &Value, args: &[Value]) -> Result<Value, Fail> {
        let mut machine = Machine::new(self.dialect, Engine::Fast, &self.limits(), &Cancel::new());
        let args: Vec<&Value> = args.iter().collect();
        catch_unwind(AssertUnwindSafe(|| machine.call(function, &args))).unwrap_or(Err(Limit::Internal.into()))
    }
}

/// A function as an expression that is not too long.
pub fn short(function: &Value) -> String {
    let text = func::describe(function);
    if text.chars().count() <= LONGEST_TEXT {
        return text;
    }
    text.chars().take(LONGEST_TEXT).collect::<String>() + "..."
}

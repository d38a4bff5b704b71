//! Calls of functions on what is known of their arguments.

use super::demands::demand;
use super::fail::{Fail, fail, inside, not_a_function, signature, wrong_arity, wrong_kind};
use super::function::Func;
use super::kinds::Kinds;
use super::known::Known;
use super::results;
use crate::code::Code;
use megabatt_core::code::{Action, Operand};
use megabatt_core::{Dialect, Op};
use std::sync::Arc;

/// Calls that may be looked into for a line, and for all lines of a function before only the nearest are. Closures of closures double with every line.
const MOST_CALLS: u32 = 4_000;
const MOST_IN_ALL: u32 = 400_000;
/// Calls inside of calls.
const DEEPEST: u32 = 40;

pub type Outcome = Result<Known, Box<Fail>>;

/// Follows calls through closures and helpers.
pub struct Caller {
    pub dialect: Dialect,
    calls: u32,
    /// Over all lines.
    total: u32,
    depth: u32,
    /// Reasons to fail that need an item to show: the calls raise unless a container is empty.
    doubts: Vec<Fail>,
}

impl Caller {
    pub fn new(dialect: Dialect) -> Caller {
        Caller { dialect, calls: 0, total: 0, depth: 0, doubts: Vec::new() }
    }

    /// A call that stands in the program itself, with the reasons why it raises unless a container is empty.
    pub fn call_line(&mut self, function: &Known, args: &[Known]) -> (Outcome, Vec<Fail>) {
        self.calls = 0;
        self.doubts.clear();
        let outcome = self.call(function, args);
        (outcome, std::mem::take(&mut self.doubts))
    }

    pub fn call(&mut self, function: &Known, args: &[Known]) -> Outcome {
        if function.kinds.is_nothing() || args.iter().any(|arg| arg.kinds.is_nothing()) {
            return Ok(Known::nothing());
        }
        if !function.may(Kinds::FUNC) {
            return Err(self.own(not_a_function(function)));
        }
        let Some(known) = function.function.clone().filter(|_| function.is(Kinds::FUNC)) else {
            return Ok(Known::any());
        };
        if known.arity() != args.len() {
            return Err(self.own(wrong_arity(&known, args.len())));
        }
        self.calls += 1;
        self.total = self.total.saturating_add(1);
        if self.tired() || self.depth > DEEPEST {
            return Ok(Known::any());
        }
        self.depth += 1;
        let outcome = self.enter(&known, args);
        self.depth -= 1;
        if self.depth == 0 { outcome } else { outcome.map_err(inside) }
    }

    /// A failure of a call as such: of the line's own call, or of one inside it.
    fn own(&self, fail: Box<Fail>) -> Box<Fail> {
        if self.depth == 0 { fail } else { inside(fail) }
    }

    /// Enough was looked into for this line.
    fn tired(&self) -> bool {
        self.calls > if self.total > MOST_IN_ALL { 20 } else { MOST_CALLS }
    }

    fn enter(&mut self, function: &Func, args: &[Known]) -> Outcome {
        match function {
            Func::Op(op) => self.operation(*op, args),
            Func::User(code) => self.user(code, args),
            Func::Compose { outer, inner } => {
                let x = self.call(inner, args)?;
                self.call(outer, &[x])
            }
            Func::Chain { h, g, f } => {
                let x = self.call(f, args)?;
                let x = self.call(g, &[x])?;
                self.call(h, &[x])
            }
            Func::Matcher { function } => {
                self.call(function, args)?;
                Ok(Known::boolean())
            }
            Func::Rbind { function, fixed, .. } => self.call(function, &[args, std::slice::from_ref(fixed)].concat()),
            Func::Lbind { function, fixed, .. } => self.call(function, &[std::slice::from_ref(fixed), args].concat()),
            Func::Fork { outer, a, b } => {
                let (x, y) = (self.call(a, args)?, self.call(b, args)?);
                self.call(outer, &[x, y])
            }
        }
    }

    fn operation(&mut self, op: Op, args: &[Known]) -> Outcome {
        let mut narrowed = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            let allowed = demand(op, i);
            if !arg.may(allowed) {
                return Err(wrong_kind(op, i, arg));
            }
            narrowed.push(arg.only(allowed));
        }
        results::result(self, op, &narrowed)
    }

    /// A function of the file: its lines with these arguments.
    fn user(&mut self, code: &Arc<megabatt_core::Code>, args: &[Known]) -> Outcome {
        let mut slots = args.to_vec();
        slots.resize(code.slots as usize, Known::any());
        for step in &code.steps {
            if self.tired() {
                return Ok(Known::any());
            }
            self.calls += 1;
            let value = |operand: &Operand| match operand {
                Operand::Slot(slot) => slots[*slot as usize].clone(),
                Operand::Const(value) => Known::of_value(value),
            };
            let known = match &step.action {
                Action::Copy(operand) => value(operand),
                Action::Tuple(items) => Known::parts(items.iter().map(value).collect()),
                Action::Call(call) | Action::Try(call) => {
                    let function = value(&call.function);
                    let args: Vec<Known> = call.args.iter().map(value).collect();
                    let keywords: Vec<(&str, Known)> =
                        call.keywords.iter().map(|(name, operand)| (name.as_str(), value(operand))).collect();
                    self.place(&function, args, &keywords).and_then(|(args, _)| self.call(&function, &args)).map_err(
                        |mut fail| {
                            let (line, name) = (step.line, &code.name);
                            fail.text = format!("line {line} of `{name}` raises: {}", fail.text);
                            inside(fail)
                        },
                    )?
                }
            };
            slots[step.slot as usize] = known;
        }
        Ok(match &code.result {
            Operand::Slot(slot) => slots[*slot as usize].clone(),
            Operand::Const(value) => Known::of_value(value),
        })
    }

    /// The arguments in the order of the parameters, and which of the written ones each is.
    pub fn place(
        &self,
        function: &Known,
        args: Vec<Known>,
        keywords: &[(&str, Known)],
    ) -> Result<(Vec<Known>, Vec<usize>), Box<Fail>> {
        let written = (0..args.len()).collect();
        if keywords.is_empty() {
            return Ok((args, written));
        }
        let Some(known) = &function.function else {
            // Which parameters it has is not known: as many arguments, in an order that says nothing.
            let all = vec![Known::any(); args.len() + keywords.len()];
            return Ok((all, (0..args.len() + keywords.len()).collect()));
        };
        let params = known.params(self.dialect);
        let mut placed: Vec<Option<(Known, usize)>> = args.into_iter().zip(0..).map(Some).collect();
        let positional = placed.len();
        if positional > params.len() {
            return Err(wrong_arity(known, positional + keywords.len()));
        }
        placed.resize(params.len(), None);
        for (n, (name, value)) in keywords.iter().enumerate() {
            let at = positional + n;
            let keyword = |text: String| Fail {
                argument: Some(at),
                ..*fail(Code::WrongKeyword, text, signature(known, self.dialect))
            };
            let Some(place) = params.iter().position(|param| param == name) else {
                return Err(Box::new(keyword(format!("{} has no parameter `{name}`", known.name()))));
            };
            if placed[place].replace((value.clone(), at)).is_some() {
                return Err(Box::new(keyword(format!("{} gets its argument `{name}` twice", known.name()))));
            }
        }
        let given = positional + keywords.len();
        let placed: Option<Vec<(Known, usize)>> = placed.into_iter().collect();
        placed.map(|all| all.into_iter().unzip()).ok_or_else(|| wrong_arity(known, given))
    }

    /// What `f` gives for an item of the container. If it fails, so does the call, provided there is an item.
    pub fn each(&mut self, container: &Known, f: impl FnOnce(&mut Caller, Known) -> Outcome) -> Outcome {
        let outcome = f(self, container.item());
        self.unless_empty(container.least() > 0, outcome)
    }

    /// A failure that shows for certain only if `certain`.
    pub fn unless_empty(&mut self, certain: bool, outcome: Outcome) -> Outcome {
        match outcome {
            Err(fail) if !certain => {
                if self.depth == 1 {
                    self.doubts.push(*fail);
                }
                Ok(Known::nothing())
            }
            other => other,
        }
    }
}

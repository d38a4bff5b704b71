//! A program as text, in arc-dsl's style.

use crate::helpers::{for_each_helper, operations, user};
use megabatt_core::code::{Action, Code, Operand};
use megabatt_core::{Op, Value, constants, py};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::Arc;

/// The helpers of a program, each before the functions that use it, and then the program itself.
pub(crate) fn source(root: &Arc<Code>) -> String {
    sources(&[(&root.name, root)]).pop().unwrap_or_default()
}

/// The same for programs that share a file: each under the name given, and no two functions under one name.
pub(crate) fn sources(roots: &[(&str, &Arc<Code>)]) -> Vec<String> {
    let mut printer = Printer::default();
    // The programs' names come first; helpers take what is left. Code that several programs share is printed for each
    // of them, so a function is known by its program, too.
    let names: Vec<String> = roots.iter().map(|(name, _)| printer.free(name)).collect();
    let mut texts = Vec::with_capacity(roots.len());
    for ((_, root), name) in roots.iter().zip(names) {
        printer.names = HashMap::from([(Arc::as_ptr(root), name)]);
        for code in in_order(root) {
            printer.function(&code);
        }
        texts.push(std::mem::take(&mut printer.out));
    }
    texts
}

/// Every function of the program once, users after what they use.
fn in_order(root: &Arc<Code>) -> Vec<Arc<Code>> {
    let mut order = Vec::new();
    let mut placed: HashSet<*const Code> = HashSet::new();
    // True: what it uses has been put before it.
    let mut work = vec![(root.clone(), false)];
    while let Some((code, ready)) = work.pop() {
        if placed.contains(&Arc::as_ptr(&code)) {
            continue;
        }
        if ready {
            placed.insert(Arc::as_ptr(&code));
            order.push(code);
            continue;
        }
        work.push((code.clone(), true));
        for_each_helper(&code, &mut |helper| {
            if !placed.contains(&Arc::as_ptr(helper)) {
                work.push((helper.clone(), false));
            }
        });
    }
    order
}

#[derive(Default)]
struct Printer {
    out: String,
    /// The name each function is printed under.
    names: HashMap<*const Code, String>,
    taken: HashSet<String>,
}

impl Printer {
    /// The function's own name, unless that means something else in the text.
    fn name(&mut self, code: &Arc<Code>) -> String {
        if let Some(name) = self.names.get(&Arc::as_ptr(code)) {
            return name.clone();
        }
        let name = self.free(&code.name);
        self.names.insert(Arc::as_ptr(code), name.clone());
        name
    }

    /// The name wanted, with a number behind it if it is taken; from then on it is.
    fn free(&mut self, wanted: &str) -> String {
        let is_dsl = Op::from_name(wanted).is_some() || constants::constant(wanted).is_some();
        let mut name = wanted.to_string();
        for n in 2.. {
            if !(self.taken.contains(&name) || n == 2 && is_dsl) {
                break;
            }
            name = format!("{wanted}_{n}");
        }
        self.taken.insert(name.clone());
        name
    }

    fn function(&mut self, code: &Arc<Code>) {
        if !self.out.is_empty() {
            self.out.push_str("\n\n");
        }
        let name = self.name(code);
        let mut used: HashSet<String> = operations(code).into_iter().map(|op| op.name().to_string()).collect();
        for_each_helper(code, &mut |helper| {
            used.insert(self.name(helper));
        });
        let locals = Locals::new(code, used);
        let params: Vec<&str> = (0..code.params.len() as u32).map(|slot| locals.name(slot)).collect();
        let _ = writeln!(self.out, "def {name}({}):", params.join(", "));
        for step in &code.steps {
            let value = match &step.action {
                Action::Copy(operand) => self.operand(operand, &locals),
                Action::Tuple(items) => tuple(items.iter().map(|item| self.operand(item, &locals))),
                Action::Call(call) | Action::Try(call) => {
                    let args = call.args.iter().map(|arg| self.operand(arg, &locals));
                    let keywords =
                        call.keywords.iter().map(|(name, value)| format!("{name}={}", self.operand(value, &locals)));
                    let args: Vec<String> = args.chain(keywords).collect();
                    format!("{}({})", self.callee(&call.function, &locals), args.join(", "))
                }
            };
            let _ = writeln!(self.out, "    {} = {value}", locals.name(step.slot));
        }
        let result = self.operand(&code.result, &locals);
        let _ = writeln!(self.out, "    return {result}");
    }

    fn operand(&self, operand: &Operand, locals: &Locals) -> String {
        match operand {
            Operand::Slot(slot) => locals.name(*slot).to_string(),
            Operand::Const(value) => match constant_name(value) {
                Some(name) if !locals.taken.contains(name) => name.to_string(),
                _ => self.literal(value),
            },
        }
    }

    /// Python reads `-3(x)` as the negative of a call.
    fn callee(&self, operand: &Operand, locals: &Locals) -> String {
        let text = self.operand(operand, locals);
        if text.starts_with('-') { format!("({text})") } else { text }
    }

    fn literal(&self, value: &Value) -> String {
        if let Some(code) = user(value) {
            return self.names.get(&Arc::as_ptr(code)).unwrap_or(&code.name).clone();
        }
        if value.is_tuple() {
            return tuple(py::iter(value).into_iter().flatten().map(|item| self.literal(&item)));
        }
        py::repr(value)
    }
}

fn tuple(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match items.as_slice() {
        [only] => format!("({only},)"),
        items => format!("({})", items.join(", ")),
    }
}

/// The name arc-dsl has for a value; type-strict.
pub fn constant_name(value: &Value) -> Option<&'static str> {
    let same = |name: &&&str| match (constants::constant(name), value) {
        (Some(Value::Bool(a)), Value::Bool(b)) => a == *b,
        (Some(Value::Int(a)), Value::Int(b)) => a == *b,
        (Some(Value::Pair(a, b)), Value::Pair(c, d)) => (a, b) == (*c, *d),
        _ => false,
    };
    constants::NAMES.iter().find(same).copied()
}

/// The names of a function's slots: parameters keep theirs, steps are `x1`, `x2` …, and the last one is `O` if it is
/// the result.
struct Locals {
    names: HashMap<u32, String>,
    taken: HashSet<String>,
}

impl Locals {
    fn new(code: &Code, used: HashSet<String>) -> Locals {
        let mut locals = Locals { names: HashMap::new(), taken: used };
        for (slot, param) in code.params.iter().enumerate() {
            let name = locals.free(param.clone(), |n| format!("{param}_{n}"));
            locals.names.insert(slot as u32, name);
        }
        let last = code.steps.last().map(|step| step.slot);
        let mut number = 0;
        for step in &code.steps {
            let is_result = last == Some(step.slot) && matches!(code.result, Operand::Slot(slot) if slot == step.slot);
            let name = match is_result {
                true => locals.free("O".to_string(), |n| format!("O{n}")),
                false => loop {
                    number += 1;
                    let name = format!("x{number}");
                    if locals.taken.insert(name.clone()) {
                        break name;
                    }
                },
            };
            locals.names.insert(step.slot, name);
        }
        locals
    }

    /// The name, or the first variant of it that is not taken.
    fn free(&mut self, name: String, variant: impl Fn(usize) -> String) -> String {
        let mut free = name;
        for n in 2.. {
            if self.taken.insert(free.clone()) {
                break;
            }
            free = variant(n);
        }
        free
    }

    fn name(&self, slot: u32) -> &str {
        self.names.get(&slot).map_or("None", String::as_str)
    }
}

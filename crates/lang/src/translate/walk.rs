//! A program line by line.

use super::Refusal;
use super::call::Writer;
use super::function::{Fun, Known, Thing, makes_function};
use super::ty::Ty;
use crate::print::constant_name;
use crate::program::Program;
use megabatt_core::code::{Action, Call, Code, Operand};
use megabatt_core::{Dialect, Value, py};
use std::collections::HashSet;
use std::sync::Arc;

pub fn translate(program: &Program, to: Dialect) -> Result<String, Refusal> {
    let code = &program.code;
    let at_def = |why: &str| Refusal { line: program.line, why: why.to_string() };
    match (program.dialect, to) {
        (Dialect::Arc, Dialect::Tok) | (Dialect::Tok, Dialect::Arc) => {}
        (Dialect::Rearc, _) | (_, Dialect::Rearc) => {
            return Err(at_def("re-arc's dialect is not translated; most of its programs run as arc, too"));
        }
        _ => return Err(at_def("the program is in that dialect already")),
    }
    let mut walk =
        Walk { dialect: program.dialect, writer: Writer::new(program.dialect), slots: vec![None; code.slots as usize] };
    walk.inputs(code).ok_or_else(|| at_def("a program takes one grid, or (S, I, C)"))?;
    let live = live(code);
    for step in code.steps.iter().filter(|step| live.contains(&step.slot)) {
        let thing = walk.step(&step.action).map_err(|why| Refusal { line: step.line, why })?;
        walk.slots[step.slot as usize] = Some(thing);
    }
    let last = code.steps.last().map_or(program.line, |step| step.line);
    match walk.thing(&code.result) {
        Ok(Thing::Value(result)) => Ok(walk.text(&program.name, to, &result.text)),
        Ok(Thing::Function(_)) => Err(Refusal { line: last, why: "the program gives a function".to_string() }),
        Err(why) => Err(Refusal { line: last, why }),
    }
}

/// The slots that the result needs.
fn live(code: &Code) -> HashSet<u32> {
    let mut live = HashSet::new();
    let need = |operand: &Operand, live: &mut HashSet<u32>| {
        if let Operand::Slot(slot) = operand {
            live.insert(*slot);
        }
    };
    need(&code.result, &mut live);
    for step in code.steps.iter().rev() {
        if !live.contains(&step.slot) {
            continue;
        }
        match &step.action {
            Action::Copy(operand) => need(operand, &mut live),
            Action::Tuple(items) => items.iter().for_each(|item| need(item, &mut live)),
            Action::Call(call) | Action::Try(call) => {
                need(&call.function, &mut live);
                call.args.iter().for_each(|arg| need(arg, &mut live));
                call.keywords.iter().for_each(|(_, arg)| need(arg, &mut live));
            }
        }
    }
    live
}

struct Walk {
    dialect: Dialect,
    writer: Writer,
    slots: Vec<Option<Thing>>,
}

impl Walk {
    /// What a run gives to the program.
    fn inputs(&mut self, code: &Code) -> Option<()> {
        let given = |text: &str, ty: Ty| Some(Thing::Value(Known { text: text.to_string(), ty, value: None }));
        let grid = self.writer.marks.grid(true);
        match self.slots.as_mut_slice() {
            [input, ..] if code.params.len() == 1 => *input = given("I", grid),
            [demos, input, target, ..] if code.params.len() == 3 => {
                let any_grid = Ty::Grid(super::ty::Grid { shape: 0, id: 0, even: true });
                *demos = given("S", Ty::tuple(Ty::Parts([any_grid.clone(), any_grid].into())));
                *input = given("I", grid);
                *target = given("C", Ty::None);
            }
            _ => return None,
        }
        Some(())
    }

    fn step(&mut self, action: &Action) -> Result<Thing, String> {
        match action {
            Action::Copy(operand) => self.thing(operand),
            Action::Tuple(items) => {
                let items: Vec<Known> = items.iter().map(|item| self.value(item)).collect::<Result<_, _>>()?;
                let texts: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
                let text = match texts.as_slice() {
                    [one] => format!("({one},)"),
                    texts => format!("({})", texts.join(", ")),
                };
                let ty = match items.is_empty() {
                    true => Ty::tuple(Ty::Nothing),
                    false => Ty::parts(items.into_iter().map(|item| item.ty).collect()),
                };
                Ok(Thing::Value(Known { text: self.writer.line(text), ty, value: None }))
            }
            Action::Call(call) => self.call(call),
            Action::Try(_) => {
                Err("lines of a batt file are not translated; its candidates are, as programs".to_string())
            }
        }
    }

    fn call(&mut self, call: &Call) -> Result<Thing, String> {
        let function = match self.thing(&call.function)? {
            Thing::Function(function) => function,
            Thing::Value(_) => return Err("what is called here is not known to be a function".to_string()),
        };
        let args = self.arguments(call, &function)?;
        let known = match operation(&function) {
            Some(name) if makes_function(name, &args) => {
                let made = Fun::made(name, &args).ok_or_else(|| {
                    format!("`{name}` makes a function out of values that are known only when it runs")
                })?;
                return Ok(Thing::Function(Arc::new(made)));
            }
            Some("identity") => match args.as_slice() {
                [one] => return Ok(one.clone()),
                _ => return Err("`identity` takes one argument".to_string()),
            },
            Some(name) => self.writer.call(name, args),
            None => {
                let values = args.into_iter().map(only_value).collect::<Result<Vec<_>, _>>()?;
                self.writer.call_function(&function, &values)
            }
        };
        known.map(Thing::Value).map_err(|why| why.text)
    }

    /// The arguments in the order of the parameters.
    fn arguments(&self, call: &Call, function: &Fun) -> Result<Vec<Thing>, String> {
        let mut args: Vec<Thing> = call.args.iter().map(|arg| self.thing(arg)).collect::<Result<_, _>>()?;
        if call.keywords.is_empty() {
            return Ok(args);
        }
        let Some(params) = operation(function).and_then(|name| self.params(name)) else {
            return Err("a function made in the program is called with keywords".to_string());
        };
        for param in params.iter().skip(args.len()) {
            let Some((_, operand)) = call.keywords.iter().find(|(name, _)| name == param) else {
                return Err(format!("the call has no argument `{param}`"));
            };
            args.push(self.thing(operand)?);
        }
        Ok(args)
    }

    fn params(&self, name: &str) -> Option<Vec<String>> {
        match self.dialect.value(name)? {
            Value::Op(op) => Some((0..op.arity()).map(|n| op.param_name(n, self.dialect).to_string()).collect()),
            Value::Tok(op) => Some(op.info().params.iter().map(|param| param.name.to_string()).collect()),
            _ => None,
        }
    }

    fn value(&self, operand: &Operand) -> Result<Known, String> {
        self.thing(operand).and_then(only_value)
    }

    fn thing(&self, operand: &Operand) -> Result<Thing, String> {
        match operand {
            Operand::Slot(slot) => self
                .slots
                .get(*slot as usize)
                .cloned()
                .flatten()
                .ok_or_else(|| "it uses a line that was left out".to_string()),
            Operand::Const(Value::Op(op)) => Ok(Thing::Function(Arc::new(Fun::op(op.name())))),
            Operand::Const(Value::Tok(op)) => Ok(Thing::Function(Arc::new(Fun::op(op.name())))),
            Operand::Const(value) => {
                let Some(ty) = constant_type(value) else {
                    return Err("it uses a function of the file; write its lines out first".to_string());
                };
                let text = constant_name(value).map_or_else(|| py::repr(value), str::to_string);
                Ok(Thing::Value(Known { text, ty, value: Some(value.clone()) }))
            }
        }
    }

    /// The function as text. The line of the result is called `O`.
    fn text(&self, name: &str, to: Dialect, result: &str) -> String {
        let lines = self.needed(result);
        let mut out = String::new();
        let uses = |input: &str| {
            result == input || lines.iter().any(|(_, expression)| words(expression).any(|word| word == input))
        };
        let params = if to == Dialect::Tok || uses("S") || uses("C") { "S, I, C" } else { "I" };
        out.push_str(&format!("def {name}({params}):\n"));
        let mut names: std::collections::HashMap<&str, String> = std::collections::HashMap::new();
        for (n, (old, expression)) in lines.iter().enumerate() {
            let new = if old == result { "O".to_string() } else { format!("x{}", n + 1) };
            let expression = renamed(expression, &names);
            out.push_str(&format!("    {new} = {expression}\n"));
            names.insert(old, new);
        }
        out.push_str(&format!("    return {}\n", renamed(result, &names)));
        out
    }

    /// The lines that the result needs; rows that were tried may have left others.
    fn needed(&self, result: &str) -> Vec<&(String, String)> {
        let mut needed: HashSet<&str> = HashSet::from([result]);
        let mut lines = Vec::new();
        for line in self.writer.lines.iter().rev() {
            if needed.contains(line.0.as_str()) {
                needed.extend(words(&line.1));
                lines.push(line);
            }
        }
        lines.reverse();
        lines
    }
}

fn operation(function: &Fun) -> Option<&'static str> {
    if let super::function::Made::Op(name) = function.made { Some(name) } else { None }
}

fn only_value(thing: Thing) -> Result<Known, String> {
    match thing {
        Thing::Value(known) => Ok(known),
        Thing::Function(_) => Err("a function is used where a value is wanted".to_string()),
    }
}

/// What is known of a constant; None for functions.
fn constant_type(value: &Value) -> Option<Ty> {
    Some(match value {
        Value::None => Ty::None,
        Value::Bool(_) => Ty::Bool,
        Value::Int(_) => Ty::Int,
        Value::Func(_) | Value::Op(_) | Value::Tok(_) => return None,
        value if value.is_tuple() => {
            let items: Vec<Ty> =
                py::iter(value).into_iter().flatten().map(|item| constant_type(&item)).collect::<Option<_>>()?;
            if items.is_empty() { Ty::tuple(Ty::Nothing) } else { Ty::parts(items) }
        }
        _ => Ty::Any,
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The text with other names.
fn renamed(text: &str, names: &std::collections::HashMap<&str, String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_alphanumeric() || c == '_') {
        out.push_str(&rest[..start]);
        let word_end = rest[start..].find(|c: char| !c.is_alphanumeric() && c != '_').map_or(rest.len(), |n| start + n);
        let word = &rest[start..word_end];
        out.push_str(names.get(word).map_or(word, String::as_str));
        rest = &rest[word_end..];
    }
    out.push_str(rest);
    out
}

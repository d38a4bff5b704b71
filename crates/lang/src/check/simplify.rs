//! Lines that can be written more simply.

use super::dead::Liveness;
use super::fix::Edit;
use super::known::Known;
use super::pattern::Pattern;
use super::repeated::only_called;
use super::rules::{RULES, Rule};
use super::subject::Subject;
use super::types::makes_function;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use megabatt_core::code::{Action, Operand};
use megabatt_core::{Op, Value, py};
use std::collections::HashSet;
use std::ops::Range;

/// What the checks before this one found out.
pub struct Facts<'f> {
    pub known: &'f [Known],
    /// For each slot the first slot with the same value.
    pub first: &'f [u32],
    pub liveness: &'f Liveness,
    /// Names that do not mean the DSL's own in this file.
    pub taken: &'f HashSet<String>,
}

/// A hole and what fills it: a value and the place where it is written.
type Filled<'a> = (&'static str, &'a Operand, Range<usize>);

pub fn check(subject: &Subject<'_>, facts: &Facts<'_>, skip: &HashSet<usize>, findings: &mut Vec<(Diagnostic, Edit)>) {
    let mut uses = vec![0u32; subject.code.slots as usize];
    for step in (0..subject.code.steps.len()).filter(|&n| facts.liveness.steps[n]) {
        for operand in subject.operands(step) {
            count(operand, &mut uses);
        }
    }
    count(&subject.code.result, &mut uses);
    let search = Search { subject, facts, uses, called: only_called(subject, facts.known) };
    for step in 0..subject.code.steps.len() {
        let place = &subject.places.steps[step];
        let slot = subject.code.steps[step].slot;
        let copied = matches!(subject.code.steps[step].action, Action::Copy(_));
        let repeated = facts.first[slot as usize] != slot && !copied;
        if !facts.liveness.steps[step] || repeated || skip.contains(&place.statement) {
            continue;
        }
        if let Some(Fit { rule, written, text }) = RULES.iter().find_map(|rule| search.fits(rule, step)) {
            let order = if rule.other_order { ", up to the order of the set" } else { "" };
            let message = format!("`{written}` is the same as `{text}`{order}");
            let help = match rule.other_order {
                false => format!("Write `{text}`."),
                true => format!("Write `{text}`, unless something later depends on the order of the set."),
            };
            let finding = subject.finding(place.at.clone(), Code::Simplify, message).label("can be simpler").help(help);
            findings.push((finding, Edit { at: place.at.clone(), text }));
        } else if let Some(found) = another_name(subject, step) {
            findings.push(found);
        }
    }
}

fn count(operand: &Operand, uses: &mut [u32]) {
    if let Operand::Slot(slot) = operand {
        uses[*slot as usize] = uses[*slot as usize].saturating_add(1);
    }
}

/// `x2 = x1`.
fn another_name(subject: &Subject<'_>, step: usize) -> Option<(Diagnostic, Edit)> {
    let Action::Copy(Operand::Slot(_)) = subject.code.steps[step].action else { return None };
    let at = subject.places.steps[step].at.clone();
    let name = subject.name(subject.code.steps[step].slot)?;
    let text = subject.shown(&at);
    let finding = subject
        .finding(at.clone(), Code::Simplify, format!("`{name}` is another name for `{text}`"))
        .label("can be simpler")
        .help(format!("Use `{text}` instead of `{name}`."));
    let text = subject.text(&at).to_string();
    Some((finding, Edit { at, text }))
}

/// A rule that fits, with both sides written out.
struct Fit<'r> {
    rule: &'r Rule,
    written: String,
    text: String,
}

struct Search<'a, 's> {
    subject: &'s Subject<'a>,
    facts: &'s Facts<'s>,
    uses: Vec<u32>,
    called: Vec<bool>,
}

impl<'a> Search<'a, '_> {
    /// Both sides in the program's own names, if the rule fits the step.
    fn fits<'r>(&self, rule: &'r Rule, step: usize) -> Option<Fit<'r>> {
        let Pattern::Call(op, args) = &rule.from else { return None };
        let slot = self.subject.code.steps[step].slot;
        // A function that is compared is not the same as another one that does the same.
        if makes_function(*op) && *op != Op::power && !self.called[slot as usize] {
            return None;
        }
        let mut filled = Vec::new();
        let once = matches!(rule.to, Pattern::Call(..));
        self.call(step, *op, args, once, &mut filled)?;
        for (hole, need) in rule.needs {
            let (_, operand, _) = filled.iter().find(|(name, ..)| name == hole)?;
            if !need.holds(&self.known(operand)) {
                return None;
            }
        }
        Some(Fit { rule, written: self.write(&rule.from, &filled)?, text: self.write(&rule.to, &filled)? })
    }

    fn known(&self, operand: &Operand) -> Known {
        match operand {
            Operand::Slot(slot) => self.facts.known[*slot as usize].clone(),
            Operand::Const(value) => Known::of_value(value),
        }
    }

    /// Whether the step is this call. With `once`, lines it is made of must be for it alone: they go when it does.
    fn call(&self, step: usize, op: Op, args: &[Pattern], once: bool, filled: &mut Vec<Filled<'a>>) -> Option<()> {
        let subject = self.subject;
        let Action::Call(call) = &subject.code.steps[step].action else { return None };
        let is_op = matches!(&call.function, Operand::Const(Value::Op(found)) if *found == op);
        if !is_op || !call.keywords.is_empty() || call.args.len() != args.len() {
            return None;
        }
        for ((pattern, operand), at) in args.iter().zip(&call.args).zip(&subject.places.steps[step].args) {
            self.operand(pattern, operand, at, once, filled)?;
        }
        Some(())
    }

    fn operand(
        &self,
        pattern: &Pattern,
        operand: &'a Operand,
        at: &Range<usize>,
        once: bool,
        filled: &mut Vec<Filled<'a>>,
    ) -> Option<()> {
        match (pattern, operand) {
            (Pattern::Hole(name), _) => match filled.iter().find(|(hole, ..)| hole == name) {
                Some((_, before, _)) => self.same(before, operand).then_some(()),
                None => {
                    filled.push((name, operand, at.clone()));
                    Some(())
                }
            },
            (Pattern::Const(_, value), Operand::Const(found)) => (py::repr(value) == short_repr(found)?).then_some(()),
            (Pattern::Op(op), Operand::Const(Value::Op(found))) => (op == found).then_some(()),
            (Pattern::Call(op, args), Operand::Slot(slot)) => {
                if once && self.uses[*slot as usize] != 1 {
                    return None;
                }
                self.call(self.subject.step_of(*slot)?, *op, args, once, filled)
            }
            _ => None,
        }
    }

    fn same(&self, a: &Operand, b: &Operand) -> bool {
        match (a, b) {
            (Operand::Slot(a), Operand::Slot(b)) => self.facts.first[*a as usize] == self.facts.first[*b as usize],
            (Operand::Const(a), Operand::Const(b)) => match (short_repr(a), short_repr(b)) {
                (Some(a), Some(b)) => a == b,
                _ => false,
            },
            _ => false,
        }
    }

    /// The pattern with its holes filled, if every name in it means here what it should.
    fn write(&self, pattern: &Pattern, filled: &[Filled<'a>]) -> Option<String> {
        match pattern {
            Pattern::Hole(name) => {
                let (_, _, at) = filled.iter().find(|(hole, ..)| hole == name)?;
                let text = self.subject.text(at);
                let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
                let moved = words.into_iter().any(|word| self.subject.is_reassigned(word));
                (!moved && !text.contains(['\n', '\r', '#'])).then(|| text.to_string())
            }
            Pattern::Const(name, _) => self.free(name),
            Pattern::Op(op) => self.free(op.name()),
            Pattern::Call(op, args) => {
                let args: Option<Vec<String>> = args.iter().map(|arg| self.write(arg, filled)).collect();
                Some(format!("{}({})", self.free(op.name())?, args?.join(", ")))
            }
        }
    }

    /// A name of the DSL, if it still means that.
    fn free(&self, name: &str) -> Option<String> {
        let taken = self.subject.is_local(name) || self.facts.taken.contains(name);
        (!taken).then(|| name.to_string())
    }
}

fn short_repr(value: &Value) -> Option<String> {
    (value.weight() <= 100).then(|| py::repr(value))
}

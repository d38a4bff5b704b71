//! Lines whose value the result does not depend on.

use super::subject::Subject;
use super::types::makes_function;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::places::Kind as Line;
use megabatt_core::code::{Action, Operand};
use megabatt_core::{Op, Value};

/// What lives and what does not.
pub struct Liveness {
    /// Per step: whether the result depends on it.
    pub steps: Vec<bool>,
    /// The statements that can go, in order.
    pub dead: Vec<usize>,
}

pub fn liveness(subject: &Subject<'_>) -> Liveness {
    let mut slots = vec![false; subject.code.slots as usize];
    let mut steps = vec![false; subject.code.steps.len()];
    let mark = |operand: &Operand, slots: &mut Vec<bool>| {
        if let Operand::Slot(slot) = operand {
            slots[*slot as usize] = true;
        }
    };
    mark(&subject.code.result, &mut slots);
    for n in (0..steps.len()).rev() {
        if slots[subject.code.steps[n].slot as usize] {
            steps[n] = true;
            subject.operands(n).into_iter().for_each(|operand| mark(operand, &mut slots));
        }
    }
    let is_dead = |line: &Line| match line {
        Line::Assign { slot, .. } => !slots[*slot as usize],
        Line::Value => true,
        Line::Return | Line::Nothing | Line::Unreachable => false,
    };
    if matches!(subject.code.result, Operand::Const(Value::None)) {
        // More likely the `return` is missing than that no line is needed.
        return Liveness { steps, dead: Vec::new() };
    }
    let statements = subject.places.statements.iter().enumerate();
    let dead = statements.filter(|(_, s)| is_dead(&s.kind)).map(|(n, _)| n).collect();
    Liveness { steps, dead }
}

pub fn check(subject: &Subject<'_>, liveness: &Liveness, findings: &mut Vec<Diagnostic>) {
    let mut raising = vec![false; subject.places.statements.len()];
    for (n, step) in subject.places.steps.iter().enumerate() {
        raising[step.statement] |= may_raise(&subject.code.steps[n].action);
    }
    let mut used = vec![false; subject.code.slots as usize];
    for name in &subject.places.uses {
        used[name.slot as usize] = true;
    }
    for &n in &liveness.dead {
        let statement = &subject.places.statements[n];
        let (message, label) = match &statement.kind {
            Line::Assign { name, slot } if used[*slot as usize] => {
                (format!("`{name}` is only used by lines that are dead themselves"), "dead")
            }
            Line::Assign { name, .. } => (format!("`{name}` is never used"), "dead"),
            _ => ("the value of this line is dropped".to_string(), "dead"),
        };
        let help = match raising[n] {
            true => "`--fix` removes it. Values stay the same; where this line raises, the program no longer would.",
            false => "`--fix` removes it. The program does the same without it.",
        };
        findings.push(subject.finding(statement.at.clone(), Code::DeadLine, message).label(label).help(help));
    }
}

/// Whether the action can raise at all, judged without a look at its arguments.
fn may_raise(action: &Action) -> bool {
    let Action::Call(call) = action else { return false };
    match &call.function {
        Operand::Const(Value::Op(op)) => {
            let plain = call.args.len() == op.arity() && call.keywords.is_empty();
            let safe = match op {
                Op::rbind | Op::lbind | Op::power => false,
                Op::identity | Op::astuple | Op::toivec | Op::tojvec | Op::initset => true,
                Op::flip | Op::both | Op::either | Op::branch => true,
                op => makes_function(*op),
            };
            !(plain && safe)
        }
        // It gives a default instead.
        Operand::Const(Value::Tok(_)) => false,
        _ => true,
    }
}

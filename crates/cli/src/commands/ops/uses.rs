//! Which operations programs use, as they are written.

use super::super::load;
use megabatt_core::code::{Action, Code, Operand};
use megabatt_core::{Closure, Dialect, Op, TokOp, Value};
use megabatt_lang::Program;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// How often an operation is named, and by which programs.
#[derive(Clone, Debug, Default)]
pub struct Use {
    /// Every place counts, be it a call or an argument.
    pub places: usize,
    /// By their position among the programs.
    pub programs: Vec<usize>,
}

/// The uses of all operations. A function of the file that programs share counts once for each of them.
#[derive(Clone, Debug)]
pub struct Uses {
    pub names: Vec<String>,
    pub by_name: BTreeMap<&'static str, Use>,
    dialect: Dialect,
}

impl Uses {
    pub fn of(programs: &[Program]) -> Uses {
        let mut by_name: BTreeMap<&'static str, Use> = BTreeMap::new();
        for (n, program) in programs.iter().enumerate() {
            for (op, places) in count(&program.code) {
                let entry = by_name.entry(op).or_default();
                entry.places += places;
                entry.programs.push(n);
            }
        }
        let dialect = programs.first().map(|program| program.dialect).unwrap_or_default();
        Uses { names: load::unique_names(programs), by_name, dialect }
    }

    /// How many places there are in all.
    pub fn total(&self) -> usize {
        self.by_name.values().map(|one| one.places).sum()
    }

    /// Every operation, the most used first; equally used ones in the order of the table.
    pub fn sorted(&self) -> Vec<(&'static str, Use)> {
        let get = |name: &'static str| (name, self.by_name.get(name).cloned().unwrap_or_default());
        let mut all: Vec<(&'static str, Use)> = match self.dialect {
            Dialect::Tok => TokOp::ALL.iter().map(|op| get(op.name())).collect(),
            _ => Op::ALL.iter().map(|op| get(op.name())).collect(),
        };
        all.sort_by_key(|(_, one)| std::cmp::Reverse(one.places));
        all
    }

    /// The names of the programs that use an operation.
    pub fn users(&self, op: &str) -> Vec<&str> {
        let programs = self.by_name.get(op).map_or(&[][..], |one| &one.programs);
        programs.iter().filter_map(|&n| self.names.get(n).map(String::as_str)).collect()
    }
}

/// The operations of a program and of the functions it uses, each of these once.
fn count(code: &Arc<Code>) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    let mut seen: HashSet<*const Code> = HashSet::from([Arc::as_ptr(code)]);
    let mut work = vec![code.clone()];
    while let Some(code) = work.pop() {
        let mut values: Vec<&Value> = operands(&code).filter_map(constant).collect();
        while let Some(value) = values.pop() {
            match value {
                Value::Op(op) => *counts.entry(op.name()).or_default() += 1,
                Value::Tok(op) => *counts.entry(op.name()).or_default() += 1,
                Value::Tuple(tuple) => values.extend(tuple.slice().iter()),
                Value::Func(function) => {
                    if let Closure::User(helper) = &function.kind
                        && seen.insert(Arc::as_ptr(helper))
                    {
                        work.push(helper.clone());
                    }
                }
                _ => {}
            }
        }
    }
    counts
}

fn constant(operand: &Operand) -> Option<&Value> {
    match operand {
        Operand::Const(value) => Some(value),
        Operand::Slot(_) => None,
    }
}

fn operands(code: &Code) -> impl Iterator<Item = &Operand> {
    code.steps.iter().flat_map(|step| of_action(&step.action)).chain([&code.result])
}

fn of_action(action: &Action) -> Vec<&Operand> {
    match action {
        Action::Call(call) | Action::Try(call) => {
            let keywords = call.keywords.iter().map(|(_, value)| value);
            [&call.function].into_iter().chain(&call.args).chain(keywords).collect()
        }
        Action::Tuple(items) => items.iter().collect(),
        Action::Copy(operand) => vec![operand],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_arguments_tuples_and_helpers_count() {
        let text = "def helper(a):\n    return trim(a)\n\n\
                    def solve_a(I):\n    x1 = compose(trim, hmirror)\n    x2 = (trim, (hmirror, 1))\n    \
                    x3 = helper(I)\n    x4 = helper(grid=x3)\n    return trim\n\n\
                    def solve_b(I):\n    O = helper(I)\n    return O\n";
        let module = megabatt_lang::parse("t.py", text, Dialect::Arc);
        let uses = Uses::of(&module.programs);
        let of = |op| (uses.by_name[op].places, uses.users(op));
        assert_eq!(of("trim"), (5, vec!["solve_a", "solve_b"]), "three in solve_a, and the helper's for each");
        assert_eq!(of("hmirror"), (2, vec!["solve_a"]));
        assert_eq!(of("compose"), (1, vec!["solve_a"]));
        assert_eq!(uses.total(), 8);
        assert_eq!(uses.sorted()[0].0, "trim");
    }
}

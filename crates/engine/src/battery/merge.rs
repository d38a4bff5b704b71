//! Programs to a battery, by giving equal lines one node.

use super::identity;
use megabatt_core::code::{Action, Call, Code, Operand};
use megabatt_core::{Closure, Value, py};
use megabatt_exec::battery::{Battery, Member, Node, WITH_DEMOS, taken};
use std::collections::HashMap;
use std::sync::Arc;

/// What is done beyond putting programs side by side. Outcomes are the same with each of them off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passes {
    /// Equal lines of several programs become one node.
    pub share: bool,
    /// Nodes that do not depend on the sample are worked out once.
    pub once: bool,
}

impl Default for Passes {
    fn default() -> Passes {
        Passes { share: true, once: true }
    }
}

/// Merges programs that each take `inputs` values, or of S, I and C the grid alone.
pub fn merge(programs: &[Arc<Code>], inputs: usize, passes: Passes) -> Battery {
    let mut merger = Merger { battery: Battery { inputs, ..Battery::default() }, passes, known: HashMap::new() };
    for (number, code) in programs.iter().enumerate() {
        merger.add(number, code);
    }
    merger.battery
}

/// A line as far as it matters, and which it is of those equal lines of its program that can be told apart.
type Key = (Vec<u8>, u32);

struct Merger {
    battery: Battery,
    passes: Passes,
    known: HashMap<Key, u32>,
}

impl Merger {
    fn add(&mut self, number: usize, code: &Arc<Code>) {
        // What each slot of the program stands for in the battery.
        let mut slots: Vec<Operand> = vec![Operand::Const(Value::None); code.slots as usize];
        let inputs = taken(self.battery.inputs, code.params.len()).unwrap_or(0..code.params.len());
        for (slot, input) in slots.iter_mut().zip(inputs) {
            *slot = Operand::Slot(input as u32);
        }
        let mut seen: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut lines = Vec::with_capacity(code.steps.len());
        for (step, shows) in code.steps.iter().zip(identity::shows(code)) {
            let action = renamed(&step.action, &slots);
            if let Action::Copy(operand) = action {
                slots[step.slot as usize] = operand;
                continue;
            }
            let key = key(&action);
            let mut times = 0;
            if shows {
                let seen = seen.entry(key.clone()).or_default();
                times = *seen;
                *seen += 1;
            }
            let node = self.node((key, times), action, number);
            slots[step.slot as usize] = Operand::Slot(self.battery.slot(node) as u32);
            lines.push(node);
        }
        let result = substituted(&code.result, &slots);
        self.battery.programs.push(Member { code: code.clone(), lines, result });
    }

    fn node(&mut self, key: Key, action: Action, user: usize) -> u32 {
        if self.passes.share
            && let Some(&node) = self.known.get(&key)
        {
            self.battery.nodes[node as usize].last_user = user;
            return node;
        }
        let number = self.battery.nodes.len() as u32;
        let once = self.passes.once && operands(&action).all(|operand| self.is_once(operand));
        let per_task = self.passes.once && !once && operands(&action).all(|operand| self.is_per_task(operand));
        self.battery.nodes.push(Node { action, last_user: user, once, per_task });
        self.known.insert(key, number);
        number
    }

    fn is_once(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Const(_) => true,
            Operand::Slot(slot) => {
                (*slot as usize).checked_sub(self.battery.inputs).is_some_and(|node| self.battery.nodes[node].once)
            }
        }
    }

    /// Whether it needs no more than the demo pairs, which are the first input.
    fn is_per_task(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Slot(0) => self.battery.inputs == WITH_DEMOS,
            Operand::Slot(slot) => (*slot as usize)
                .checked_sub(self.battery.inputs)
                .is_some_and(|node| self.battery.nodes[node].once || self.battery.nodes[node].per_task),
            Operand::Const(_) => true,
        }
    }
}

fn operands(action: &Action) -> Box<dyn Iterator<Item = &Operand> + '_> {
    match action {
        Action::Call(call) | Action::Try(call) => {
            Box::new([&call.function].into_iter().chain(&call.args).chain(call.keywords.iter().map(|(_, o)| o)))
        }
        Action::Tuple(items) => Box::new(items.iter()),
        Action::Copy(operand) => Box::new(std::iter::once(operand)),
    }
}

fn substituted(operand: &Operand, slots: &[Operand]) -> Operand {
    match operand {
        Operand::Slot(slot) => slots[*slot as usize].clone(),
        constant => constant.clone(),
    }
}

/// The action with the battery's slots for the program's.
fn renamed(action: &Action, slots: &[Operand]) -> Action {
    let all = |operands: &[Operand]| operands.iter().map(|o| substituted(o, slots)).collect();
    let renamed = |call: &Call| Call {
        function: substituted(&call.function, slots),
        args: all(&call.args),
        keywords: call.keywords.iter().map(|(name, o)| (name.clone(), substituted(o, slots))).collect(),
    };
    match action {
        Action::Call(call) => Action::Call(renamed(call)),
        Action::Try(call) => Action::Try(renamed(call)),
        Action::Tuple(items) => Action::Tuple(all(items)),
        Action::Copy(operand) => Action::Copy(substituted(operand, slots)),
    }
}

/// Bytes that two actions share only if they are the same.
fn key(action: &Action) -> Vec<u8> {
    let mut key = Vec::new();
    match action {
        Action::Call(call) | Action::Try(call) => {
            key.push(if matches!(action, Action::Try(_)) { b'y' } else { b'c' });
            push_operand(&call.function, &mut key);
            push_number(call.args.len() as u64, &mut key);
            call.args.iter().for_each(|arg| push_operand(arg, &mut key));
            for (name, operand) in &call.keywords {
                push_number(name.len() as u64, &mut key);
                key.extend_from_slice(name.as_bytes());
                push_operand(operand, &mut key);
            }
        }
        Action::Tuple(items) => {
            key.push(b't');
            items.iter().for_each(|item| push_operand(item, &mut key));
        }
        Action::Copy(operand) => {
            key.push(b'=');
            push_operand(operand, &mut key);
        }
    }
    key
}

fn push_number(n: u64, key: &mut Vec<u8>) {
    key.extend_from_slice(&n.to_le_bytes());
}

fn push_operand(operand: &Operand, key: &mut Vec<u8>) {
    match operand {
        Operand::Slot(slot) => {
            key.push(b's');
            push_number(u64::from(*slot), key);
        }
        Operand::Const(value) => push_value(value, key),
    }
}

/// By type: `True` is not `1`. A function of a file is itself alone.
fn push_value(value: &Value, key: &mut Vec<u8>) {
    match value {
        Value::None => key.push(b'n'),
        Value::Bool(b) => key.extend_from_slice(&[b'b', u8::from(*b)]),
        Value::Int(n) => {
            key.push(b'i');
            push_number(*n as u64, key);
        }
        Value::Float(x) => {
            key.push(b'f');
            push_number(x.to_bits(), key);
        }
        Value::Op(op) => key.extend_from_slice(&[b'o', *op as u8]),
        Value::Tok(op) => {
            key.push(b'k');
            push_number(*op as u64, key);
        }
        Value::Func(function) => {
            key.push(b'u');
            let address = match &function.kind {
                Closure::User(code) => Arc::as_ptr(code) as usize,
                _ => std::ptr::from_ref(&**function) as usize,
            };
            push_number(address as u64, key);
        }
        container => {
            let items: Vec<Value> = py::iter(container).into_iter().flatten().collect();
            key.push(if container.is_tuple() { b'(' } else { b'{' });
            push_number(items.len() as u64, key);
            items.iter().for_each(|item| push_value(item, key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_core::Dialect;

    fn battery(text: &str) -> Battery {
        let module = megabatt_lang::parse("test.py", text, Dialect::Arc);
        assert!(module.diagnostics.is_empty());
        let codes: Vec<_> = module.programs.iter().map(|p| p.code.clone()).collect();
        merge(&codes, 1, Passes::default())
    }

    #[test]
    fn programs_share_equal_lines() {
        let battery = battery(
            "def solve_a(I):\n    x1 = rot90(I)\n    O = hmirror(x1)\n    return O\n\n\
             def solve_b(I):\n    y = rot90(I)\n    O = vmirror(y)\n    return O\n",
        );
        assert_eq!((battery.lines(), battery.nodes.len()), (4, 3));
        assert_eq!(battery.nodes[0].last_user, 1);
    }

    #[test]
    fn equal_lines_of_one_program_stay_two_objects() {
        let battery = battery(
            "def solve_a(I):\n    x1 = asindices(I)\n    x2 = asindices(I)\n    x3 = intersection(x1, x2)\n    return x3\n\n\
             def solve_b(I):\n    x1 = asindices(I)\n    x3 = intersection(x1, x1)\n    return x3\n",
        );
        assert_eq!((battery.lines(), battery.nodes.len()), (5, 4));
        assert_eq!(battery.nodes_apart(), 5, "each has its own of the line they share");
    }

    #[test]
    fn equal_lines_of_one_program_are_one_where_it_cannot_show() {
        let text = "def solve_a(I):\n    x1 = rot90(I)\n    x2 = rot90(I)\n    x3 = height(x1)\n    x4 = height(x2)\n    \
                    x5 = ofcolor(I, x3)\n    x6 = ofcolor(I, x4)\n    x7 = palette(x5)\n    x8 = palette(x6)\n    \
                    x9 = intersection(x7, x8)\n    return x9\n";
        let battery = battery(text);
        assert_eq!((battery.lines(), battery.nodes.len()), (9, 6), "palettes may meet, the others may not");
        assert_eq!(battery.nodes_apart(), 6);
    }

    #[test]
    fn what_depends_on_the_demos_alone_is_done_once_per_task() {
        let text = "def a(S, I, C):\n    x1 = first(S)\n    x2 = rbind(add, ONE)\n    x3 = astuple(x1, x2)\n    \
                    x4 = astuple(x3, I)\n    x5 = astuple(x1, C)\n    return x4\n\n\
                    def b(I):\n    x1 = first(I)\n    return x1\n";
        let module = megabatt_lang::parse("test.py", text, Dialect::Arc);
        let codes: Vec<_> = module.programs.iter().map(|p| p.code.clone()).collect();
        let battery = merge(&codes, WITH_DEMOS, Passes::default());
        let marks: Vec<_> = battery.nodes.iter().map(|n| (n.once, n.per_task)).collect();
        let (once, task, sample) = ((true, false), (false, true), (false, false));
        assert_eq!(marks, [task, once, task, sample, sample, sample], "first(S) is not first(I)");
        let without = merge(&codes, WITH_DEMOS, Passes { once: false, ..Passes::default() });
        assert!(without.nodes.iter().all(|n| !n.once && !n.per_task));
    }

    #[test]
    fn true_is_not_one() {
        let battery =
            battery("def solve_a(I):\n    return astuple(T, ONE)\n\ndef solve_b(I):\n    return astuple(ONE, ONE)\n");
        assert_eq!(battery.nodes.len(), 2);
    }

    #[test]
    fn what_does_not_depend_on_the_grid_is_done_once() {
        let battery = battery(
            "def solve_a(I):\n    f = rbind(add, ONE)\n    g = compose(f, f)\n    x = apply(g, I)\n    return x\n",
        );
        assert_eq!(battery.nodes.iter().map(|n| n.once).collect::<Vec<_>>(), [true, true, false]);
    }
}

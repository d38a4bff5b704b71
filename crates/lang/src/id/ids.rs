//! Works out ids.

use super::Id;
use super::hash::{COMMON, Hash, Node};
use super::keywords;
use crate::helpers::user;
use crate::inline::calls_unknown_by_keyword;
use megabatt_core::code::{Action, Call, Code, Operand};
use megabatt_core::{Closure, Value, py};
use std::collections::HashMap;
use std::sync::Arc;

/// What an id covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Scope {
    /// All steps in their order.
    Exact,
    /// What the result is made of.
    Canonical,
}

/// Works out the ids of a program and of the helpers in it.
pub(crate) struct Ids {
    /// Whether the names of the helpers' parameters count, in the exact and in the canonical id.
    names_matter: [bool; 2],
    done: HashMap<(*const Code, Scope), Hash>,
    /// Helpers that do exactly the same, in the order in which they are met.
    twins: HashMap<Hash, Vec<*const Code>>,
}

impl Ids {
    pub fn of(code: &Arc<Code>) -> Ids {
        let exact = keywords::anywhere_through_variable(code);
        let names_matter = [exact, exact && calls_unknown_by_keyword(code)];
        Ids { names_matter, done: HashMap::new(), twins: HashMap::new() }
    }

    pub fn exact(&mut self, code: &Arc<Code>) -> Id {
        short(self.code(code, Scope::Exact))
    }

    pub fn canonical(&mut self, code: &Arc<Code>) -> Id {
        short(self.code(code, Scope::Canonical))
    }

    /// Helpers nest at most a few hundred deep, so recursion is safe; each is hashed once.
    fn code(&mut self, code: &Arc<Code>, scope: Scope) -> Hash {
        let key = (Arc::as_ptr(code), scope);
        if let Some(hash) = self.done.get(&key) {
            return *hash;
        }
        let hash = match scope {
            Scope::Exact => self.exact_code(code),
            Scope::Canonical => self.canonical_code(code),
        };
        self.done.insert(key, hash);
        hash
    }

    fn exact_code(&mut self, code: &Code) -> Hash {
        let mut slots = Slots::new(code);
        let mut out = Node::new("megabatt exact 1").number(code.params.len());
        for (i, step) in code.steps.iter().enumerate() {
            let node = self.action(&step.action, &slots, Scope::Exact);
            out = out.hash(&node);
            slots.set(step.slot, COMMON.step(i));
        }
        let result = self.operand(&code.result, &slots, Scope::Exact);
        out.hash(&result).end()
    }

    /// Every slot gets the hash of the expression it holds, so equal expressions are one, and lines nobody uses
    /// leave no trace.
    fn canonical_code(&mut self, code: &Code) -> Hash {
        let mut slots = Slots::new(code);
        for step in &code.steps {
            let node = self.action(&step.action, &slots, Scope::Canonical);
            slots.set(step.slot, node);
            slots.copied(step.slot, &step.action);
        }
        let result = self.operand(&code.result, &slots, Scope::Canonical);
        Node::new("megabatt canonical 1").number(code.params.len()).hash(&result).end()
    }

    fn action<'a>(&mut self, action: &'a Action, slots: &Slots<'a>, scope: Scope) -> Hash {
        match action {
            Action::Copy(operand) => self.operand(operand, slots, scope),
            Action::Tuple(items) => {
                let mut node = Node::new("tuple").number(items.len());
                for item in items {
                    node = node.hash(&self.operand(item, slots, scope));
                }
                node.end()
            }
            Action::Call(call) => self.call(call, slots, scope),
            Action::Try(call) => Node::new("try").hash(&self.call(call, slots, scope)).end(),
        }
    }

    fn call<'a>(&mut self, call: &'a Call, slots: &Slots<'a>, scope: Scope) -> Hash {
        let mut node = Node::new("call").hash(&self.operand(&call.function, slots, scope)).number(call.args.len());
        for arg in &call.args {
            node = node.hash(&self.operand(arg, slots, scope));
        }
        // All values are there before the call, so the order of the keywords does not show.
        let mut keywords: Vec<_> = call.keywords.iter().collect();
        keywords.sort_by(|a, b| a.0.cmp(&b.0));
        let params =
            slots.constant(&call.function).and_then(user).map(|code| code.params.as_slice()).unwrap_or_default();
        let mut named: Vec<(String, Hash)> = Vec::with_capacity(keywords.len());
        for (name, operand) in keywords {
            // The names of a helper's parameters are its own affair: a place in the list says the same.
            let name = match params.iter().position(|param| param == name) {
                Some(place) => format!("#{place}"),
                None if params.is_empty() => name.clone(),
                None => "?".to_string(),
            };
            named.push((name, self.operand(operand, slots, scope)));
        }
        named.sort();
        for (name, hash) in &named {
            node = node.text(name).hash(hash);
        }
        node.end()
    }

    fn operand(&mut self, operand: &Operand, slots: &Slots<'_>, scope: Scope) -> Hash {
        match operand {
            Operand::Slot(slot) => slots.get(*slot),
            Operand::Const(value) => self.value(value, scope),
        }
    }

    /// Type-strict: `True` is not `1`. A tuple hashes as the display that would make it.
    fn value(&mut self, value: &Value, scope: Scope) -> Hash {
        match value {
            Value::None => COMMON.none,
            Value::Bool(b) => COMMON.bools[usize::from(*b)],
            Value::Int(n) => COMMON.int(*n),
            Value::Float(x) => Node::new("float").bytes(&x.to_bits().to_le_bytes()).end(),
            Value::Op(op) => COMMON.op(*op),
            Value::Tok(op) => Node::new("tok").text(op.name()).end(),
            Value::Func(function) => match &function.kind {
                Closure::User(code) => self.helper(code, scope),
                _ => Node::new("closure").text(&py::repr(value)).end(),
            },
            container => {
                let items: Vec<Value> = py::iter(container).into_iter().flatten().collect();
                let mut node = Node::new(if container.is_tuple() { "tuple" } else { "set" }).number(items.len());
                for item in &items {
                    node = node.hash(&self.value(item, scope));
                }
                node.end()
            }
        }
    }

    fn helper(&mut self, code: &Arc<Code>, scope: Scope) -> Hash {
        let hash = self.code(code, scope);
        let mut node = Node::new("helper").hash(&hash);
        if scope == Scope::Exact {
            // Two functions with the same lines are not equal in Python: `equality(f, g)` tells them apart.
            let twins = self.twins.entry(hash).or_default();
            let place = twins.iter().position(|twin| *twin == Arc::as_ptr(code)).unwrap_or_else(|| {
                twins.push(Arc::as_ptr(code));
                twins.len() - 1
            });
            node = node.number(place);
        }
        if self.names_matter[scope as usize] {
            for param in &code.params {
                node = node.text(param);
            }
        }
        node.end()
    }
}

/// What each slot holds at a point of the program.
struct Slots<'a> {
    hashes: Vec<Hash>,
    /// The constant that a plain assignment put there.
    constants: Vec<Option<&'a Value>>,
}

impl<'a> Slots<'a> {
    fn new(code: &Code) -> Slots<'a> {
        let size = (code.slots as usize).max(code.params.len());
        let params = (0..code.params.len()).map(|i| COMMON.param(i));
        let hashes = params.chain(std::iter::repeat(COMMON.unset)).take(size).collect();
        Slots { hashes, constants: vec![None; size] }
    }

    fn get(&self, slot: u32) -> Hash {
        self.hashes.get(slot as usize).copied().unwrap_or_default()
    }

    fn set(&mut self, slot: u32, hash: Hash) {
        if let Some(place) = self.hashes.get_mut(slot as usize) {
            *place = hash;
        }
    }

    /// Notes whether a slot holds a constant under another name.
    fn copied(&mut self, slot: u32, action: &'a Action) {
        let constant = match action {
            Action::Copy(operand) => self.constant(operand),
            _ => None,
        };
        if let Some(place) = self.constants.get_mut(slot as usize) {
            *place = constant;
        }
    }

    fn constant(&self, operand: &'a Operand) -> Option<&'a Value> {
        match operand {
            Operand::Const(value) => Some(value),
            Operand::Slot(slot) => self.constants.get(*slot as usize).copied().flatten(),
        }
    }
}

fn short(hash: Hash) -> Id {
    let mut id = [0; 16];
    id.copy_from_slice(&hash[..16]);
    Id(id)
}

//! Ids of programs: hashes of what they do, with the names gone.

use crate::helpers::{for_each_helper, user};
use megabatt_core::code::{Action, Call, Code, Operand};
use megabatt_core::{Closure, Value, py};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

/// 128 bits that stand for a program, shown as 32 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id([u8; 16]);

impl Id {
    pub fn from_bytes(bytes: [u8; 16]) -> Id {
        Id(bytes)
    }

    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Id({self})")
    }
}

/// A text that is not an id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id has 32 hex digits, not `{0}`")]
pub struct ParseIdError(String);

impl std::str::FromStr for Id {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Id, ParseIdError> {
        let digits = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        match u128::from_str_radix(text, 16) {
            Ok(n) if digits => Ok(Id(n.to_be_bytes())),
            _ => Err(ParseIdError(text.chars().take(40).collect())),
        }
    }
}

type Hash = [u8; 32];

/// What an id covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Scope {
    /// All steps in their order.
    Exact,
    /// What the result is made of.
    Canonical,
}

/// Works out the ids of a program and of the helpers in it.
pub(crate) struct Ids {
    /// Some call with keywords goes through a variable. Which parameter a keyword means is then only known when the
    /// program runs, so the names of the helpers' parameters count.
    names_matter: bool,
    done: HashMap<(*const Code, Scope), Hash>,
    /// Helpers that do exactly the same, in the order in which they are met.
    twins: HashMap<Hash, Vec<*const Code>>,
}

impl Ids {
    pub fn of(code: &Arc<Code>) -> Ids {
        let mut reached = vec![code.clone()];
        let mut seen: HashSet<*const Code> = HashSet::from([Arc::as_ptr(code)]);
        let mut names_matter = false;
        while let Some(code) = reached.pop() {
            names_matter |= code.steps.iter().any(|step| keywords_through_variable(&step.action));
            for_each_helper(&code, &mut |helper| {
                if seen.insert(Arc::as_ptr(helper)) {
                    reached.push(helper.clone());
                }
            });
        }
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
            slots.set(step.slot, Node::new("step").number(i).end());
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
        }
        let result = self.operand(&code.result, &slots, Scope::Canonical);
        Node::new("megabatt canonical 1").number(code.params.len()).hash(&result).end()
    }

    fn action(&mut self, action: &Action, slots: &Slots, scope: Scope) -> Hash {
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
        }
    }

    fn call(&mut self, call: &Call, slots: &Slots, scope: Scope) -> Hash {
        let mut node = Node::new("call").hash(&self.operand(&call.function, slots, scope)).number(call.args.len());
        for arg in &call.args {
            node = node.hash(&self.operand(arg, slots, scope));
        }
        // All values are there before the call, so the order of the keywords does not show.
        let mut keywords: Vec<_> = call.keywords.iter().collect();
        keywords.sort_by(|a, b| a.0.cmp(&b.0));
        let params = helper(&call.function).map(|code| code.params.as_slice()).unwrap_or_default();
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

    fn operand(&mut self, operand: &Operand, slots: &Slots, scope: Scope) -> Hash {
        match operand {
            Operand::Slot(slot) => slots.get(*slot),
            Operand::Const(value) => self.value(value, scope),
        }
    }

    /// Type-strict: `True` is not `1`. A tuple hashes as the display that would make it.
    fn value(&mut self, value: &Value, scope: Scope) -> Hash {
        match value {
            Value::None => Node::new("none").end(),
            Value::Bool(b) => Node::new("bool").number(usize::from(*b)).end(),
            Value::Int(n) => Node::new("int").bytes(&n.to_le_bytes()).end(),
            Value::Float(x) => Node::new("float").bytes(&x.to_bits().to_le_bytes()).end(),
            Value::Op(op) => Node::new("op").text(op.name()).end(),
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
        if self.names_matter {
            for param in &code.params {
                node = node.text(param);
            }
        }
        node.end()
    }
}

/// What each slot holds at a point of the program.
struct Slots(Vec<Hash>);

impl Slots {
    fn new(code: &Code) -> Slots {
        let unset = Node::new("unset").end();
        let mut slots = vec![unset; (code.slots as usize).max(code.params.len())];
        for (i, slot) in slots.iter_mut().take(code.params.len()).enumerate() {
            *slot = Node::new("param").number(i).end();
        }
        Slots(slots)
    }

    fn get(&self, slot: u32) -> Hash {
        self.0.get(slot as usize).copied().unwrap_or_default()
    }

    fn set(&mut self, slot: u32, hash: Hash) {
        if let Some(place) = self.0.get_mut(slot as usize) {
            *place = hash;
        }
    }
}

/// A hash in the making. Every part says how long it is, so no two lists of parts read the same.
struct Node(Sha256);

impl Node {
    fn new(tag: &str) -> Node {
        Node(Sha256::new()).text(tag)
    }

    fn bytes(mut self, bytes: &[u8]) -> Node {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    fn text(self, text: &str) -> Node {
        self.bytes(text.as_bytes())
    }

    fn number(self, n: usize) -> Node {
        self.bytes(&(n as u64).to_le_bytes())
    }

    fn hash(mut self, hash: &Hash) -> Node {
        self.0.update(hash);
        self
    }

    fn end(self) -> Hash {
        self.0.finalize().into()
    }
}

fn short(hash: Hash) -> Id {
    let mut id = [0; 16];
    id.copy_from_slice(&hash[..16]);
    Id(id)
}

fn helper(operand: &Operand) -> Option<&Arc<Code>> {
    match operand {
        Operand::Const(value) => user(value),
        Operand::Slot(_) => None,
    }
}

/// Whether the call names parameters of a function that is only known when the program runs.
fn keywords_through_variable(action: &Action) -> bool {
    match action {
        Action::Call(call) => !call.keywords.is_empty() && matches!(call.function, Operand::Slot(_)),
        _ => false,
    }
}

//! What the parts of a text are called: functions, parameters, operations and constants, without two meanings for one
//! name.

use super::dag::{Dag, Node, NodeId};
use crate::print::constant_name;
use megabatt_core::code::Code;
use megabatt_core::{Op, Value, constants};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, LazyLock};

/// Names that hold in the whole text.
#[derive(Debug, Default)]
pub(super) struct Globals {
    functions: HashMap<*const Code, String>,
    /// What the functions and aliases are called.
    names: HashSet<String>,
    /// Those names and the names of all parameters.
    taken: HashSet<String>,
    /// A function whose parameter has the name of an operation cannot call the operation by that name; it gets
    /// another one, which a line at the top explains.
    pub aliases: BTreeMap<&'static str, String>,
}

impl Globals {
    /// `dags` are the functions of the text, those whose names matter most first.
    pub fn new<'a>(dags: impl Iterator<Item = (&'a Arc<Code>, &'a Dag, &'a [bool])> + Clone) -> Globals {
        let mut globals = Globals::default();
        for (code, dag, live) in dags.clone() {
            globals.taken.extend(code.params.iter().cloned());
            let hidden = dag.nodes.iter().zip(live).filter_map(|(node, &live)| match node {
                Node::Op(name) if live && code.params.iter().any(|param| param == name) => Some(*name),
                _ => None,
            });
            globals.aliases.extend(hidden.map(|name| (name, String::new())));
        }
        for (code, ..) in dags {
            let name = globals.free(&code.name);
            globals.functions.insert(Arc::as_ptr(code), name);
        }
        for (name, mut alias) in std::mem::take(&mut globals.aliases) {
            alias.push_str(&globals.free(&format!("{name}_of_dsl")));
            globals.aliases.insert(name, alias);
        }
        globals
    }

    pub fn function<'a>(&'a self, code: &'a Arc<Code>) -> &'a str {
        self.functions.get(&Arc::as_ptr(code)).unwrap_or(&code.name)
    }

    /// Whether a variable of this name would hide a function.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The name, or the first variant of it that means nothing else anywhere in the text.
    fn free(&mut self, name: &str) -> String {
        let means_nothing = |name: &str| Op::from_name(name).is_none() && constants::constant(name).is_none();
        let mut free = name.to_string();
        for n in 2.. {
            if means_nothing(&free) && self.taken.insert(free.clone()) {
                break;
            }
            free = format!("{name}_{n}");
        }
        self.names.insert(free.clone());
        free
    }
}

/// The text of each node of a function that has a word for itself; the others are written with brackets.
pub(super) fn words<'a>(dag: &'a Dag, globals: &'a Globals) -> Vec<Option<Cow<'a, str>>> {
    let params: HashSet<&str> = dag.params.iter().map(String::as_str).collect();
    let constant = |name: Option<&'static str>| name.filter(|name| !params.contains(name)).map(Cow::Borrowed);
    let word = |node: &'a Node| match node {
        Node::Param(i) => dag.params.get(*i as usize).map(|name| Cow::Borrowed(name.as_str())),
        Node::None => Some(Cow::Borrowed("None")),
        Node::Bool(b) => {
            constant(CONSTANTS.bools[usize::from(*b)]).or(Some(Cow::Borrowed(["False", "True"][usize::from(*b)])))
        }
        Node::Int(n) => constant(CONSTANTS.int(*n)).or_else(|| Some(Cow::Owned(n.to_string()))),
        Node::Op(name) if params.contains(name) => globals.aliases.get(name).map(|alias| Cow::Borrowed(alias.as_str())),
        Node::Op(name) => Some(Cow::Borrowed(*name)),
        Node::Function(i) => dag.functions.get(*i as usize).map(|code| Cow::Borrowed(globals.function(code))),
        Node::Other(text) => Some(Cow::Borrowed(text.as_str())),
        Node::Tuple(items) => match items.as_slice() {
            [a, b] => constant(pair(dag, *a, *b)),
            _ => None,
        },
        Node::Call(..) => None,
    };
    dag.nodes.iter().map(word).collect()
}

fn pair(dag: &Dag, a: NodeId, b: NodeId) -> Option<&'static str> {
    match (&dag.nodes[a as usize], &dag.nodes[b as usize]) {
        (Node::Int(a), Node::Int(b)) => CONSTANTS.pairs.get(&(*a, *b)).copied(),
        _ => None,
    }
}

/// arc-dsl's constants the other way round.
struct Constants {
    bools: [Option<&'static str>; 2],
    ints: HashMap<i64, &'static str>,
    pairs: HashMap<(i64, i64), &'static str>,
}

impl Constants {
    fn int(&self, n: i64) -> Option<&'static str> {
        self.ints.get(&n).copied()
    }
}

static CONSTANTS: LazyLock<Constants> = LazyLock::new(|| {
    let mut found = Constants { bools: [None; 2], ints: HashMap::new(), pairs: HashMap::new() };
    for value in constants::NAMES.iter().filter_map(|name| constants::constant(name)) {
        let Some(name) = constant_name(&value) else { continue };
        match value {
            Value::Bool(b) => found.bools[usize::from(b)] = Some(name),
            Value::Int(n) => drop(found.ints.insert(n, name)),
            Value::Pair(a, b) => drop(found.pairs.insert((a.into(), b.into()), name)),
            _ => {}
        }
    }
    found
});

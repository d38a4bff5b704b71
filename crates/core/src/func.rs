//! Functions as values: what `compose`, `rbind` and their kin return, and functions of a program's file.

mod met;

use crate::code::Code;
use crate::deep::{DEEP, bury};
use crate::error::Result;
use crate::foreign::Foreign;
use crate::hash::{self, TupleHasher};
use crate::ops::Op;
use crate::value::{Value, checked_depth};
use met::Met;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

/// A function value that is not an operation itself.
#[derive(Debug)]
pub struct Function {
    pub kind: Closure,
    depth: u32,
    /// How often it calls one and the same function, each time with what the last call gave; 1 unless it is a [`Function::repeated`].
    times: u32,
    stand_in: OnceLock<u64>,
    use_of: AtomicU8,
    /// How often in a row it could not be asked about all items at once, and was not even tried.
    one_by_one: AtomicU8,
}

/// What is known of the use of a function.
const CALLED: u8 = 1;
const LOOKED: u8 = 2;
const SHARED: u8 = 4;
/// A function outside of the engine may be among its parts.
const MAY_BE_FOREIGN: u8 = 8;

/// How the function was made. The names are those of the operation that made it.
#[derive(Debug)]
pub enum Closure {
    Compose {
        outer: Value,
        inner: Value,
    },
    Chain {
        h: Value,
        g: Value,
        f: Value,
    },
    Matcher {
        function: Value,
        target: Value,
    },
    Rbind {
        function: Value,
        fixed: Value,
        arity: usize,
    },
    Lbind {
        function: Value,
        fixed: Value,
        arity: usize,
    },
    Fork {
        outer: Value,
        a: Value,
        b: Value,
    },
    /// A function defined in the program's file.
    User(Arc<Code>),
    /// What tokpidjin gives where making a function failed: it takes anything and gives `()`.
    Nothing,
    /// A function that lives outside of the engine.
    Foreign(Arc<dyn Foreign>),
}

impl Closure {
    /// What it is made of.
    pub fn parts(&self) -> impl Iterator<Item = &Value> {
        match self {
            Closure::Compose { outer, inner } => [Some(outer), Some(inner), None],
            Closure::Chain { h, g, f } => [Some(h), Some(g), Some(f)],
            Closure::Matcher { function, target: fixed }
            | Closure::Rbind { function, fixed, .. }
            | Closure::Lbind { function, fixed, .. } => [Some(function), Some(fixed), None],
            Closure::Fork { outer, a, b } => [Some(outer), Some(a), Some(b)],
            Closure::User(_) | Closure::Nothing | Closure::Foreign(_) => [None; 3],
        }
        .into_iter()
        .flatten()
    }

    /// How deep its parts are, and whether a function outside of the engine may be among them: at a glance, since every function that is
    /// made is asked.
    fn known_of_parts(&self) -> (u32, bool) {
        let [a, b, c] = match self {
            Closure::Compose { outer: a, inner: b }
            | Closure::Matcher { function: a, target: b }
            | Closure::Rbind { function: a, fixed: b, .. }
            | Closure::Lbind { function: a, fixed: b, .. } => [a, b, &Value::None],
            Closure::Chain { h: a, g: b, f: c } | Closure::Fork { outer: a, a: b, b: c } => [a, b, c],
            Closure::User(_) | Closure::Foreign(_) => return (0, true),
            Closure::Nothing => return (0, false),
        };
        let known = |part: &Value| match part {
            Value::Op(_) | Value::Int(_) | Value::None => (0, false),
            Value::Func(function) => (function.depth, function.may_be_foreign()),
            Value::Tuple(_) | Value::Set(_) => (part.depth(), part.hashes_by_address()),
            part => (part.depth(), false),
        };
        let (a, b, c) = (known(a), known(b), known(c));
        (a.0.max(b.0).max(c.0), a.1 | b.1 | c.1)
    }

    /// The operation that made it, if one did.
    pub fn maker(&self) -> Option<Op> {
        Some(match self {
            Closure::Compose { .. } => Op::compose,
            Closure::Chain { .. } => Op::chain,
            Closure::Matcher { .. } => Op::matcher,
            Closure::Rbind { .. } => Op::rbind,
            Closure::Lbind { .. } => Op::lbind,
            Closure::Fork { .. } => Op::fork,
            Closure::User(_) | Closure::Nothing | Closure::Foreign(_) => return None,
        })
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        if self.depth > DEEP {
            let nothing = Closure::Compose { outer: Value::None, inner: Value::None };
            bury(std::mem::replace(&mut self.kind, nothing));
        }
    }
}

impl Function {
    pub fn new(kind: Closure) -> Result<Function> {
        let (deepest_part, may_be_foreign) = kind.known_of_parts();
        let depth = checked_depth(deepest_part)?;
        let use_of = AtomicU8::new(if may_be_foreign { MAY_BE_FOREIGN } else { 0 });
        Ok(Function { kind, depth, times: 1, stand_in: OnceLock::new(), use_of, one_by_one: AtomicU8::new(0) })
    }

    /// `compose(function, rest)`, where the rest is the function composed with itself, one time less.
    pub fn repeated(function: &Value, rest: Value, times: u32) -> Result<Function> {
        let kind = Closure::Compose { outer: function.clone(), inner: rest };
        let mut function = Function::new(kind)?;
        function.times = times;
        Ok(function)
    }

    /// How often it calls one and the same function, each time with what the last call gave.
    #[inline]
    pub fn times(&self) -> u32 {
        self.times
    }

    /// Whether a function that calls it more than once with the same argument was found ([`Function::find_shared`]).
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.use_of.load(Ordering::Relaxed) & SHARED != 0
    }

    /// Looks for parts that it calls more than once with one value, as `fork(difference, f, compose(box, f))` does, and marks them
    /// as shared. Called for every call of a fork: the first one is let go by, since most functions that are made for an item are
    /// called once, and the second one looks.
    #[inline]
    pub fn note_fork(&self) {
        let known = self.use_of.load(Ordering::Relaxed);
        if known & LOOKED == 0 {
            self.use_of.fetch_or(if known & CALLED == 0 { CALLED } else { LOOKED }, Ordering::Relaxed);
            if known & CALLED != 0 {
                self.find_shared();
            }
        }
    }

    /// Whether to try again to ask it about all items of a container at once. To find out that this cannot be takes as long as some
    /// calls do, so a function that has refused over and over is tried from time to time only. The answer is the same either way.
    #[inline]
    pub fn may_be_asked_at_once(&self) -> bool {
        /// So often in a row is it tried before it counts as one that refuses.
        const PATIENCE: u8 = 4;
        /// Of so many calls after that one tries.
        const SELDOM: u8 = 32;
        let refused = self.one_by_one.load(Ordering::Relaxed);
        if refused < PATIENCE {
            return true;
        }
        let next = if refused >= PATIENCE + SELDOM { PATIENCE } else { refused + 1 };
        self.one_by_one.store(next, Ordering::Relaxed);
        next == PATIENCE
    }

    /// Notes whether it could be asked about all items at once.
    #[inline]
    pub fn note_asked_at_once(&self, succeeded: bool) {
        let refused = self.one_by_one.load(Ordering::Relaxed);
        let known = if succeeded { 0 } else { refused.saturating_add(1) };
        if known != refused {
            self.one_by_one.store(known, Ordering::Relaxed);
        }
    }

    /// Whether a function outside of the engine may be part of it.
    pub(crate) fn may_be_foreign(&self) -> bool {
        self.use_of.load(Ordering::Relaxed) & MAY_BE_FOREIGN != 0
    }

    #[cold]
    fn find_shared(&self) {
        let mut met = Met::new();
        let all = met.call_func(self, Met::ARGUMENT).is_some();
        // Whoever wrote a function outside of the engine may count on being called.
        if self.may_be_foreign() && crate::foreign::is_inside(self.kind.parts()) {
            return;
        }
        met.shared.iter().for_each(|function| _ = function.use_of.fetch_or(SHARED, Ordering::Relaxed));
        if all {
            // What forks among these share is found.
            met.functions.iter().for_each(|function| _ = function.use_of.fetch_or(CALLED | LOOKED, Ordering::Relaxed));
        }
    }

    /// Whether both are the same function outside of the engine.
    pub(crate) fn is_same_foreign(&self, other: &Function) -> bool {
        match (&self.kind, &other.kind) {
            (Closure::Foreign(a), Closure::Foreign(b)) => a.address() == b.address(),
            _ => false,
        }
    }

    #[inline]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Stands in for the address CPython would hash it by: sets of functions have no order of their own. It follows
    /// from what the function is made of, so it is the same however and whenever the function is made.
    pub fn stand_in(&self) -> u64 {
        *self.stand_in.get_or_init(|| {
            if let Some(op) = self.kind.maker() {
                let start = TupleHasher::new().item(op as u64);
                return self.kind.parts().fold(start, |hash, part| hash.item(hash::of(part))).finish();
            }
            match &self.kind {
                Closure::User(code) => {
                    code.name.bytes().fold(TupleHasher::new(), |hash, byte| hash.item(byte.into())).finish()
                }
                Closure::Foreign(function) => function.hash(),
                _ => TupleHasher::new().item(Op::identity as u64).finish(),
            }
        })
    }

    /// `function.__code__.co_argcount`. Nobody knows it of a foreign function without code of Python's.
    #[inline]
    pub fn arg_count(&self) -> Option<usize> {
        Some(match &self.kind {
            Closure::Compose { .. } | Closure::Chain { .. } | Closure::Matcher { .. } | Closure::Fork { .. } => 1,
            Closure::Rbind { arity, .. } | Closure::Lbind { arity, .. } => bound_arity(*arity),
            Closure::User(code) => code.params.len(),
            Closure::Nothing => 0,
            Closure::Foreign(function) => return function.arg_count(),
        })
    }

    /// Whether it can be called with so many arguments.
    #[inline]
    pub fn takes(&self, args: usize) -> bool {
        match self.kind {
            // It finds out for itself.
            Closure::Nothing | Closure::Foreign(_) => true,
            _ => self.arg_count() == Some(args),
        }
    }

    /// The keyword name of parameter `i`.
    pub fn param_name(&self, i: usize) -> &str {
        match &self.kind {
            Closure::Rbind { .. } => ["x", "y", "z"][i],
            Closure::Lbind { .. } => ["y", "z", "a"][i],
            Closure::User(code) => &code.params[i],
            _ => "x",
        }
    }
}

/// How many arguments are left of a function of `arity` with one bound: the DSL writes out the cases 2 and 3 and
/// takes everything else for 4.
pub fn bound_arity(arity: usize) -> usize {
    match arity {
        2 => 1,
        3 => 2,
        _ => 3,
    }
}

/// The function as an expression, for people.
pub fn describe(value: &Value) -> String {
    match value {
        Value::Op(op) => op.name().to_string(),
        Value::Tok(op) => op.name().to_string(),
        Value::Func(f) => match (&f.kind, f.kind.maker()) {
            (kind, Some(op)) => call(op, &kind.parts().collect::<Vec<_>>()),
            (Closure::User(code), _) => code.name.clone(),
            (Closure::Foreign(function), _) => function.name(),
            _ => "nothing".to_string(),
        },
        other if other.weight() > 40 => format!("<{}>", other.type_name()),
        other => crate::py::repr(other),
    }
}

/// Shared closures would be written out each time they occur, so the text is cut where it gets long.
fn call(op: Op, args: &[&Value]) -> String {
    const LONGEST: usize = 2_000;
    let mut text = format!("{}(", op.name());
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            text.push_str(", ");
        }
        if text.len() > LONGEST {
            text.push('…');
            break;
        }
        text.push_str(&describe(arg));
    }
    if text.len() > 2 * LONGEST {
        let cut = (0..=LONGEST).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
        text.truncate(cut);
        text.push('…');
    }
    text.push(')');
    text
}

//! Functions that a fork calls twice with its argument.
//!
//! `fork(combine, x26, chain(recolor_it, border_of, x26))` calls `x26` on the way to both of its arguments. Functions have no side
//! effects, so who calls the fork may call `x26` once and use the result twice.

use super::{Closure, Function};
use crate::value::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// Functions looked at on each side of a fork, at most.
const MOST: usize = 32;
/// After so many calls of a fork in a row in which nothing was saved nobody tries any more.
const TRIES: u8 = 60;

/// The functions that both sides of a fork call with the fork's own argument.
#[derive(Debug)]
pub struct Twice {
    functions: Box<[usize]>,
    in_vain: AtomicU8,
}

impl Twice {
    /// None if there are none.
    pub(super) fn of(closure: &Closure) -> Option<Arc<Twice>> {
        let Closure::Fork { a: Value::Func(a), b: Value::Func(b), .. } = closure else { return None };
        let (mut left, mut right) = (Vec::new(), Vec::new());
        reached(a, &mut left);
        reached(b, &mut right);
        left.sort_unstable();
        left.dedup();
        left.retain(|function| right.contains(function));
        (!left.is_empty()).then(|| Arc::new(Twice { functions: left.into(), in_vain: AtomicU8::new(0) }))
    }

    pub fn has(&self, function: &Function) -> bool {
        self.functions.contains(&address(function))
    }

    pub fn is_worth_it(&self) -> bool {
        self.in_vain.load(Ordering::Relaxed) < TRIES
    }

    /// Notes whether a call of the fork was any shorter.
    pub fn note(&self, saved: bool) {
        let in_vain = if saved { 0 } else { self.in_vain.load(Ordering::Relaxed).saturating_add(1) };
        self.in_vain.store(in_vain, Ordering::Relaxed);
    }
}

fn address(function: &Function) -> usize {
    std::ptr::from_ref(function).addr()
}

/// Functions that are called with the argument of this one, and this one.
fn reached(function: &Function, found: &mut Vec<usize>) {
    if found.len() >= MOST {
        return;
    }
    found.push(address(function));
    let first = |value: &Value, found: &mut Vec<usize>| {
        if let Value::Func(inner) = value {
            reached(inner, found);
        }
    };
    match &function.kind {
        Closure::Compose { inner, .. } => first(inner, found),
        Closure::Chain { f, .. } => first(f, found),
        Closure::Matcher { function, .. } => first(function, found),
        Closure::Fork { a, b, .. } => {
            first(a, found);
            first(b, found);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::Op;

    fn func(kind: Closure) -> Value {
        Value::func(Function::new(kind).expect("it is shallow"))
    }

    #[test]
    fn what_both_sides_begin_with_is_found() {
        let op = |op| Value::Op(op);
        let compose =
            |outer: &Value, inner: &Value| func(Closure::Compose { outer: outer.clone(), inner: inner.clone() });
        let fork = |a: &Value, b: &Value| func(Closure::Fork { outer: op(Op::combine), a: a.clone(), b: b.clone() });
        let common = compose(&op(Op::hmirror), &op(Op::vmirror));
        let alike = compose(&op(Op::hmirror), &op(Op::vmirror));
        let deep = fork(&op(Op::identity), &compose(&op(Op::toindices), &common));
        let twice = |function: &Value| match function {
            Value::Func(f) => f.called_twice().cloned(),
            _ => None,
        };
        let is_in = |twice: &Twice, function: &Value| matches!(function, Value::Func(f) if twice.has(f));
        let found = twice(&fork(&compose(&op(Op::normalize), &common), &deep)).expect("one is common");
        assert!(is_in(&found, &common) && !is_in(&found, &alike) && !is_in(&found, &deep));
        assert!(twice(&fork(&common, &alike)).is_none());
        assert!(twice(&fork(&common, &op(Op::identity))).is_none());
        // What is called last is called with something else.
        assert!(twice(&fork(&common, &compose(&common, &op(Op::trim)))).is_none());
    }

    #[test]
    fn who_saves_nothing_stops_trying() {
        let common = func(Closure::Compose { outer: Value::Op(Op::trim), inner: Value::Op(Op::trim) });
        let fork = Closure::Fork { outer: Value::Op(Op::astuple), a: common.clone(), b: common };
        let twice = Twice::of(&fork).expect("both sides are the same");
        (1..TRIES).for_each(|_| twice.note(false));
        assert!(twice.is_worth_it());
        twice.note(true);
        (0..TRIES).for_each(|_| twice.note(false));
        assert!(!twice.is_worth_it());
    }
}

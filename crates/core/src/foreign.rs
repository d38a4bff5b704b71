//! Functions that live outside of the engine, such as those of a Python program that uses it.

use crate::code::{Action, Code, Operand};
use crate::error::Result;
use crate::func::Closure;
use crate::value::Value;
use std::any::Any;
use std::collections::HashSet;
use std::fmt::Debug;

/// A function that the engine can hold and call, and knows nothing about.
///
/// It may do anything: look at a clock, raise, keep what it was given. So it is called as often as Python would call it and
/// in Python's order, which the plain forms of the operations do by construction. Whoever runs code with such a function
/// in it runs it on them ([`Value::is_foreign`] tells).
pub trait Foreign: Debug + Send + Sync {
    /// `function(*args)`. What it raised beyond the class is its own business.
    fn call(&self, args: &[&Value]) -> Result<Value>;

    /// `function.__code__.co_argcount`, if it has that.
    fn arg_count(&self) -> Option<usize>;

    /// What people call it.
    fn name(&self) -> String;

    /// Two are the same function if this is the same.
    fn address(&self) -> usize;

    /// `hash(function)`.
    fn hash(&self) -> u64;

    /// For those who made it and want it back.
    fn as_any(&self) -> &dyn Any;
}

/// Whether a foreign function is among these values or inside of one of them. A loop, not a recursion: closures nest deeply, and
/// the caller's stack may be small.
pub(crate) fn is_inside<'a>(values: impl Iterator<Item = &'a Value>) -> bool {
    let mut work: Vec<Value> = values.filter(|value| may_hold(value)).cloned().collect();
    let mut seen: HashSet<usize> = HashSet::new();
    while let Some(value) = work.pop() {
        let mut push = |item: &Value| {
            if may_hold(item) {
                work.push(item.clone());
            }
        };
        match &value {
            Value::Func(f) if seen.insert(std::ptr::from_ref(&**f).addr()) => match &f.kind {
                Closure::Foreign(_) => return true,
                Closure::User(code) => constants(code, &mut push),
                kind => kind.parts().for_each(push),
            },
            Value::Tuple(t) if t.may_have_others() && seen.insert(t.address()) => t.slice().iter().for_each(push),
            Value::Set(s) => s.in_some_order().for_each(|item| push(&item)),
            _ => {}
        }
    }
    false
}

/// What most values are can hold no function.
fn may_hold(value: &Value) -> bool {
    match value {
        Value::Func(_) | Value::Tuple(_) => true,
        Value::Set(set) => set.has_address_hash(),
        _ => false,
    }
}

/// The constants of a code.
pub(crate) fn constants<'a>(code: &'a Code, f: &mut dyn FnMut(&'a Value)) {
    let mut look = |operand: &'a Operand| {
        if let Operand::Const(value) = operand {
            f(value);
        }
    };
    for step in &code.steps {
        match &step.action {
            Action::Call(call) | Action::Try(call) => {
                look(&call.function);
                call.args.iter().for_each(&mut look);
                call.keywords.iter().for_each(|(_, operand)| look(operand));
            }
            Action::Tuple(items) => items.iter().for_each(&mut look),
            Action::Copy(operand) => look(operand),
        }
    }
    look(&code.result);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Function, Op};
    use std::sync::Arc;

    #[derive(Debug)]
    struct Seven;

    impl Foreign for Seven {
        fn call(&self, _: &[&Value]) -> Result<Value> {
            Ok(Value::Int(7))
        }

        fn arg_count(&self) -> Option<usize> {
            None
        }

        fn name(&self) -> String {
            "seven".to_string()
        }

        fn address(&self) -> usize {
            7
        }

        fn hash(&self) -> u64 {
            7
        }

        fn as_any(&self) -> &dyn Any {
            self
        }
    }

    /// Functions in functions, as deep as they may be, each twice.
    fn nested(innermost: Value) -> Value {
        (0..1_900).fold(innermost, |inner, _| {
            let fork = Closure::Fork { outer: Value::Op(Op::add), a: inner.clone(), b: inner };
            Value::func(Function::new(fork).expect("not too deep"))
        })
    }

    #[test]
    fn foreign_functions_are_found_wherever_they_are() {
        let foreign = || Value::func(Function::new(Closure::Foreign(Arc::new(Seven))).expect("it nests nothing"));
        let tuple = |item: Value| Value::tuple(vec![Value::None, item]).expect("not deep");
        assert!(foreign().is_foreign() && tuple(tuple(foreign())).is_foreign() && nested(foreign()).is_foreign());
        assert!(nested(tuple(foreign())).is_foreign());
        assert!(!nested(Value::Op(Op::vmirror)).is_foreign() && !tuple(Value::Int(3)).is_foreign());
        let set = crate::Set::from_items(vec![foreign(), Value::Int(1)]).expect("two items");
        assert!(Value::set(set).is_foreign());
        assert!(foreign() == foreign(), "it is the same function outside");
    }

    #[test]
    fn functions_know_whether_a_foreign_one_may_be_part_of_them() {
        let foreign = || Value::func(Function::new(Closure::Foreign(Arc::new(Seven))).expect("it nests nothing"));
        let bound = |fixed: Value| {
            let kind = Closure::Lbind { function: Value::Op(Op::apply), fixed, arity: 2 };
            Function::new(kind).expect("not too deep").may_be_foreign()
        };
        let tuple = |item: Value| Value::tuple(vec![Value::None, item]).expect("not deep");
        let set = |item: Value| Value::set(crate::Set::from_items(vec![item, Value::Int(1)]).expect("two items"));
        assert!(bound(foreign()) && bound(nested(foreign())) && bound(nested(set(tuple(foreign())))));
        assert!(bound(tuple(set(foreign()))) && bound(set(nested(tuple(foreign())))));
        assert!(!bound(nested(Value::Op(Op::vmirror))) && !bound(set(Value::Int(2))) && !bound(Value::None));
    }
}

//! Values that nest deeply, and the stack that it takes to drop them.
//!
//! A value nests up to 2,000 levels, and dropping it goes down level by level, three calls each at most. Threads that others made may have
//! too little stack for that: 256 KiB in a thread of Python's was just enough in one build and not in another. So deep values are
//! dropped on a stack of their own where little of the thread's is left.

/// Dropping values that nest no deeper takes less stack than [`ENOUGH`].
pub(crate) const DEEP: u32 = 256;
const ENOUGH: usize = 192 << 10;
/// Enough for the deepest values, with calls five times as large as they are.
const STACK: usize = 4 << 20;

/// Drops what a deep value is made of.
#[cold]
#[inline(never)]
pub(crate) fn bury<T>(parts: T) {
    stacker::maybe_grow(ENOUGH, STACK, || drop(parts));
}

#[cfg(test)]
mod tests {
    use crate::Function;
    use crate::func::Closure;
    use crate::set::Set;
    use crate::value::{MAX_DEPTH, Value};

    /// Nests a value as deep as it goes, and drops it on a stack that is too small for that.
    fn dropped_on_a_small_stack(around: fn(Value) -> Value) {
        let mut value = Value::Int(1);
        while value.depth() < MAX_DEPTH {
            value = around(value);
        }
        let small = std::thread::Builder::new().stack_size(64 << 10);
        let dropping = small.spawn(move || drop(value)).expect("a thread");
        dropping.join().expect("it drops");
    }

    #[test]
    fn tuples() {
        dropped_on_a_small_stack(|value| Value::tuple(vec![value]).expect("not too deep"));
    }

    #[test]
    fn sets() {
        dropped_on_a_small_stack(|value| Value::set(Set::single(value).expect("not too deep")));
    }

    #[test]
    fn functions() {
        dropped_on_a_small_stack(|value| {
            let kind = Closure::Compose { outer: value, inner: Value::Int(2) };
            Value::Func(Function::new(kind).expect("not too deep").into())
        });
    }

    #[test]
    fn in_turns() {
        dropped_on_a_small_stack(|value| match value.depth() % 3 {
            0 => Value::tuple(vec![value]).expect("not too deep"),
            1 => Value::set(Set::single(value).expect("not too deep")),
            _ => Value::Func(
                Function::new(Closure::Compose { outer: value, inner: Value::Int(2) }).expect("not too deep").into(),
            ),
        });
    }
}

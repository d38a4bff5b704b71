//! Functions that live outside of the engine, such as those of a Python program that uses it.

use crate::error::Result;
use crate::value::Value;
use std::any::Any;
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

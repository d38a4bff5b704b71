//! What a function gives on the way to something else, where it lies.
//!
//! Functions take things out of tuples over and over, and hand arguments on: `fork(astuple, compose(first, last), chain(last, last, first))`,
//! `fork(paint, identity, f)`. Whoever asks next only looks at what such a call gives, so nobody needs a copy of it.

use crate::{Engine, Machine};
use megabatt_core::ablation::{Idea, is_off};
use megabatt_core::{Op, Result, Value};

/// `function(*args)`: where it was before, or in the place that is given, which holds an error as long as nothing is put there.
macro_rules! value_of {
    ($machine:expr, $function:expr, $args:expr, $place:ident) => {
        match $machine.lent($function, $args)? {
            Some(lent) => lent,
            None => {
                $machine.call_into($function, $args, &mut $place);
                match &$place {
                    Ok(value) => value,
                    Err(fail) => return Err(*fail),
                }
            }
        }
    };
}
pub(crate) use value_of;

impl Machine {
    /// What the function gives, if that is its argument or lies in it. None, and nothing paid, if it has to be called.
    #[inline(always)]
    pub(crate) fn lent<'a>(&mut self, function: &Value, args: &[&'a Value]) -> Result<Option<&'a Value>> {
        if let Value::Op(op) = function
            && let [x] = *args
            && let Some(lent) = lying_in(*op, x)
            && self.engine == Engine::Fast
            && !self.is_timed()
            && !is_off(Idea::AtOnce)
        {
            self.enter()?;
            self.meter.before_constant()?;
            self.leave();
            return Ok(Some(lent));
        }
        Ok(None)
    }
}

/// What the operation gives, if that is the argument itself or something that lies in it.
#[inline(always)]
fn lying_in(op: Op, x: &Value) -> Option<&Value> {
    match (op, x) {
        (Op::identity, _) => Some(x),
        (Op::first, Value::Tuple(items)) => items.slice().first(),
        (Op::last, Value::Tuple(items)) => items.slice().last(),
        _ => None,
    }
}

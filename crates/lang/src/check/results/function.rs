//! Functions that make or apply functions.

use super::container::{merged, walked};
use crate::check::call::{Caller, Outcome};
use crate::check::fail::op_fail;
use crate::check::function::Func;
use crate::check::kinds::Kinds;
use crate::check::known::Known;
use crate::code::Code;
use megabatt_core::Op;

/// Higher powers are not followed.
const MOST_POWER: i64 = 8;

pub fn result(caller: &mut Caller, op: Op, args: &[Known]) -> Outcome {
    let arg = |i: usize| args[i].clone();
    match op {
        Op::compose => Ok(Known::func(Func::Compose { outer: arg(0), inner: arg(1) })),
        Op::chain => Ok(Known::func(Func::Chain { h: arg(0), g: arg(1), f: arg(2) })),
        Op::matcher => Ok(Known::func(Func::Matcher { function: arg(0) })),
        Op::fork => Ok(Known::func(Func::Fork { outer: arg(0), a: arg(1), b: arg(2) })),
        Op::rbind | Op::lbind => Ok(match args[0].function.as_ref().map(|function| function.arity()) {
            Some(arity) if op == Op::rbind => Known::func(Func::Rbind { function: arg(0), fixed: arg(1), arity }),
            Some(arity) => Known::func(Func::Lbind { function: arg(0), fixed: arg(1), arity }),
            None => Known::of(Kinds::FUNC),
        }),
        Op::power => match args[1].number() {
            Some(1) => Ok(arg(0)),
            Some(n) if n < 1 => {
                let text = format!("`power` cannot apply a function {n} times: it would never end");
                Err(op_fail(op, 1, Code::AlwaysFails, text))
            }
            Some(n) if n <= MOST_POWER => {
                Ok((1..n).fold(arg(0), |inner, _| Known::func(Func::Compose { outer: arg(0), inner })))
            }
            Some(_) => Ok(Known::of(Kinds::FUNC)),
            None => Ok(arg(0).join(&Known::of(Kinds::FUNC))),
        },
        Op::apply | Op::mapply => {
            let function = arg(0);
            let item = caller.each(&args[1], |caller, item| caller.call(&function, &[item]))?;
            let (least, most) = (args[1].least(), args[1].most());
            let least = if args[1].is(Kinds::TUPLE) { least } else { least.min(1) };
            let applied = Known::container(args[1].kinds, item, least, most);
            if op == Op::apply { Ok(applied) } else { merged(caller, op, 0, &applied) }
        }
        Op::rapply => {
            let value = arg(1);
            let item = caller.each(&args[0], |caller, function| caller.call(&function, &[value]))?;
            let least = if args[0].is(Kinds::TUPLE) { args[0].least() } else { args[0].least().min(1) };
            Ok(Known::container(args[0].kinds, item, least, args[0].most()))
        }
        Op::papply | Op::mpapply => {
            let least = args[1].least().min(args[2].least());
            let outcome = caller.call(&args[0], &[args[1].item(), args[2].item()]);
            let item = caller.unless_empty(least > 0, outcome)?;
            let applied = Known::container(Kinds::TUPLE, item, least, args[1].most().min(args[2].most()));
            if op == Op::papply { Ok(applied) } else { merged(caller, op, 0, &applied) }
        }
        Op::prapply => {
            let inner = arg(1);
            caller.each(&args[2], |_, item| walked(op, 1, &inner).map(|()| item))?;
            let certain = args[1].least() > 0 && args[2].least() > 0 && args[1].is(Kinds::CONTAINER);
            let outcome = caller.call(&args[0], &[args[1].item(), args[2].item()]);
            let item = caller.unless_empty(certain, outcome)?;
            Ok(Known::container(Kinds::SET, item, usize::from(certain), usize::MAX))
        }
        _ => Ok(Known::any()),
    }
}

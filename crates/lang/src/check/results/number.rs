//! Numbers and pairs.

use super::by_type;
use crate::check::call::Outcome;
use crate::check::fail::op_fail;
use crate::check::kinds::Kinds;
use crate::check::known::Known;
use crate::code::Code;
use megabatt_core::Op;

pub fn result(op: Op, args: &[Known]) -> Outcome {
    match op {
        Op::add | Op::subtract | Op::multiply | Op::divide => arithmetic(op, &args[0], &args[1]),
        Op::invert | Op::double | Op::halve | Op::increment | Op::decrement | Op::crement | Op::sign => {
            pairwise(op, &args[0], |part| if part.is(Kinds::NUMBER) { Known::int() } else { Known::any() })
        }
        Op::toivec => Ok(Known::parts(vec![args[0].clone(), Known::int()])),
        Op::tojvec => Ok(Known::parts(vec![Known::int(), args[0].clone()])),
        Op::astuple => Ok(Known::parts(args.to_vec())),
        Op::greater => {
            let comparable = [Kinds::NUMBER, Kinds::TUPLE, Kinds::SET];
            match comparable.iter().any(|&kind| args[0].may(kind) && args[1].may(kind)) {
                true => Ok(Known::boolean()),
                false => Err(mixed(op, args, "compare")),
            }
        }
        Op::maximum | Op::minimum => {
            let item = args[0].item();
            Ok(if args[0].least() > 0 { item } else { item.join(&Known::int()) })
        }
        Op::interval => match args[2].number() {
            Some(0) => Err(op_fail(op, 2, Code::AlwaysFails, "`interval` cannot go in steps of 0")),
            _ => Ok(Known::tuple_of(Known::int(), 0)),
        },
        _ => Ok(by_type(op.info().result)),
    }
}

pub fn mixed(op: Op, args: &[Known], verb: &str) -> Box<crate::check::fail::Fail> {
    let (a, b) = (crate::check::fail::describe(&args[0]), crate::check::fail::describe(&args[1]));
    op_fail(op, 1, Code::TypeError, format!("`{}` cannot {verb} {a} and {b}", op.name()))
}

/// A function of numbers that takes the first two parts of a tuple one by one.
fn pairwise(op: Op, x: &Known, part: impl Fn(&Known) -> Known) -> Outcome {
    if x.is(Kinds::TUPLE) && x.most() < 2 {
        return Err(too_short(op, 0));
    }
    let number = if x.may(Kinds::NUMBER) { Known::int() } else { Known::nothing() };
    let tuple = if x.may(Kinds::TUPLE) {
        let (a, b) = (x.part(0), x.part(1));
        if x.is(Kinds::TUPLE) && !(numeric(op, &a) && numeric(op, &b)) {
            return Err(no_numbers(op, 0));
        }
        Known::parts(vec![part(&a), part(&b)])
    } else {
        Known::nothing()
    };
    Ok(number.join(&tuple))
}

/// Whether a part of a pair can go through the operation: `double` also doubles tuples, as Python's `*` does.
fn numeric(op: Op, part: &Known) -> bool {
    part.kinds.is_nothing() || part.may(if op == Op::double { Kinds::NUMBER_OR_TUPLE } else { Kinds::NUMBER })
}

fn too_short(op: Op, argument: usize) -> Box<crate::check::fail::Fail> {
    let text = format!("`{}` needs an int or a pair of ints, and this tuple has fewer than two items", op.name());
    op_fail(op, argument, Code::TypeError, text)
}

fn no_numbers(op: Op, argument: usize) -> Box<crate::check::fail::Fail> {
    let text = format!("`{}` needs an int or a pair of ints, and this tuple does not hold ints", op.name());
    op_fail(op, argument, Code::TypeError, text)
}

fn arithmetic(op: Op, a: &Known, b: &Known) -> Outcome {
    if op == Op::divide && b.number() == Some(0) {
        return Err(op_fail(op, 1, Code::AlwaysFails, "`divide` cannot divide by 0"));
    }
    for (n, x) in [a, b].into_iter().enumerate() {
        if x.is(Kinds::TUPLE) && x.most() < 2 {
            return Err(too_short(op, n));
        }
    }
    if b.is(Kinds::SET) && !a.may(Kinds::TUPLE) {
        return Err(mixed(op, &[a.clone(), b.clone()], "take"));
    }
    let mut result = Known::nothing();
    if a.may(Kinds::NUMBER) && b.may(Kinds::NUMBER) {
        result = result.join(&Known::int());
    }
    let parts = |i: usize, x: &Known| {
        if x.is(Kinds::TUPLE) {
            x.part(i)
        } else if x.is(Kinds::NUMBER) {
            x.clone()
        } else {
            Known::any()
        }
    };
    if a.may(Kinds::TUPLE) || b.may(Kinds::TUPLE) {
        let part = |i| match parts(i, a).is(Kinds::NUMBER) && parts(i, b).is(Kinds::NUMBER) {
            true => Known::int(),
            false => Known::any(),
        };
        result = result.join(&Known::parts(vec![part(0), part(1)]));
    }
    Ok(result)
}

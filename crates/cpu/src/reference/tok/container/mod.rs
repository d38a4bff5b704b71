//! Tuples and sets of anything.
//!
//! The typed variants hardly check the type they are named for: `size_t` is `size`, and what differs is mostly what an
//! empty container gives and whether the result is a tuple, a set, or whatever the argument was.

mod best;
mod combine;
mod ends;
mod filter;
mod rank;

use crate::Machine;
use crate::reference::container as arc;
use megabatt_core::{Result, Set, TokOp, Value};

pub fn call(m: &mut Machine, op: TokOp, args: &[&Value]) -> Result<Value> {
    match (op, args) {
        (TokOp::identity, [x]) => arc::identity(x),
        (TokOp::initset, [value]) => arc::initset(value),
        (TokOp::insert, [value, container]) => arc::insert(value, container),
        (TokOp::repeat, [item, num]) => arc::repeat(m, item, num),
        (TokOp::size | TokOp::size_t | TokOp::size_f, [container]) => arc::size(container),
        (TokOp::totuple, [container]) => arc::totuple(container),
        (TokOp::product, [a, b]) => arc::product(m, a, b),
        (TokOp::pair, [a, b]) => arc::pair(a, b),

        (TokOp::combine, [a, b]) => arc::combine(m, a, b),
        (TokOp::combine_t, [a, b]) => combine::combine_t(a, b),
        (TokOp::combine_f, [a, b]) => combine::combine_f(a, b),
        (TokOp::intersection, [a, b]) => arc::intersection(a, b),
        (TokOp::difference | TokOp::difference_t | TokOp::difference_tuple, [a, b]) => arc::difference(m, a, b),
        (TokOp::dedupe, [tup]) => arc::dedupe(tup),
        (TokOp::dedupe_pair_tuple, [samples]) => combine::dedupe_pair_tuple(samples),
        (TokOp::merge | TokOp::merge_t | TokOp::merge_f, [containers]) => arc::merge(m, containers),

        (TokOp::first, [container]) => ends::first(container),
        (TokOp::first_t, [container]) => ends::first_t(container),
        (TokOp::first_f, [container]) => ends::first_f(container),
        (TokOp::second, [container]) => ends::second(container),
        (TokOp::last, [container]) => ends::last(container),
        (TokOp::last_t, [container]) => ends::last_t(container),
        (TokOp::last_f, [container]) => ends::last_f(container),
        (TokOp::get_nth_t, [container, rank]) => ends::get_nth_t(container, rank),
        (TokOp::get_nth_f, [container, rank]) => ends::get_nth_f(container, rank),

        (TokOp::sfilter, [container, condition]) => arc::sfilter(m, container, condition),
        (TokOp::sfilter_t, [container, condition]) => filter::sfilter_t(m, container, condition),
        (TokOp::sfilter_f | TokOp::mfilter_t, [container, condition]) => filter::sfilter_f(m, container, condition),
        (TokOp::mfilter | TokOp::mfilter_f, [container, function]) => filter::mfilter(m, container, function),
        (TokOp::extract, [container, condition]) => filter::extract(m, container, condition),
        (TokOp::remove | TokOp::remove_f, [value, container]) => arc::remove(value, container),
        (TokOp::remove_t, [value, container]) => filter::remove_t(value, container),
        (TokOp::other, [container, value]) => filter::other(m, container, value),
        (TokOp::other_t, [container, value]) => filter::other_t(container, value),
        (TokOp::other_f, [container, value]) => filter::other_f(m, container, value),

        (TokOp::order, [container, compfunc]) => best::order(m, container, compfunc),
        (TokOp::valmax | TokOp::valmax_t | TokOp::valmax_f, [container, compfunc]) => {
            best::valmax(m, container, compfunc)
        }
        (TokOp::valmin | TokOp::valmin_t | TokOp::valmin_f, [container, compfunc]) => {
            best::valmin(m, container, compfunc)
        }
        (TokOp::argmax | TokOp::argmax_t | TokOp::argmax_f, [container, compfunc]) => {
            best::argmax(m, container, compfunc)
        }
        (TokOp::argmin | TokOp::argmin_t | TokOp::argmin_f, [container, compfunc]) => {
            best::argmin(m, container, compfunc)
        }
        (TokOp::mostcommon | TokOp::mostcommon_t, [container]) => arc::mostcommon(container),
        (TokOp::mostcommon_f, [container]) => best::mostcommon_f(container),
        (TokOp::leastcommon | TokOp::leastcommon_t, [container]) => arc::leastcommon(container),
        (TokOp::leastcommon_f, [container]) => best::leastcommon_f(container),

        (TokOp::get_arg_rank, [container, compfunc, rank]) => rank::get_arg_rank(m, container, compfunc, rank),
        (TokOp::get_arg_rank_t, [container, compfunc, rank]) => rank::get_arg_rank_t(m, container, compfunc, rank),
        (TokOp::get_arg_rank_f, [container, compfunc, rank]) => rank::get_arg_rank_f(m, container, compfunc, rank),
        (TokOp::get_val_rank | TokOp::get_val_rank_t | TokOp::get_val_rank_f, [container, compfunc, rank]) => {
            rank::get_val_rank(m, container, compfunc, rank)
        }
        (TokOp::get_common_rank | TokOp::get_common_rank_t, [container, rank]) => {
            rank::get_common_rank(container, rank)
        }
        (TokOp::get_common_rank_f, [container, rank]) => rank::get_common_rank_f(container, rank),
        // The key left out is `identity`, and sorting by that is sorting by nothing.
        (TokOp::get_nth_by_key_t, [container, rank]) => rank::get_nth_by_key_t(m, container, rank, &Value::None),
        (TokOp::get_nth_by_key_t, [container, rank, key]) => rank::get_nth_by_key_t(m, container, rank, key),
        (TokOp::get_nth_by_key_f, [container, rank]) => rank::get_nth_by_key_f(m, container, rank, &Value::None),
        (TokOp::get_nth_by_key_f, [container, rank, key]) => rank::get_nth_by_key_f(m, container, rank, key),
        _ => unreachable!("{} was called with {} arguments", op.name(), args.len()),
    }
}

/// `frozenset()`.
fn no_items() -> Value {
    Value::set(Set::empty())
}

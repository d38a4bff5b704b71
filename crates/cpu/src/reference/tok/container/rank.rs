//! Items at a rank: 0 is the first, -1 the last.

use super::best::in_builtin;
use super::no_items;
use crate::reference::container as arc;
use crate::{Machine, walk};
use megabatt_core::py;
use megabatt_core::{Fail, Result, Value};

/// Where the rank is among `n` items, if it is there. What does not compare with a number fails; so does a float between
/// the ends, which is no index.
pub fn place(rank: &Value, n: usize) -> Result<Option<usize>> {
    if let Value::Float(x) = *rank {
        return if -(n as f64) <= x && x < n as f64 { Err(Fail::TYPE) } else { Ok(None) };
    }
    let rank = rank.as_int().ok_or(Fail::TYPE)?;
    let at = if rank < 0 { rank.saturating_add(n as i64) } else { rank };
    Ok(usize::try_from(at).ok().filter(|&at| at < n))
}

/// The item at the rank of a sorted list, if it is there.
fn at_rank(mut sorted: Vec<Value>, rank: &Value) -> Result<Option<Value>> {
    Ok(place(rank, sorted.len())?.map(|at| sorted.swap_remove(at)))
}

fn sorted(m: &mut Machine, container: &Value, compfunc: &Value, reverse: bool) -> Result<Vec<Value>> {
    in_builtin(m, |m| arc::sorted(m, container, compfunc, reverse))
}

/// Greatest first; items with equal values stay in the order they came.
fn by_falling_value(m: &mut Machine, container: &Value, compfunc: &Value, rank: &Value) -> Result<Option<Value>> {
    at_rank(sorted(m, container, compfunc, true)?, rank)
}

/// Without such a rank, an empty container of the same kind.
pub fn get_arg_rank(m: &mut Machine, container: &Value, compfunc: &Value, rank: &Value) -> Result<Value> {
    match by_falling_value(m, container, compfunc, rank)? {
        Some(item) => Ok(item),
        None => py::collect_like(container, Vec::new()),
    }
}

pub fn get_arg_rank_t(m: &mut Machine, container: &Value, compfunc: &Value, rank: &Value) -> Result<Value> {
    Ok(by_falling_value(m, container, compfunc, rank)?.unwrap_or_else(Value::empty_tuple))
}

pub fn get_arg_rank_f(m: &mut Machine, container: &Value, compfunc: &Value, rank: &Value) -> Result<Value> {
    Ok(by_falling_value(m, container, compfunc, rank)?.unwrap_or_else(no_items))
}

/// Least first, the other way round than [`get_arg_rank`]. The function is called once more, on 0 without such a rank.
pub fn get_val_rank(m: &mut Machine, container: &Value, compfunc: &Value, rank: &Value) -> Result<Value> {
    let item = at_rank(sorted(m, container, compfunc, false)?, rank)?.unwrap_or(Value::Int(0));
    m.call1(compfunc, &item)
}

/// The distinct items, least common first; equally common ones as they are in a set of them.
fn by_count(container: &Value) -> Result<Vec<Value>> {
    let (distinct, counts) = arc::counted(py::iter(container)?);
    let mut ranked: Vec<(usize, &Value)> = distinct.numbered().map(|(n, value)| (counts[n], value)).collect();
    if walk::asked().is_some() {
        ranked.reverse();
    }
    ranked.sort_by_key(|(count, _)| *count);
    Ok(ranked.into_iter().map(|(_, value)| value.clone()).collect())
}

/// Only tuples can count their items.
pub fn get_common_rank(container: &Value, rank: &Value) -> Result<Value> {
    if !container.is_tuple() {
        return Err(Fail::ATTRIBUTE);
    }
    Ok(at_rank(by_count(container)?, rank)?.unwrap_or_else(Value::empty_tuple))
}

pub fn get_common_rank_f(container: &Value, rank: &Value) -> Result<Value> {
    Ok(at_rank(by_count(container)?, rank)?.unwrap_or_else(no_items))
}

/// Of an empty container None, whatever the rank; else a rank that is not there fails.
pub fn get_nth_by_key_t(m: &mut Machine, container: &Value, rank: &Value, key: &Value) -> Result<Value> {
    let items = sorted(m, container, key, false)?;
    if items.is_empty() {
        return Ok(Value::None);
    }
    at_rank(items, rank)?.ok_or(Fail::INDEX)
}

/// A negative rank is the first one; beyond the last there is None.
pub fn get_nth_by_key_f(m: &mut Machine, container: &Value, rank: &Value, key: &Value) -> Result<Value> {
    let items = sorted(m, container, key, false)?;
    let rank = rank.as_int().ok_or(Fail::TYPE)?.max(0);
    Ok(at_rank(items, &Value::Int(rank))?.unwrap_or(Value::None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_counts_from_either_end() {
        let at = |rank| place(&Value::Int(rank), 3);
        assert_eq!([0, 2, 3].map(at), [Ok(Some(0)), Ok(Some(2)), Ok(None)]);
        assert_eq!([-1, -3, -4, i64::MIN].map(at), [Ok(Some(2)), Ok(Some(0)), Ok(None), Ok(None)]);
    }

    #[test]
    fn a_float_is_no_index_but_may_lie_outside() {
        let at = |rank| place(&Value::Float(rank), 3);
        assert_eq!([1.0, f64::INFINITY, f64::NAN].map(at), [Err(Fail::TYPE), Ok(None), Ok(None)]);
    }
}

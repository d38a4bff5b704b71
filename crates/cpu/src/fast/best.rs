//! The item with the greatest or the least key. The order of a set matters only for ties.

use super::lambda;
use crate::Machine;
use crate::reference::container::key;
use megabatt_core::{Dialect, Result, Set, Value, py};

type Taken = Option<Result<Value>>;

/// `argmax` or `argmin`, where the keys are ints or pairs.
pub fn item(m: &mut Machine, container: &Value, compfunc: &Value, greatest: bool) -> Taken {
    if let Value::Set(set) = container
        && let Some(best) = lambda::best_by_distance(m, set, compfunc, greatest)
    {
        return Some(best);
    }
    let before = m.mark();
    let keys = match lambda::keys(m, container, compfunc) {
        Some(Ok(keys)) => keys,
        Some(Err(e)) => return Some(Err(e)),
        None => {
            m.rewind(before);
            let Value::Set(set) = container else { return None };
            called(m, set, compfunc)?
        }
    };
    let best = if greatest { keys.iter().max() } else { keys.iter().min() };
    let best = *best?;
    let mut ties = (0..keys.len()).filter(|&n| keys[n] == best);
    let first = ties.next()?;
    let Value::Set(set) = container else { return py::item(container, first).map(Ok) };
    let at = if ties.next().is_none() { first } else { set.first_of(|n| keys[n] == best)? };
    set.item(at).map(Ok)
}

/// `valmax` or `valmin`: the key of that item, which is asked for once more.
pub fn value(m: &mut Machine, container: &Value, compfunc: &Value, greatest: bool) -> Taken {
    let before = m.mark();
    match item(m, container, compfunc, greatest) {
        Some(item) => Some(item.and_then(|item| m.call1(compfunc, &item))),
        None => {
            m.rewind(before);
            None
        }
    }
}

/// The keys of a set's items, call by call, as ints that compare as they do; by position in the content. What the calls take does not depend
/// on their order. None, and nothing paid, if one fails, since then the first failure in CPython's order decides, or if the keys
/// are not all of one kind.
fn called(m: &mut Machine, set: &Set, compfunc: &Value) -> Option<Vec<i64>> {
    if m.careful || m.dialect == Dialect::Tok || set.order_depends_on_address() {
        return None;
    }
    let before = m.mark();
    let keys = called_keys(m, set, compfunc);
    if keys.is_none() {
        m.rewind(before);
    }
    keys
}

fn called_keys(m: &mut Machine, set: &Set, compfunc: &Value) -> Option<Vec<i64>> {
    let mut keys = Vec::with_capacity(set.len());
    let mut are_pairs = None;
    for item in set.values() {
        let (key, is_pair) = match key(m, compfunc, item).ok()? {
            Value::Int(n) => (n, false),
            Value::Bool(b) => (b.into(), false),
            Value::Pair(i, j) => (lambda::sortable((i, j)), true),
            _ => return None,
        };
        if *are_pairs.get_or_insert(is_pair) != is_pair {
            return None;
        }
        keys.push(key);
    }
    Some(keys)
}

//! Sets of what a function gave for the items of a set, where some results are equal.
//!
//! Of results that are equal a set keeps the one that came first, and with it the order of its items, which may be another one than that
//! of the others. So it must be known which came first. Mostly that is clear without the order of all items: where in its table an
//! item of the source may be is known, and if that is apart from where the others may be, the earlier one came first.

use megabatt_core::{Arc, Result, Set, Value};
use rustc_hash::FxHashMap;

/// `frozenset(results)`, the results being by position in the source's content. None if they are not all sets, or if it takes the order of
/// the source to know which of them are kept.
pub fn set_of(source: &Arc<Set>, results: &[Value]) -> Option<Result<Set>> {
    let as_set = |value: &Value| match value {
        Value::Set(set) if !set.has_address_hash() => Some(set.clone()),
        _ => None,
    };
    let sets: Vec<Arc<Set>> = results.iter().map(as_set).collect::<Option<_>>()?;
    let groups = Groups::of(&sets);
    let repeated: Vec<u32> = groups.members.iter().filter(|its| its.len() > 1).flatten().copied().collect();
    let spans = source.spans(&repeated)?;
    let mut known = spans.into_iter();
    let mut kept = Vec::with_capacity(groups.members.len());
    for its in &groups.members {
        let first = match its.as_slice() {
            [only] => *only,
            _ => {
                let spans: Vec<(u32, u32)> = known.by_ref().take(its.len()).collect();
                let (first, &(_, last_slot)) = spans.iter().enumerate().min_by_key(|(_, span)| span.1)?;
                let comes_later = |(n, span): (usize, &(u32, u32))| n == first || span.0 > last_slot;
                if !spans.iter().enumerate().all(comes_later) {
                    return None;
                }
                its[first]
            }
        };
        kept.push(sets[first as usize].clone());
    }
    let (numbers, count, walked) = (groups.numbers, kept.len(), source.clone());
    Some(Set::deferred_sets_of(source, kept, Box::new(move |_| came_first(&walked, &numbers, count))))
}

/// The numbers, of which there are so many, in the order in which the items of the source gave them first.
pub fn came_first(source: &Set, numbers: &[u32], count: usize) -> Vec<u32> {
    let mut seen = vec![false; count];
    let all = source.positions_in_order().map(|n| numbers[n]);
    all.filter(|&number| !std::mem::replace(&mut seen[number as usize], true)).collect()
}

/// Sets by what they are equal to.
struct Groups {
    /// The positions of those that are equal.
    members: Vec<Vec<u32>>,
    /// For each set the number of its group.
    numbers: Vec<u32>,
}

impl Groups {
    fn of(sets: &[Arc<Set>]) -> Groups {
        let mut groups = Groups { members: Vec::new(), numbers: Vec::with_capacity(sets.len()) };
        let mut by_hash: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        for (n, set) in (0u32..).zip(sets) {
            let alike = by_hash.entry(set.hash()).or_default();
            let equal = |&&group: &&u32| sets[groups.members[group as usize][0] as usize].same_items(set);
            let number = alike.iter().find(equal).copied().unwrap_or_else(|| {
                alike.push(groups.members.len() as u32);
                groups.members.push(Vec::new());
                groups.members.len() as u32 - 1
            });
            groups.members[number as usize].push(n);
            groups.numbers.push(number);
        }
        groups
    }
}

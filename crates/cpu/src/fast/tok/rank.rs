//! The colour at a rank: the commonest first, those equally common in the order in which they are met.

use super::LAYOUT;
use megabatt_core::{Grid, Set, Value};

/// Colours of more kinds than this are left to the ordinary way.
const MOST: usize = 16;

/// Colours with how often they occur, in the order in which they are met.
fn counted(colours: impl Iterator<Item = i32>) -> Option<Vec<(i32, usize)>> {
    let mut counts: Vec<(i32, usize)> = Vec::with_capacity(MOST);
    for colour in colours {
        match counts.iter().position(|(other, _)| *other == colour) {
            Some(at) => counts[at].1 += 1,
            None if counts.len() == MOST => return None,
            None => counts.push((colour, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    Some(counts)
}

/// Where a rank is among so many, negative ones counted from the end; None if it is not there.
fn place(rank: i64, n: usize) -> Option<usize> {
    let at = if rank < 0 { rank.checked_add(n as i64)? } else { rank };
    usize::try_from(at).ok().filter(|&at| at < n)
}

/// Beyond the last rank there is `()`.
pub fn in_grid(g: &Grid, rank: i64) -> Option<Value> {
    let ranked = counted(g.cells().iter().map(|&v| v.into()))?;
    Some(place(rank, ranked.len()).map_or_else(Value::empty_tuple, |at| Value::Int(ranked[at].0.into())))
}

/// Beyond the last rank there is the empty set. None if the order of the object's cells decides.
pub fn in_object(set: &Set, rank: i64) -> Option<Value> {
    let ranked = counted(set.cells_in(LAYOUT)?.iter().map(|cell| cell.0))?;
    let Some(at) = place(rank, ranked.len()) else { return Some(Value::set(Set::empty())) };
    let (colour, count) = ranked[at];
    let alone = ranked.iter().filter(|(_, other)| *other == count).count() == 1;
    alone.then_some(Value::Int(colour.into()))
}

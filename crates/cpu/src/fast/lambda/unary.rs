//! Operations of one argument on all items.

use super::coded::Coded;
use super::column::{Column, View};
use super::copies;
use super::cut::Joined;
use super::kept::Kept;
use super::regions::Regions;
use super::unmade::{Unmade, outlined, surrounded};
use crate::fast::line::frontier;
use crate::fast::shapes::{Around, Lines};
use megabatt_core::set::Factor;
use megabatt_core::{Op, Set, Value};

/// None where the operation is not for such items, or fails for one of them.
pub fn unary(op: Op, x: View<'_>) -> Option<Column> {
    Some(match (op, x) {
        (Op::first, View::Pairs(v)) => ints(v, |&(i, _)| i),
        (Op::first, View::Cells(v)) => ints(v, |&(c, ..)| c),
        (Op::last, View::Pairs(v)) => ints(v, |&(_, j)| j),
        (Op::last, View::Cells(v)) => Column::Pairs(v.iter().map(|&(_, i, j)| (i, j)).collect()),
        (Op::first, View::Twos(v)) => Column::Pairs(v.iter().map(|two| two[0]).collect()),
        (Op::last, View::Twos(v)) => Column::Pairs(v.iter().map(|two| two[1]).collect()),
        (Op::first, View::Singles(v)) => Column::Pairs(v.to_vec()),
        (Op::initset, View::Pairs(v)) => Column::Singles(v.to_vec()),
        (Op::initset, View::Cells(v)) => {
            let single = |&(c, i, j): &(i32, i32, i32)| Some(Value::set(Set::single(Value::Cell(c, i, j)).ok()?));
            Column::Coded(Coded::each(v.iter().map(single).collect::<Option<_>>()?))
        }
        (Op::initset, View::Built(built)) => Column::built(built.singles()?),
        (Op::first, View::Tuples(t)) => coded(t.left(), t.codes().iter().map(|&(l, _)| l)),
        (Op::last, View::Tuples(t)) => coded(t.right(), t.codes().iter().map(|&(_, r)| r)),
        (Op::merge, View::Tuples(twos)) => Column::unmade(Unmade::Joined(Joined::of(twos)?)),
        (_, View::Tuples(_) | View::Coded(_) | View::Unmade(_)) => return None,
        (_, View::Lists(lists)) => lists.unary(op)?,
        (_, View::Zipped(zipped)) => zipped.unary(op)?,
        (Op::size, View::Outlines(v) | View::Kept(Kept { outlines: v, .. })) => {
            Column::Ints(v.sizes.iter().map(|&size| size.into()).collect())
        }
        (_, View::Outlines(v)) => v.answers(op)?,
        (Op::asindices, View::Drawings(v)) => Column::areas(v.indices()?),
        (_, View::Drawings(v)) => Column::drawings(v.turned(op)?),
        (Op::maximum, View::Distances(distances)) => Column::Ints(distances.greatest()),
        (Op::minimum, View::Distances(distances)) => Column::Ints(distances.least()),
        (Op::toindices, View::Sets(sets)) => Column::areas(sets.places()?.clone()),
        (Op::backdrop, View::Sets(sets)) => Column::areas(sets.boxes()?.clone()),
        (Op::outbox, View::Sets(sets)) => surrounded(sets.boxes()?)?,
        (Op::r#box, View::Sets(sets)) => outlined(sets.boxes()?)?,
        (Op::corners, View::Sets(sets)) => Column::unmade(Unmade::Regions(Regions::of_corners(sets.boxes()?)?)),
        (_, View::Sets(sets)) => sets.answers(op)?,
        (_, View::Moved(moved)) => copies::answers(op, moved)?,
        (Op::r#box, View::Areas(areas)) => outlined(areas)?,
        (Op::size, View::Along(along)) => Column::Ints(along.sizes()),
        (Op::size, View::Lines(lines)) => Column::Ints(lines.sizes().collect()),
        (Op::vline | Op::hline, View::Lines(lines)) => Column::Bools(lines.lie_as(op)),
        (Op::size, View::Strokes(strokes)) => Column::Ints(strokes.sizes().iter().map(|&size| size.into()).collect()),
        // Of places it is the patch itself.
        (Op::toindices, View::Lines(lines)) if lines.uncoloured().is_some() => Column::Lines(lines.clone()),
        (Op::toindices, View::Around(around)) => Column::Around(around.clone()),
        (_, View::Areas(_) | View::Lines(_) | View::Along(_) | View::Strokes(_) | View::Around(_)) => return None,
        (_, View::Built(_) | View::Fits(_)) => return None,
        (Op::size, View::Chosen(chosen)) => Column::Ints(chosen.sizes()),
        (_, View::Chosen(_)) => return None,
        (_, View::Kept(_) | View::Made(_) | View::Bound(_) | View::Distances(_)) => return None,
        (Op::flip, View::Bools(v)) => Column::Bools(v.iter().map(|b| !b).collect()),
        (Op::flip, View::Ints(v)) => Column::Bools(v.iter().map(|&n| n == 0).collect()),
        (Op::flip, _) => Column::Bools(vec![false; x.len()]),
        (Op::even, View::Ints(v)) => Column::Bools(v.iter().map(|n| n % 2 == 0).collect()),
        (Op::positive, View::Ints(v)) => Column::Bools(v.iter().map(|&n| n > 0).collect()),
        (Op::toivec, View::Ints(v)) => pairs(v, |&n| Some((i32::try_from(n).ok()?, 0)))?,
        (Op::tojvec, View::Ints(v)) => pairs(v, |&n| Some((0, i32::try_from(n).ok()?)))?,
        (Op::dneighbors | Op::ineighbors | Op::neighbors, View::Pairs(v)) => Column::Around(Around::of(op, v)?),
        (Op::hfrontier | Op::vfrontier, View::Pairs(v)) => {
            let line = |&(i, j): &(i32, i32)| Some(frontier(op, i, j));
            Column::Lines(Lines::connecting(v.iter().map(line))?)
        }
        (Op::maximum, View::Pairs(v)) => ints(v, |&(i, j)| i.max(j)),
        (Op::minimum, View::Pairs(v)) => ints(v, |&(i, j)| i.min(j)),
        (_, View::Ints(v)) => {
            let f = on_number(op)?;
            let mut results = Vec::with_capacity(v.len());
            for &n in v {
                results.push(f(n)?);
            }
            Column::Ints(results)
        }
        (_, View::Pairs(v)) => {
            let f = on_number(op)?;
            let part = |n: i32| i32::try_from(f(n.into())?).ok();
            pairs(v, |&(i, j)| Some((part(i)?, part(j)?)))?
        }
        _ => return None,
    })
}

/// Operations on an int, or on both parts of a pair.
fn on_number(op: Op) -> Option<fn(i64) -> Option<i64>> {
    Some(match op {
        Op::increment => |n| n.checked_add(1),
        Op::decrement => |n| n.checked_sub(1),
        Op::invert => |n| n.checked_neg(),
        Op::double => |n| n.checked_mul(2),
        Op::halve => |n| Some(n.div_euclid(2)),
        Op::sign => |n| Some(n.signum()),
        Op::crement => |n| n.checked_add(n.signum()),
        _ => return None,
    })
}

fn coded(factor: &Factor, codes: impl Iterator<Item = u32>) -> Column {
    Coded { values: factor.values().into(), codes: codes.collect() }.into_column()
}

fn ints<T>(items: &[T], f: impl Fn(&T) -> i32) -> Column {
    Column::Ints(items.iter().map(|item| i64::from(f(item))).collect())
}

fn pairs<T>(items: &[T], f: impl Fn(&T) -> Option<(i32, i32)>) -> Option<Column> {
    let mut results = Vec::with_capacity(items.len());
    for item in items {
        results.push(f(item)?);
    }
    Some(Column::Pairs(results))
}

//! Copies of one patch: what each of them is asked, without making it.

use super::coded::Weights;
use super::column::{Column, View};
use super::figure::Figures;
use super::outline::{CELL, Outlines, PLACE};
use super::patches;
use crate::fast::moved::Moved;
use crate::fast::{Patch, patch, shape};
use megabatt_core::mask::Bounds;
use megabatt_core::{Arc, Op, Set, Value};

/// What each copy answers; None for other questions. Asked once: where the patch is moved, so are the answers that are places.
pub fn answers(op: Op, moved: &Moved) -> Option<Column> {
    let of = Patch::of_set(moved.patch())?;
    match op {
        Op::size => return Some(Column::Ints(vec![moved.patch().len() as i64; moved.len()])),
        Op::toindices => return Some(Column::Moved(indices(moved, of)?)),
        Op::color => {
            let colour = colour_of(moved.patch())?;
            return Some(Column::Ints(vec![colour; moved.len()]));
        }
        _ if !patches::is_question(op) => return None,
        _ => {}
    }
    let by = moved.by().iter();
    Some(match shape::of_patch(op, of)?.ok()? {
        Value::Pair(h, w) if op == Op::shape => Column::Pairs(vec![(h, w); moved.len()]),
        Value::Pair(i, j) => Column::Pairs(by.map(|&(di, dj)| (i + di, j + dj)).collect()),
        Value::Bool(answer) => Column::Bools(vec![answer; moved.len()]),
        Value::Int(n) => Column::Ints(match op {
            Op::uppermost | Op::lowermost => by.map(|&(di, _)| n + i64::from(di)).collect(),
            Op::leftmost | Op::rightmost => by.map(|&(_, dj)| n + i64::from(dj)).collect(),
            _ => vec![n; moved.len()],
        }),
        _ => return None,
    })
}

/// `toindices` of each copy.
fn indices(moved: &Moved, of: Patch<'_>) -> Option<Moved> {
    match of {
        Patch::Pairs(..) => Some(moved.clone()),
        Patch::Cells(set, _) if set.has_distinct_places() => Some(moved.with_items_of(patch::indices(of).ok()?)),
        Patch::Cells(..) => None,
    }
}

/// The colour of an object of one colour; with several it depends on the order of the copy.
fn colour_of(object: &Set) -> Option<i64> {
    object.cells()?;
    object.one_colour().map(i64::from)
}

/// What is known of the items that each copy has in common with a fixed set.
pub fn overlaps(moved: &Moved, fixed: &Set) -> Option<Outlines> {
    Some(Outlines::new(moved.common(fixed)?, None, weight_of_item(moved.patch())))
}

/// What is known of the items of each copy, or of each other patch of places, that a fixed set does not have; or the other way round.
pub fn differences(patches: View<'_>, fixed: &Arc<Set>, of_fixed: bool) -> Option<Outlines> {
    let (common, item) = match patches {
        View::Moved(moved) => (moved.common(fixed)?, weight_of_item(moved.patch())),
        View::Areas(areas) => (areas.common(fixed)?, PLACE),
        View::Lines(lines) => (lines.common(fixed)?, PLACE),
        View::Around(around) => (around.common(fixed)?, PLACE),
        _ => return None,
    };
    if of_fixed {
        let all = u32::try_from(fixed.len()).ok()?;
        let rest = common.into_iter().map(|common| all - common).collect();
        return Some(Outlines::new(rest, None, weight_of_item(fixed)));
    }
    let size = |weight: u64| ((weight - 1) / item) as u32;
    let rest = match patches.weights() {
        Weights::Same(weight) => common.into_iter().map(|common| size(weight) - common).collect(),
        Weights::Each(each) => each.iter().zip(common).map(|(weight, common)| size(weight) - common).collect(),
    };
    Some(Outlines::new(rest, None, item))
}

/// What is known of `combine` of each copy and a fixed set, whichever of the two is the first. None unless both are of places.
pub fn unions(moved: &Moved, fixed: &Arc<Set>) -> Option<Outlines> {
    let (patch, own) = (moved.patch(), fixed.pairs().filter(|own| !own.is_empty())?);
    let of_patch = Bounds::of_places(patch.pairs()?.iter().copied());
    let of_fixed = Bounds::of_places(own.iter().copied());
    let both = u32::try_from(patch.len().checked_add(own.len())?).ok()?;
    let sizes = moved.common(fixed)?.into_iter().map(|common| both - common).collect();
    let around = |&(di, dj): &(i32, i32)| Bounds {
        top: of_fixed.top.min(of_patch.top + di),
        left: of_fixed.left.min(of_patch.left + dj),
        bottom: of_fixed.bottom.max(of_patch.bottom + di),
        right: of_fixed.right.max(of_patch.right + dj),
    };
    let mut unions = Outlines::new(sizes, Some(moved.by().iter().map(around).collect()), PLACE);
    unions.figures = Some(Figures::of_unions(moved, fixed));
    Some(unions)
}

/// What an item of a patch weighs.
pub fn weight_of_item(patch: &Set) -> u64 {
    if patch.pairs().is_some() { PLACE } else { CELL }
}

//! Copies of a patch of which some items are left.
//!
//! `compose(rbind(sfilter, condition), lbind(shift, patch))` asks the condition about every item of every copy. Most items are in many
//! copies; each is asked once here, and a copy is what it has in common with those that may stay.

use super::bill::Bill;
use super::coded::Weights;
use super::column::View;
use super::copies::weight_of_item;
use super::outline::Outlines;
use super::tree::{Node, Opaque};
use crate::Machine;
use crate::fast::moved::Moved;
use megabatt_core::{Arc, CellLayout, Set, Value};

/// The items of copies that are in a fixed set as well.
pub struct Kept {
    /// None: of a patch of nothing.
    copies: Option<Moved>,
    within: Arc<Set>,
    pub outlines: Outlines,
}

impl Kept {
    fn new(copies: Option<Moved>, within: Arc<Set>, n: usize, item: u64) -> Option<Kept> {
        let sizes = match &copies {
            Some(copies) => copies.common(&within)?,
            None => vec![0; n],
        };
        Some(Kept { copies, within, outlines: Outlines::new(sizes, None, item) })
    }

    /// `sfilter` of each copy.
    pub fn of(m: &mut Machine, copies: &Moved, condition: &Value, bill: &mut Bill) -> Option<Kept> {
        let all = copies.items()?;
        let begun = bill.begin(&[Weights::Same(copies.weight()), Weights::Same(condition.weight())], 0);
        let view = match (all.pairs(), all.cells()) {
            (Some(places), _) => View::Pairs(places),
            (_, Some(cells)) => View::Cells(cells),
            _ => return None,
        };
        let mut inner = Bill::new(all.len());
        let holds = Node::of(condition, Opaque::Refused)?.call(m, view, &mut inner)?.into_column()?;
        // Whose item it is must not matter.
        bill.charge(inner.same_for_all()?.checked_mul(copies.patch().len() as u64)?);
        bill.frames(inner.deepest);
        bill.peak(inner.most_memory);
        bill.ask(inner.asked);
        let within = Arc::new(part(&all, holds.truthy_positions().into_iter()));
        let kept = Kept::new(Some(copies.clone()), within, copies.len(), weight_of_item(copies.patch()))?;
        bill.charge_items(&kept.outlines.weights());
        bill.end(begun, &kept.outlines.weights());
        Some(kept)
    }

    /// `difference` of each and a copy of another patch. None unless all pairs of copies are equally far apart.
    pub fn without(&self, others: &Moved) -> Option<Kept> {
        let copies = self.copies.as_ref()?;
        let removed = others.patch_seen_from(copies)?;
        let patch = copies.patch();
        let is_left = |n: &u32| patch.item(*n as usize).is_some_and(|item| !removed.contains(&item));
        let left = part(patch, (0..patch.len() as u32).filter(is_left));
        let left = (!left.is_empty()).then(|| copies.with_items_of(Arc::new(left)));
        Kept::new(left, self.within.clone(), copies.len(), weight_of_item(patch))
    }

    /// `intersection` of each with a fixed set.
    pub fn overlaps(&self, fixed: &Set) -> Option<Outlines> {
        let copies = self.copies.as_ref()?;
        let is_common = |n: &u32| self.within.item(*n as usize).is_some_and(|item| fixed.contains(&item));
        let within = part(&self.within, (0..self.within.len() as u32).filter(is_common));
        Some(Outlines::new(copies.common(&within)?, None, weight_of_item(copies.patch())))
    }
}

/// The items at these positions of a set of places or cells, in a set whose order nobody looks at.
fn part(set: &Set, positions: impl Iterator<Item = u32>) -> Set {
    match (set.pairs(), set.cells()) {
        (Some(places), _) => Set::grown_pairs(positions.map(|n| places[n as usize]).collect()),
        (_, Some(cells)) => Set::grown_cells(CellLayout::ColourFirst, positions.map(|n| cells[n as usize]).collect()),
        _ => Set::empty(),
    }
}

//! Sets whose items, one set after the other and each in its order, are the items of a long tuple.
//!
//! `mapply(lbind(shift, patch), places)` over a tuple walks through copies of one patch. Whoever fills or recolours the places needs the
//! patch and by how much each copy is moved; the copies become sets when somebody asks for their order.

use crate::mask::Bounds;
use crate::set::{Items, Mover, Set};
use once_cell::race::OnceBox;
use triomphe::Arc;

/// Sets of places, or sets of cells with the colour first, of which one at least is not empty.
pub struct Walked {
    source: Source,
    pub(crate) len: usize,
    pub(crate) weight: u64,
    pub(crate) depth: u32,
}

/// A patch, and by how much each copy of it is moved.
pub type CopiesOf<'a> = (&'a Arc<Set>, &'a [(i32, i32)]);

enum Source {
    Sets(Box<[Arc<Set>]>),
    Copies { patch: Arc<Set>, by: Box<[(i32, i32)]>, mover: Mover, made: OnceBox<Box<[Arc<Set>]>> },
}

impl Walked {
    /// None if there are others among the sets, or if all are empty.
    pub(crate) fn new(sets: Vec<Arc<Set>>) -> Option<Walked> {
        let mut kinds = sets.iter().map(|set| set.items()).filter(|&kind| kind != Items::Nothing);
        let kind = kinds.next().filter(|kind| matches!(kind, Items::Pairs | Items::Cells))?;
        kinds.all(|other| other == kind).then_some(())?;
        let len = sets.iter().map(|set| set.len()).sum();
        let weight = sets.iter().fold(1u64, |sum, set| sum.saturating_add(set.weight() - 1));
        let depth = sets.iter().map(|set| set.depth()).max().unwrap_or(1);
        Some(Walked { source: Source::Sets(sets.into()), len, weight, depth })
    }

    /// Copies of a patch, each moved by so much; all of that stays far from the ends of 32 bits. None if it is no patch.
    pub(crate) fn copies(patch: &Arc<Set>, by: &[(i32, i32)], mover: Mover) -> Option<Walked> {
        if by.is_empty() || !matches!(patch.items(), Items::Pairs | Items::Cells) {
            return None;
        }
        let len = patch.len() * by.len();
        let weight = (patch.weight() - 1).saturating_mul(by.len() as u64).saturating_add(1);
        let source = Source::Copies { patch: patch.clone(), by: by.into(), mover, made: OnceBox::new() };
        Some(Walked { source, len, weight, depth: patch.depth() })
    }

    /// The sets.
    pub fn sets(&self) -> &[Arc<Set>] {
        match &self.source {
            Source::Sets(sets) => sets,
            Source::Copies { patch, by, mover, made } => {
                made.get_or_init(|| Box::new(by.iter().map(|&by| Arc::new(mover(patch, by))).collect()))
            }
        }
    }

    /// The patch and by how much each copy is moved, if the sets are copies of one.
    pub fn as_copies(&self) -> Option<CopiesOf<'_>> {
        match &self.source {
            Source::Sets(_) => None,
            Source::Copies { patch, by, .. } => Some((patch, by)),
        }
    }

    /// What the orders of the sets hang on: the sets, or the patch.
    pub fn sources(&self) -> &[Arc<Set>] {
        match &self.source {
            Source::Sets(sets) => sets,
            Source::Copies { patch, .. } => std::slice::from_ref(patch),
        }
    }

    /// Whether the sets are sets of places, and all of these of small ints: as a tuple they are the rows of a grid.
    pub(crate) fn are_places_of_bytes(&self) -> bool {
        let is_byte = |n: i32| i8::try_from(n).is_ok();
        match &self.source {
            Source::Copies { patch, by, .. } => patch.pairs().is_some_and(|_| {
                let (b, by) = (patch.bounds(), Bounds::of_pairs(by));
                [b.top + by.top, b.left + by.left, b.bottom + by.bottom, b.right + by.right].into_iter().all(is_byte)
            }),
            Source::Sets(sets) => {
                let are_bytes = |set: &Set| {
                    let b = set.bounds();
                    set.pairs().is_some() && [b.top, b.left, b.bottom, b.right].into_iter().all(is_byte)
                };
                sets.iter().filter(|set| !set.is_empty()).all(|set| are_bytes(set))
            }
        }
    }
}

impl std::fmt::Debug for Walked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.sets().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    /// A patch at other places.
    fn moved(patch: &Arc<Set>, (di, dj): (i32, i32)) -> Set {
        Set::mapped_to_pairs(patch, patch.pairs().unwrap_or_default().iter().map(|&(i, j)| (i + di, j + dj)).collect())
    }

    #[test]
    fn copies_are_as_sets() {
        let patch = Arc::new(Set::grown_pairs(vec![(0, 0), (3, 1), (9, 2)]));
        let near: Vec<(i32, i32)> = (0..40).map(|n| (n, 7 * n % 5)).collect();
        for (by, fits_bytes) in [(near, true), (vec![(0, 0), (118, -128)], true), (vec![(119, 0)], false)] {
            let copies = Walked::copies(&patch, &by, moved).expect("a patch");
            let sets = Walked::new(by.iter().map(|&by| Arc::new(moved(&patch, by))).collect()).expect("sets of places");
            let known = |walked: &Walked| (walked.len, walked.weight, walked.depth, walked.are_places_of_bytes());
            assert_eq!(known(&copies), known(&sets));
            assert_eq!(copies.are_places_of_bytes(), fits_bytes);
            assert!(copies.sets().iter().zip(sets.sets()).all(|(a, b)| a.in_order().eq(b.in_order())));
            let later = Value::walked_copies(&patch, &by, moved).expect("a patch");
            let now = Value::walked(sets.sets().to_vec()).expect("sets of places");
            assert!(later == now && later.weight() == now.weight() && later.bulk() == now.bulk());
        }
        let nothing = Arc::new(Set::empty());
        assert!(Walked::copies(&nothing, &[(0, 0)], moved).is_none() && Walked::copies(&patch, &[], moved).is_none());
    }
}

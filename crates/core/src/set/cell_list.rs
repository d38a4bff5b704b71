//! The cells of a set: a list, or what somebody knows how to list and nobody has looked at yet.
//!
//! Programs that were written for one task stamp a grid of 30 by 30 hundreds of times side by side on another, and paint the
//! hundred thousands of cells onto a canvas of which only the shape is ever asked. How many cells there are and which colours they
//! have is known without a list of them.

use super::content::Content;
use super::growth::Batches;
use super::picture::{Cell, Picture};
use super::{Recipe, Set};
use crate::dialect::CellLayout;
use once_cell::race::OnceBox;
use triomphe::Arc;

/// Lists cells, each time in the same order.
pub type ListCells = Box<dyn Fn() -> Vec<Cell> + Send + Sync>;

/// Distinct cells that are not listed yet.
pub struct Unlisted {
    len: usize,
    colours: Box<[i32]>,
    list: ListCells,
    cells: OnceBox<Vec<Cell>>,
}

impl Unlisted {
    /// So many cells, at least one, that have these colours and no others.
    pub fn new(len: usize, colours: Box<[i32]>, list: ListCells) -> Unlisted {
        debug_assert!(len > 0);
        Unlisted { len, colours, list, cells: OnceBox::new() }
    }

    fn listed(&self) -> &[Cell] {
        self.cells.get_or_init(|| {
            let cells = (self.list)();
            debug_assert_eq!(cells.len(), self.len);
            Box::new(cells)
        })
    }
}

/// Cells that become a list when somebody looks at them.
pub(super) enum Seen {
    Picture(Picture),
    Unlisted(Arc<Unlisted>),
}

pub(super) enum CellList {
    Made(Box<[Cell]>),
    Seen(Box<Seen>),
}

impl CellList {
    pub(super) fn of_picture(picture: Picture) -> CellList {
        CellList::Seen(Box::new(Seen::Picture(picture)))
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            CellList::Made(cells) => cells.len(),
            CellList::Seen(seen) => match &**seen {
                Seen::Picture(picture) => picture.len(),
                Seen::Unlisted(unlisted) => unlisted.len,
            },
        }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub(super) fn picture(&self) -> Option<&Picture> {
        match self {
            CellList::Made(_) => None,
            CellList::Seen(seen) => match &**seen {
                Seen::Picture(picture) => Some(picture),
                Seen::Unlisted(_) => None,
            },
        }
    }
}

impl std::ops::Deref for CellList {
    type Target = [Cell];

    #[inline]
    fn deref(&self) -> &[Cell] {
        match self {
            CellList::Made(cells) => cells,
            CellList::Seen(seen) => match &**seen {
                Seen::Picture(picture) => picture.cells(),
                Seen::Unlisted(unlisted) => unlisted.listed(),
            },
        }
    }
}

impl From<Vec<Cell>> for CellList {
    #[inline]
    fn from(cells: Vec<Cell>) -> CellList {
        CellList::Made(cells.into_boxed_slice())
    }
}

impl FromIterator<Cell> for CellList {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellList {
        CellList::Made(cells.into_iter().collect())
    }
}

impl Clone for CellList {
    fn clone(&self) -> CellList {
        match self {
            CellList::Made(cells) => CellList::Made(cells.clone()),
            CellList::Seen(seen) => CellList::Seen(Box::new(match &**seen {
                Seen::Picture(picture) => Seen::Picture(picture.unlisted_copy()),
                Seen::Unlisted(unlisted) => Seen::Unlisted(unlisted.clone()),
            })),
        }
    }
}

impl std::fmt::Debug for CellList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self[..].fmt(f)
    }
}

impl Set {
    /// [`Set::cells_in_batches`] of arc-dsl's cells that are listed when somebody looks at them.
    pub fn unlisted_cells<'a>(
        cells: Unlisted,
        batches: Batches,
        sources: impl IntoIterator<Item = &'a Arc<Set>>,
    ) -> Set {
        let cells = CellList::Seen(Box::new(Seen::Unlisted(Arc::new(cells))));
        Set::typed(Content::coloured(CellLayout::ColourFirst, cells), Recipe::InBatches(batches)).hanging_on(sources)
    }

    /// The colours of cells that nobody has listed yet.
    pub fn unlisted_colours(&self) -> Option<&[i32]> {
        let Content::Cells(CellList::Seen(seen)) = &self.content else { return None };
        match &**seen {
            Seen::Unlisted(unlisted) if unlisted.cells.get().is_none() => Some(&unlisted.colours),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_listed_when_somebody_looks_at_them() {
        let cells: Vec<Cell> = (0..90).map(|n| (n % 3 + 4, n * 7 % 31, n / 2)).collect();
        let batches = || -> Batches { Box::new(|_, growth| (0..90).for_each(|n| growth.add(&[n], |_, _| {}))) };
        let listed = cells.clone();
        let unlisted = Unlisted::new(90, [4, 5, 6].into(), Box::new(move || listed.clone()));
        let later = Set::unlisted_cells(unlisted, batches(), []);
        let now = Set::cells_in_batches(CellLayout::ColourFirst, cells.clone(), batches(), []);
        let known = |set: &Set| (set.len(), set.weight(), set.depth(), set.items(), set.is_empty());
        assert_eq!(known(&later), known(&now));
        assert_eq!(later.unlisted_colours(), Some(&[4, 5, 6][..]));
        let copy = Set::typed(later.content.clone(), Recipe::Grown);
        assert!(copy.unlisted_colours().is_some() && copy.picture().is_none());
        assert_eq!(copy.cells(), Some(&cells[..]));
        assert!(later.unlisted_colours().is_none(), "they share one list");
        assert!(later.in_order().eq(now.in_order()));
        assert_eq!(later.hash(), now.hash());
    }
}

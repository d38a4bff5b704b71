//! A set as a patch: its places or cells as they lie, the box around them, whether two share a place, and whether all have one colour.

use super::Set;
use super::content::Content;
use crate::dialect::CellLayout;
use crate::mask::{Bounds, Mask};

impl Set {
    /// The places of a set of [`Items::Pairs`], in no particular order.
    #[inline]
    pub fn pairs(&self) -> Option<&[(i32, i32)]> {
        match &self.content {
            Content::Pairs(places) if !places.is_empty() => Some(places),
            _ => None,
        }
    }

    /// The cells of a set of [`Items::Cells`], in no particular order.
    #[inline]
    pub fn cells(&self) -> Option<&[(i32, i32, i32)]> {
        match &self.content {
            Content::Cells(cells) if !cells.is_empty() => Some(cells),
            _ => None,
        }
    }

    /// The cells of a set of cells that are written this way, colour first, in no particular order.
    #[inline]
    pub fn cells_in(&self, layout: CellLayout) -> Option<&[(i32, i32, i32)]> {
        match (&self.content, layout) {
            (Content::Cells(cells), CellLayout::ColourFirst) | (Content::Triples(cells), CellLayout::ColourLast)
                if !cells.is_empty() =>
            {
                Some(cells)
            }
            _ => None,
        }
    }

    /// How the cells of a set of cells are written.
    pub fn cell_layout(&self) -> CellLayout {
        match &self.content {
            Content::Triples(_) => CellLayout::ColourLast,
            _ => CellLayout::ColourFirst,
        }
    }

    /// The cells of a set of cells, whichever way they are written.
    #[inline]
    pub fn coloured(&self) -> Option<&[(i32, i32, i32)]> {
        match &self.content {
            Content::Cells(cells) | Content::Triples(cells) if !cells.is_empty() => Some(cells),
            _ => None,
        }
    }

    /// This set, whose cells, or those of all its objects, are known to have a place each.
    #[inline]
    pub fn with_distinct_places(self) -> Set {
        self.with_places_known_as(true)
    }

    /// This set, of whose cells it is known whether they have a place each.
    #[inline]
    pub fn with_places_known_as(self, distinct: bool) -> Set {
        self.distinct_places.set(distinct);
        self
    }

    /// This set, whose cells are those of another one that were moved without meeting.
    #[inline]
    pub fn with_places_as(self, other: &Set) -> Set {
        self.distinct_places.copy(&other.distinct_places);
        self
    }

    /// Whether no two cells of a set of [`Items::Cells`], or of all objects of a set of them, share a place, as far as that is known already.
    #[inline]
    pub fn is_known_to_have_distinct_places(&self) -> bool {
        self.distinct_places.is(true)
    }

    /// Whether two cells of a set of [`Items::Cells`] or [`Items::Triples`] are known to share a place, or to be too far apart to find out.
    #[inline]
    pub fn may_share_places(&self) -> bool {
        self.distinct_places.is(false)
    }

    /// Whether no two cells of a set of [`Items::Cells`] or [`Items::Triples`] share a place. Found out once; false if they are too far apart
    /// to find out quickly.
    pub fn has_distinct_places(&self) -> bool {
        let (Content::Cells(cells) | Content::Triples(cells)) = &self.content else { return true };
        if self.distinct_places.is(true) || self.distinct_places.is(false) {
            return self.distinct_places.is(true);
        }
        let distinct =
            Mask::over(self.bounds()).is_some_and(|mut mask| cells.iter().all(|&(_, i, j)| mask.insert(i, j)));
        self.distinct_places.set(distinct);
        distinct
    }

    /// The colour of all cells of a set of [`Items::Cells`] or [`Items::Triples`], if they have one. Found out once: objects are asked again
    /// and again.
    pub fn one_colour(&self) -> Option<i32> {
        let cells = self.coloured()?;
        if !self.one_colour.is(true) && !self.one_colour.is(false) {
            self.one_colour.set(cells.iter().all(|cell| cell.0 == cells[0].0));
        }
        self.one_colour.is(true).then(|| cells[0].0)
    }

    /// The box around a set of places or of cells; around others, or nothing, one with negative sides. Found out once: objects are asked
    /// for their corners again and again.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        self.around.get().unwrap_or_else(|| self.found_bounds())
    }

    /// [`Set::bounds`] if it was found out already.
    #[inline]
    pub fn known_bounds(&self) -> Option<Bounds> {
        self.around.get()
    }

    fn found_bounds(&self) -> Bounds {
        let around = match &self.content {
            Content::Pairs(places) => Bounds::of_pairs(places),
            Content::Cells(cells) | Content::Triples(cells) => Bounds::of_cells(cells),
            _ => Bounds::of_nothing(),
        };
        self.around.set(&around);
        around
    }

    /// This set of places or of cells, around which the box is this one.
    #[inline]
    pub fn within(self, around: &Bounds) -> Set {
        self.around.set(around);
        self
    }

    /// This set of places or of cells, around which the box is that around another one, as far as that is known.
    #[inline]
    pub fn within_bounds_of(self, other: &Set) -> Set {
        self.around.copy(&other.around);
        self
    }

    /// This set of places or of cells, around which the box is what `moved` makes of that around another one, as far as that is known.
    #[inline]
    pub fn within_moved(self, other: &Set, moved: impl FnOnce(Bounds) -> Bounds) -> Set {
        if let Some(around) = other.around.get() {
            self.around.set(&moved(around));
        }
        self
    }
}

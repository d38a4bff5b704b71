//! Lists, sets and grids that nobody has made, and what is known of them.

use super::area::Areas;
use super::bill::Bill;
use super::coded::Weights;
use super::column::Column;
use super::cut::{Cuts, Holes, Joined, Palettes};
use super::fits::Boxes;
use super::foreground::{Foregrounds, Merged};
use super::intervals::Intervals;
use super::parts::Parts;
use super::regions::Regions;
use super::stamps::Stamps;
use super::turned::Turned;
use super::window::{Outlined, Windows};
use megabatt_core::{Op, Set};

/// One for each item.
pub enum Unmade {
    Joined(Joined),
    Holes(Holes),
    Cuts(Cuts),
    Palettes(Palettes),
    Windows(Windows),
    Turned(Turned),
    Boxes(Boxes),
    Outlined(Outlined),
    Foregrounds(Foregrounds),
    Merged(Merged),
    Intervals(Intervals),
    Parts(Parts),
    Stamps(Stamps),
    Regions(Regions),
}

impl Unmade {
    pub fn weights(&self) -> Weights {
        match self {
            Unmade::Joined(v) => v.weights(),
            Unmade::Holes(v) => v.weights(),
            Unmade::Cuts(v) => v.weights(),
            Unmade::Palettes(v) => v.weights(),
            Unmade::Windows(v) => v.weights(),
            Unmade::Turned(v) => v.weights(),
            Unmade::Boxes(v) => v.weights(),
            Unmade::Outlined(v) => v.weights(),
            Unmade::Foregrounds(v) => v.weights(),
            Unmade::Merged(v) => v.weights(),
            Unmade::Intervals(v) => v.weights(),
            Unmade::Parts(v) => v.bulks(),
            Unmade::Stamps(v) => v.weights(),
            Unmade::Regions(v) => v.weights(),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Unmade::Joined(v) => v.len(),
            Unmade::Holes(v) => v.len(),
            Unmade::Cuts(v) => v.len(),
            Unmade::Palettes(v) => v.bits.len(),
            Unmade::Windows(v) => v.len(),
            Unmade::Turned(v) => v.len(),
            Unmade::Boxes(v) => v.len(),
            Unmade::Outlined(v) => v.len(),
            Unmade::Foregrounds(v) => v.len(),
            Unmade::Merged(v) => v.shapes.len(),
            Unmade::Intervals(v) => v.len(),
            Unmade::Parts(v) => v.len(),
            Unmade::Stamps(v) => v.len(),
            Unmade::Regions(v) => v.len(),
        }
    }

    /// An operation on each, and on the bill what it takes beside its formula.
    pub fn unary(&self, op: Op, bill: &mut Bill) -> Option<Column> {
        Some(match (self, op) {
            (Unmade::Joined(joined), Op::delta) => {
                let holes = joined.holes();
                bill.ask(holes.largest_box());
                Column::unmade(Unmade::Holes(holes))
            }
            (Unmade::Cuts(cuts), Op::palette) => Column::unmade(Unmade::Palettes(cuts.palettes())),
            (Unmade::Parts(parts), Op::size) => parts.sizes(),
            (Unmade::Regions(regions), Op::size) => regions.sizes(),
            (Unmade::Outlined(outlines), Op::backdrop) => Column::areas(outlines.filled()?),
            (Unmade::Palettes(palettes), Op::size) => Column::Ints(palettes.sizes()),
            (Unmade::Windows(windows), Op::trim) => Column::unmade(Unmade::Windows(windows.trimmed()?)),
            (Unmade::Windows(windows), Op::asindices) => Column::areas(windows.indices()),
            (Unmade::Windows(windows), Op::fgpartition) => {
                let (foregrounds, searches) = windows.foregrounds()?;
                bill.charge_weights(&searches);
                Column::unmade(Unmade::Foregrounds(foregrounds))
            }
            (Unmade::Windows(windows), Op::shape) => Column::Pairs(windows.shapes()),
            (Unmade::Windows(windows), _) => Column::unmade(Unmade::Turned(Turned::of(windows, op)?)),
            (Unmade::Foregrounds(foregrounds), Op::merge) => {
                let merged = foregrounds.merged();
                bill.charge_items(&merged.weights());
                Column::unmade(Unmade::Merged(merged))
            }
            (Unmade::Merged(merged), Op::shape) => Column::Pairs(merged.shapes.clone()),
            _ => return None,
        })
    }

    /// Whether each is equal to another one of the same item.
    pub fn equal(&self, others: &Unmade) -> Option<Vec<bool>> {
        match (self, others) {
            (Unmade::Windows(windows), Unmade::Turned(turned)) | (Unmade::Turned(turned), Unmade::Windows(windows)) => {
                Some(turned.equal(windows))
            }
            _ => None,
        }
    }

    /// `toobject` of the same places with each.
    pub fn cut(&self, places: &Set) -> Option<Unmade> {
        let Unmade::Windows(windows) = self else { return None };
        Some(Unmade::Cuts(windows.cut(places.pairs()?)))
    }

    /// `toobject` of each with a grid of the same item.
    pub fn cut_from_each(&self, grids: &Unmade) -> Option<Unmade> {
        match (self, grids) {
            (Unmade::Outlined(outlines), Unmade::Windows(windows)) => {
                Some(Unmade::Cuts(windows.cut_outlines(outlines)))
            }
            _ => None,
        }
    }
}

/// `outbox` of patches, of which these are the boxes.
pub fn surrounded(boxes: &Areas) -> Option<Column> {
    Some(Column::unmade(Unmade::Outlined(Outlined::around(boxes)?)))
}

/// `box` of each area.
pub fn outlined(areas: &Areas) -> Option<Column> {
    Some(Column::unmade(Unmade::Outlined(Outlined::of(areas)?)))
}

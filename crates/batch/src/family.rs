//! Families of operations: those that take about as long as each other.

use megabatt_core::Op;
use serde::{Deserialize, Serialize};

/// What a pipeline is about, from the cheapest on the CPU to the dearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Turns, mirrors, changes of colours: one pass on the CPU, however many.
    Turn,
    /// Parts of grids, larger and smaller grids, two grids as one.
    Cut,
    /// Counts of colours.
    Colour,
    /// Places, and what is drawn there.
    Patch,
    /// Objects.
    Objects,
}

impl Family {
    pub const ALL: [Family; 5] = [Family::Turn, Family::Cut, Family::Colour, Family::Patch, Family::Objects];

    pub fn name(self) -> &'static str {
        match self {
            Family::Turn => "turn",
            Family::Cut => "cut",
            Family::Colour => "colour",
            Family::Patch => "patch",
            Family::Objects => "objects",
        }
    }

    /// A pipeline to measure the family by.
    pub fn sample(self) -> &'static str {
        match self {
            Family::Turn => "rot90 | vmirror",
            Family::Cut => "upscale(2) | tophalf",
            Family::Colour => "mostcolor",
            Family::Patch => "fill(_, 3, ofcolor(_, 0))",
            Family::Objects => "objects(T, F, T)",
        }
    }

    /// From how many grids on a device is likely to be quicker, where nobody has measured it. The CPU turns a grid in a fraction
    /// of a microsecond; whatever the family, a batch of less than thirty is not worth a launch.
    pub fn default_least(self) -> usize {
        match self {
            Family::Turn => 500,
            Family::Cut | Family::Colour => 200,
            Family::Patch => 100,
            Family::Objects => 30,
        }
    }

    fn of_op(op: Op) -> Family {
        match op {
            Op::hmirror | Op::vmirror | Op::dmirror | Op::cmirror | Op::rot90 | Op::rot180 | Op::rot270 => Family::Turn,
            Op::replace | Op::switch | Op::identity => Family::Turn,
            Op::mostcolor | Op::leastcolor | Op::numcolors | Op::colorcount | Op::palette => Family::Colour,
            Op::ofcolor | Op::fill | Op::underfill | Op::cover | Op::paint | Op::underpaint => Family::Patch,
            Op::objects | Op::partition | Op::fgpartition | Op::frontiers | Op::colorfilter | Op::sizefilter => {
                Family::Objects
            }
            _ => Family::Cut,
        }
    }

    /// The dearest family of some operations, and how many of them are no turns.
    pub(crate) fn of(ops: impl Iterator<Item = Option<Op>>) -> (Family, usize) {
        let families: Vec<Family> = ops.map(|op| op.map_or(Family::Cut, Family::of_op)).collect();
        let dear = families.iter().filter(|family| **family != Family::Turn).count();
        (families.into_iter().max().unwrap_or(Family::Turn), dear)
    }
}

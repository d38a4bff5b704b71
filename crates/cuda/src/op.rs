//! The operations of a pipeline, by the DSL's names and arguments.

use crate::slice::python_slice;

/// One operation of a pipeline.
///
/// A pipeline works on a grid. Some operations take a second value of the row, "the other": a grid or a patch that the batch
/// brings along ([`Op::Load`]), the grid as it was ([`Op::Save`]) or as it came ([`Op::First`]). The patch of `fill` and the like is what was loaded
/// (its cells that are not [`crate::abi::TRANSPARENT`]) or the places found by [`Op::Ofcolor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Hmirror,
    Vmirror,
    Dmirror,
    Cmirror,
    Rot90,
    Rot180,
    Rot270,
    Replace {
        replacee: i64,
        replacer: i64,
    },
    Switch {
        a: i64,
        b: i64,
    },
    Crop {
        start: (i64, i64),
        dims: (i64, i64),
    },
    Trim,
    Tophalf,
    Bottomhalf,
    Lefthalf,
    Righthalf,
    Upscale {
        factor: i64,
    },
    Hupscale {
        factor: i64,
    },
    Vupscale {
        factor: i64,
    },
    Downscale {
        factor: i64,
    },
    Canvas {
        value: i64,
        dims: (i64, i64),
    },
    /// Every cell gets the value: `canvas` of the grid's own shape.
    Blank {
        value: i64,
    },
    Compress,
    /// `n` results a row, from left to right.
    Hsplit {
        n: i64,
    },
    /// `n` results a row, from top to bottom.
    Vsplit {
        n: i64,
    },
    /// The other becomes the grid as it is now.
    Save,
    /// The grid and the other change places.
    Swap,
    /// The other becomes the grid or patch that the batch brings along.
    Load,
    /// The other becomes the grid that the row began with. A pipeline has this or [`Op::Load`].
    First,
    /// The grid, and the other to its right.
    Hconcat,
    /// The grid, and the other below it.
    Vconcat,
    /// Cells in which the grid and the other agree, and a value elsewhere.
    Cellwise {
        fallback: i64,
    },
    /// The places with a value; at the end of a pipeline its result, else the patch for what follows.
    Ofcolor {
        value: i64,
    },
    Fill {
        value: i64,
    },
    Underfill {
        value: i64,
    },
    Cover,
    /// Draws the other, where its patch is.
    Paint,
    Underpaint,
    /// The grid within the box of the patch.
    Subgrid,
    Mostcolor,
    Leastcolor,
    Numcolors,
    Colorcount {
        value: i64,
    },
    Palette,
    /// The colours as a set has them that they were added to, which is not copied: tokpidjin's `palette_t` and `p_g`.
    GrownPalette,
}

/// What a pipeline leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Grid,
    /// Places, one bit a cell.
    Mask,
    Number,
    /// Colours in the order in which CPython walks them.
    Palette,
}

/// The shapes that a grid and the other have, at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shapes {
    pub grid: (usize, usize),
    pub other: (usize, usize),
}

impl Op {
    /// The values it puts into grids or looks for.
    pub(crate) fn values(&self) -> Vec<i64> {
        match *self {
            // What no cell can be is not looked for.
            Op::Replace { replacee, replacer } if i8::try_from(replacee).is_ok() => vec![replacee, replacer],
            Op::Switch { a, b } => vec![a, b],
            Op::Canvas { value, .. }
            | Op::Blank { value }
            | Op::Cellwise { fallback: value }
            | Op::Ofcolor { value }
            | Op::Fill { value }
            | Op::Underfill { value }
            | Op::Colorcount { value } => vec![value],
            _ => Vec::new(),
        }
    }

    /// What stands at the end of a pipeline that ends so.
    pub fn kind(&self) -> Kind {
        match self {
            Op::Ofcolor { .. } => Kind::Mask,
            Op::Mostcolor | Op::Leastcolor | Op::Numcolors | Op::Colorcount { .. } => Kind::Number,
            Op::Palette | Op::GrownPalette => Kind::Palette,
            _ => Kind::Grid,
        }
    }

    /// How many results it makes of one; None if Python makes none.
    pub(crate) fn parts(&self) -> Option<u32> {
        match *self {
            Op::Hsplit { n } | Op::Vsplit { n } => u32::try_from(n).ok().filter(|n| (1..=64).contains(n)),
            _ => Some(1),
        }
    }

    /// The largest shapes there can be afterwards. A result without cells counts as one cell; the device says that it is none.
    pub(crate) fn bound(&self, shapes: Shapes) -> Shapes {
        let (height, width) = shapes.grid;
        let times = |n: usize, factor: i64| n.saturating_mul(usize::try_from(factor).unwrap_or(0)).max(1);
        let thinned = |n: usize, factor: i64| n.div_ceil(factor.unsigned_abs().clamp(1, 1 << 20) as usize);
        let cut = |n: usize, start: i64, stop: i64| python_slice(start, stop, n).len().max(1);
        let side = |n: i64| usize::try_from(n).unwrap_or(0).max(1);
        let grid = match *self {
            Op::Dmirror | Op::Cmirror | Op::Rot90 | Op::Rot270 => (width, height),
            Op::Crop { start, dims } => (
                cut(height, start.0, start.0.saturating_add(dims.0)),
                cut(width, start.1, start.1.saturating_add(dims.1)),
            ),
            Op::Trim => (cut(height, 1, -1), cut(width, 1, -1)),
            Op::Tophalf | Op::Bottomhalf => ((height / 2).max(1), width),
            Op::Lefthalf | Op::Righthalf => (height, (width / 2).max(1)),
            Op::Upscale { factor } => (times(height, factor), times(width, factor)),
            Op::Hupscale { factor } => (height, times(width, factor)),
            Op::Vupscale { factor } => (times(height, factor), width),
            Op::Downscale { factor } => (thinned(height, factor), thinned(width, factor)),
            Op::Canvas { dims, .. } => (side(dims.0), side(dims.1)),
            Op::Hsplit { n } => (height, (width / side(n)).max(1)),
            Op::Vsplit { n } => ((height / side(n)).max(1), width),
            Op::Swap => shapes.other,
            Op::Hconcat => (height.min(shapes.other.0), width + shapes.other.1),
            Op::Vconcat => (height + shapes.other.0, width),
            _ => (height, width),
        };
        let other = match self {
            Op::Save | Op::Swap => (height, width),
            _ => shapes.other,
        };
        Shapes { grid, other }
    }
}

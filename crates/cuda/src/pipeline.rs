//! Operations one after the other, ready for a device.

use crate::abi::{Class, Codes, MOST_OPS, OutputForm, RawOp};
use crate::op::{Kind, Op, Shapes};
use crate::{fold, step};

/// Why a pipeline does not run on a device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotHere {
    #[error("a pipeline has at most {MOST_OPS} steps on a device, this one has {0}")]
    TooLong(usize),
    #[error(
        "at most six values of a pipeline may lie outside 0 to 9, none beyond -127 to 127, and no sum beyond 64 bits"
    )]
    Values,
    #[error("an operation that gives a number or colours stands at the end of a pipeline")]
    NotLast,
    #[error("a pipeline splits a grid once at most, into 1 to 64 parts")]
    Parts,
    #[error("a pipeline takes the grid it began with, or a second one, but not both")]
    Others,
}

/// Operations one after the other, ready for a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    ops: Vec<Op>,
    codes: Codes,
    raw: Vec<RawOp>,
    parts: u32,
}

/// What is known of a row before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The class that holds every grid on the way.
    pub class: Class,
    /// The most bytes that each of its results can have.
    pub cells: usize,
}

impl Pipeline {
    pub fn new(ops: &[Op]) -> Result<Pipeline, NotHere> {
        let values: Option<Vec<i8>> = ops.iter().flat_map(Op::values).map(|v| i8::try_from(v).ok()).collect();
        let codes = values.and_then(|values| Codes::with(&values)).ok_or(NotHere::Values)?;
        let steps: Option<Vec<_>> = ops.iter().map(|op| step::of(op, &codes)).collect();
        let raw = fold::folded(&steps.ok_or(NotHere::Values)?.concat());
        if raw.len() > MOST_OPS {
            return Err(NotHere::TooLong(raw.len()));
        }
        let before_last = &ops[..ops.len().saturating_sub(1)];
        if before_last.iter().any(|op| matches!(op.kind(), Kind::Number | Kind::Palette)) {
            return Err(NotHere::NotLast);
        }
        if ops.contains(&Op::Load) && ops.contains(&Op::First) {
            return Err(NotHere::Others);
        }
        let parts: Option<Vec<u32>> = ops.iter().map(Op::parts).collect();
        let parts: Vec<u32> = parts.ok_or(NotHere::Parts)?.into_iter().filter(|&n| n > 1).collect();
        if parts.len() > 1 {
            return Err(NotHere::Parts);
        }
        Ok(Pipeline { ops: ops.to_vec(), codes, raw, parts: parts.first().copied().unwrap_or(1) })
    }

    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    pub fn raw(&self) -> &[RawOp] {
        &self.raw
    }

    /// How many results a row has.
    pub fn parts(&self) -> usize {
        self.parts as usize
    }

    /// What its results are.
    pub fn kind(&self) -> Kind {
        self.ops.last().map_or(Kind::Grid, Op::kind)
    }

    pub(crate) fn output_form(&self) -> OutputForm {
        match self.kind() {
            Kind::Grid => OutputForm::Bytes,
            Kind::Mask => OutputForm::Mask,
            Kind::Number | Kind::Palette => OutputForm::Number,
        }
    }

    /// Whether it only turns, mirrors and recolours.
    pub(crate) fn is_simple(&self) -> bool {
        self.raw.iter().all(fold::is_simple)
    }

    /// Whether rows have to bring a second grid or a patch.
    pub fn needs_other(&self) -> bool {
        self.ops.contains(&Op::Load)
    }

    /// Whether it goes back to the grid that the row began with.
    pub fn goes_back(&self) -> bool {
        self.ops.contains(&Op::First)
    }

    /// Whether it runs over grids that stay on a device: those came without others, and are not as rows began.
    pub fn runs_on_kept(&self) -> bool {
        !self.needs_other() && !self.goes_back()
    }

    /// Where a grid of this shape runs and what room its result needs; None if it does not run on a device.
    pub fn plan(&self, height: usize, width: usize) -> Option<Plan> {
        self.plan_with(height, width, None)
    }

    /// As [`Pipeline::plan`], for a row whose other has this shape.
    pub fn plan_with(&self, height: usize, width: usize, other: Option<(usize, usize)>) -> Option<Plan> {
        let mut class = Class::of(height, width)?;
        let mut shapes = Shapes { grid: (height, width), other: (1, 1) };
        for op in &self.ops {
            if *op == Op::Load {
                shapes.other = other?;
                class = class.max(Class::of(shapes.other.0, shapes.other.1)?);
            }
            if *op == Op::First {
                shapes.other = (height, width);
            }
            shapes = op.bound(shapes);
            class = class.max(Class::of(shapes.grid.0, shapes.grid.1)?);
        }
        let cells = match self.kind() {
            Kind::Grid => shapes.grid.0 * shapes.grid.1,
            Kind::Mask => class.side() * class.side() / 8,
            Kind::Number | Kind::Palette => 8,
        };
        Some(Plan { class, cells })
    }
}

//! The operations of a pipeline: `kernels/ops.cuh` in Rust.

use crate::abi::{Class, Codes, MOST_OPS, RawOp};

/// The numbers of the steps.
pub mod step {
    pub const HMIRROR: u32 = 1;
    pub const VMIRROR: u32 = 2;
    pub const DMIRROR: u32 = 3;
    pub const REPLACE: u32 = 4;
}

/// One operation of a pipeline. Names and arguments are the DSL's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Hmirror,
    Vmirror,
    Dmirror,
    Cmirror,
    Rot90,
    Rot180,
    Rot270,
    Replace { replacee: i64, replacer: i64 },
}

/// Why a pipeline does not run on a device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotHere {
    #[error("a pipeline has at most {MOST_OPS} steps on a device, this one has {0}")]
    TooLong(usize),
    #[error(
        "the values of a pipeline need more codes than there are: at most six may lie outside 0 to 9, and none may be beyond a byte"
    )]
    Values,
}

impl Op {
    /// The values it puts into grids or looks for.
    fn values(&self) -> [Option<i64>; 2] {
        match *self {
            Op::Replace { replacee, replacer } => [Some(replacee), Some(replacer)],
            _ => [None, None],
        }
    }

    /// The steps it is made of, in the kernels' numbers; None if a value has no code.
    fn steps(&self, codes: &Codes) -> Option<Vec<RawOp>> {
        let plain = |steps: &[u32]| steps.iter().map(|&code| RawOp { code, args: [0; 4] }).collect();
        Some(match *self {
            Op::Hmirror => plain(&[step::HMIRROR]),
            Op::Vmirror => plain(&[step::VMIRROR]),
            Op::Dmirror => plain(&[step::DMIRROR]),
            Op::Cmirror => plain(&[step::HMIRROR, step::VMIRROR, step::DMIRROR]),
            Op::Rot90 => plain(&[step::HMIRROR, step::DMIRROR]),
            Op::Rot180 => plain(&[step::HMIRROR, step::VMIRROR]),
            Op::Rot270 => plain(&[step::DMIRROR, step::HMIRROR]),
            Op::Replace { replacee, replacer } => {
                let (from, to) = (codes.code(replacee)?, codes.code(replacer)?);
                vec![RawOp { code: step::REPLACE, args: [from.into(), to.into(), 0, 0] }]
            }
        })
    }

    /// The largest shape the result can have.
    fn bound(&self, (height, width): (usize, usize)) -> (usize, usize) {
        match self {
            Op::Dmirror | Op::Cmirror | Op::Rot90 | Op::Rot270 => (width, height),
            _ => (height, width),
        }
    }
}

/// Operations one after the other, ready for a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    ops: Vec<Op>,
    codes: Codes,
    raw: Vec<RawOp>,
}

/// What is known of a row before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The class that holds every grid on the way.
    pub class: Class,
    /// The most cells the result can have.
    pub cells: usize,
}

impl Pipeline {
    pub fn new(ops: &[Op]) -> Result<Pipeline, NotHere> {
        let values: Vec<i64> = ops.iter().flat_map(Op::values).flatten().collect();
        let bytes: Option<Vec<i8>> = values.iter().map(|&v| i8::try_from(v).ok()).collect();
        let codes = bytes.and_then(|bytes| Codes::with(&bytes)).ok_or(NotHere::Values)?;
        let steps: Option<Vec<_>> = ops.iter().map(|op| op.steps(&codes)).collect();
        let raw: Vec<RawOp> = steps.ok_or(NotHere::Values)?.concat();
        if raw.len() > MOST_OPS {
            return Err(NotHere::TooLong(raw.len()));
        }
        Ok(Pipeline { ops: ops.to_vec(), codes, raw })
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

    /// Where a grid of this shape runs and what room its result needs; None if it does not run on a device.
    pub fn plan(&self, height: usize, width: usize) -> Option<Plan> {
        let mut class = Class::of(height, width)?;
        let mut shape = (height, width);
        for op in &self.ops {
            shape = op.bound(shape);
            class = class.max(Class::of(shape.0, shape.1)?);
        }
        Some(Plan { class, cells: shape.0 * shape.1 })
    }
}

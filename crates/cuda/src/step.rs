//! The kernels' steps, and the steps that operations are made of: `kernels/ops.cuh` in Rust.

use crate::abi::{Codes, RawOp};
use crate::op::Op;

macro_rules! steps {
    ($($name:ident = $number:literal),* $(,)?) => {
        $(pub const $name: u32 = $number;)*

        /// All steps by name, for the test that compares them with the kernels' own.
        pub const ALL: &[(&str, u32)] = &[$((stringify!($name), $number)),*];
    };
}

steps! {
    HMIRROR = 1, VMIRROR = 2, DMIRROR = 3, REPLACE = 4, SWITCH = 5, WINDOW = 6, HALF = 7, SCALE = 8, DOWNSCALE = 9,
    CANVAS = 10, COMPRESS = 11, SPLIT = 12, SAVE = 13, SWAP = 14, LOAD = 15, HCONCAT = 16, VCONCAT = 17, CELLWISE = 18,
    OFCOLOR = 19, FILL = 20, COVER = 21, PAINT = 22, SUBGRID = 23, MOSTCOLOR = 24, LEASTCOLOR = 25, NUMCOLORS = 26,
    COLORCOUNT = 27, PALETTE = 28,
}

/// As far from zero as it matters: no grid on a device is that large.
fn narrowed(n: i64) -> i32 {
    n.clamp(-(1 << 20), 1 << 20) as i32
}

/// The steps of an operation; None if a value has no code, or a number is beyond 64 bits.
pub fn of(op: &Op, codes: &Codes) -> Option<Vec<RawOp>> {
    let plain = |steps: &[u32]| steps.iter().map(|&code| RawOp { code, args: [0; 4] }).collect();
    let one = |code: u32, args: [i32; 4]| vec![RawOp { code, args }];
    let code = |value: i64| codes.code(value).map(i32::from);
    Some(match *op {
        Op::Hmirror => plain(&[HMIRROR]),
        Op::Vmirror => plain(&[VMIRROR]),
        Op::Dmirror => plain(&[DMIRROR]),
        Op::Cmirror => plain(&[HMIRROR, VMIRROR, DMIRROR]),
        Op::Rot90 => plain(&[HMIRROR, DMIRROR]),
        Op::Rot180 => plain(&[HMIRROR, VMIRROR]),
        Op::Rot270 => plain(&[DMIRROR, HMIRROR]),
        Op::Replace { replacee, .. } if i8::try_from(replacee).is_err() => Vec::new(),
        Op::Replace { replacee, replacer } => one(REPLACE, [code(replacee)?, code(replacer)?, 0, 0]),
        Op::Switch { a, b } => one(SWITCH, [code(a)?, code(b)?, 0, 0]),
        Op::Crop { start, dims } => {
            // Beyond 64 bits the engine stops at a limit, so the CPU has to say so.
            let stop = (start.0.checked_add(dims.0)?, start.1.checked_add(dims.1)?);
            one(WINDOW, [narrowed(start.0), narrowed(stop.0), narrowed(start.1), narrowed(stop.1)])
        }
        Op::Trim => one(WINDOW, [1, -1, 1, -1]),
        Op::Tophalf => one(HALF, [0; 4]),
        Op::Bottomhalf => one(HALF, [1, 0, 0, 0]),
        Op::Lefthalf => one(HALF, [2, 0, 0, 0]),
        Op::Righthalf => one(HALF, [3, 0, 0, 0]),
        Op::Upscale { factor } => one(SCALE, [narrowed(factor), narrowed(factor), 0, 0]),
        Op::Hupscale { factor } => one(SCALE, [1, narrowed(factor), 0, 0]),
        Op::Vupscale { factor } => one(SCALE, [narrowed(factor), 1, 0, 0]),
        Op::Downscale { factor } => one(DOWNSCALE, [narrowed(factor), 0, 0, 0]),
        Op::Canvas { value, dims } => one(CANVAS, [code(value)?, narrowed(dims.0), narrowed(dims.1), 0]),
        // What is none of the codes has been marked when it was read.
        Op::Blank { value } => {
            let becomes = code(value)?;
            let replaced = (0..16).filter(|&code| code != becomes);
            replaced.map(|code| RawOp { code: REPLACE, args: [code, becomes, 0, 0] }).collect()
        }
        Op::Compress => plain(&[COMPRESS]),
        Op::Hsplit { n } => one(SPLIT, [0, narrowed(n), 0, 0]),
        Op::Vsplit { n } => one(SPLIT, [1, narrowed(n), 0, 0]),
        Op::Save => plain(&[SAVE]),
        Op::Swap => plain(&[SWAP]),
        // Where the other lies is said by the launch.
        Op::Load | Op::First => plain(&[LOAD]),
        Op::Hconcat => plain(&[HCONCAT]),
        Op::Vconcat => plain(&[VCONCAT]),
        Op::Cellwise { fallback } => one(CELLWISE, [code(fallback)?, 0, 0, 0]),
        Op::Ofcolor { value } => one(OFCOLOR, [code(value)?, 0, 0, 0]),
        Op::Fill { value } => one(FILL, [code(value)?, 0, 0, 0]),
        Op::Underfill { value } => one(FILL, [code(value)?, 1, 0, 0]),
        Op::Cover => plain(&[COVER]),
        Op::Paint => plain(&[PAINT]),
        Op::Underpaint => one(PAINT, [0, 1, 0, 0]),
        Op::Subgrid => plain(&[SUBGRID]),
        Op::Mostcolor => plain(&[MOSTCOLOR]),
        Op::Leastcolor => plain(&[LEASTCOLOR]),
        Op::Numcolors => plain(&[NUMCOLORS]),
        Op::Colorcount { value } => one(COLORCOUNT, [code(value)?, 0, 0, 0]),
        Op::Palette => plain(&[PALETTE]),
        Op::GrownPalette => one(PALETTE, [0, 1, 0, 0]),
    })
}

//! Pipelines to try: every operation with usual and absurd arguments, alone and in rows.

use crate::grids::grid;
use crate::pipelines::Case;
use crate::random::Random;
use megabatt_core::Grid;
use megabatt_cuda::abi::TRANSPARENT;
use megabatt_cuda::{Kind, Op};

fn value(random: &mut Random) -> i64 {
    if random.one_in(8) { random.between(-3, 20) } else { random.between(0, 9) }
}

/// A small number, rarely a senseless one.
fn number(random: &mut Random, most: i64) -> i64 {
    if random.one_in(6) { *random.pick(&[0, -1, -2, -40, 70, i64::MAX, i64::MIN]) } else { random.between(1, most) }
}

/// Every operation, its arguments drawn.
pub fn operations(random: &mut Random) -> Vec<Op> {
    let r = random;
    let at = |r: &mut Random| if r.one_in(3) { r.between(-12, 12) } else { r.between(0, 6) };
    vec![
        Op::Hmirror,
        Op::Vmirror,
        Op::Dmirror,
        Op::Cmirror,
        Op::Rot90,
        Op::Rot180,
        Op::Rot270,
        Op::Replace { replacee: value(r), replacer: value(r) },
        Op::Replace { replacee: 300, replacer: 5000 },
        Op::Switch { a: value(r), b: value(r) },
        Op::Crop { start: (at(r), at(r)), dims: (number(r, 12), number(r, 12)) },
        Op::Crop { start: (0, 0), dims: (number(r, 64), number(r, 64)) },
        Op::Trim,
        Op::Tophalf,
        Op::Bottomhalf,
        Op::Lefthalf,
        Op::Righthalf,
        Op::Upscale { factor: number(r, 5) },
        Op::Hupscale { factor: number(r, 8) },
        Op::Vupscale { factor: number(r, 8) },
        Op::Downscale { factor: number(r, 6) },
        Op::Canvas { value: value(r), dims: (r.between(-1, 64), r.between(-1, 64)) },
        Op::Blank { value: value(r) },
        Op::Compress,
        Op::Hsplit { n: r.between(1, 7) },
        Op::Vsplit { n: r.between(1, 7) },
        Op::Ofcolor { value: value(r) },
        Op::Mostcolor,
        Op::Leastcolor,
        Op::Numcolors,
        Op::Colorcount { value: value(r) },
        Op::Palette,
        Op::GrownPalette,
    ]
}

/// Pipelines that put two grids or a patch together.
pub fn with_others(random: &mut Random) -> Vec<Vec<Op>> {
    let r = random;
    let drawn = |op: Op| vec![Op::Load, op];
    vec![
        drawn(Op::Hconcat),
        drawn(Op::Vconcat),
        drawn(Op::Cellwise { fallback: value(r) }),
        drawn(Op::Fill { value: value(r) }),
        drawn(Op::Underfill { value: value(r) }),
        drawn(Op::Cover),
        drawn(Op::Paint),
        drawn(Op::Underpaint),
        drawn(Op::Subgrid),
        vec![Op::Load, Op::Swap, Op::Vmirror, Op::Swap, Op::Hconcat],
        vec![Op::Save, Op::Vmirror, Op::Swap, Op::Hconcat, Op::Save, Op::Hmirror, Op::Vconcat],
        vec![Op::Save, Op::Rot90, Op::Cellwise { fallback: 0 }],
        vec![Op::Rot90, Op::First, Op::Hconcat],
        vec![Op::Trim, Op::First, Op::Swap, Op::Hmirror, Op::Swap, Op::Cellwise { fallback: value(r) }],
        vec![Op::Vmirror, Op::First, Op::Swap, Op::Vconcat],
        vec![
            Op::Upscale { factor: 2 },
            Op::First,
            Op::Swap,
            Op::Ofcolor { value: value(r) },
            Op::Swap,
            Op::Fill { value: 3 },
        ],
        vec![Op::Ofcolor { value: value(r) }, Op::Fill { value: value(r) }],
        vec![Op::Ofcolor { value: value(r) }, Op::Subgrid],
        vec![Op::Ofcolor { value: 5 }, Op::Cover, Op::Mostcolor],
    ]
}

/// A few operations one after the other.
pub fn chain(random: &mut Random) -> Vec<Op> {
    let mut ops = Vec::new();
    let mut split = false;
    for _ in 0..1 + random.below(6) {
        let choice = operations(random);
        let op = *random.pick(&choice);
        let splits = matches!(op, Op::Hsplit { .. } | Op::Vsplit { .. });
        let usable = op.kind() == Kind::Grid && !(splits && split) && !matches!(op, Op::Canvas { .. });
        if usable {
            split |= splits;
            ops.push(op);
        }
    }
    let enders = [Op::Mostcolor, Op::Leastcolor, Op::Palette, Op::Numcolors];
    if random.one_in(3) {
        ops.push(*random.pick(&enders));
    }
    ops
}

/// Whether all of a pipeline's uses of the second grid are uses of a patch.
pub fn takes_patch(ops: &[Op]) -> bool {
    !ops.iter().any(|op| matches!(op, Op::Hconcat | Op::Vconcat | Op::Cellwise { .. } | Op::Swap))
}

/// A row whose second grid has, as often as not, the same shape, and is sometimes a patch, sometimes an empty one.
pub fn case_with_other(random: &mut Random, case_grid: Grid) -> Case {
    let (h, w) = (case_grid.height(), case_grid.width());
    let (oh, ow) = if random.one_in(3) { (1 + random.below(h + 2), 1 + random.below(w + 2)) } else { (h, w) };
    let mut other = grid(random, oh.min(64), ow.min(64));
    let keep = *random.pick(&[0, 1, 2, 6, 100]);
    let thinned = |n: usize| if keep == 0 || (keep < 100 && n % 7 < keep) { other.cells()[n] } else { TRANSPARENT };
    if random.one_in(2) {
        other = Grid::new(other.height(), other.width(), (0..other.cells().len()).map(thinned).collect());
    }
    Case { grid: case_grid, other: Some(other) }
}

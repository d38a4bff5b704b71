//! Turns that undo each other go: any number of turns and mirrorings is one of the eight symmetries of a rectangle.

use crate::abi::RawOp;
use crate::step::{DMIRROR, HMIRROR, REPLACE, SWITCH, VMIRROR};

/// A symmetry: first across the main diagonal or not, then upside down or not, then left to right or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Symmetry {
    diagonal: bool,
    upside_down: bool,
    left_right: bool,
}

impl Symmetry {
    fn then(self, step: u32) -> Symmetry {
        match step {
            HMIRROR => Symmetry { upside_down: !self.upside_down, ..self },
            VMIRROR => Symmetry { left_right: !self.left_right, ..self },
            // Across the diagonal, what was upside down is left to right.
            _ => Symmetry { diagonal: !self.diagonal, upside_down: self.left_right, left_right: self.upside_down },
        }
    }

    fn steps(self) -> impl Iterator<Item = RawOp> {
        let step = |wanted: bool, code: u32| wanted.then_some(RawOp { code, args: [0; 4] });
        [step(self.diagonal, DMIRROR), step(self.upside_down, HMIRROR), step(self.left_right, VMIRROR)]
            .into_iter()
            .flatten()
    }
}

/// Whether a step only moves cells, and whether it only recolours them: the two kinds may change places.
fn turns(step: &RawOp) -> bool {
    matches!(step.code, HMIRROR | VMIRROR | DMIRROR)
}

/// Whether a step is one of those that [`crate::device::Kernel::TurnSmall`] knows.
pub fn is_simple(step: &RawOp) -> bool {
    turns(step) || matches!(step.code, REPLACE | SWITCH)
}

/// The same steps with as few turns as there can be. Turns wait while cells are recoloured.
pub fn folded(steps: &[RawOp]) -> Vec<RawOp> {
    let mut made = Vec::with_capacity(steps.len());
    let mut turned = Symmetry::default();
    for step in steps {
        if turns(step) {
            turned = turned.then(step.code);
        } else {
            if !is_simple(step) {
                made.extend(std::mem::take(&mut turned).steps());
            }
            made.push(*step);
        }
    }
    made.extend(turned.steps());
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::COMPRESS;

    fn op(code: u32) -> RawOp {
        RawOp { code, args: [0; 4] }
    }

    fn codes(steps: &[u32]) -> Vec<u32> {
        folded(&steps.iter().map(|&code| op(code)).collect::<Vec<_>>()).iter().map(|step| step.code).collect()
    }

    #[test]
    fn turns_become_few() {
        // rot90 and vmirror.
        assert_eq!(codes(&[HMIRROR, DMIRROR, VMIRROR]), [DMIRROR]);
        assert_eq!(codes(&[HMIRROR, DMIRROR, HMIRROR, DMIRROR, HMIRROR, DMIRROR, HMIRROR, DMIRROR]), [0; 0]);
        assert_eq!(codes(&[VMIRROR, REPLACE, VMIRROR]), [REPLACE]);
        assert_eq!(codes(&[VMIRROR, COMPRESS, VMIRROR]), [VMIRROR, COMPRESS, VMIRROR]);
    }

    /// Where cell (i, j) of an h×w grid comes from.
    fn place(steps: &[u32], (h, w): (usize, usize), (i, j): (usize, usize)) -> (usize, usize) {
        let Some((last, before)) = steps.split_last() else { return (i, j) };
        let (ph, pw) = if before.iter().filter(|&&s| s == DMIRROR).count() % 2 == 1 { (w, h) } else { (h, w) };
        let from = match *last {
            HMIRROR => (ph - 1 - i, j),
            VMIRROR => (i, pw - 1 - j),
            _ => (j, i),
        };
        place(before, (h, w), from)
    }

    #[test]
    fn folding_moves_no_cell_elsewhere() {
        for number in 0..3usize.pow(6) {
            let steps: Vec<u32> = (0..6).map(|k| [HMIRROR, VMIRROR, DMIRROR][number / 3usize.pow(k) % 3]).collect();
            let few = codes(&steps);
            assert!(few.len() <= 3);
            let turned = steps.iter().filter(|&&s| s == DMIRROR).count() % 2 == 1;
            let (h, w) = if turned { (3, 2) } else { (2, 3) };
            for cell in (0..h).flat_map(|i| (0..w).map(move |j| (i, j))) {
                assert_eq!(place(&steps, (2, 3), cell), place(&few, (2, 3), cell), "{steps:?} {few:?}");
            }
        }
    }
}

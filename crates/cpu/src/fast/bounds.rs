//! The box of a patch.

use super::Patch;
pub use megabatt_core::mask::{Bounds, Mask};

/// First and last row and column of a patch.
#[inline]
pub fn of(patch: Patch<'_>) -> Bounds {
    let (Patch::Pairs(set, _) | Patch::Cells(set, _)) = patch;
    set.bounds()
}

/// The places of a patch, if their box is not absurdly large.
pub fn mask_of(patch: Patch<'_>) -> Option<Mask> {
    let mut mask = Mask::over(of(patch))?;
    patch.each(|i, j| {
        mask.insert(i, j);
    });
    Some(mask)
}

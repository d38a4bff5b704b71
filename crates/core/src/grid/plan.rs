//! Large grids that nobody has looked at yet.
//!
//! Programs that were written for one task make huge grids on another: a grid of 30 by 30 scaled up by the number of its
//! cells has 729 million of them. Most of these are only ever asked for their shape, so a large grid is kept as what it
//! is to become, and its cells are worked out when the first of them is looked at.

use super::Grid;
use crate::Arc;
use crate::ablation::{Idea, is_off};
use crate::set::Set;
use crate::walked::Walked;
use std::sync::OnceLock;

/// Grids with fewer cells than this are made at once.
const LARGE: usize = 1 << 13;

/// Plans within plans; a grid that would be deeper is made of cells.
const DEEPEST: u8 = 16;

/// How a grid comes about.
#[derive(Clone, Debug)]
pub enum Plan {
    /// One value everywhere.
    Canvas(i8),
    /// Every cell of the other becomes `down` by `right` cells.
    Upscaled { of: Arc<Grid>, down: usize, right: usize },
    /// One below the other; all have the same width.
    Stacked(Vec<Arc<Grid>>),
    /// The other one below itself, as often as it takes.
    Repeated(Arc<Grid>),
    /// Rows become columns.
    Transposed(Arc<Grid>),
    /// What is left from a place on, as far as the new grid reaches.
    Part { of: Arc<Grid>, top: usize, left: usize },
    /// An object on it, one cell after the other. All its colours fit a byte.
    Painted { on: Arc<Grid>, object: Arc<Set> },
    /// One value at all places of a patch.
    Filled { on: Arc<Grid>, value: i8, patch: Arc<Set> },
    /// A row for each place of these sets, one set after the other, each in its order. All are small ints.
    Walked(Arc<Walked>),
}

/// A plan, and its cells once they are known.
#[derive(Debug)]
pub(super) struct Planned {
    plan: Plan,
    depth: u8,
    cells: OnceLock<Box<[i8]>>,
}

impl Planned {
    /// The plan, if the grid is large enough for one.
    pub(super) fn new(height: usize, width: usize, plan: Plan) -> Result<Planned, Plan> {
        let depth = 1 + plan.sources().iter().map(|g| g.plan_depth()).max().unwrap_or(0);
        // The order of a set may take long to find, however few places it has.
        let takes_long = match &plan {
            Plan::Walked(_) => true,
            // The other one is large, and all of it would be worked out.
            Plan::Part { of, .. } => of.is_planned(),
            _ => false,
        };
        let is_small = height * width < LARGE && !takes_long;
        if is_small || depth > DEEPEST || is_off(Idea::Plans) {
            return Err(plan);
        }
        Ok(Planned { plan, depth, cells: OnceLock::new() })
    }

    pub(super) fn as_walked(&self) -> Option<&Arc<Walked>> {
        match &self.plan {
            Plan::Walked(walked) => Some(walked),
            _ => None,
        }
    }

    pub(super) fn depth(&self) -> u8 {
        if self.cells.get().is_some() { 0 } else { self.depth }
    }

    #[cold]
    pub(super) fn cells(&self, height: usize, width: usize) -> &[i8] {
        self.cells.get_or_init(|| self.plan.work_out(height, width).into_boxed_slice())
    }

    /// The cells, if `go_on` does not say no while they are worked out.
    pub(super) fn cells_while(&self, height: usize, width: usize, go_on: GoOn<'_>) -> Option<&[i8]> {
        if self.cells.get().is_none() {
            let cells = self.plan.work_out_while(height, width, go_on)?;
            // Another thread may have been quicker; both have the same cells.
            let _ = self.cells.set(cells.into_boxed_slice());
        }
        Some(self.cells(height, width))
    }

    /// A copy of the cells; they are not kept here if they were not known.
    pub(super) fn copied(&self, height: usize, width: usize) -> Vec<i8> {
        self.cells.get().map_or_else(|| self.plan.work_out(height, width), |cells| cells.to_vec())
    }

    pub(super) fn copied_while(&self, height: usize, width: usize, go_on: GoOn<'_>) -> Option<Vec<i8>> {
        match self.cells.get() {
            Some(cells) => Some(cells.to_vec()),
            None => self.plan.work_out_while(height, width, go_on),
        }
    }
}

/// Is asked whether cells are still wanted while they are worked out.
type GoOn<'a> = &'a mut dyn FnMut() -> bool;

/// So many cells are copied between two questions.
const AT_A_TIME: usize = 1 << 20;

/// Adds each value so many times. Mostly that is a few times, for which a call would take longer than writing them down.
fn widen(row: &[i8], times: usize, cells: &mut Vec<i8>) {
    fn few<const N: usize>(row: &[i8], cells: &mut Vec<i8>) {
        let start = cells.len();
        cells.resize(start + N * row.len(), 0);
        cells[start..].as_chunks_mut::<N>().0.iter_mut().zip(row).for_each(|(some, &value)| *some = [value; N]);
    }
    match times {
        1 => cells.extend_from_slice(row),
        2 => few::<2>(row, cells),
        3 => few::<3>(row, cells),
        4 => few::<4>(row, cells),
        _ => row.iter().for_each(|&value| cells.extend(std::iter::repeat_n(value, times))),
    }
}

impl Plan {
    fn sources(&self) -> &[Arc<Grid>] {
        match self {
            Plan::Canvas(_) | Plan::Walked(_) => &[],
            Plan::Stacked(parts) => parts,
            Plan::Upscaled { of, .. } | Plan::Repeated(of) | Plan::Transposed(of) | Plan::Part { of, .. } => {
                std::slice::from_ref(of)
            }
            Plan::Painted { on, .. } | Plan::Filled { on, .. } => std::slice::from_ref(on),
        }
    }

    pub(super) fn work_out(&self, height: usize, width: usize) -> Vec<i8> {
        self.work_out_while(height, width, &mut || true).expect("it is wanted to the end")
    }

    /// The cells; None if they are not wanted any more. Nobody waits long for the next question.
    fn work_out_while(&self, height: usize, width: usize, go_on: GoOn<'_>) -> Option<Vec<i8>> {
        go_on().then_some(())?;
        match self {
            Plan::Canvas(value) => Some(vec![*value; height * width]),
            Plan::Upscaled { of, down, right } => {
                let source = of.cells_while(go_on)?;
                let mut cells = Vec::with_capacity(height * width);
                for row in source.chunks_exact(of.width()) {
                    let start = cells.len();
                    widen(row, *right, &mut cells);
                    for _ in 1..*down {
                        go_on().then_some(())?;
                        cells.extend_from_within(start..start + width);
                    }
                }
                Some(cells)
            }
            Plan::Stacked(parts) => {
                let mut cells = Vec::with_capacity(height * width);
                for part in parts {
                    for some in part.cells_while(go_on)?.chunks(AT_A_TIME) {
                        go_on().then_some(())?;
                        cells.extend_from_slice(some);
                    }
                }
                Some(cells)
            }
            Plan::Repeated(of) => {
                let source = of.cells_while(go_on)?;
                let mut cells = Vec::with_capacity(height * width);
                while cells.len() < height * width {
                    // What is there already makes the next piece larger.
                    let rest = height * width - cells.len();
                    match cells.len() {
                        0 => cells.extend_from_slice(source),
                        known => cells.extend_from_within(..known.min(rest)),
                    }
                    go_on().then_some(())?;
                }
                Some(cells)
            }
            Plan::Transposed(of) => transposed(of.cells_while(go_on)?, width, height, go_on),
            Plan::Part { of, top, left } => {
                let source = of.cells_while(go_on)?;
                let mut cells = Vec::with_capacity(height * width);
                for row in source.chunks_exact(of.width()).skip(*top).take(height) {
                    go_on().then_some(())?;
                    cells.extend_from_slice(&row[*left..left + width]);
                }
                Some(cells)
            }
            Plan::Painted { on, object } => {
                let mut cells = on.copied_cells_while(go_on)?;
                if object.coloured().is_some_and(|all| no_place_twice(on, all, &mut cells)) {
                    return Some(cells);
                }
                for item in object.in_order() {
                    if let Some((value, i, j)) = item.as_cell()
                        && let Some(at) = on.position(i, j)
                    {
                        cells[at] = value as i8;
                    }
                }
                Some(cells)
            }
            Plan::Filled { on, value, patch } => {
                let mut cells = on.copied_cells_while(go_on)?;
                let places = patch.pairs().unwrap_or_default().iter().copied();
                let of_cells = patch.coloured().unwrap_or_default().iter().map(|&(_, i, j)| (i, j));
                for at in places.chain(of_cells).filter_map(|(i, j)| on.position(i, j)) {
                    cells[at] = *value;
                }
                Some(cells)
            }
            Plan::Walked(walked) => {
                let mut cells = Vec::with_capacity(height * width);
                for set in walked.sets() {
                    go_on().then_some(())?;
                    let places = set.pairs().unwrap_or_default();
                    cells.extend(set.positions_in_order().flat_map(|n| [places[n].0 as i8, places[n].1 as i8]));
                }
                Some(cells)
            }
        }
    }
}

/// Paints cells in any order; false if two of them meet at one place, so that the order counts.
fn no_place_twice(on: &Grid, painted: &[(i32, i32, i32)], cells: &mut [i8]) -> bool {
    let mut hit = vec![0u64; cells.len().div_ceil(64)];
    for &(value, i, j) in painted {
        let Some(at) = on.position(i, j) else { continue };
        let bit = 1 << (at % 64);
        if hit[at / 64] & bit != 0 {
            return false;
        }
        hit[at / 64] |= bit;
        cells[at] = value as i8;
    }
    true
}

/// The cells of a grid of this shape with rows and columns exchanged, block by block so that both sides stay near.
fn transposed(cells: &[i8], height: usize, width: usize, go_on: GoOn<'_>) -> Option<Vec<i8>> {
    const BLOCK: usize = 32;
    let mut turned = vec![0; cells.len()];
    for top in (0..height).step_by(BLOCK) {
        go_on().then_some(())?;
        for left in (0..width).step_by(BLOCK) {
            for i in top..(top + BLOCK).min(height) {
                for j in left..(left + BLOCK).min(width) {
                    turned[j * height + i] = cells[i * width + j];
                }
            }
        }
    }
    Some(turned)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of 100 by 120 whose cells differ.
    fn some() -> Arc<Grid> {
        Arc::new(Grid::from_fn(100, 120, |i, j| ((i * 31 + j * 7) % 10) as i8))
    }

    fn check(grid: &Grid, expected: impl Fn(usize, usize) -> i8) {
        assert!(grid.is_planned());
        let all_right = (0..grid.height()).all(|i| (0..grid.width()).all(|j| grid.at(i, j) == expected(i, j)));
        assert!(all_right);
        assert!(!grid.is_planned());
        let again = Grid::from_fn(grid.height(), grid.width(), expected);
        assert!(*grid == again);
    }

    #[test]
    fn values_are_repeated_as_often_as_is_said() {
        let row = [3, -1, 0, 7, 7];
        for times in 0..7 {
            let mut cells = vec![9, 8];
            widen(&row, times, &mut cells);
            let expected = [9, 8].into_iter().chain(row.iter().flat_map(|&value| vec![value; times]));
            assert_eq!(cells, expected.collect::<Vec<i8>>());
        }
    }

    #[test]
    fn plans_give_the_cells_they_promise() {
        let g = some();
        check(&Grid::planned(90, 100, Plan::Canvas(7)), |_, _| 7);
        check(&Grid::planned(200, 360, Plan::Upscaled { of: g.clone(), down: 2, right: 3 }), |i, j| g.at(i / 2, j / 3));
        check(&Grid::planned(200, 120, Plan::Stacked(vec![g.clone(); 2])), |i, j| g.at(i % 100, j));
        check(&Grid::planned(120, 100, Plan::Transposed(g.clone())), |i, j| g.at(j, i));
        check(&Grid::planned(90, 110, Plan::Part { of: g.clone(), top: 10, left: 5 }), |i, j| g.at(i + 10, j + 5));
        let object =
            Arc::new(Set::grown_cells(crate::CellLayout::ColourFirst, vec![(9, 3, 4), (8, 200, 0), (7, -1, 4)]));
        let painted = Plan::Painted { on: g.clone(), object };
        check(&Grid::planned(100, 120, painted), |i, j| if (i, j) == (3, 4) { 9 } else { g.at(i, j) });
        let patch = Arc::new(Set::grown_pairs(vec![(3, 4), (0, 120)]));
        let filled = Plan::Filled { on: g.clone(), value: 6, patch };
        check(&Grid::planned(100, 120, filled), |i, j| if (i, j) == (3, 4) { 6 } else { g.at(i, j) });
    }

    #[test]
    fn cells_that_are_not_wanted_are_not_worked_out() {
        let tall = Arc::new(Grid::planned(2_000, 1_080, Plan::Upscaled { of: some(), down: 20, right: 9 }));
        let turned = Arc::new(Grid::planned(1_080, 2_000, Plan::Transposed(tall.clone())));
        let part = Plan::Part { of: turned.clone(), top: 3, left: 5 };
        let stacked = Grid::planned(1_000, 100, Plan::Stacked(vec![Arc::new(Grid::planned(500, 100, part)); 2]));
        for questions in [0, 1, 5, 1_000] {
            let mut left = questions;
            let mut go_on = || {
                left -= 1;
                left >= 0
            };
            assert!(stacked.cells_while(&mut go_on).is_none() && stacked.is_planned(), "{questions}");
        }
        assert!(stacked.cells_while(&mut || true).is_some_and(|cells| cells[101] == turned.at(4, 6)));
        assert!(stacked.cells_while(&mut || false).is_some(), "what is known is there");
    }

    #[test]
    fn small_ones_are_made_at_once_and_deep_ones_too() {
        assert!(!Grid::planned(3, 3, Plan::Canvas(1)).is_planned());
        let mut grid = Grid::planned(100, 100, Plan::Canvas(1));
        for _ in 0..100_000 {
            grid = Grid::planned(100, 100, Plan::Transposed(Arc::new(grid)));
        }
        assert_eq!(grid.at(99, 99), 1);
    }

    #[test]
    fn small_parts_of_what_nobody_looked_at_wait_too() {
        let turned = Arc::new(Grid::planned(120, 100, Plan::Transposed(some())));
        let part = || Grid::planned(5, 7, Plan::Part { of: turned.clone(), top: 3, left: 2 });
        let (waiting, whole) = (part(), some());
        assert!(waiting.is_planned() && turned.is_planned());
        check(&waiting, |i, j| whole.at(j + 2, i + 3));
        assert!(!turned.is_planned() && !part().is_planned());
    }

    #[test]
    fn grids_of_other_shapes_are_told_apart_without_a_look() {
        let (a, b) = (Grid::planned(100, 100, Plan::Canvas(1)), Grid::planned(100, 101, Plan::Canvas(1)));
        assert!(a != b && a.is_planned() && b.is_planned());
    }
}

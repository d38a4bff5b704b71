//! `objects`: what belongs together is found by filling; the order is found only if somebody asks.
//!
//! Two orders show. That of the objects follows from the order in which `asindices` visits the grid, a table per
//! shape, and from the objects' hashes. That of the cells inside an object follows from the DSL's own breadth-first
//! search over sets; replaying it needs what earlier objects had occupied by then, which the labels tell.

use super::colour::most_common;
use super::patch::indices_of;
use megabatt_core::{Arc, CellLayout, Grid, Result, Set, SetBuilder, Value};

const NOBODY: u16 = u16::MAX;

/// All objects of a grid.
struct Search {
    grid: Arc<Grid>,
    univalued: bool,
    diagonal: bool,
    background: Option<i8>,
    /// Which object each cell belongs to.
    labels: Vec<u16>,
    /// For each object, how many cells earlier ones have.
    before: Vec<usize>,
}

pub fn objects(
    g: &Arc<Grid>,
    layout: CellLayout,
    univalued: bool,
    diagonal: bool,
    without_bg: bool,
) -> Option<Result<Value>> {
    let background = without_bg.then(|| most_common(g));
    let (h, w) = (g.height(), g.width());
    let mut labels = vec![NOBODY; h * w];
    let mut found: Vec<Vec<(i32, i32, i32)>> = Vec::new();
    let all = indices_of(h, w);
    let places = all.pairs().unwrap_or_default();
    for n in all.positions_in_order() {
        let (i, j) = places[n];
        let start = i as usize * w + j as usize;
        let colour = g.cells()[start];
        if labels[start] != NOBODY || Some(colour) == background {
            continue;
        }
        if found.len() == NOBODY as usize {
            // More than labels can tell apart.
            return None;
        }
        let label = found.len() as u16;
        let joins = |v: i8| if univalued { v == colour } else { Some(v) != background };
        found.push(fill(g, &mut labels, start, label, diagonal, joins));
    }
    let mut before = Vec::with_capacity(found.len());
    let mut total = 0;
    for cells in &found {
        before.push(total);
        total += cells.len();
    }
    let search = std::sync::Arc::new(Search { grid: g.clone(), univalued, diagonal, background, labels, before });
    let sets = found.into_iter().enumerate().map(|(n, cells)| Arc::new(object(&search, n, layout, cells)));
    Some(Set::grown_sets(sets.collect(), true).map(Value::set))
}

/// One object; a single cell or a pair of them has no search worth deferring, but needs no other case either.
fn object(search: &std::sync::Arc<Search>, n: usize, layout: CellLayout, cells: Vec<(i32, i32, i32)>) -> Set {
    if cells.len() == 1 {
        return Set::copied_cells(layout, cells).with_distinct_places();
    }
    let search = search.clone();
    let start = (cells[0].1, cells[0].2);
    let sequence = move |object: &Set| {
        let w = search.grid.width();
        let mut position = vec![u32::MAX; search.grid.cells().len()];
        for (n, &(_, i, j)) in object.coloured().unwrap_or_default().iter().enumerate() {
            position[i as usize * w + j as usize] = n as u32;
        }
        search.replay(n, start).into_iter().map(|(i, j)| position[i as usize * w + j as usize]).collect()
    };
    Set::deferred_cells(layout, cells, true, Box::new(sequence), []).with_distinct_places()
}

/// Labels all cells that join the start's object, the start first.
fn fill(
    g: &Grid,
    labels: &mut [u16],
    start: usize,
    label: u16,
    diagonal: bool,
    joins: impl Fn(i8) -> bool,
) -> Vec<(i32, i32, i32)> {
    let (h, w) = (g.height(), g.width());
    let cell = |at: usize| (g.cells()[at].into(), (at / w) as i32, (at % w) as i32);
    let mut cells = vec![cell(start)];
    labels[start] = label;
    let mut next = 0;
    while next < cells.len() {
        let (i, j) = (cells[next].1 as usize, cells[next].2 as usize);
        next += 1;
        let mut visit = |i: usize, j: usize| {
            let at = i * w + j;
            if labels[at] == NOBODY && joins(g.cells()[at]) {
                labels[at] = label;
                cells.push(cell(at));
            }
        };
        let (up, down, left, right) = (i > 0, i + 1 < h, j > 0, j + 1 < w);
        if up {
            visit(i - 1, j);
        }
        if down {
            visit(i + 1, j);
        }
        if left {
            visit(i, j - 1);
        }
        if right {
            visit(i, j + 1);
        }
        if diagonal {
            if up && left {
                visit(i - 1, j - 1);
            }
            if up && right {
                visit(i - 1, j + 1);
            }
            if down && left {
                visit(i + 1, j - 1);
            }
            if down && right {
                visit(i + 1, j + 1);
            }
        }
    }
    cells
}

impl Search {
    /// The order in which the DSL's search adds the cells of object `n` to its set.
    fn replay(&self, n: usize, start: (i32, i32)) -> Vec<(i32, i32)> {
        let (h, w) = (self.grid.height() as i32, self.grid.width() as i32);
        let at = |i: i32, j: i32| (i * w + j) as usize;
        let colour = self.grid.cells()[at(start.0, start.1)];
        // Occupied: all cells of earlier objects, and those of this one found so far.
        let mut mine = vec![false; self.labels.len()];
        let mut found = vec![start];
        let mut occupied = self.before[n];
        let mut candidates = SetBuilder::new();
        candidates.add_pair(start.0, start.1);
        while !candidates.is_empty() {
            let mut neighborhood = SetBuilder::new();
            for candidate in candidates.in_order() {
                let &Value::Pair(i, j) = candidate else { unreachable!("candidates are places") };
                let value = self.grid.cells()[at(i, j)];
                let belongs = if self.univalued { colour == value } else { Some(value) != self.background };
                if belongs {
                    if !std::mem::replace(&mut mine[at(i, j)], true) {
                        occupied += 1;
                        if (i, j) != start {
                            found.push((i, j));
                        }
                    }
                    neighborhood.merge_builder(&self.inside_around(i, j, h, w));
                }
            }
            candidates = neighborhood.minus_those(occupied, |place| match *place {
                Value::Pair(i, j) => {
                    let label = self.labels[at(i, j)];
                    mine[at(i, j)] || (label as usize) < n
                }
                _ => false,
            });
        }
        found
    }

    /// `{(i, j) for i, j in neighbours if inside}`.
    fn inside_around(&self, i: i32, j: i32, h: i32, w: i32) -> SetBuilder {
        let around = if self.diagonal { super::patch::neighbors(i, j) } else { super::patch::dneighbors(i, j) };
        let mut inside = SetBuilder::new();
        if let Some(Ok(Value::Set(around))) = around {
            for place in around.in_order() {
                if let Value::Pair(i, j) = place
                    && (0..h).contains(&i)
                    && (0..w).contains(&j)
                {
                    inside.add_pair(i, j);
                }
            }
        }
        inside
    }
}

//! `objects`: what belongs together is found by filling; the order is found only if somebody asks.
//!
//! Two orders show. That of the objects follows from the order in which `asindices` visits the grid, a table per
//! shape, and from the objects' hashes. That of the cells inside an object follows from the DSL's own breadth-first
//! search over sets; replaying it needs what earlier objects had occupied by then, which the labels tell.

mod open;
mod visits;
mod walk;
mod with_none;

use super::colour::most_common;
use super::patch::indices_of;
use megabatt_core::set::wave::MOST_ROWS;
use megabatt_core::{Arc, CellLayout, Grid, Result, Set, Value};
pub use open::Open;
use walk::Field;
pub use with_none::objects_without as objects_without_none;

const NOBODY: u16 = u16::MAX;

/// What makes objects of cells: one colour, diagonals, the background left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    pub univalued: bool,
    pub diagonal: bool,
    pub without_bg: bool,
}

impl Manner {
    /// What a code of `o_g` means.
    pub fn of_code(code: i64) -> Option<Manner> {
        let bit = |bit: i64| code & bit != 0;
        (0..8).contains(&code).then(|| Manner { univalued: bit(4), diagonal: bit(2), without_bg: bit(1) })
    }

    /// What three arguments of `objects` mean, if they are truths.
    pub fn of_flags(flags: [&Value; 3]) -> Option<Manner> {
        match flags {
            [Value::Bool(univalued), Value::Bool(diagonal), Value::Bool(without_bg)] => {
                Some(Manner { univalued: *univalued, diagonal: *diagonal, without_bg: *without_bg })
            }
            _ => None,
        }
    }

    fn background(self, g: &Grid) -> Option<i8> {
        self.without_bg.then(|| most_common(g))
    }

    /// Whether a cell belongs to the object of a cell of this colour beside it.
    #[inline]
    fn joins(self, cell: i8, colour: i8, background: Option<i8>) -> bool {
        if self.univalued { cell == colour } else { Some(cell) != background }
    }
}

/// All objects of a grid.
struct Search {
    grid: Arc<Grid>,
    manner: Manner,
    background: Option<i8>,
    /// Which object each cell belongs to.
    labels: Vec<u16>,
    /// For each object, how many cells earlier ones have.
    before: Vec<usize>,
}

pub fn objects(g: &Arc<Grid>, layout: CellLayout, manner: Manner) -> Option<Result<Value>> {
    let background = manner.background(g);
    let (h, w) = (g.height(), g.width());
    if h.max(w) > MOST_ROWS {
        return None;
    }
    let mut labels = vec![NOBODY; h * w];
    let mut found: Vec<Vec<(i32, i32, i32)>> = Vec::new();
    let mut open = Open::new(g, background);
    for &at in &*visits::of(h, w) {
        let Some(start) = open.place_of(at) else { continue };
        if found.len() == NOBODY as usize {
            // More than labels can tell apart.
            return None;
        }
        let label = found.len() as u16;
        let cells = open.fill(start, manner);
        cells.iter().for_each(|&(_, i, j)| labels[i as usize * w + j as usize] = label);
        found.push(cells.to_vec());
    }
    let mut before = Vec::with_capacity(found.len());
    let mut total = 0;
    for cells in &found {
        before.push(total);
        total += cells.len();
    }
    let search = std::sync::Arc::new(Search { grid: g.clone(), manner, background, labels, before });
    let sets = found.into_iter().enumerate().map(|(n, cells)| Arc::new(object(&search, n, layout, cells)));
    Some(Set::grown_sets(sets.collect(), true).map(|objects| Value::set(objects.with_distinct_places())))
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

impl Search {
    /// The order in which the DSL's search adds the cells of object `n` to its set.
    fn replay(&self, n: usize, start: (i32, i32)) -> Vec<(i32, i32)> {
        let cells = self.grid.cells();
        let colour = cells[start.0 as usize * self.grid.width() + start.1 as usize];
        let mut taken: Vec<bool> = self.labels.iter().map(|&label| usize::from(label) < n).collect();
        let mut found = Vec::new();
        let joins = |at: usize| self.manner.joins(cells[at], colour, self.background);
        if let Some(mut field) = Field::new(&self.grid, self.manner.diagonal, &mut taken, self.before[n]) {
            field.take(start, joins, |i, j| found.push((i, j)));
        }
        found
    }
}

/// `objects_t`: the objects as tuples of tokpidjin's cells in the order in which they are found.
pub fn listed(g: &Grid, manner: Manner) -> Option<Result<Value>> {
    let background = manner.background(g);
    let (w, cells) = (g.width(), g.cells());
    let mut taken = vec![false; cells.len()];
    let mut field = Field::new(g, manner.diagonal, &mut taken, 0)?;
    let (mut objects, mut object) = (Vec::new(), Vec::new());
    let all = indices_of(g.height(), w);
    let places = all.pairs().unwrap_or_default();
    for n in all.positions_in_order() {
        let (i, j) = places[n];
        let start = i as usize * w + j as usize;
        let colour = cells[start];
        if field.taken[start] || Some(colour) == background {
            continue;
        }
        object.clear();
        let joins = |at: usize| manner.joins(cells[at], colour, background);
        field.take((i, j), joins, |i, j| object.push((cells[i as usize * w + j as usize].into(), i, j)));
        match Value::triples(&object) {
            Ok(object) => objects.push(object),
            Err(fail) => return Some(Err(fail)),
        }
    }
    Some(Value::tuple(objects))
}

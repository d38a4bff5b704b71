//! The order in which the DSL's search finds the cells of an object.
//!
//! The search goes in waves: all places of a wave that belong to the object are taken in the order of a set, and the next wave is
//! the set of their neighbours. Where no more than one place of the next wave belongs, its order does not matter, and there is no
//! set to make; so lines, corners and small objects are found without any.

use megabatt_core::Grid;
use megabatt_core::set::wave::{Around, MOST_ROWS, Wave};
use std::cell::RefCell;

const STRAIGHT: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// Rows and columns whose places have their neighbours kept.
const KEPT: i32 = 32;

/// What searches use again and again.
#[derive(Default)]
struct Tools {
    wave: Wave,
    /// The neighbours of places far from all borders, straight ones and all, as the search has them.
    around: [Vec<Option<Around>>; 2],
    /// The places of this wave that belong to the object, and those of the next.
    places: Vec<(i32, i32)>,
    next: Vec<(i32, i32)>,
    /// For each cell the wave in which it was seen last.
    seen: Vec<u32>,
    waves: u32,
}

thread_local! {
    // Boxed: a library's variables of a thread share a small place with those of all others that Python has loaded.
    static TOOLS: RefCell<Box<Tools>> = RefCell::default();
}

/// Who can be found.
pub struct Field<'a> {
    h: i32,
    w: i32,
    diagonal: bool,
    /// For each cell whether it belongs to an object found before; the ones found become such.
    pub taken: &'a mut [bool],
    /// How many do.
    pub occupied: usize,
}

impl<'a> Field<'a> {
    /// None if the grid has too many rows or columns.
    pub fn new(g: &Grid, diagonal: bool, taken: &'a mut [bool], occupied: usize) -> Option<Field<'a>> {
        let (h, w) = (g.height(), g.width());
        (h <= MOST_ROWS && w <= MOST_ROWS).then_some(Field { h: h as i32, w: w as i32, diagonal, taken, occupied })
    }

    /// Takes the object with this place: calls `found` for each of its places in the order in which the search comes to them.
    pub fn take(&mut self, start: (i32, i32), joins: impl Fn(usize) -> bool, mut found: impl FnMut(i32, i32)) {
        TOOLS.with_borrow_mut(|tools| self.take_with(tools, start, &joins, &mut found));
    }

    fn take_with(
        &mut self,
        tools: &mut Tools,
        start: (i32, i32),
        joins: &impl Fn(usize) -> bool,
        found: &mut impl FnMut(i32, i32),
    ) {
        tools.start(self.taken.len());
        tools.places.push(start);
        loop {
            for &(i, j) in &tools.places {
                self.taken[self.at(i, j)] = true;
                found(i, j);
            }
            self.occupied += tools.places.len();
            self.look_ahead(tools, joins);
            match tools.next.len() {
                0 => return,
                1 => {}
                _ => {
                    tools.wave.clear();
                    for n in 0..tools.places.len() {
                        let around = self.around(tools, tools.places[n]);
                        tools.wave.merge(&around);
                    }
                    let Tools { wave, next, .. } = tools;
                    wave.minus(self.occupied, |i, j| self.taken[self.at(i, j)], next);
                    next.retain(|&(i, j)| joins(self.at(i, j)));
                }
            }
            std::mem::swap(&mut tools.places, &mut tools.next);
        }
    }

    #[inline]
    fn at(&self, i: i32, j: i32) -> usize {
        i as usize * self.w as usize + j as usize
    }

    #[inline]
    fn is_inside(&self, (i, j): (i32, i32)) -> bool {
        (0..self.h).contains(&i) && (0..self.w).contains(&j)
    }

    /// Finds the places of the next wave that belong to the object, in any order.
    #[inline]
    fn look_ahead(&self, tools: &mut Tools, joins: &impl Fn(usize) -> bool) {
        tools.next.clear();
        tools.waves += 1;
        let diagonal: &[(i32, i32)] = if self.diagonal { &DIAGONAL } else { &[] };
        for &(i, j) in &tools.places {
            for (di, dj) in STRAIGHT.iter().chain(diagonal) {
                let place = (i + di, j + dj);
                if self.is_inside(place) {
                    let at = self.at(place.0, place.1);
                    if !self.taken[at] && joins(at) && tools.seen[at] != tools.waves {
                        tools.seen[at] = tools.waves;
                        tools.next.push(place);
                    }
                }
            }
        }
    }

    /// `{place for place in neighbours if inside}`.
    fn around(&self, tools: &mut Tools, (i, j): (i32, i32)) -> Around {
        let is_far_from_borders = i > 0 && j > 0 && i + 1 < self.h && j + 1 < self.w;
        if !is_far_from_borders || i >= KEPT || j >= KEPT {
            return self.make_around((i, j));
        }
        let kept = &mut tools.around[usize::from(self.diagonal)];
        let at = (i * KEPT + j) as usize;
        if kept.len() <= at {
            kept.resize((KEPT * KEPT) as usize, None);
        }
        *kept[at].get_or_insert_with(|| self.make_around((i, j)))
    }

    fn make_around(&self, (i, j): (i32, i32)) -> Around {
        let of = |steps: [(i32, i32); 4]| Around::grown(steps.into_iter().map(|(di, dj)| (i + di, j + dj)));
        let straight = of(STRAIGHT);
        let all = if self.diagonal { Around::union(&straight, &of(DIAGONAL)) } else { straight };
        Around::grown(all.in_order().filter(|&place| self.is_inside(place)))
    }
}

impl Tools {
    fn start(&mut self, cells: usize) {
        if self.seen.len() < cells || self.waves > u32::MAX / 2 {
            self.seen.clear();
            self.seen.resize(cells, 0);
            self.waves = 0;
        }
        self.places.clear();
    }
}

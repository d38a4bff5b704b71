//! Sets put together of lines and places, one for each item.
//!
//! `fork(combine, hfrontier, vfrontier)` makes a cross for each place, and `fork(combine, rbind(shoot, UNITY), rbind(shoot, DOWN_LEFT))` an
//! angle. How many places such a set has follows from where its lines cross. Here it is written down how each set came about; its items, and
//! their order, are found when somebody asks.

use super::super::line::Line;
use super::super::union::{Numbering, are_near, union_of_listed_cells, union_of_listed_places};
use super::crossing::{Common, Walk};
use super::joined::joined;
use super::{Lines, is_near};
use megabatt_core::mask::Bounds;
use megabatt_core::set::{Batches, Growth, Sequence, order_of_grown};
use megabatt_core::{Arc, CellLayout, Set, Value, hash};
use rustc_hash::FxHashMap;
use std::sync::Arc as Shared;

/// A colour and a place; of a place the colour is [`NO_COLOUR`].
type Cell = (i32, i32, i32);

const NO_COLOUR: i32 = 0;

/// What a place weighs, and what a cell does.
const PLACE: u64 = 3;
const CELL: u64 = 5;

/// Sets of more lines are left to others.
const MOST_PARTS: usize = 8;

/// How the sets came about: which operation made them, of what.
enum Form {
    /// Lines, or `initset` of places: the one with this number among the parts.
    Part(usize),
    /// `remove` of a place of each.
    Without(Shared<[(i32, i32)]>, Shared<Form>),
    /// `recolor` of each, which are sets of places.
    Recoloured(Shared<[i32]>, Shared<Form>),
    /// `combine` of two of each, both of places or both of cells. The parts of the second one are numbered from this number on.
    Both(Shared<Form>, Shared<Form>, usize),
}

/// A part of each set.
#[derive(Clone)]
struct Part {
    /// None is nothing.
    lines: Shared<[Option<Line>]>,
    /// A place of each line that is left out.
    without: Option<Shared<[(i32, i32)]>>,
    colours: Option<Shared<[i32]>>,
}

impl Part {
    fn colour(&self, n: usize) -> i32 {
        self.colours.as_ref().map_or(NO_COLOUR, |colours| colours[n])
    }

    fn leaves_out(&self, n: usize, place: (i32, i32)) -> bool {
        self.without.as_ref().is_some_and(|places| places[n] == place)
    }

    fn has(&self, n: usize, place: (i32, i32)) -> bool {
        self.lines[n].is_some_and(|line| Walk::along(line).has(place)) && !self.leaves_out(n, place)
    }

    fn len(&self, n: usize) -> usize {
        let Some(line) = self.lines[n] else { return 0 };
        let left_out = self.without.as_ref().is_some_and(|places| Walk::along(line).has(places[n]));
        line.len() as usize - usize::from(left_out)
    }

    /// The places that it has of the n-th set, from one end to the other.
    fn places(&self, n: usize) -> impl Iterator<Item = (i32, i32)> + '_ {
        let places = self.lines[n].into_iter().flat_map(Line::places);
        places.filter(move |&place| !self.leaves_out(n, place))
    }
}

/// A set for each item.
#[derive(Clone)]
pub struct Strokes {
    form: Shared<Form>,
    parts: Shared<[Part]>,
    sizes: Shared<[u32]>,
    /// Whether no two cells of one set share a place.
    apart: bool,
}

impl Strokes {
    /// Lines, with their colours if they are objects.
    pub fn of_lines(lines: &Lines) -> Strokes {
        let plain = Strokes::of_part(lines.all().clone());
        match lines.colours() {
            Some(colours) => plain.coloured(colours.clone()),
            None => plain,
        }
    }

    /// `initset` of each place. None if one is far away.
    pub fn of_singles(places: &[(i32, i32)]) -> Option<Strokes> {
        let line = |&place: &(i32, i32)| Line::between(place, place);
        let near = places.iter().all(|&place| is_near(place));
        near.then(|| Strokes::of_part(places.iter().map(line).collect()))
    }

    fn of_part(lines: Shared<[Option<Line>]>) -> Strokes {
        let sizes = lines.iter().map(|line| line.map_or(0, |line| line.len() as u32)).collect();
        let parts = [Part { lines, without: None, colours: None }];
        Strokes { form: Shared::new(Form::Part(0)), parts: parts.into(), sizes, apart: true }
    }

    fn coloured(self, colours: Shared<[i32]>) -> Strokes {
        let part = |part: &Part| Part { colours: Some(colours.clone()), ..part.clone() };
        let parts = self.parts.iter().map(part).collect();
        Strokes { form: Shared::new(Form::Recoloured(colours, self.form)), parts, apart: true, ..self }
    }

    fn is_coloured(&self) -> bool {
        self.parts.iter().any(|part| part.colours.is_some())
    }

    /// `combine` of each with another one of the same item. None if these are places and those cells, or if there are too many parts.
    pub fn with(&self, others: &Strokes) -> Option<Strokes> {
        let parts: Shared<[Part]> = self.parts.iter().chain(&*others.parts).cloned().collect();
        if self.is_coloured() != others.is_coloured() || parts.len() > MOST_PARTS {
            return None;
        }
        let form = Shared::new(Form::Both(self.form.clone(), others.form.clone(), self.parts.len()));
        let mut both = Strokes { form, parts, sizes: [].into(), apart: self.apart && others.apart };
        let mut sizes = Vec::with_capacity(self.len());
        for n in 0..self.len() {
            let (shared, apart) = both.shared(n, self.parts.len())?;
            both.apart &= apart;
            sizes.push(self.sizes[n] + others.sizes[n] - shared);
        }
        both.sizes = sizes.into();
        Some(both)
    }

    /// How many items the parts before this one have in common with the others, and whether no two cells of them share a place. None if that
    /// does not follow from where their lines cross.
    fn shared(&self, n: usize, middle: usize) -> Option<(u32, bool)> {
        let (ours, theirs) = self.parts.split_at(middle);
        // Where two of them have met before nothing is new.
        let mut met: [Cell; MOST_PARTS * MOST_PARTS] = [(0, 0, 0); MOST_PARTS * MOST_PARTS];
        let (mut count, mut apart) = (0, true);
        for (a, line) in ours.iter().filter_map(|part| Some((part, part.lines[n]?))) {
            let walk = Walk::along(line);
            for (b, other) in theirs.iter().filter_map(|part| Some((part, part.lines[n]?))) {
                let (colour, same) = (a.colour(n), a.colour(n) == b.colour(n));
                match walk.common(&Walk::along(other)) {
                    Common::Nothing => {}
                    Common::One(place) if a.leaves_out(n, place) || b.leaves_out(n, place) => {}
                    Common::One(_) if !same => apart = false,
                    Common::One((i, j)) if met[..count].contains(&(colour, i, j)) => {}
                    Common::One((i, j)) => {
                        met[count] = (colour, i, j);
                        count += 1;
                    }
                    Common::More => return None,
                }
            }
        }
        Some((count as u32, apart))
    }

    /// `remove` of a place of each. None if they are objects, or if a place of them was removed before.
    pub fn without_each(&self, places: &[(i32, i32)]) -> Option<Strokes> {
        if self.is_coloured() || self.parts.iter().any(|part| part.without.is_some()) {
            return None;
        }
        let places: Shared<[(i32, i32)]> = places.into();
        let size = |n: usize| self.sizes[n] - u32::from(self.parts.iter().any(|part| part.has(n, places[n])));
        let sizes = (0..self.len()).map(size).collect();
        let parts = self.parts.iter().map(|part| Part { without: Some(places.clone()), ..part.clone() }).collect();
        Some(Strokes { form: Shared::new(Form::Without(places, self.form.clone())), parts, sizes, apart: true })
    }

    /// `recolor` of each. None if they are objects already, or if a colour does not fit 32 bits.
    pub fn recoloured(&self, colours: impl Iterator<Item = i64>) -> Option<Strokes> {
        if self.is_coloured() {
            return None;
        }
        let colours = colours.map(|colour| i32::try_from(colour).ok()).collect::<Option<_>>()?;
        Some(self.clone().coloured(colours))
    }

    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// How many items each has.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// What each weighs.
    pub fn weights(&self) -> Vec<u64> {
        let item = if self.is_coloured() { CELL } else { PLACE };
        self.sizes.iter().map(|&size| 1 + item * u64::from(size)).collect()
    }

    /// The places of each; some may come several times. None if they are objects.
    pub fn places(&self) -> Option<impl Iterator<Item = impl Iterator<Item = (i32, i32)> + Clone>> {
        let of = |n: usize| self.parts.iter().flat_map(move |part| part.places(n)).collect::<Vec<_>>().into_iter();
        (!self.is_coloured()).then(|| (0..self.len()).map(of))
    }

    /// The items of the n-th set, each once.
    fn items(&self, n: usize) -> Vec<Cell> {
        let mut items = Vec::with_capacity(self.sizes[n] as usize);
        for (at, part) in self.parts.iter().enumerate() {
            let colour = part.colour(n);
            let is_new = |&place: &(i32, i32)| {
                !self.parts[..at].iter().any(|before| before.colour(n) == colour && before.has(n, place))
            };
            items.extend(part.places(n).filter(is_new).map(|(i, j)| (colour, i, j)));
        }
        debug_assert_eq!(items.len(), self.sizes[n] as usize);
        items
    }

    /// The sets.
    pub fn into_values(self) -> Vec<Value> {
        (0..self.len()).map(|n| Value::set(self.set(n))).collect()
    }

    fn set(&self, n: usize) -> Set {
        if self.sizes[n] == 0 {
            return Set::empty();
        }
        let strokes = self.clone();
        let sequence: Sequence = Box::new(move |set: &Set| {
            let numbers: FxHashMap<Cell, u32> = items_of(set).into_iter().zip(0..).collect();
            let Added { items, .. } = strokes.added(&strokes.form, n, 0);
            items.iter().map(|item| numbers[item]).collect()
        });
        let items = self.items(n);
        if !self.is_coloured() {
            return Set::deferred_pairs(items.iter().map(|&(_, i, j)| (i, j)).collect(), false, sequence, []);
        }
        let set = Set::deferred_cells(CellLayout::ColourFirst, items, false, sequence, []);
        if self.apart { set.with_distinct_places() } else { set }
    }

    /// The items of all in one set, as `mapply` makes it; `source` is the set whose items gave these sets, by position in its content.
    /// None if they are too far apart.
    pub fn union(&self, source: &Arc<Set>) -> Option<Set> {
        let coloured = self.is_coloured();
        let lines: Vec<(i32, Line)> = self
            .parts
            .iter()
            .flat_map(|part| {
                let line = |(n, line): (usize, &Option<Line>)| Some((part.colour(n), (*line)?));
                part.lines.iter().enumerate().filter_map(line)
            })
            .collect();
        let bounds = Bounds::of_places(lines.iter().flat_map(|(_, line)| line.ends()));
        let count = self.sizes.iter().map(|&size| size as usize).sum();
        if count == 0 {
            return Some(Set::empty());
        }
        if !are_near(bounds, count) {
            return None;
        }
        // Where no place is left out, lines that lie on each other are walked once.
        let whole = self.parts.iter().all(|part| part.without.is_none());
        let lines = if whole { joined(lines).lines } else { Vec::new() };
        let of_lines = lines.iter().flat_map(|&(colour, line)| line.places().map(move |(i, j)| (colour, i, j)));
        let parts: &[Part] = if whole { &[] } else { &self.parts };
        let of_part = |part: &'_ Part| -> Vec<Cell> {
            let of_set = |n: usize| part.places(n).map(move |(i, j)| (part.colour(n), i, j));
            (0..self.len()).flat_map(of_set).collect()
        };
        let all = of_lines.chain(parts.iter().flat_map(of_part));
        let most = lines.iter().map(|(_, line)| line.len() as usize).sum::<usize>()
            + parts.iter().map(|part| (0..self.len()).map(|n| part.len(n)).sum::<usize>()).sum::<usize>();
        let (strokes, walked) = (self.clone(), source.clone());
        let batches: Batches = Box::new(move |union, growth| strokes.add_all(&walked, &items_of(union), growth));
        if !coloured {
            let places = union_of_listed_places(all.map(|(_, i, j)| (i, j)), bounds, most)?;
            return Some(Set::pairs_in_batches(places, batches, [source]));
        }
        let (cells, apart) = union_of_listed_cells(all, bounds, most)?;
        let set = Set::cells_in_batches(CellLayout::ColourFirst, cells, batches, [source]);
        Some(set.with_places_known_as(apart))
    }
}

/// Items in the order in which CPython adds them to a set.
struct Added {
    items: Vec<Cell>,
    coloured: bool,
}

impl Added {
    /// The items in the order of the set.
    fn in_order(self) -> Vec<Cell> {
        let hash = |&(c, i, j): &Cell| if self.coloured { hash::of_cell(c, i, j) } else { hash::of_pair(i, j) };
        let mut order = Vec::new();
        order_of_grown(self.items.iter().map(hash), &mut order);
        order.into_iter().map(|at| self.items[at as usize]).collect()
    }
}

/// The orders of the sets.
impl Strokes {
    /// How the n-th set of a form comes about, whose parts are numbered from this number on.
    fn added(&self, form: &Form, n: usize, from: usize) -> Added {
        let plain = |items: Vec<Cell>| Added { items, coloured: false };
        match form {
            Form::Part(at) => {
                let places = self.parts[from + at].lines[n].into_iter().flat_map(Line::places);
                plain(places.map(|(i, j)| (NO_COLOUR, i, j)).collect())
            }
            Form::Without(places, form) => {
                let mut items = self.added(form, n, from).in_order();
                items.retain(|&(_, i, j)| (i, j) != places[n]);
                plain(items)
            }
            Form::Recoloured(colours, form) => {
                let mut items = self.added(form, n, from).in_order();
                items.iter_mut().for_each(|item| item.0 = colours[n]);
                Added { items, coloured: true }
            }
            Form::Both(a, b, of_first) => {
                let (a, b) = (self.added(a, n, from), self.added(b, n, from + of_first));
                let coloured = a.coloured;
                let mut items = a.in_order();
                let count = items.len();
                for item in b.in_order() {
                    if !items[..count].contains(&item) {
                        items.push(item);
                    }
                }
                Added { items, coloured }
            }
        }
    }

    /// Adds the items of the union, known by their positions in its content, set by set in the order in which a set has the sets.
    fn add_all(&self, source: &Set, union: &[Cell], growth: &mut Growth<'_>) {
        match Numbering::of(union) {
            Numbering::ByPlace(numbers) => self.add_numbered(source, |item| numbers.number(item, union), growth),
            Numbering::Hashed(known) => self.add_numbered(source, |item| known[&item], growth),
        }
    }

    fn add_numbered(&self, source: &Set, number: impl Fn(Cell) -> u32, growth: &mut Growth<'_>) {
        let numbers = |n: usize| -> Vec<u32> { self.items(n).into_iter().map(&number).collect() };
        let numbers: Vec<Vec<u32>> = (0..self.len()).map(numbers).collect();
        let hash = |its: &Vec<u32>| {
            let xored = its.iter().fold(0, |xored, &item| xored ^ hash::shuffled(growth.hash(item)));
            hash::of_frozenset(xored, its.len())
        };
        let hashes: Vec<u64> = numbers.iter().map(hash).collect();
        // Of sets that are equal the first one stays, and with it its order.
        let mut known: FxHashMap<u64, Vec<Vec<u32>>> = FxHashMap::default();
        let is_new = |&n: &usize| {
            let (mut its, alike) = (numbers[n].clone(), known.entry(hashes[n]).or_default());
            its.sort_unstable();
            let is_new = !alike.contains(&its);
            if is_new {
                alike.push(its);
            }
            is_new
        };
        let came: Vec<usize> = source.positions_in_order().filter(is_new).collect();
        let mut order = Vec::new();
        order_of_grown(came.iter().map(|&n| hashes[n]), &mut order);
        let mut new = Vec::new();
        for n in order.into_iter().map(|at| came[at as usize]) {
            if growth.is_complete() {
                break;
            }
            new.clear();
            new.extend(numbers[n].iter().copied().filter(|&item| !growth.has(item)));
            growth.add(&new, |growth, ordered| {
                let its = self.added(&self.form, n, 0).in_order().into_iter().map(&number);
                ordered.extend(its.filter(|&item| !growth.has(item)));
            });
        }
    }
}

/// The places or cells of a set, by position in its content.
fn items_of(set: &Set) -> Vec<Cell> {
    match set.pairs() {
        Some(places) => places.iter().map(|&(i, j)| (NO_COLOUR, i, j)).collect(),
        None => set.cells().unwrap_or_default().to_vec(),
    }
}

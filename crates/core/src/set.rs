//! Frozensets with the order CPython gives them.
//!
//! CPython keeps a set in a hash table and walks it slot by slot, so the order of a set follows from the hashes of
//! its items *and* from how the set was made: growing it item by item leaves another table than copying it does.
//! Replaying the table costs far more than what most operations do with a set, and few of them look at the order. So
//! a [`Set`] holds its items as a plain list ([`content`]) and a recipe that says how CPython came by them; the order
//! is worked out when somebody asks for it, once ([`order`]). [`SetBuilder`] is the general way to make a set, with
//! the table replayed as items come and go.
//!
//! ```
//! use megabatt_core::{Set, Value};
//! let set = Set::from_items([3, 1, 2].map(Value::Int)).unwrap();
//! assert_eq!(format!("{set:?}"), "frozenset({1, 2, 3})");
//! ```

pub mod address;
mod begun;
mod builder;
mod came;
mod cell_list;
pub mod collisions;
mod content;
mod copies;
pub mod cpython;
mod first;
mod growth;
mod index;
mod inserted;
mod known;
mod large;
mod last;
mod make;
mod of_sets;
mod operations;
mod order;
mod picture;
mod places;
mod reordered;
mod scratch;
mod singles;
mod spans;
mod twos;
pub mod wave;

pub use builder::SetBuilder;
pub use cell_list::{ListCells, Unlisted};
pub use content::Items;
pub use copies::{Copies, Drawn, Ends, Mover};
pub use growth::{Batches, Growth};
pub use last::End;
pub use order::{Replay, Sequence};
pub use picture::{Kept, Picture, Turn};
pub use places::Places;
pub use scratch::order_of_grown;
pub use twos::{Factor, Twos};

use crate::deep::{DEEP, bury};
use crate::dialect::CellLayout;
use crate::error::Result;
use crate::hash;
use crate::mask::{Bounds, Mask};
use crate::value::{Value, checked_depth};
use content::Content;
use index::LookUp;
use known::{Known, KnownHash};
use once_cell::race::OnceBox;
use order::{LINEAR_PROBES, PERTURB_SHIFT, Recipe, Table};
use scratch::Scratch;
use triomphe::Arc;

/// A frozenset. Programs make millions of them, so it is kept small: what is found out later is behind a pointer, and two
/// threads that find it out at the same time find the same.
pub struct Set {
    content: Content,
    recipe: Recipe,
    /// How many recipes hang on each other until the order is known.
    chain: u32,
    table: OnceBox<Table>,
    depth: u32,
    weight: u64,
    /// Whether an item's hash comes from an address.
    address_hash: bool,
    /// Whether no two cells share a place, once that is known.
    distinct_places: Known,
    /// Whether all cells have one colour, once that is known.
    one_colour: Known,
    hash: KnownHash,
    look_up: OnceBox<LookUp>,
}

impl Drop for Set {
    #[inline]
    fn drop(&mut self) {
        if self.depth > DEEP {
            bury(std::mem::replace(&mut self.content, Content::Pairs(Box::new([]))));
        }
    }
}

impl Set {
    #[inline]
    fn typed(content: Content, recipe: Recipe) -> Set {
        let n = content.len() as u64;
        let (weight, depth) = match content.items() {
            Items::Pairs => (1 + 3 * n, 2),
            Items::Cells => (1 + 5 * n, 3),
            Items::Triples => (1 + 4 * n, 2),
            _ => (1, 1),
        };
        Set::new(content, recipe, weight, depth, false)
    }

    /// A set of whatever the content is, with its weight and depth.
    fn measured(content: Content, recipe: Recipe) -> Result<Set> {
        let items = match &content {
            Content::Values(items) => items,
            Content::Twos(twos) => {
                let (weight, depth) = twos.measure()?;
                return Ok(Set::new(content, recipe, weight, depth, false));
            }
            Content::Copies(copies) => {
                let (weight, depth) = copies.measure()?;
                return Ok(Set::new(content, recipe, weight, depth, false));
            }
            Content::Singles(cells) => {
                let (weight, depth) = singles::measure(cells)?;
                return Ok(Set::new(content, recipe, weight, depth, false));
            }
            Content::Pairs(_) | Content::Cells(_) | Content::Triples(_) => return Ok(Set::typed(content, recipe)),
        };
        let (mut weight, mut depth, mut address_hash) = (1u64, 0, false);
        for item in items.iter() {
            weight = weight.saturating_add(item.value.weight());
            depth = depth.max(item.value.depth());
            address_hash |= item.value.hashes_by_address();
        }
        Ok(Set::new(content, recipe, weight, checked_depth(depth)?, address_hash))
    }

    #[inline]
    fn new(content: Content, recipe: Recipe, weight: u64, depth: u32, address_hash: bool) -> Set {
        let (table, look_up) = (OnceBox::new(), OnceBox::new());
        let hash = KnownHash::default();
        let (distinct_places, one_colour) = (Known::default(), Known::default());
        Set {
            content,
            recipe,
            chain: 1,
            table,
            depth,
            weight,
            address_hash,
            distinct_places,
            one_colour,
            hash,
            look_up,
        }
    }

    /// Notes how long the chain of recipes is, and cuts one that got long by settling the sources.
    #[inline]
    fn hanging_on<'a>(mut self, sources: impl IntoIterator<Item = &'a Arc<Set>>) -> Set {
        let mut longest = 0;
        for source in sources {
            let mut chain = if source.table.get().is_some() { 0 } else { source.chain };
            if chain >= order::LONGEST_CHAIN {
                source.table();
                chain = 0;
            }
            longest = longest.max(chain);
        }
        self.chain = longest + 1;
        self
    }

    /// A set whose table is known, its items in slot order.
    fn settled(content: Content, table: Table) -> Result<Set> {
        let mut set = Set::measured(content, Recipe::Settled)?;
        set.table = OnceBox::with_value(Box::new(table));
        Ok(set)
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.content.len()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.content.len() == 0
    }

    #[inline]
    pub fn items(&self) -> Items {
        self.content.items()
    }

    #[inline]
    pub fn weight(&self) -> u64 {
        self.weight
    }

    #[inline]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The places of a set of [`Items::Pairs`], in no particular order.
    #[inline]
    pub fn pairs(&self) -> Option<&[(i32, i32)]> {
        match &self.content {
            Content::Pairs(places) if !places.is_empty() => Some(places),
            _ => None,
        }
    }

    /// The cells of a set of [`Items::Cells`], in no particular order.
    #[inline]
    pub fn cells(&self) -> Option<&[(i32, i32, i32)]> {
        match &self.content {
            Content::Cells(cells) if !cells.is_empty() => Some(cells),
            _ => None,
        }
    }

    /// The cells of a set of cells that are written this way, colour first, in no particular order.
    #[inline]
    pub fn cells_in(&self, layout: CellLayout) -> Option<&[(i32, i32, i32)]> {
        match (&self.content, layout) {
            (Content::Cells(cells), CellLayout::ColourFirst) | (Content::Triples(cells), CellLayout::ColourLast)
                if !cells.is_empty() =>
            {
                Some(cells)
            }
            _ => None,
        }
    }

    /// How the cells of a set of cells are written.
    pub fn cell_layout(&self) -> CellLayout {
        match &self.content {
            Content::Triples(_) => CellLayout::ColourLast,
            _ => CellLayout::ColourFirst,
        }
    }

    /// The cells of a set of cells, whichever way they are written.
    #[inline]
    pub fn coloured(&self) -> Option<&[(i32, i32, i32)]> {
        match &self.content {
            Content::Cells(cells) | Content::Triples(cells) if !cells.is_empty() => Some(cells),
            _ => None,
        }
    }

    /// This set, whose cells are known to have a place each.
    #[inline]
    pub fn with_distinct_places(self) -> Set {
        self.with_places_known_as(true)
    }

    /// This set, of whose cells it is known whether they have a place each.
    #[inline]
    pub fn with_places_known_as(self, distinct: bool) -> Set {
        self.distinct_places.set(distinct);
        self
    }

    /// This set, whose cells are those of another one that were moved without meeting.
    #[inline]
    pub fn with_places_as(self, other: &Set) -> Set {
        self.distinct_places.copy(&other.distinct_places);
        self
    }

    /// Whether no two cells of a set of [`Items::Cells`] share a place, as far as that is known already.
    #[inline]
    pub fn is_known_to_have_distinct_places(&self) -> bool {
        self.distinct_places.is(true)
    }

    /// Whether two cells of a set of [`Items::Cells`] or [`Items::Triples`] are known to share a place, or to be too far apart to find out.
    #[inline]
    pub fn may_share_places(&self) -> bool {
        self.distinct_places.is(false)
    }

    /// Whether no two cells of a set of [`Items::Cells`] or [`Items::Triples`] share a place. Found out once; false if they are too far apart
    /// to find out quickly.
    pub fn has_distinct_places(&self) -> bool {
        let (Content::Cells(cells) | Content::Triples(cells)) = &self.content else { return true };
        if self.distinct_places.is(true) || self.distinct_places.is(false) {
            return self.distinct_places.is(true);
        }
        let bounds = Bounds::of_places(cells.iter().map(|&(_, i, j)| (i, j)));
        let distinct = Mask::over(bounds).is_some_and(|mut mask| cells.iter().all(|&(_, i, j)| mask.insert(i, j)));
        self.distinct_places.set(distinct);
        distinct
    }

    /// The colour of all cells of a set of [`Items::Cells`] or [`Items::Triples`], if they have one. Found out once: objects are asked again
    /// and again.
    pub fn one_colour(&self) -> Option<i32> {
        let cells = self.coloured()?;
        if !self.one_colour.is(true) && !self.one_colour.is(false) {
            self.one_colour.set(cells.iter().all(|cell| cell.0 == cells[0].0));
        }
        self.one_colour.is(true).then(|| cells[0].0)
    }

    /// The items in no particular order where they are lists of values, such as objects, as they lie.
    #[inline]
    pub fn kept_values(&self) -> Option<impl ExactSizeIterator<Item = &Value>> {
        match &self.content {
            Content::Values(items) => Some(items.iter().map(|item| &item.value)),
            _ => None,
        }
    }

    /// The items in no particular order: for looking at *what* is in the set.
    #[inline]
    pub fn values(&self) -> impl ExactSizeIterator<Item = Value> + '_ {
        (0..self.len()).map(|n| self.content.get(n))
    }

    /// The item at a position of the content.
    pub fn item(&self, n: usize) -> Option<Value> {
        (n < self.len()).then(|| self.content.get(n))
    }

    /// The items in CPython's order. Notes when that order is not fixed.
    #[inline]
    pub fn in_order(&self) -> InOrder<'_> {
        if self.order_depends_on_address() {
            address::note();
        }
        self.in_some_order()
    }

    /// The items in CPython's order, or in one of its orders where that is not fixed.
    pub fn in_some_order(&self) -> InOrder<'_> {
        InOrder { set: self, order: self.table().order(), next: 0, end: self.len() }
    }

    /// Adds the items to a list in CPython's order. Notes when that order is not fixed.
    pub fn extend_in_order(&self, list: &mut Vec<Value>) {
        if self.order_depends_on_address() {
            address::note();
        }
        let table = self.table();
        match (&self.content, table.order()) {
            (Content::Pairs(places), Some(order)) => list.extend(order.iter().map(|&n| {
                let (i, j) = places[n as usize];
                Value::Pair(i, j)
            })),
            (Content::Cells(cells), Some(order)) => list.extend(order.iter().map(|&n| {
                let (c, i, j) = cells[n as usize];
                Value::Cell(c, i, j)
            })),
            _ => list.extend(self.in_some_order()),
        }
    }

    /// The first item in CPython's order.
    pub fn first(&self) -> Option<Value> {
        match self.len() {
            0 => return None,
            1 => return Some(self.content.get(0)),
            _ => {}
        }
        match self.first_whoever_came_first().or_else(|| self.first_as_they_came()) {
            Some(first) => Some(self.content.get(first)),
            None => self.in_order().next(),
        }
    }

    /// Positions in the content ([`Set::pairs`], [`Set::cells`], [`Set::values`]) in CPython's order.
    pub fn positions_in_order(&self) -> impl Iterator<Item = usize> + '_ {
        self.table().entries().map(|(n, _)| n)
    }

    fn table(&self) -> &Table {
        self.table.get_or_init(|| Box::new(self.recipe.table(self)))
    }

    /// Works out the order of the items, and of sets within them.
    pub fn settle(&self) {
        self.table();
        match &self.content {
            Content::Values(items) => items.iter().for_each(|item| item.value.settle()),
            Content::Twos(twos) => twos.settle(),
            Content::Copies(copies) => copies.settle(),
            Content::Pairs(_) | Content::Cells(_) | Content::Triples(_) | Content::Singles(_) => {}
        }
    }

    /// Whether the hash of an item comes from an address in CPython.
    pub fn has_address_hash(&self) -> bool {
        self.address_hash
    }

    /// Whether the order of the items could differ between two runs of Python.
    #[inline]
    pub fn order_depends_on_address(&self) -> bool {
        self.address_hash && self.len() > 1 && self.address_hash_matters()
    }

    #[cold]
    fn address_hash_matters(&self) -> bool {
        !hash::none_hash_known() || self.values().any(|v| address::is_function_inside(&v))
    }

    /// Whether every item has the slot its hash asks for first. Then the order does not depend on the order in which
    /// the items came.
    pub fn order_is_free_of_history(&self) -> bool {
        let table = self.table();
        table.entries().all(|(n, slot)| self.content.hash(n) as u32 & table.mask == slot)
    }

    /// `value in set`.
    pub fn contains(&self, value: &Value) -> bool {
        match (&self.content, value) {
            (Content::Pairs(_), Value::Pair(..))
            | (Content::Cells(_), Value::Cell(..))
            | (Content::Triples(_), Value::Triple(..)) => self.look_up().has(&self.content, value, 0),
            (Content::Pairs(_) | Content::Cells(_) | Content::Triples(_), Value::Tuple(_)) => {
                self.values().any(|v| v == *value)
            }
            (Content::Values(_) | Content::Twos(_) | Content::Copies(_) | Content::Singles(_), _) => {
                self.contains_hashed(value, hash::of(value))
            }
            _ => false,
        }
    }

    fn contains_hashed(&self, value: &Value, hash: u64) -> bool {
        match &self.content {
            Content::Values(items) if items.len() <= index::SCAN => {
                items.iter().any(|item| item.hash() == hash && item.value == *value)
            }
            Content::Values(_) | Content::Twos(_) | Content::Copies(_) | Content::Singles(_) => {
                self.look_up().has(&self.content, value, hash)
            }
            Content::Pairs(_) | Content::Cells(_) | Content::Triples(_) => self.contains(value),
        }
    }

    fn look_up(&self) -> &LookUp {
        self.look_up.get_or_init(|| Box::new(LookUp::new(&self.content)))
    }

    /// The places of a set of [`Items::Pairs`] as a mask, unless they are too far apart. Made once.
    pub fn mask(&self) -> Option<&Mask> {
        match self.items() {
            Items::Pairs => self.look_up().mask(),
            _ => None,
        }
    }

    /// [`Set::mask`] if it was made already.
    pub fn known_mask(&self) -> Option<&Mask> {
        match self.items() {
            Items::Pairs => self.look_up.get()?.mask(),
            _ => None,
        }
    }

    /// `hash(set)`.
    pub fn hash(&self) -> u64 {
        self.hash.get().unwrap_or_else(|| {
            let xored = self.xored_hashes();
            let hash = hash::of_frozenset(xored, self.len());
            self.hash.set(hash);
            hash
        })
    }

    fn xored_hashes(&self) -> u64 {
        if self.len() >= hash::many::FEW
            && matches!(self.content, Content::Pairs(_) | Content::Cells(_) | Content::Triples(_))
        {
            return Scratch::with(|scratch| self.content.xored_hashes(&mut scratch.room));
        }
        let mut xored = 0;
        self.content.each_hash(|hash| xored ^= hash::shuffled(hash));
        xored
    }

    /// `self == other`.
    pub fn same_items(&self, other: &Set) -> bool {
        self.len() == other.len()
            && (self.len() < 2 || self.may_equal(other))
            && crate::py::nesting::level(self.depth, || self.is_subset(other))
    }

    /// Whether sets of one size may be equal, found out quickly.
    fn may_equal(&self, other: &Set) -> bool {
        match (&self.content, &other.content) {
            // A sum over the items is quicker than their hashes, if those are not known.
            (Content::Pairs(a), Content::Pairs(b)) if self.hash.get().is_none() || other.hash.get().is_none() => {
                let sum = |places: &[(i32, i32)]| {
                    places.iter().fold(0u64, |sum, &(i, j)| {
                        let mixed =
                            (u64::from(i as u32) << 32 | u64::from(j as u32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                        sum.wrapping_add(mixed ^ mixed >> 32)
                    })
                };
                sum(a) == sum(b)
            }
            _ => self.hash() == other.hash(),
        }
    }

    /// `self <= other`.
    pub fn is_subset(&self, other: &Set) -> bool {
        if self.len() > other.len() {
            return false;
        }
        match (&self.content, &other.content) {
            (Content::Pairs(a), Content::Pairs(b)) if a == b => true,
            (Content::Cells(a), Content::Cells(b)) if a[..] == b[..] => true,
            (Content::Singles(a), Content::Singles(b)) if a == b => true,
            // Nobody wants their hashes.
            (Content::Pairs(_) | Content::Cells(_) | Content::Triples(_), _) => {
                self.values().all(|value| other.contains(&value))
            }
            _ => (0..self.len()).all(|n| other.contains_hashed(&self.content.get(n), self.content.hash(n))),
        }
    }
}

impl std::fmt::Debug for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::py::repr_set(self))
    }
}

/// The items of a set, slot by slot.
#[derive(Clone)]
pub struct InOrder<'a> {
    set: &'a Set,
    /// None: the content is in order.
    order: Option<&'a [u32]>,
    next: usize,
    end: usize,
}

impl InOrder<'_> {
    #[inline]
    fn item(&self, n: usize) -> Value {
        self.set.content.get(self.order.map_or(n, |order| order[n] as usize))
    }
}

impl Iterator for InOrder<'_> {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        if self.next == self.end {
            return None;
        }
        self.next += 1;
        Some(self.item(self.next - 1))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
    }
}

impl DoubleEndedIterator for InOrder<'_> {
    fn next_back(&mut self) -> Option<Value> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(self.item(self.end))
    }
}

impl ExactSizeIterator for InOrder<'_> {}

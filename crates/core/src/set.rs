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
mod in_order;
mod index;
mod inserted;
mod known;
mod large;
mod last;
mod make;
mod membership;
mod of_sets;
mod operations;
mod order;
mod packed;
mod patches;
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
pub use in_order::InOrder;
pub use last::End;
pub use order::{Replay, Sequence};
pub use picture::{Kept, Picture, Turn};
pub use places::Places;
pub use scratch::order_of_grown;
pub use twos::{Factor, Twos};

use crate::deep::{DEEP, bury};
use crate::error::Result;
use crate::hash;
use crate::value::{Measure, Value, checked_depth};
use content::Content;
use index::LookUp;
use known::{Known, KnownBox, KnownHash};
use once_cell::race::OnceBox;
use order::{LINEAR_PROBES, PERTURB_SHIFT, Recipe, Table};
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
    /// Whether no two cells share a place, once that is known; of a set of objects, no two cells of all of them.
    distinct_places: Known,
    /// Whether all cells have one colour, once that is known.
    one_colour: Known,
    /// The box around places or cells, once it is known.
    around: KnownBox,
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
        let Measure { weight, depth, address_hash } = Measure::of_all(items.iter().map(|item| &item.value));
        let weight = weight.saturating_add(1);
        Ok(Set::new(content, recipe, weight, checked_depth(depth)?, address_hash))
    }

    #[inline]
    fn new(content: Content, recipe: Recipe, weight: u64, depth: u32, address_hash: bool) -> Set {
        let (table, look_up) = (OnceBox::new(), OnceBox::new());
        let hash = KnownHash::default();
        let (distinct_places, one_colour, around) = (Known::default(), Known::default(), KnownBox::default());
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
            around,
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
}

impl std::fmt::Debug for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::py::repr_set(self))
    }
}

//! Tuples that have no more compact form, and long ones whose items are in no order yet.
//!
//! `mapply` over a tuple gives one long tuple: the items of each set, in the order of that set. Whoever fills these places, or asks how
//! many there are, does not look at the order, and finding it takes far longer than what is done with it. So such a tuple keeps the sets,
//! and its items are listed when the first of them is looked at.

use crate::set::{Items, Set};
use crate::value::Value;
use once_cell::race::OnceBox;
use triomphe::{Arc, ThinArc};

/// What a tuple knows about itself beside its items.
#[derive(Debug)]
struct Header {
    weight: u64,
    bulk: u64,
    depth: u32,
    /// Whether the hash of an item comes from an address.
    address_hash: bool,
    walked: Option<Box<Walked>>,
}

/// The items of these sets, one set after the other, each in its order.
#[derive(Debug)]
struct Walked {
    sets: Box<[Arc<Set>]>,
    len: usize,
    listed: OnceBox<Box<[Value]>>,
}

impl Walked {
    #[cold]
    #[inline(never)]
    fn items(&self) -> &[Value] {
        self.listed.get_or_init(|| {
            let mut items = Vec::with_capacity(self.len);
            self.sets.iter().for_each(|set| set.extend_in_order(&mut items));
            Box::new(items.into_boxed_slice())
        })
    }
}

/// A tuple that has no more compact form.
#[derive(Clone, Debug)]
pub struct Tuple(ThinArc<Header, Value>);

impl Tuple {
    /// The items, with what they weigh and how deep the tuple is. None has a hash that comes from an address.
    #[inline]
    pub(crate) fn new(weight: u64, bulk: u64, depth: u32, items: impl ExactSizeIterator<Item = Value>) -> Tuple {
        Tuple::with_addresses(weight, bulk, depth, false, items)
    }

    /// The items, of which some may have hashes that come from an address.
    #[inline]
    pub(crate) fn with_addresses(
        weight: u64,
        bulk: u64,
        depth: u32,
        address_hash: bool,
        items: impl ExactSizeIterator<Item = Value>,
    ) -> Tuple {
        Tuple(ThinArc::from_header_and_iter(Header { weight, bulk, depth, address_hash, walked: None }, items))
    }

    /// The items of sets of places, or of sets of cells, one set after the other. Those of small ints that are long enough for a grid
    /// are none of these tuples.
    pub(crate) fn walked(sets: Vec<Arc<Set>>) -> Tuple {
        let len = sets.iter().map(|set| set.len()).sum();
        let weight = sets.iter().fold(1u64, |sum, set| sum.saturating_add(set.weight() - 1));
        let depth = sets.iter().map(|set| set.depth()).max().unwrap_or(1);
        let walked = Walked { sets: sets.into(), len, listed: OnceBox::new() };
        let header = Header { weight, bulk: weight, depth, address_hash: false, walked: Some(Box::new(walked)) };
        Tuple(ThinArc::from_header_and_iter(header, std::iter::empty()))
    }

    /// The items.
    #[inline]
    pub fn slice(&self) -> &[Value] {
        match &self.0.header.header.walked {
            None => &self.0.slice,
            Some(walked) => walked.items(),
        }
    }

    #[inline]
    pub fn len(&self) -> usize {
        match &self.0.header.header.walked {
            None => self.0.slice.len(),
            Some(walked) => walked.len,
        }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The sets whose items these are, one set after the other and each in its order, if that is how the tuple came about. All that are
    /// not empty are sets of places, or all are sets of cells.
    #[inline]
    pub fn sets(&self) -> Option<&[Arc<Set>]> {
        self.0.header.header.walked.as_ref().map(|walked| &*walked.sets)
    }

    /// Whether it may have something in it that is neither a place nor a cell.
    #[inline]
    pub(crate) fn may_have_others(&self) -> bool {
        self.0.header.header.walked.is_none()
    }

    /// Whether it is a grid of bytes.
    pub(crate) fn is_byte_grid(&self) -> bool {
        match self.sets() {
            Some(sets) => are_places_of_bytes(sets),
            None => crate::grid::are_rows(&self.0.slice),
        }
    }

    /// Whether the hash of an item comes from an address.
    #[inline]
    pub(crate) fn has_address_hash(&self) -> bool {
        self.0.header.header.address_hash
    }

    #[inline]
    pub(crate) fn weight(&self) -> u64 {
        self.0.header.header.weight
    }

    #[inline]
    pub(crate) fn bulk(&self) -> u64 {
        self.0.header.header.bulk
    }

    #[inline]
    pub(crate) fn depth(&self) -> u32 {
        self.0.header.header.depth
    }

    /// Where it is: the same for two that are the same object.
    #[inline]
    pub(crate) fn address(&self) -> usize {
        self.0.ptr().addr()
    }
}

/// Whether the sets are sets of places, and all of these of small ints: as a tuple they are the rows of a grid.
pub(crate) fn are_places_of_bytes(sets: &[Arc<Set>]) -> bool {
    let is_byte = |n: i32| i8::try_from(n).is_ok();
    let mut places = sets.iter().filter(|set| !set.is_empty()).peekable();
    places.peek().is_some()
        && places.all(|set| set.pairs().is_some_and(|places| places.iter().all(|&(i, j)| is_byte(i) && is_byte(j))))
}

/// Whether all sets that are not empty are sets of places, or all are sets of cells with the colour first, and there is one.
pub(crate) fn are_of_one_kind(sets: &[Arc<Set>]) -> bool {
    let mut kinds = sets.iter().map(|set| set.items()).filter(|&kind| kind != Items::Nothing);
    match kinds.next() {
        Some(kind @ (Items::Pairs | Items::Cells)) => kinds.all(|other| other == kind),
        _ => false,
    }
}

//! The ways in which sets come about: each says what CPython would have done, so that the order can be found later.

use super::content::{Content, Keyed};
use super::order::{EMPTY, Recipe, SMALLEST, Table, size_above};
use super::{Batches, Replay, Sequence, Set, SetBuilder};
use crate::dialect::CellLayout;
use crate::error::Result;
use crate::value::{Value, checked_depth};
use triomphe::Arc;

impl Set {
    /// The empty set.
    pub fn empty() -> Set {
        Set::grown_pairs(Vec::new())
    }

    /// `frozenset(iterable)`: items are added one by one.
    pub fn from_items(items: impl IntoIterator<Item = Value>) -> Result<Set> {
        let mut builder = SetBuilder::new();
        for item in items {
            builder.add(item);
        }
        builder.finish()
    }

    /// `frozenset({value})`.
    pub fn single(value: Value) -> Result<Set> {
        Ok(match value {
            Value::Pair(i, j) => Set::typed(Content::Pairs(Box::new([(i, j)])), Recipe::Grown),
            Value::Cell(c, i, j) => Set::typed(Content::Cells(vec![(c, i, j)].into()), Recipe::Grown),
            Value::Triple(i, j, c) => Set::typed(Content::Triples(vec![(c, i, j)].into()), Recipe::Grown),
            value => {
                let (weight, depth) = (value.weight().saturating_add(1), checked_depth(value.depth())?);
                let address_hash = value.hashes_by_address();
                let only: Box<[Keyed]> = Box::new([Keyed::new(value)]);
                let content = Content::Values(only.into());
                Set::new(content, Recipe::Grown, weight, depth, address_hash)
            }
        })
    }

    /// `frozenset(iterable)` of places that are known to be distinct, added one by one in this order.
    #[inline]
    pub fn grown_pairs(places: Vec<(i32, i32)>) -> Set {
        Set::typed(Content::Pairs(places.into_boxed_slice()), Recipe::Grown)
    }

    /// `frozenset(iterable)` of cells that are known to be distinct, added one by one in this order.
    #[inline]
    pub fn grown_cells(layout: CellLayout, cells: Vec<(i32, i32, i32)>) -> Set {
        Set::typed(Content::coloured(layout, cells), Recipe::Grown)
    }

    /// `frozenset({…})` of distinct places: a set grown in this order, then copied.
    #[inline]
    pub fn copied_pairs(places: Vec<(i32, i32)>) -> Set {
        Set::typed(Content::Pairs(places.into_boxed_slice()), Recipe::GrownThenCopied)
    }

    /// `frozenset({…})` of distinct cells: a set grown in this order, then copied.
    pub fn copied_cells(layout: CellLayout, cells: Vec<(i32, i32, i32)>) -> Set {
        Set::typed(Content::coloured(layout, cells), Recipe::GrownThenCopied)
    }

    /// `frozenset(f(item) for item in source)` where f gives distinct places: the n-th of `places` is for the n-th of
    /// the source's [`Set::pairs`] or [`Set::cells`].
    #[inline]
    pub fn mapped_to_pairs(source: &Arc<Set>, places: Vec<(i32, i32)>) -> Set {
        debug_assert_eq!(source.len(), places.len());
        Set::typed(Content::Pairs(places.into_boxed_slice()), Recipe::Mapped(source.clone())).hanging_on([source])
    }

    /// `frozenset(f(item) for item in source)` where f gives distinct cells; see [`Set::mapped_to_pairs`].
    #[inline]
    pub fn mapped_to_cells(source: &Arc<Set>, layout: CellLayout, cells: Vec<(i32, i32, i32)>) -> Set {
        debug_assert_eq!(source.len(), cells.len());
        Set::typed(Content::coloured(layout, cells), Recipe::Mapped(source.clone())).hanging_on([source])
    }

    /// `frozenset(item for item in source if …)`: the items at these positions of the source's content.
    pub fn filtered(source: &Arc<Set>, taken: Vec<u32>) -> Result<Set> {
        if taken.is_empty() {
            return Ok(Set::empty());
        }
        let (content, all) = (source.content.select(&taken), taken.len() == source.len());
        let recipe = Recipe::Filtered(source.clone(), taken);
        let mut set = Set::measured(content, recipe)?.hanging_on([source]);
        if all {
            set = set.within_bounds_of(source);
        }
        Ok(if source.distinct_places.is(true) { set.with_distinct_places() } else { set })
    }

    /// `frozenset(f(item) for item in source if …)` where f gives distinct cells: one for each position taken.
    #[inline]
    pub fn filtered_to_cells(
        source: &Arc<Set>,
        taken: Vec<u32>,
        layout: CellLayout,
        cells: Vec<(i32, i32, i32)>,
    ) -> Set {
        let recipe = Recipe::Filtered(source.clone(), taken);
        Set::typed(Content::coloured(layout, cells), recipe).hanging_on([source])
    }

    /// Another object with the items and the order of this one.
    pub fn twin(source: &Arc<Set>) -> Set {
        let mut twin = Set::new(
            source.content.clone(),
            Recipe::Twin(source.clone()),
            source.weight,
            source.depth,
            source.address_hash,
        );
        twin.hash = source.hash.clone();
        twin.distinct_places.copy(&source.distinct_places);
        twin.around.copy(&source.around);
        twin.hanging_on([source])
    }

    /// Distinct places with a way to find the order in which they came, should somebody ask; `sources` are the sets
    /// that will be asked for their order then.
    pub fn deferred_pairs<'a>(
        places: Vec<(i32, i32)>,
        copied: bool,
        sequence: Sequence,
        sources: impl IntoIterator<Item = &'a Arc<Set>>,
    ) -> Set {
        let recipe = Recipe::Deferred { sequence, copied };
        Set::typed(Content::Pairs(places.into_boxed_slice()), recipe).hanging_on(sources)
    }

    /// Distinct cells with a way to find the order in which they came; see [`Set::deferred_pairs`].
    pub fn deferred_cells<'a>(
        layout: CellLayout,
        cells: Vec<(i32, i32, i32)>,
        copied: bool,
        sequence: Sequence,
        sources: impl IntoIterator<Item = &'a Arc<Set>>,
    ) -> Set {
        let recipe = Recipe::Deferred { sequence, copied };
        Set::typed(Content::coloured(layout, cells), recipe).hanging_on(sources)
    }

    /// Distinct places that come in batches, should somebody ask for the order; see [`Set::deferred_pairs`].
    pub fn pairs_in_batches<'a>(
        places: Vec<(i32, i32)>,
        batches: Batches,
        sources: impl IntoIterator<Item = &'a Arc<Set>>,
    ) -> Set {
        Set::typed(Content::Pairs(places.into_boxed_slice()), Recipe::InBatches(batches)).hanging_on(sources)
    }

    /// Distinct cells that come in batches, should somebody ask for the order; see [`Set::deferred_pairs`].
    pub fn cells_in_batches<'a>(
        layout: CellLayout,
        cells: Vec<(i32, i32, i32)>,
        batches: Batches,
        sources: impl IntoIterator<Item = &'a Arc<Set>>,
    ) -> Set {
        Set::typed(Content::coloured(layout, cells), Recipe::InBatches(batches)).hanging_on(sources)
    }

    /// Distinct places with a way to make the set as CPython does, should somebody ask for its order. Places are known
    /// there by their position in this list.
    pub fn replayed_pairs(places: Vec<(i32, i32)>, replay: Replay) -> Set {
        Set::typed(Content::Pairs(places.into_boxed_slice()), Recipe::Replayed(replay))
    }

    /// `frozenset(function(item) for item in source)` where `results` holds what the function gave for the items at
    /// the positions of the source's content. Only for results of which equal ones are the same in every respect:
    /// ints, places, cells. `copied` as in `frozenset({…})`.
    pub fn deferred_results(source: &Arc<Set>, results: Vec<Value>, copied: bool) -> Result<Set> {
        let mut distinct = SetBuilder::with_capacity(results.len());
        let numbers: Vec<u32> = results.into_iter().map(|result| distinct.number(result) as u32).collect();
        let content = distinct.into_content();
        let n = content.len();
        let walked = source.clone();
        let sequence = move |_: &Set| {
            let mut seen = vec![false; n];
            let numbers = walked.positions_in_order().map(|at| numbers[at]);
            numbers.filter(|&number| !std::mem::replace(&mut seen[number as usize], true)).collect()
        };
        let recipe = Recipe::Deferred { sequence: Box::new(sequence), copied };
        Ok(Set::measured(content, recipe)?.hanging_on([source]))
    }

    /// `frozenset(function(item) for item in source)` where `results` holds what the function gave for the items at the positions of the
    /// source's content, and no two are equal. None if that is not certain, or if a hash comes from an address: of equal
    /// results the first to come stays, and only the order tells which that is.
    pub fn mapped_to_values(source: &Arc<Set>, results: &[Value]) -> Option<Result<Set>> {
        if results.iter().any(Value::hashes_by_address) {
            return None;
        }
        let keyed: Vec<Keyed> = results.iter().map(|result| Keyed::new(result.clone())).collect();
        let mut hashes: Vec<u64> = keyed.iter().map(Keyed::hash).collect();
        hashes.sort_unstable();
        if hashes.windows(2).any(|two| two[0] == two[1]) {
            return None;
        }
        let recipe = Recipe::Mapped(source.clone());
        Some(Set::measured(Content::of(keyed), recipe).map(|set| set.hanging_on([source])))
    }

    /// `frozenset({…})` of the ints below 16 whose bits are set, if it does not matter in which order they came: each has the slot
    /// it asks for.
    pub fn of_small_ints(bits: u16) -> Option<Set> {
        let n = bits.count_ones() as usize;
        let size = if n * 5 >= (SMALLEST - 1) * 3 { size_above(n * 2) } else { SMALLEST };
        let mask = size as u32 - 1;
        let mut in_slots = [EMPTY; 64];
        let mut rest = bits;
        while rest != 0 {
            let value = rest.trailing_zeros();
            let slot = &mut in_slots[(value & mask) as usize];
            if *slot != EMPTY {
                return None;
            }
            *slot = value;
            rest &= rest - 1;
        }
        let (mut keyed, mut slots) = (Vec::with_capacity(n), Vec::with_capacity(n));
        for (slot, &value) in in_slots[..size].iter().enumerate().filter(|&(_, &value)| value != EMPTY) {
            keyed.push(Keyed::with_hash(Value::Int(value.into()), value.into()));
            slots.push(slot as u32);
        }
        Set::settled(Content::of(keyed), Table::in_order(slots, mask, n as u32)).ok()
    }

    /// A set of distinct sets, added one by one in this order; `copied` as in `frozenset({…})`.
    pub fn grown_sets(sets: Vec<Arc<Set>>, copied: bool) -> Result<Set> {
        let keyed = sets.into_iter().map(|set| Keyed::new(Value::Set(set)));
        let recipe = if copied { Recipe::GrownThenCopied } else { Recipe::Grown };
        Set::measured(Content::of(keyed.collect()), recipe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_small_ints_are_as_they_grow() {
        let mut told = 0;
        for bits in (0..1 << 10).chain((1 << 10..=u16::MAX).step_by(61)) {
            let ints = || (0..16).filter(|n| bits >> n & 1 == 1).map(Value::Int);
            // Upwards and downwards; where both give the same, others do, too.
            let (mut up, mut down) = (SetBuilder::new(), SetBuilder::new());
            ints().for_each(|n| _ = up.add(n));
            ints().rev().for_each(|n| _ = down.add(n));
            let (up, down) = (up.finish_copy().expect("ints"), down.finish_copy().expect("ints"));
            match Set::of_small_ints(bits) {
                Some(set) => {
                    told += 1;
                    let order = |set: &Set| {
                        set.table().entries().map(|(n, slot)| (set.content.get(n).as_int(), slot)).collect::<Vec<_>>()
                    };
                    assert!(order(&set) == order(&up) && order(&set) == order(&down), "{set:?}");
                    let known = |set: &Set| (set.table().mask, set.table().fill, set.weight(), set.depth(), set.hash());
                    assert_eq!(known(&set), known(&up));
                }
                None => assert!(up.len() <= 4 && !up.order_is_free_of_history(), "{up:?}"),
            }
        }
        assert!(told > 1_500);
    }

    #[test]
    fn values_that_are_distinct_come_in_the_order_of_their_source() {
        let source = Arc::new(Set::grown_pairs((0..40).map(|n| (n * 5 % 17, n)).collect()));
        let sets: Vec<Value> = (0..40).map(|n| Value::set(Set::grown_pairs(vec![(n, 0), (3, n + 1)]))).collect();
        let mapped = Set::mapped_to_values(&source, &sets).expect("they differ").expect("not too deep");
        let grown = Set::from_items(source.positions_in_order().map(|n| sets[n].clone())).expect("not too deep");
        assert!(mapped.in_order().eq(grown.in_order()));
        assert_eq!((mapped.weight(), mapped.hash()), (grown.weight(), grown.hash()));
        let twice = [&sets[..39], &sets[..1]].concat();
        assert!(Set::mapped_to_values(&source, &twice).is_none());
    }
}

//! Sets of two-item tuples made of few distinct items, as `product` makes them.
//!
//! The product of 30 objects with themselves has 900 tuples, but each object stands only once; a tuple is two numbers
//! until somebody asks for it:
//!
//! ```text
//! left   a b c        codes  0,0  1,0  2,0  0,1 …
//! right  x y          items  (a, x)  (b, x)  (c, x)  (a, y) …
//! ```
//!
//! A whole product has no need of the numbers either: they follow from the position.

use super::content::Content;
use super::{Recipe, Set};
use crate::error::Result;
use crate::hash::{self, TupleHasher};
use crate::value::{Value, checked_depth};
use std::sync::OnceLock;
use triomphe::Arc;

/// One side of a product: its distinct items.
#[derive(Debug)]
pub struct Factor {
    values: Box<[Value]>,
    hashes: OnceLock<Box<[u64]>>,
}

impl Factor {
    fn new(values: Vec<Value>) -> Arc<Factor> {
        Arc::new(Factor { values: values.into_boxed_slice(), hashes: OnceLock::new() })
    }

    pub fn values(&self) -> &[Value] {
        &self.values
    }

    fn hashes(&self) -> &[u64] {
        self.hashes.get_or_init(|| self.values.iter().map(hash::of).collect())
    }

    fn deepest(&self) -> u32 {
        self.values.iter().map(Value::depth).max().unwrap_or(0)
    }
}

/// Tuples of an item of the left side and one of the right side.
#[derive(Clone, Debug)]
pub struct Twos {
    left: Arc<Factor>,
    right: Arc<Factor>,
    len: usize,
    /// Of a whole product they are written down when somebody asks.
    codes: OnceLock<Box<[(u32, u32)]>>,
}

impl Twos {
    pub fn left(&self) -> &Factor {
        &self.left
    }

    pub fn right(&self) -> &Factor {
        &self.right
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// For each tuple the numbers of its items.
    pub fn codes(&self) -> &[(u32, u32)] {
        self.codes.get_or_init(|| {
            let (left, right) = (self.left.values.len() as u32, self.right.values.len() as u32);
            (0..right).flat_map(|r| (0..left).map(move |l| (l, r))).collect()
        })
    }

    /// The numbers if they are written down: not if this is a whole product, in which all left items come with the first right one, then
    /// with the second one, and so on.
    pub fn known_codes(&self) -> Option<&[(u32, u32)]> {
        self.codes.get().map(|codes| &**codes)
    }

    /// The numbers of the items of the n-th tuple.
    #[inline]
    pub fn code(&self, n: u32) -> (u32, u32) {
        let left = self.left.values.len() as u32;
        self.known_codes().map_or_else(|| (n % left, n / left), |codes| codes[n as usize])
    }

    /// The hashes of both factors, if this is a whole product.
    pub(super) fn hashes_of_whole(&self) -> Option<(&[u64], &[u64])> {
        self.known_codes().is_none().then(|| (self.left.hashes(), self.right.hashes()))
    }

    /// The tuples at these positions.
    pub fn part(&self, positions: &[u32]) -> Twos {
        let codes: Box<[(u32, u32)]> = positions.iter().map(|&n| self.code(n)).collect();
        Twos { left: self.left.clone(), right: self.right.clone(), len: codes.len(), codes: codes.into() }
    }

    /// The n-th tuple.
    pub fn get(&self, n: usize) -> Value {
        let (l, r) = self.code(n as u32);
        Value::pair(self.left.values[l as usize].clone(), self.right.values[r as usize].clone())
            .expect("its depth was looked at when the set was made")
    }

    /// Calls `f` with the hashes of the tuples at these codes.
    pub(super) fn each_hash(&self, codes: impl Iterator<Item = (u32, u32)>, mut f: impl FnMut(u64)) {
        let (left, right) = (self.left.hashes(), self.right.hashes());
        for (l, r) in codes {
            f(TupleHasher::new().item(left[l as usize]).item(right[r as usize]).finish());
        }
    }

    /// Calls `f` with the hashes of all tuples. Those of a whole product that begin with the same item have the first step in common.
    pub(super) fn each_hash_of_all(&self, mut f: impl FnMut(u64)) {
        if let Some(codes) = self.known_codes() {
            return self.each_hash(codes.iter().copied(), f);
        }
        let begun: Vec<TupleHasher> = self.left.hashes().iter().map(|&hash| TupleHasher::new().item(hash)).collect();
        for &right in self.right.hashes() {
            begun.iter().for_each(|tuple| f(tuple.item(right).finish()));
        }
    }

    pub(super) fn hash(&self, n: usize) -> u64 {
        let mut hash = 0;
        self.each_hash(std::iter::once(self.code(n as u32)), |h| hash = h);
        hash
    }

    /// The weights of the tuples at these positions together.
    fn weight_of(&self, codes: impl Iterator<Item = (u32, u32)>) -> u64 {
        let weights = |factor: &Factor| factor.values.iter().map(Value::weight).collect::<Vec<_>>();
        let (left, right) = (weights(&self.left), weights(&self.right));
        let weight = |(l, r): (u32, u32)| left[l as usize].saturating_add(right[r as usize]).saturating_add(1);
        codes.fold(0, |sum, codes| sum.saturating_add(weight(codes)))
    }

    /// The weights of the tuples at these positions together.
    pub fn weight_at(&self, positions: &[u32]) -> u64 {
        self.weight_of(positions.iter().map(|&n| self.code(n)))
    }

    /// The weights of all tuples of a whole product together.
    fn weight_of_whole(&self) -> u64 {
        let all = |factor: &Factor| factor.values.iter().fold(0u64, |sum, value| sum.saturating_add(value.weight()));
        let (left, right) = (self.left.values.len() as u64, self.right.values.len() as u64);
        let own = all(&self.left).saturating_mul(right);
        own.saturating_add(all(&self.right).saturating_mul(left)).saturating_add(self.len as u64)
    }

    /// The weight and the depth of a set of these tuples.
    pub(super) fn measure(&self) -> Result<(u64, u32)> {
        let weight = match self.known_codes() {
            Some(codes) => self.weight_of(codes.iter().copied()),
            None => self.weight_of_whole(),
        };
        let weight = weight.saturating_add(1);
        Ok((weight, checked_depth(checked_depth(self.left.deepest().max(self.right.deepest()))?)?))
    }

    pub(super) fn settle(&self) {
        self.left.values.iter().chain(&self.right.values).for_each(Value::settle);
    }
}

impl Set {
    /// `frozenset((i, j) for j in right for i in left)` of distinct items; None where the tuples have a form of their
    /// own (places, cells), or where a hash comes from an address.
    pub fn product(left: Vec<Value>, right: Vec<Value>) -> Option<Result<Set>> {
        let is_plain = |value: &Value| !value.hashes_by_address();
        let few = u32::try_from(left.len()).is_ok() && u32::try_from(right.len()).is_ok();
        if !few || left.is_empty() || right.is_empty() || left.iter().any(|v| matches!(v, Value::Int(_))) {
            return None;
        }
        if !left.iter().chain(&right).all(is_plain) {
            return None;
        }
        // Positions are counted in 32 bits.
        let len = left.len().checked_mul(right.len()).filter(|&len| u32::try_from(len).is_ok())?;
        let twos = Twos { left: Factor::new(left), right: Factor::new(right), len, codes: OnceLock::new() };
        Some(Set::measured(Content::Twos(Box::new(twos)), Recipe::Grown))
    }

    /// The items of a set that [`Set::product`] made, or of a part of it.
    pub fn twos(&self) -> Option<&Twos> {
        match &self.content {
            Content::Twos(twos) => Some(twos),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets() -> Vec<Value> {
        (1..20).map(|n| Value::set(Set::grown_pairs((0..n).map(|i| (i, n)).collect()))).collect()
    }

    fn product(left: Vec<Value>, right: Vec<Value>) -> Set {
        Set::product(left, right).expect("a product that is kept as such").expect("not too deep")
    }

    /// The same set, tuple by tuple.
    fn plain(left: &[Value], right: &[Value]) -> Set {
        let tuple = |l: &Value, r: &Value| Value::pair(l.clone(), r.clone()).expect("not too deep");
        let tuples = right.iter().flat_map(|r| left.iter().map(move |l| tuple(l, r)));
        Set::from_items(tuples).expect("they can be hashed")
    }

    #[test]
    fn it_is_the_set_of_the_tuples() {
        let (left, right) = (sets(), vec![Value::Int(3), Value::Pair(1, 2), Value::Bool(true)]);
        let (twos, plain) = (product(left.clone(), right.clone()), plain(&left, &right));
        assert!(twos.twos().is_some() && plain.twos().is_none());
        assert!(twos.same_items(&plain) && plain.same_items(&twos));
        assert_eq!((twos.weight(), twos.depth(), twos.hash()), (plain.weight(), plain.depth(), plain.hash()));
        assert_eq!(twos.in_order().collect::<Vec<_>>(), plain.in_order().collect::<Vec<_>>());
        assert!(plain.values().all(|v| twos.contains(&v)));
        assert!(!twos.contains(&Value::Pair(1, 2)));
        let of_bools = product(vec![Value::Bool(true)], vec![Value::Int(5)]);
        assert!(of_bools.contains(&Value::Pair(1, 5)));
    }

    #[test]
    fn a_part_is_the_part_of_the_tuples() {
        let all = Arc::new(product(sets(), sets()));
        let taken: Vec<u32> = (0..all.len() as u32).filter(|n| n % 7 < 3).collect();
        let part = Set::filtered(&all, taken.clone()).expect("a part of a product");
        let wanted: Vec<Value> = taken.iter().map(|&n| all.values().nth(n as usize).expect("it has so many")).collect();
        let in_order = all.in_order().filter(|v| wanted.contains(v));
        let plain = Set::from_items(in_order).expect("they can be hashed");
        assert_eq!(part.in_order().collect::<Vec<_>>(), plain.in_order().collect::<Vec<_>>());
        assert_eq!(
            (part.weight(), part.weight() - 1),
            (plain.weight(), all.twos().expect("a product").weight_at(&taken))
        );
    }

    #[test]
    fn places_and_cells_and_functions_are_for_others() {
        assert!(Set::product(vec![Value::Int(1)], sets()).is_none());
        assert!(Set::product(sets(), vec![Value::None]).is_none());
        assert!(Set::product(sets(), vec![]).is_none());
    }
}

//! The first item of a part of a set, where it does depend on the order in which the items came, and nobody knows that order yet.
//!
//! The items of the part came as the whole has them, and where in the whole's table each of them may be follows from the hashes
//! ([`spans`](super::spans)): mostly that tells their order, but for two or three that are close to each other. Putting few items
//! into a table takes less time than to find out about the whole, so all orders are tried that may be. Where all of them have the same
//! item first, that is it.

use super::Set;
use super::order::{EMPTY, Recipe};
use super::scratch::Scratch;

/// Larger parts are left to their order.
const MOST: usize = 64;

/// So many orders are tried.
const MOST_ORDERS: usize = 8;

/// The orders in which items may have come: one of them, and which ones in it may be in any order among themselves.
struct Orders {
    one: Vec<u32>,
    /// Where such items are in it: from where, how many, and in how many ways.
    unsure: Vec<(usize, usize, usize)>,
    ways: usize,
}

impl Set {
    /// The position of the first item in the content, if the items are few of another set's.
    pub(super) fn first_as_they_came(&self) -> Option<usize> {
        let Recipe::Filtered(source, taken) = &self.recipe else { return None };
        if self.table.get().is_some() || self.address_hash || self.len() > MOST {
            return None;
        }
        let orders = source.orders_of(taken)?;
        Scratch::with(|scratch| {
            self.content.hashes(None, &mut scratch.room, &mut scratch.hashes);
            let mut order = orders.one.clone();
            let mut first = None;
            for way in 0..orders.ways {
                orders.arrange(way, &mut order);
                scratch.hashes.clear();
                scratch.hashes.extend(order.iter().map(|&n| scratch.room[n as usize]));
                scratch.grow();
                let found = order[*scratch.slots.iter().find(|&&item| item != EMPTY)? as usize];
                if *first.get_or_insert(found) != found {
                    return None;
                }
            }
            first.map(|first| first as usize)
        })
    }

    /// In which orders the set may have the items at these positions, by their numbers among them; None if there are many.
    fn orders_of(&self, positions: &[u32]) -> Option<Orders> {
        if let Some(table) = self.table.get() {
            if !positions.is_sorted() {
                return None;
            }
            let number = |(at, _): (usize, u32)| positions.binary_search(&(at as u32)).ok().map(|n| n as u32);
            return Some(Orders { one: table.entries().filter_map(number).collect(), unsure: Vec::new(), ways: 1 });
        }
        let spans = self.spans(positions)?;
        let mut one: Vec<u32> = (0..positions.len() as u32).collect();
        one.sort_unstable_by_key(|&n| spans[n as usize]);
        let (mut unsure, mut ways) = (Vec::new(), 1);
        let mut start = 0;
        while start < one.len() {
            let (mut end, mut last) = (start + 1, spans[one[start] as usize].1);
            while let Some(&next) = one.get(end)
                && spans[next as usize].0 <= last
            {
                last = last.max(spans[next as usize].1);
                end += 1;
            }
            if end - start > 1 {
                let of_these = (1..=end - start).try_fold(1usize, |product, n| product.checked_mul(n))?;
                unsure.push((start, end - start, of_these));
                ways = of_these.checked_mul(ways).filter(|&ways| ways <= MOST_ORDERS)?;
            }
            start = end;
        }
        Some(Orders { one, unsure, ways })
    }
}

impl Orders {
    /// Writes one of the orders.
    fn arrange(&self, mut way: usize, order: &mut [u32]) {
        order.copy_from_slice(&self.one);
        for &(start, len, of_these) in &self.unsure {
            let mut rest = way % of_these;
            way /= of_these;
            for n in 0..len {
                order.swap(start + n, start + n + rest % (len - n));
                rest /= len - n;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arc, CellLayout};

    fn random() -> impl FnMut(u64) -> u64 {
        let mut seed = 5u64;
        move |below| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        }
    }

    /// Parts of random sets, whose order is known or not.
    #[test]
    fn it_is_the_first_in_order() {
        let mut random = random();
        let mut told = [0; 2];
        for round in 0..8_000 {
            let n = 3 + random(60);
            let mut cells: Vec<(i32, i32, i32)> =
                (0..n).map(|_| (random(10) as i32, random(30) as i32, random(30) as i32)).collect();
            cells.sort_unstable();
            cells.dedup();
            let len = cells.len() as u32;
            let (turn, copied) = (random(len.into()) as u32, round % 3 == 0);
            let sequence = move |_: &Set| (0..len).map(|k| (turn + k * (len - 1)) % len).collect();
            let layout = CellLayout::ColourLast;
            let source = Arc::new(Set::deferred_cells(layout, cells, copied, Box::new(sequence), []));
            let is_known = round % 2 == 0;
            if is_known {
                source.table();
            }
            let most = 2 + random(12);
            let taken: Vec<u32> = (0..len).filter(|_| random(len.into()) < most).collect();
            if taken.len() < 2 {
                continue;
            }
            let set = Set::filtered(&source, taken).expect("not too deep");
            if let Some(first) = set.first_as_they_came() {
                told[usize::from(is_known)] += 1;
                assert_eq!(set.positions_in_order().next(), Some(first), "{set:?}");
            }
        }
        assert!(told[0] > 2_000 && told[1] > 3_000, "told only {told:?} times");
    }

    #[test]
    fn all_orders_are_arranged() {
        let orders = Orders { one: vec![4, 1, 3, 0, 2], unsure: vec![(0, 2, 2), (2, 3, 6)], ways: 12 };
        let mut all = std::collections::BTreeSet::new();
        for way in 0..orders.ways {
            let mut order = vec![0; 5];
            orders.arrange(way, &mut order);
            let (mut start, mut end) = (order[..2].to_vec(), order[2..].to_vec());
            start.sort_unstable();
            end.sort_unstable();
            assert_eq!((start, end), (vec![1, 4], vec![0, 2, 3]));
            all.insert(order);
        }
        assert_eq!(all.len(), 12);
    }
}

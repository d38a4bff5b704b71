//! The same items walked in another order than CPython's: for finding out whether an order matters.

use super::Set;
use super::order::{Recipe, Table};
use once_cell::race::OnceBox;

impl Set {
    /// An equal set that is walked in the order that `rank` gives its items by their hashes, or in the reverse of it.
    ///
    /// CPython has no such set. Operations take it like any other: it is walked in this order, and what is copied from
    /// it is placed anew, item by item.
    pub fn reordered(&self, rank: impl Fn(u64) -> u64, reverse: bool) -> Set {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_by_cached_key(|&n| rank(self.content.hash(n as usize)));
        if reverse {
            order.reverse();
        }
        let n = self.len() as u32;
        // More slots in use than there are items: such a table is never copied slot by slot.
        let slots: Vec<u32> = (0..n).collect();
        let mut table = Table::new(&slots, &order, n.next_power_of_two());
        table.fill = n + 1;
        let mut set = Set::new(self.content.clone(), Recipe::Settled, self.weight, self.depth, self.address_hash);
        set.hash = self.hash.clone();
        set.table = OnceBox::with_value(Box::new(table));
        set
    }
}

#[cfg(test)]
mod tests {
    use crate::{Arc, Set, Value};

    #[test]
    fn it_is_equal_and_walked_otherwise() {
        // The hashes of the first two are equal.
        let set = Set::grown_pairs((-2..20).map(|n| (n, 0)).collect());
        let up = set.reordered(|hash| hash, false);
        let down = set.reordered(|hash| hash, true);
        assert!(set.same_items(&up) && set.same_items(&down));
        let (up_items, mut down_items): (Vec<Value>, Vec<Value>) = (up.in_order().collect(), down.in_order().collect());
        down_items.reverse();
        assert_eq!(up_items, down_items);
    }

    #[test]
    fn set_operations_take_it() {
        let set = Arc::new(Set::grown_pairs((0..20).map(|n| (n, 0)).collect()).reordered(|hash| hash, true));
        let other = Arc::new(Set::grown_pairs(vec![(3, 0), (50, 0)]));
        assert_eq!(Set::union(&set, &other).map(|s| s.len()), Ok(21));
        assert_eq!(Set::difference(&set, &other).map(|s| s.len()), Ok(19));
        assert_eq!(Set::intersection(&set, &other).map(|s| s.len()), Ok(1));
        assert_eq!(Set::symmetric_difference(&other, &set).map(|s| s.len()), Ok(20));
        assert_eq!(set.copy().map(|s| s.len()), Ok(20));
    }
}

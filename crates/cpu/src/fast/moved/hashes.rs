//! Hashes of the copies of a patch.
//!
//! Copies overlap, so most items are in many of them. The hash of each is worked out once, with those of all items of the union, and a
//! copy's hash is put together from them: an XOR. Where the union is dense, the hashes lie in a table with an entry per place and
//! colour, and copies that are side by side are done at once: what one item adds to them is side by side, too.

use super::bits::Bits;
use super::order::Item;
use megabatt_core::hash;

/// A table of more entries than this is not made, or of more than [`ENTRIES_PER_ITEM`] for each item of the union.
const MOST_ENTRIES: usize = 1 << 20;
const ENTRIES_PER_ITEM: usize = 16;

/// The hashes of all items of a union.
pub struct Hashes<'a> {
    items: &'a [Item],
    all: &'a Bits,
    /// By number: positions in the content of the union.
    of_items: Vec<u64>,
    /// How many items there are before each word.
    before: Vec<u32>,
    dense: Option<Dense>,
}

/// The hashes of items by place and colour, shuffled as a set wants them, and where in the table each item of the patch is.
struct Dense {
    table: Vec<u64>,
    width: usize,
    offsets: Vec<usize>,
}

impl<'a> Hashes<'a> {
    /// `items` are those of the patch, `of_items` the hashes of all that [`Bits::each`] finds in the union.
    pub fn new(items: &'a [Item], all: &'a Bits, of_items: &[u64]) -> Hashes<'a> {
        let mut before = Vec::with_capacity(all.words.len());
        let mut total = 0;
        for word in &all.words {
            before.push(total);
            total += word.count_ones();
        }
        let entries = all.words.len().checked_mul(64);
        let is_dense = |&entries: &usize| entries <= MOST_ENTRIES && entries <= ENTRIES_PER_ITEM * of_items.len();
        let dense = entries.filter(is_dense).map(|entries| {
            let width = 64 * all.width();
            let mut table = vec![0; entries];
            let mut hashes = of_items.iter();
            for (at, &word) in all.words.iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    table[at * 64 + rest.trailing_zeros() as usize] = hash::shuffled(*hashes.next().unwrap_or(&0));
                    rest &= rest - 1;
                }
            }
            let offset = |item: &Item| all.entry(item.plane, item.i, item.j);
            Dense { table, width, offsets: items.iter().map(offset).collect() }
        });
        Hashes { items, all, of_items: of_items.to_vec(), before, dense }
    }

    /// The number of the item at a bit of a word.
    #[inline]
    pub fn number(&self, at: usize, bit: u32) -> u32 {
        self.before[at] + (self.all.words[at] & ((1 << bit) - 1)).count_ones()
    }

    /// Writes the hashes of the items of a copy, in the order of the patch.
    pub fn of_copy(&self, by: (i32, i32), hashes: &mut Vec<u64>) {
        hashes.clear();
        hashes.extend(self.items.iter().map(|item| self.of_item(item, by)));
    }

    #[inline]
    fn of_item(&self, item: &Item, (di, dj): (i32, i32)) -> u64 {
        let (at, bit) = self.all.at(item.plane, item.i + di, item.j + dj);
        self.of_items[self.number(at, bit) as usize]
    }

    /// The hashes of the copies as sets.
    pub fn of_copies(&self, by: &[(i32, i32)]) -> Vec<u64> {
        let xored = match &self.dense {
            Some(dense) => dense.xored(by),
            None => by.iter().map(|&by| self.xored(by)).collect(),
        };
        xored.into_iter().map(|xored| hash::of_frozenset(xored, self.items.len())).collect()
    }

    fn xored(&self, by: (i32, i32)) -> u64 {
        self.items.iter().fold(0, |xored, item| xored ^ hash::shuffled(self.of_item(item, by)))
    }
}

impl Dense {
    /// The XOR of the hashes of each copy.
    fn xored(&self, by: &[(i32, i32)]) -> Vec<u64> {
        let mut from_left: Vec<u32> = (0..by.len() as u32).collect();
        from_left.sort_unstable_by_key(|&n| by[n as usize]);
        let mut xored = vec![0; by.len()];
        let mut side_by_side = Vec::new();
        let follows = |a: &u32, b: &u32| {
            let (a, b) = (by[*a as usize], by[*b as usize]);
            a.0 == b.0 && a.1 + 1 == b.1
        };
        for run in from_left.chunk_by(follows) {
            let (di, dj) = by[run[0] as usize];
            let moved = di as isize * self.width as isize + dj as isize;
            if let [n] = *run {
                let hash = |offset: &usize| self.table[offset.wrapping_add_signed(moved)];
                xored[n as usize] = self.offsets.iter().fold(0, |xored, offset| xored ^ hash(offset));
                continue;
            }
            side_by_side.clear();
            side_by_side.resize(run.len(), 0);
            for &offset in &self.offsets {
                let start = offset.wrapping_add_signed(moved);
                let added = &self.table[start..start + run.len()];
                side_by_side.iter_mut().zip(added).for_each(|(xored, added)| *xored ^= added);
            }
            run.iter().zip(&side_by_side).for_each(|(&n, &all)| xored[n as usize] = all);
        }
        xored
    }
}

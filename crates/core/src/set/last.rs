//! Which of several items of a set comes last, or first.
//!
//! Of the cells that are painted onto one place the last one stays; of those that are painted only where a grid is empty, the first one. In
//! which block of slots a cell is follows from the hashes alone, and mostly the blocks are apart ([`spans`](super::spans)). In a large union
//! there are one or two places where they are not. There it takes the order in which the items of these very blocks came, and that of no
//! others: a table of the final size begins with what the table before it held, slot by slot, and is filled item by item. So the union is
//! replayed until the table has its final size, and then only with the items in question ([`growth::few`]).

use super::Set;
use super::growth;
use super::order::{LINEAR_PROBES, Recipe};
use super::scratch::Scratch;
use super::spans::{Asked, Span, starts};

/// Which end of an order is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    First,
    Last,
}

impl End {
    /// The span in a table that is walked so that whoever is asked for comes last.
    #[inline]
    fn seen(self, (first, last): Span) -> Span {
        match self {
            End::First => (!last, !first),
            End::Last => (first, last),
        }
    }
}

impl Set {
    /// Of each group of items the one that comes first or last. Items are positions in the content; those of the first group come first, and
    /// `ends` says for each group how many there are up to its end. None if it takes the order of all items, or if that is known.
    pub fn end_of_each(&self, end: End, positions: &[u32], ends: &[u32]) -> Option<Vec<u32>> {
        let size = self.size_of_unknown_table()?;
        Scratch::with(|scratch| {
            self.content.hashes(None, &mut scratch.hashes, &mut scratch.room);
            let asked = Asked::of(&scratch.hashes, size)?;
            let span = |n: u32| end.seen(asked.span(n, scratch.hashes[n as usize]));
            let mut found = Candidates::of(positions, ends, span);
            if found.unclear.is_empty() {
                return Some(found.last);
            }
            let Recipe::InBatches(batches) = &self.recipe else { return None };
            let concerned = asked.concerned(found.unclear.iter().map(|&(_, n)| n), &scratch.hashes);
            growth::few(self, batches, concerned, scratch);
            let slots = found.unclear.iter().map(|&(_, n)| slot_of(&scratch.slots, scratch.hashes[n as usize], n));
            let slots: Vec<u32> = slots.collect::<Option<_>>()?;
            let mut slots = slots.into_iter();
            found.narrow_down(|_| slots.next().map_or((0, 0), |slot| end.seen((slot, slot))));
            debug_assert!(found.unclear.is_empty());
            Some(found.last)
        })
    }
}

/// Who may be the last of each group.
struct Candidates {
    /// For each group an item that may be the last.
    last: Vec<u32>,
    /// The groups, by number, in which there are others that may be, with all that may be.
    unclear: Vec<(u32, u32)>,
}

impl Candidates {
    /// Of groups as in [`Set::end_of_each`], from where each item may be.
    fn of(positions: &[u32], ends: &[u32], mut span: impl FnMut(u32) -> Span) -> Candidates {
        let mut found = Candidates { last: vec![0; ends.len()], unclear: Vec::new() };
        let mut spans = Vec::new();
        let mut start = 0;
        for (group, &end) in (0..).zip(ends) {
            spans.clear();
            spans.extend(positions[start..end as usize].iter().map(|&n| (n, span(n))));
            start = end as usize;
            found.take(group, &spans);
        }
        found
    }

    /// Takes those out that are clear when it is known better where each item may be, which is asked one after the other.
    fn narrow_down(&mut self, mut span: impl FnMut(u32) -> Span) {
        let unclear = std::mem::take(&mut self.unclear);
        for of_group in unclear.chunk_by(|a, b| a.0 == b.0) {
            let spans: Vec<(u32, Span)> = of_group.iter().map(|&(_, n)| (n, span(n))).collect();
            self.take(of_group[0].0, &spans);
        }
    }

    /// Notes who may be the last of a group.
    fn take(&mut self, group: u32, its: &[(u32, Span)]) {
        let Some(&(furthest, (first_slot, _))) = its.iter().max_by_key(|(_, span)| span.0) else { return };
        self.last[group as usize] = furthest;
        let may_be_last = |(_, span): &&(u32, Span)| span.1 >= first_slot;
        if its.iter().filter(may_be_last).any(|&(n, _)| n != furthest) {
            self.unclear.extend(its.iter().filter(may_be_last).map(|&(n, _)| (group, n)));
        }
    }
}

/// The slot in which an item is; None if it is not found soon.
fn slot_of(slots: &[u32], hash: u64, item: u32) -> Option<u32> {
    const ROUNDS: usize = 16;
    let mask = slots.len() - 1;
    starts(hash, mask).take(ROUNDS).find_map(|at| {
        let last = if at + LINEAR_PROBES <= mask { at + LINEAR_PROBES } else { at };
        (at..=last).find(|&slot| slots[slot] == item).map(|slot| slot as u32)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CellLayout;
    use crate::set::Batches;

    /// Random sets that come in batches, and random groups of their items: the last of each is that of the whole order. Sizes are such
    /// that tables have just grown, are as full as they get, or something between.
    #[test]
    fn the_end_of_a_group_is_that_of_the_whole_order() {
        let mut seed = 5u64;
        let mut random = move |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let (mut told, mut untold, mut unclear) = (0, 0, 0);
        for round in 0..8_000 {
            let most = [4, 18, 40, 75, 150, 300, 310, 700, 1_100, 1_225, 1_240, 3_000][round % 12];
            // In tables that are rather full some items jump.
            let n = if round % 2 == 0 { 2 + random(most - 1) } else { most - random(most / 6 + 1) };
            let mut cells: Vec<(i32, i32, i32)> =
                (0..n).map(|_| (random(10) as i32, random(40) as i32 - 5, random(40) as i32)).collect();
            cells.sort_unstable();
            cells.dedup();
            let n = cells.len();
            let mut sequence: Vec<u32> = (0..n as u32).collect();
            (1..n).for_each(|k| sequence.swap(k, random(k + 1)));
            let longest = 1 + random(60);
            let mut batches: Vec<Vec<u32>> = Vec::new();
            while !sequence.is_empty() {
                batches.push(sequence.split_off(sequence.len() - sequence.len().min(1 + random(longest))));
            }
            let set = || {
                let batches = batches.clone();
                let come: Batches = Box::new(move |_, growth| {
                    for batch in &batches {
                        if growth.is_complete() {
                            break;
                        }
                        let mut unordered = batch.clone();
                        unordered.sort_unstable();
                        growth.add(&unordered, |_, ordered| ordered.extend_from_slice(batch));
                    }
                });
                Set::cells_in_batches(CellLayout::ColourFirst, cells.clone(), come, [])
            };
            let (mut positions, mut ends) = (Vec::new(), Vec::new());
            for _ in 0..1 + n / [4, 30][round / 12 % 2] {
                positions.extend((0..2 + random(3)).map(|_| random(n) as u32));
                ends.push(positions.len() as u32);
            }
            let (ours, plain) = (set(), set());
            let end = if round % 3 == 0 { End::First } else { End::Last };
            let Some(found) = ours.end_of_each(end, &positions, &ends) else {
                untold += 1;
                continue;
            };
            told += 1;
            let spans = ours.spans(&positions).expect("they were known");
            let mut rank = vec![0; n];
            plain.positions_in_order().enumerate().for_each(|(at, n)| rank[n] = at);
            let mut start = 0;
            for (&item, &upto) in found.iter().zip(&ends) {
                let its = &positions[start..upto as usize];
                let ranks = its.iter().map(|&n| rank[n as usize]);
                let furthest = if end == End::First { ranks.min() } else { ranks.max() };
                assert_eq!(Some(rank[item as usize]), furthest, "round {round}, {its:?}, {end:?}");
                let spans = spans[start..upto as usize].iter().map(|&span| end.seen(span));
                let first_slot = spans.clone().map(|span| span.0).max();
                unclear += usize::from(spans.filter(|span| Some(span.1) >= first_slot).count() > 1);
                start = upto as usize;
            }
        }
        assert!(told > 2 * untold && unclear > 4_000, "{told} told, {untold} not, {unclear} groups unclear");
    }

    #[test]
    fn who_is_known_is_left_to_the_order() {
        let cells: Vec<_> = (0..20).map(|n| (n % 3, n, n)).collect();
        let set = Set::grown_cells(CellLayout::ColourFirst, cells);
        assert_eq!(set.end_of_each(End::Last, &[1, 2], &[2]), None);
    }
}

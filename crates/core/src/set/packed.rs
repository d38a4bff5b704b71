//! What is in the slots in use of a table, slot by slot.
//!
//! Which slots are in use cannot be guessed, so there is no branch on it: every slot is written down, and the next one over it if nothing is
//! in it. With AVX2 eight slots are looked at together, and those in use are moved to the front by a table of what to move.

use super::order::{EMPTY, SMALLEST};

/// Slots that are looked at together; the size of every table is a multiple of it.
const TOGETHER: usize = SMALLEST;

/// What is in the slots in use; there are `used` of them and no removed ones.
pub(super) fn pack(slots: &[u32], used: usize, items: &mut Vec<u32>) {
    // More than there are, for the slots after the last one in use.
    items.resize(used + TOGETHER, 0);
    let found = packed::<false>(slots, &mut [], items);
    debug_assert_eq!(found, used);
    items.truncate(used);
}

/// As [`pack`], with the numbers of the slots.
pub(super) fn pack_with_slots(slots: &[u32], used: usize, places: &mut Vec<u32>, items: &mut Vec<u32>) {
    places.resize(used + TOGETHER, 0);
    items.resize(used + TOGETHER, 0);
    let found = packed::<true>(slots, places, items);
    debug_assert_eq!(found, used);
    places.truncate(used);
    items.truncate(used);
}

/// Writes what is in the slots in use, and their numbers if these are wanted; how many there are.
fn packed<const NUMBERS: bool>(slots: &[u32], places: &mut [u32], items: &mut [u32]) -> usize {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor was asked.
        return unsafe { packed_together::<NUMBERS>(slots, places, items) };
    }
    packed_one_by_one::<NUMBERS>(slots, places, items)
}

fn packed_one_by_one<const NUMBERS: bool>(slots: &[u32], places: &mut [u32], items: &mut [u32]) -> usize {
    let (mut found, mut slot) = (0, 0);
    for eight in slots.as_chunks::<TOGETHER>().0 {
        let Some(items) = items[found..].first_chunk_mut::<TOGETHER>() else { break };
        let mut n = 0;
        for &item in eight {
            items[n % TOGETHER] = item;
            if NUMBERS {
                places[found + n] = slot;
            }
            n += usize::from(item != EMPTY);
            slot += 1;
        }
        found += n;
    }
    found
}

/// For each set of slots in use, a bit for each, which they are, from the first one on.
#[cfg(target_arch = "x86_64")]
static LANES: [[u8; TOGETHER]; 1 << TOGETHER] = {
    let mut lanes = [[0; TOGETHER]; 1 << TOGETHER];
    let mut used = 0;
    while used < lanes.len() {
        let (mut lane, mut n) = (0, 0);
        while lane < TOGETHER {
            if used >> lane & 1 == 1 {
                lanes[used][n] = lane as u8;
                n += 1;
            }
            lane += 1;
        }
        used += 1;
    }
    lanes
};

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn packed_together<const NUMBERS: bool>(slots: &[u32], places: &mut [u32], items: &mut [u32]) -> usize {
    use std::arch::x86_64::{
        __m128i, _mm_loadl_epi64, _mm256_add_epi32, _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_cvtepu8_epi32,
        _mm256_loadu_si256, _mm256_movemask_ps, _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_setzero_si256,
        _mm256_storeu_si256,
    };
    const { assert!(TOGETHER == 8) };
    let (empty, step) = (_mm256_set1_epi32(EMPTY as i32), _mm256_set1_epi32(TOGETHER as i32));
    let (mut found, mut first) = (0, _mm256_setzero_si256());
    for eight in slots.as_chunks::<TOGETHER>().0 {
        let Some(items) = items[found..].first_chunk_mut::<TOGETHER>() else { break };
        // SAFETY: eight numbers are read that are there, at any address.
        let block = unsafe { _mm256_loadu_si256(eight.as_ptr().cast()) };
        let used = !_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(block, empty))) as u8;
        // SAFETY: eight bytes are read that are there, at any address.
        let lanes: __m128i = unsafe { _mm_loadl_epi64(LANES[used as usize].as_ptr().cast()) };
        let lanes = _mm256_cvtepu8_epi32(lanes);
        // SAFETY: eight numbers are written where there is room for them, at any address.
        unsafe { _mm256_storeu_si256(items.as_mut_ptr().cast(), _mm256_permutevar8x32_epi32(block, lanes)) };
        if NUMBERS {
            let Some(places) = places[found..].first_chunk_mut::<TOGETHER>() else { break };
            // SAFETY: as for the items.
            unsafe { _mm256_storeu_si256(places.as_mut_ptr().cast(), _mm256_add_epi32(first, lanes)) };
            first = _mm256_add_epi32(first, step);
        }
        found += used.count_ones() as usize;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_in_use_come_in_order() {
        let mut random = 5u32;
        for size in [8, 16, 32, 128, 512] {
            for share in [0, 1, 20, 60, 128] {
                let mut slot = |n: u32| {
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    if random >> 25 < share { n } else { EMPTY }
                };
                let slots: Vec<u32> = (0..size).map(|n| slot(7 * n + 1)).collect();
                let in_use: Vec<u32> = (0..size).filter(|&n| slots[n as usize] != EMPTY).collect();
                let inside: Vec<u32> = in_use.iter().map(|&n| slots[n as usize]).collect();
                let (mut places, mut items) = (vec![3; 5], vec![4; 700]);
                pack_with_slots(&slots, in_use.len(), &mut places, &mut items);
                assert_eq!((&places, &items), (&in_use, &inside));
                items.clear();
                pack(&slots, in_use.len(), &mut items);
                assert_eq!(items, inside);
                let (mut places, mut items) = (vec![0; in_use.len() + TOGETHER], vec![0; in_use.len() + TOGETHER]);
                assert_eq!(packed_one_by_one::<true>(&slots, &mut places, &mut items), in_use.len());
                assert_eq!((&places[..in_use.len()], &items[..in_use.len()]), (&in_use[..], &inside[..]));
            }
        }
    }
}

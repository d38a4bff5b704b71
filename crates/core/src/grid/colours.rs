//! How often each colour occurs.
//!
//! Adding to one number over and over, each time waits for the time before. So the cells are compared with all ten colours, many at a
//! time.

/// The colours that grids of tasks have: 0 to 9.
pub const COLOURS: usize = 10;

/// Cells that are looked at together.
const AT_ONCE: usize = 16;

/// As many times a byte can be added to.
const MOST_ADDED: usize = u8::MAX as usize;

/// How often each of the ten colours occurs. What is no colour is not counted.
pub fn colour_counts(cells: &[i8]) -> [u32; COLOURS] {
    let mut counts = [0; COLOURS];
    for part in cells.chunks(AT_ONCE * MOST_ADDED) {
        let (blocks, rest) = part.as_chunks::<AT_ONCE>();
        let mut last = [NO_COLOUR; AT_ONCE];
        last[..rest.len()].copy_from_slice(rest);
        let last = (!rest.is_empty()).then_some(&last);
        #[cfg(target_arch = "x86_64")]
        // SAFETY: every processor of this kind has these instructions.
        unsafe {
            add_at_once(blocks, last, &mut counts);
        }
        #[cfg(not(target_arch = "x86_64"))]
        add_plainly(blocks, last, &mut counts);
    }
    counts
}

/// What there is beyond the last cell.
const NO_COLOUR: i8 = -1;

/// The same, to be compared with, and for other processors.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn add_plainly(blocks: &[[i8; AT_ONCE]], last: Option<&[i8; AT_ONCE]>, counts: &mut [u32; COLOURS]) {
    for (colour, count) in (0..).zip(counts) {
        for block in blocks.iter().chain(last) {
            *count += block.iter().map(|&cell| u32::from(cell == colour)).sum::<u32>();
        }
    }
}

/// Adds what is in at most [`MOST_ADDED`] blocks: sixteen bytes count for each colour, and are added up at the end.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse2")]
fn add_at_once(blocks: &[[i8; AT_ONCE]], last: Option<&[i8; AT_ONCE]>, counts: &mut [u32; COLOURS]) {
    use std::arch::x86_64::{
        _mm_add_epi32, _mm_cmpeq_epi8, _mm_cvtsi128_si32, _mm_loadu_si128, _mm_sad_epu8, _mm_set1_epi8,
        _mm_setzero_si128, _mm_sub_epi8, _mm_unpackhi_epi64,
    };
    let mut found = [_mm_setzero_si128(); COLOURS];
    for block in blocks.iter().chain(last) {
        // SAFETY: these are sixteen bytes, and they may be at any address.
        let cells = unsafe { _mm_loadu_si128(block.as_ptr().cast()) };
        for (colour, found) in (0..).zip(&mut found) {
            // What is equal is -1.
            *found = _mm_sub_epi8(*found, _mm_cmpeq_epi8(cells, _mm_set1_epi8(colour)));
        }
    }
    for (count, found) in counts.iter_mut().zip(found) {
        let halves = _mm_sad_epu8(found, _mm_setzero_si128());
        let sum = _mm_add_epi32(halves, _mm_unpackhi_epi64(halves, halves));
        *count += _mm_cvtsi128_si32(sum) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_counted_as_one_by_one() {
        for length in (0..70).chain([100, 900, 4_079, 4_080, 4_081, 4_100, 8_160, 9_000]) {
            for (step, most) in [(0, 10), (1, 10), (7, 12), (3, 256), (5, 2)] {
                let cells: Vec<i8> = (0..length).map(|n| ((n * step + n / 5 * step) % most) as u8 as i8).collect();
                let mut counts = [0; COLOURS];
                for &cell in &cells {
                    if let Some(count) = usize::try_from(cell).ok().and_then(|cell| counts.get_mut(cell)) {
                        *count += 1;
                    }
                }
                assert_eq!(colour_counts(&cells), counts, "{length} cells, each {step} more than the one before");
                let (blocks, rest) = cells.as_chunks::<AT_ONCE>();
                let mut last = [NO_COLOUR; AT_ONCE];
                last[..rest.len()].copy_from_slice(rest);
                let mut plainly = [0; COLOURS];
                add_plainly(blocks, Some(&last), &mut plainly);
                assert_eq!(plainly, counts);
            }
        }
    }
}

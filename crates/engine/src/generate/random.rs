//! Random numbers that are the same everywhere and for ever.
//!
//! The generator is xoshiro256++ by Blackman and Vigna (public domain), its state the SHA-256 of a key. It is written
//! out here because tasks people have stored depend on every bit of it; a library may change its mind.

use super::Span;
use sha2::{Digest, Sha256};

/// A stream of random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng([u64; 4]);

impl Rng {
    /// The stream of a key. Keys that differ in any part, or in how they are cut into parts, have unrelated streams.
    pub fn new(key: &[&str]) -> Rng {
        let digest = digest(key);
        let mut words = digest.chunks_exact(8).map(|chunk| chunk.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b)));
        Rng(std::array::from_fn(|_| words.next().unwrap_or(1)))
    }

    pub fn number(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `n`, each as likely as the others; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n.max(1) as u64;
        // Numbers above the last multiple of n would favour the small ones.
        let end = u64::MAX - u64::MAX % n;
        loop {
            let number = self.number();
            if number < end {
                return (number % n) as usize;
            }
        }
    }

    pub fn within(&mut self, span: Span) -> usize {
        span.least + self.below(span.most.saturating_sub(span.least) + 1)
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        const ONE: f64 = (1u64 << 53) as f64;
        ((self.number() >> 11) as f64) < probability * ONE
    }

    /// One of the items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let n = self.below(items.len());
        items.get(n).copied()
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// The SHA-256 of a key, each part with its length before it.
pub(super) fn digest(key: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in key {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand for the first one: rotl(1 + 4, 23) + 1.
    #[test]
    fn the_stream_is_that_of_xoshiro256_plus_plus() {
        let mut rng = Rng([1, 2, 3, 4]);
        let first: Vec<u64> = (0..5).map(|_| rng.number()).collect();
        assert_eq!(first, [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]);
    }

    #[test]
    fn keys_decide_the_stream() {
        let first = |key: &[&str]| Rng::new(key).number();
        assert_eq!(first(&["a", "b"]), 9_994_485_108_307_166_178);
        assert_ne!(first(&["a", "b"]), first(&["ab"]));
        assert_ne!(first(&["a", "b"]), first(&["b", "a"]));
    }

    #[test]
    fn all_numbers_come_about_equally_often() {
        let mut rng = Rng::new(&["fair"]);
        let mut counts = [0; 7];
        (0..70_000).for_each(|_| counts[rng.below(7)] += 1);
        assert!(counts.iter().all(|n| (9_500..10_500).contains(n)), "{counts:?}");
        let heads = (0..10_000).filter(|_| rng.chance(0.25)).count();
        assert!((2_300..2_700).contains(&heads), "{heads}");
        assert_eq!((0..100).filter(|_| rng.chance(0.0)).count(), 0);
        assert_eq!((0..100).filter(|_| rng.chance(1.0)).count(), 100);
    }

    #[test]
    fn shuffling_keeps_every_item() {
        let mut items: Vec<usize> = (0..20).collect();
        Rng::new(&["shuffle"]).shuffle(&mut items);
        assert_ne!(items, (0..20).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<_>>());
    }
}

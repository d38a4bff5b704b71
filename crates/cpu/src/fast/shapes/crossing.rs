//! What two lines have in common.

use super::super::line::Line;

/// The places that are on both of two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    Nothing,
    One((i32, i32)),
    /// Two or more.
    More,
}

/// A line from its start on, so many steps.
#[derive(Clone, Copy)]
pub struct Walk {
    i: i64,
    j: i64,
    down: i64,
    right: i64,
    len: i64,
}

impl Walk {
    #[inline]
    pub fn along(line: Line) -> Walk {
        let [(i, j), (to_i, to_j)] = line.ends();
        let (i, j, to_i, to_j) = (i64::from(i), i64::from(j), i64::from(to_i), i64::from(to_j));
        let (down, right) = ((to_i - i).signum(), (to_j - j).signum());
        Walk { i, j, down, right, len: line.len() as i64 }
    }

    #[inline]
    pub fn has(&self, (i, j): (i32, i32)) -> bool {
        let (di, dj) = (i64::from(i) - self.i, i64::from(j) - self.j);
        let steps = if self.down != 0 { di * self.down } else { dj * self.right };
        (0..self.len).contains(&steps) && di == steps * self.down && dj == steps * self.right
    }

    #[inline]
    fn place(&self, steps: i64) -> (i32, i32) {
        ((self.i + steps * self.down) as i32, (self.j + steps * self.right) as i32)
    }

    #[inline]
    pub fn common(&self, other: &Walk) -> Common {
        for (a, b) in [(self, other), (other, self)] {
            if a.len == 1 {
                let place = a.place(0);
                return if b.has(place) { Common::One(place) } else { Common::Nothing };
            }
        }
        let (di, dj) = (other.i - self.i, other.j - self.j);
        let turn = self.down * other.right - self.right * other.down;
        if turn == 0 {
            return self.common_along(other, di, dj);
        }
        // As many steps on this one, and on the other one, up to where they cross.
        let (ours, theirs) = (di * other.right - dj * other.down, di * self.right - dj * self.down);
        if ours % turn != 0 || theirs % turn != 0 {
            return Common::Nothing;
        }
        let (ours, theirs) = (ours / turn, theirs / turn);
        let cross = (0..self.len).contains(&ours) && (0..other.len).contains(&theirs);
        if cross { Common::One(self.place(ours)) } else { Common::Nothing }
    }

    /// [`Walk::common`] of two that have the same direction; so far it is from the start of this one to that of the other.
    fn common_along(&self, other: &Walk, di: i64, dj: i64) -> Common {
        if di * self.right != dj * self.down {
            return Common::Nothing;
        }
        // Lines begin at the upper end, or at the left one, so both go the same way.
        let from = if self.down != 0 { di * self.down } else { dj * self.right };
        let (first, last) = (from.max(0), (from + other.len).min(self.len) - 1);
        match last - first {
            0 => Common::One(self.place(first)),
            1.. => Common::More,
            _ => Common::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_cross_where_their_places_say() {
        let mut seed = 7u64;
        let mut random = move |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % below) as i32
        };
        let mut found = [0; 3];
        for _ in 0..60_000 {
            let mut line = || loop {
                let (i, j, k) = (random(9) - 4, random(9) - 4, random(8));
                let end = [(i, j + k), (i + k, j), (i + k, j + k), (i + k, j - k)][random(4) as usize];
                if let Some(line) = Line::between((i, j), end) {
                    break line;
                }
            };
            let (a, b) = (line(), line());
            let both: Vec<(i32, i32)> = a.places().filter(|place| b.places().any(|other| other == *place)).collect();
            let expected = match both[..] {
                [] => Common::Nothing,
                [only] => Common::One(only),
                _ => Common::More,
            };
            let (walk, other) = (Walk::along(a), Walk::along(b));
            assert_eq!(walk.common(&other), expected);
            assert!(both.iter().all(|&place| walk.has(place) && other.has(place)));
            let near = (random(9) - 4, random(9) - 4);
            assert_eq!(walk.has(near), a.places().any(|place| place == near));
            found[both.len().min(2)] += 1;
        }
        assert!(found.iter().all(|&n| n > 500), "{found:?}");
    }
}

//! Lines that lie on each other become one.
//!
//! From every cell of an object a line of a thousand places is shot in the same direction. Most of them lie on each other: of 900
//! lines there are 59 diagonals.
//!
//! ```text
//! x x x x . .  and  . . x x x x   are   x x x x x x
//! ```

use super::super::line::Line;

/// Lines with their colours, of which no two of one colour that have the same direction share a place.
pub struct Joined {
    pub lines: Vec<(i32, Line)>,
    /// Whether all of them have the same direction.
    pub are_parallel: bool,
}

/// A direction, and which of the lines that have it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Carrier {
    Row(i32),
    Column(i32),
    Falling(i32),
    Rising(i32),
}

impl Carrier {
    fn is_parallel_to(self, other: Carrier) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// The place so far along it.
    fn place(self, at: i32) -> (i32, i32) {
        match self {
            Carrier::Row(i) => (i, at),
            Carrier::Column(j) => (at, j),
            Carrier::Falling(offset) => (at, at + offset),
            Carrier::Rising(sum) => (at, sum - at),
        }
    }
}

/// Where a line lies: its carrier, and from where to where along it.
fn laid(line: Line) -> (Carrier, i32, i32) {
    let [(i, j), (to_i, to_j)] = line.ends();
    if i == to_i {
        (Carrier::Row(i), j, to_j)
    } else if j == to_j {
        (Carrier::Column(j), i, to_i)
    } else if to_j > j {
        (Carrier::Falling(j - i), i, to_i)
    } else {
        (Carrier::Rising(i + j), i, to_i)
    }
}

/// Joins those of one colour that lie on each other. They are not far away.
pub fn joined(lines: Vec<(i32, Line)>) -> Joined {
    let mut laid: Vec<_> = lines.iter().map(|&(colour, line)| (colour, laid(line))).collect();
    let are_parallel = laid.windows(2).all(|two| two[0].1.0.is_parallel_to(two[1].1.0));
    laid.sort_unstable_by_key(|&(colour, (carrier, from, _))| (colour, carrier, from));
    laid.dedup_by(|(colour, (carrier, from, to)), (last_colour, (last_carrier, _, last_to))| {
        let on_it = (*colour, *carrier) == (*last_colour, *last_carrier) && *from <= *last_to;
        if on_it {
            *last_to = (*last_to).max(*to);
        }
        on_it
    });
    let line = |(colour, (carrier, from, to)): (i32, (Carrier, i32, i32))| {
        Some((colour, Line::between(carrier.place(from), carrier.place(to))?))
    };
    Joined { lines: laid.into_iter().filter_map(line).collect(), are_parallel }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn line(a: (i32, i32), b: (i32, i32)) -> Line {
        Line::between(a, b).expect("they are in a line")
    }

    #[test]
    fn joined_lines_have_the_same_places() {
        let ends = [
            [(0, 0), (0, 5)],
            [(0, 3), (0, 9)],
            [(0, 10), (0, 12)],
            [(4, -2), (4, -2)],
            [(2, 1), (9, 1)],
            [(5, 1), (6, 1)],
            [(0, 0), (7, 7)],
            [(9, 9), (3, 3)],
            [(0, 7), (7, 0)],
            [(3, 4), (-2, 9)],
        ];
        for first in 0..ends.len() {
            let lines: Vec<Line> = ends[first..].iter().map(|&[a, b]| line(a, b)).collect();
            let places: BTreeSet<_> = lines.iter().flat_map(|line| line.places()).collect();
            let joined = joined(lines.iter().map(|&line| (3, line)).collect());
            let again: Vec<_> = joined.lines.iter().flat_map(|(_, line)| line.places()).collect();
            assert_eq!(again.iter().copied().collect::<BTreeSet<_>>(), places);
            assert!(joined.lines.len() <= lines.len());
            if joined.are_parallel {
                assert_eq!(again.len(), places.len(), "a place is on two lines");
            }
        }
    }

    #[test]
    fn lines_of_two_colours_stay_apart() {
        let lines = vec![(1, line((0, 0), (0, 4))), (2, line((0, 2), (0, 6))), (1, line((0, 4), (0, 5)))];
        let joined = joined(lines);
        let lens: Vec<_> = joined.lines.iter().map(|(colour, line)| (*colour, line.len())).collect();
        assert_eq!(lens, [(1, 6), (2, 5)]);
        assert!(joined.are_parallel);
    }
}

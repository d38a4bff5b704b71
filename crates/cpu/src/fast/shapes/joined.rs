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
    /// The direction, and the number of the carrier among those that have it.
    fn key(self) -> (usize, i32) {
        match self {
            Carrier::Row(i) => (0, i),
            Carrier::Column(j) => (1, j),
            Carrier::Falling(offset) => (2, offset),
            Carrier::Rising(sum) => (3, sum),
        }
    }

    /// The carrier with this key.
    fn of((direction, number): (usize, i32)) -> Carrier {
        [Carrier::Row, Carrier::Column, Carrier::Falling, Carrier::Rising][direction](number)
    }

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

/// A line with its colour: its carrier, and from where to where along it.
type Laid = (i32, (Carrier, i32, i32));

/// Joins those of one colour that lie on each other. They are not far away.
pub fn joined(lines: Vec<(i32, Line)>) -> Joined {
    let mut laid: Vec<Laid> = lines.iter().map(|&(colour, line)| (colour, laid(line))).collect();
    let are_parallel = laid.windows(2).all(|two| two[0].1.0.is_parallel_to(two[1].1.0));
    if let Some(lines) = Runs::of(&laid) {
        return Joined { lines, are_parallel };
    }
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

/// Fewer lines are sorted as quickly.
const MANY: usize = 32;

/// Carriers of many lines that are near each other: a bit for each place, and a line is a run of them.
struct Runs {
    /// The first number of each direction, and in which row its carriers begin; the rows of one colour after those of another.
    first: [i32; 4],
    starts: [usize; 4],
    rows: usize,
    /// From where along a carrier the bits of a row begin, and how many words these are.
    from: i32,
    words: usize,
    bits: Vec<u64>,
}

impl Runs {
    /// The lines, joined. None if they are few, far apart, or of colours beyond 15.
    fn of(laid: &[Laid]) -> Option<Vec<(i32, Line)>> {
        const COLOURS: usize = 16;
        if laid.len() < MANY {
            return None;
        }
        let (mut from, mut to, mut colours) = (i32::MAX, i32::MIN, 0u32);
        let mut numbers = [(i32::MAX, i32::MIN); 4];
        for &(colour, (carrier, first, last)) in laid {
            let (direction, number) = carrier.key();
            let (least, most) = &mut numbers[direction];
            (*least, *most) = ((*least).min(number), (*most).max(number));
            (from, to) = (from.min(first), to.max(last));
            colours |= 1u32.checked_shl(colour as u32).filter(|&bit| bit < 1 << COLOURS)?;
        }
        let count = |(least, most): (i32, i32)| (i64::from(most) - i64::from(least) + 1).max(0) as usize;
        let (mut starts, mut rows) = ([0; 4], 0);
        for (start, &numbers) in starts.iter_mut().zip(&numbers) {
            *start = rows;
            rows += count(numbers);
        }
        let words = count((from, to)).div_ceil(64);
        let room = rows.checked_mul(words)?.checked_mul(colours.count_ones() as usize)?;
        if room > 2 * laid.len() {
            return None;
        }
        let first = numbers.map(|(least, _)| least);
        let mut runs = Runs { first, starts, rows, from, words, bits: vec![0; room] };
        let mut tables = [0; COLOURS];
        let all = (0..COLOURS as i32).filter(|colour| colours >> colour & 1 == 1);
        all.clone().zip(0..).for_each(|(colour, table)| tables[colour as usize] = table);
        for &(colour, (carrier, first, last)) in laid {
            runs.mark(tables[colour as usize], carrier, first, last);
        }
        let mut lines = Vec::new();
        all.for_each(|colour| runs.lines(tables[colour as usize], |line| lines.push((colour, line))));
        Some(lines)
    }

    fn mark(&mut self, table: usize, carrier: Carrier, first: i32, last: i32) {
        let (direction, number) = carrier.key();
        let row = table * self.rows + self.starts[direction] + (number - self.first[direction]) as usize;
        let row = &mut self.bits[row * self.words..][..self.words];
        let (first, last) = ((first - self.from) as usize, (last - self.from) as usize);
        let (after, before) = (u64::MAX << (first % 64), u64::MAX >> (63 - last % 64));
        if first / 64 == last / 64 {
            row[first / 64] |= after & before;
        } else {
            row[first / 64] |= after;
            row[first / 64 + 1..last / 64].fill(u64::MAX);
            row[last / 64] |= before;
        }
    }

    /// Calls `f` with a line for each run of a table.
    fn lines(&self, table: usize, mut f: impl FnMut(Line)) {
        for direction in 0..4 {
            let end = if direction == 3 { self.rows } else { self.starts[direction + 1] };
            for (n, at) in (0..).zip(self.starts[direction]..end) {
                let row = &self.bits[(table * self.rows + at) * self.words..][..self.words];
                let carrier = Carrier::of((direction, self.first[direction] + n));
                let place = |at: usize| carrier.place(self.from + at as i32);
                let mut next = 0;
                while let Some(first) = first_that(row, next, true) {
                    next = first_that(row, first, false).unwrap_or(64 * self.words);
                    if let Some(line) = Line::between(place(first), place(next - 1)) {
                        f(line);
                    }
                }
            }
        }
    }
}

/// The first bit from this one on that is set, or that is not.
fn first_that(row: &[u64], from: usize, is_set: bool) -> Option<usize> {
    let word = |at: usize| row.get(at).map(|&bits| if is_set { bits } else { !bits });
    let mut at = from / 64;
    let mut bits = word(at)? & u64::MAX << (from % 64);
    while bits == 0 {
        at += 1;
        bits = word(at)?;
    }
    Some(at * 64 + bits.trailing_zeros() as usize)
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

    #[test]
    fn many_lines_are_joined_as_their_places_say() {
        let mut seed = 11u64;
        let mut random = move |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % below) as i32
        };
        let mut in_runs = 0;
        for round in 0..300 {
            let (side, longest) = (3 + round % 40, [3, 20, 70, 200][round as usize % 4]);
            let mut lines = Vec::new();
            for _ in 0..40 + random(900) {
                let (i, j, k) = (random(side) - 9, random(side) - 20, random(longest));
                let end = [(i, j + k), (i + k, j), (i + k, j + k), (i + k, j - k)][random(4) as usize];
                lines.push((random(3) * 2, line((i, j), end)));
            }
            let places = |lines: &[(i32, Line)]| -> BTreeSet<(i32, (i32, i32))> {
                lines.iter().flat_map(|&(colour, line)| line.places().map(move |place| (colour, place))).collect()
            };
            let expected = places(&lines);
            let all_laid: Vec<Laid> = lines.iter().map(|&(colour, line)| (colour, laid(line))).collect();
            if let Some(runs) = Runs::of(&all_laid) {
                in_runs += 1;
                assert_eq!(places(&runs), expected);
            }
            assert_eq!(places(&joined(lines).lines), expected);
        }
        assert!((100..300).contains(&in_runs), "{in_runs}");
    }
}

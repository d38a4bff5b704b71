//! Values as the kernels have them: a word each, containers in memory (`kernels/vm/value.cuh`).

use megabatt_core::set::cpython::TableSize;
use megabatt_core::{Grid, Set, Value};

const NONE: u64 = 0;
const BOOL: u64 = 1;
const INT: u64 = 2;
const PAIR: u64 = 3;
const CELL: u64 = 4;
const TRIPLE: u64 = 5;
const OP: u64 = 6;
const TUPLE: u64 = 7;
const GRID: u64 = 8;
const SET: u64 = 9;
const FUNC: u64 = 10;

const IN_CONSTANTS: u64 = 1 << 63;
const IN_ORDER: u64 = 2 << 32;
const KIND_SHIFT: u32 = 36;
const HASHED: u64 = 1 << 40;
const BY_ADDRESS: u64 = 1 << 41;
const MOST_SIDE: usize = 1024;
const MOST_CELLS: usize = 16_384;
const MOST_NESTING: u32 = 8;

/// What the kernels call a function of the program's file.
pub const OF_FILE: u64 = 255;

/// Memory of constants that is being filled.
#[derive(Default)]
pub struct Constants {
    pub words: Vec<u64>,
}

impl Constants {
    /// The word of a value; None if devices have no form of it.
    pub fn word(&mut self, value: &Value) -> Option<u64> {
        Some(match value {
            Value::None => NONE,
            Value::Bool(b) => u64::from(*b) << 4 | BOOL,
            Value::Int(n) => (-(1 << 58)..1 << 58).contains(n).then_some((*n as u64) << 4 | INT)?,
            Value::Pair(a, b) => signed(*a, 30)? << 4 | signed(*b, 30)? << 34 | PAIR,
            Value::Cell(c, i, j) => three(*c, *i, *j)? | CELL,
            Value::Triple(i, j, c) => three(*c, *i, *j)? | TRIPLE,
            Value::Op(op) => (*op as u64) << 4 | OP,
            Value::Grid(grid) => self.grid(grid)?,
            Value::Tuple(tuple) => self.tuple(value, tuple.slice())?,
            Value::Set(set) => self.set(value, set)?,
            Value::Float(_) | Value::Tok(_) | Value::Func(_) => return None,
        })
    }

    /// The word of a function of a program's file, with so many parameters, whose steps start there.
    pub fn function(&mut self, params: u64, start: u32) -> u64 {
        let place = self.place(FUNC);
        self.words.extend([1 << 48 | params << 8 | OF_FILE, 1 << 32 | 1, start.into()]);
        place
    }

    /// A place for what comes next.
    fn place(&self, tag: u64) -> u64 {
        IN_CONSTANTS | (self.words.len() as u64) << 4 | tag
    }

    fn grid(&mut self, grid: &Grid) -> Option<u64> {
        let (height, width) = (grid.height(), grid.width());
        if height > MOST_SIDE || width > MOST_SIDE || height * width > MOST_CELLS {
            return None;
        }
        let place = self.place(GRID);
        let weight = grid.weight();
        self.words.push(2 << 48 | height as u64 | (width as u64) << 16);
        self.words.push(megabatt_core::value::bulk_of_grid(weight) << 32 | weight);
        for chunk in grid.cells().chunks(8) {
            self.words.push(chunk.iter().rev().fold(0, |word, &cell| word << 8 | u64::from(cell as u8)));
        }
        Some(place)
    }

    fn tuple(&mut self, value: &Value, items: &[Value]) -> Option<u64> {
        let words: Vec<u64> = items.iter().map(|item| self.word(item)).collect::<Option<_>>()?;
        let place = self.place(TUPLE);
        let by_address = if value.hashes_by_address() { BY_ADDRESS } else { 0 };
        self.words.push(nesting(value)? << 48 | by_address | items.len() as u64);
        self.words.push(value.bulk() << 32 | value.weight());
        self.words.extend(words);
        Some(place)
    }

    fn set(&mut self, value: &Value, set: &Set) -> Option<u64> {
        if set.has_address_hash() {
            return None;
        }
        let words: Vec<u64> = set.in_order().map(|item| self.word(&item)).collect::<Option<_>>()?;
        let place = self.place(SET);
        let kind = match words.split_first() {
            None => 0,
            Some((first, rest)) => match (first & 15, rest.iter().all(|word| word & 15 == first & 15)) {
                (PAIR, true) => 0,
                (CELL, true) => 1,
                (INT, true) => 2,
                (TRIPLE, true) => 3,
                _ => 7,
            },
        };
        let depth = nesting(value)? << 48;
        self.words.push(depth | HASHED | kind << KIND_SHIFT | IN_ORDER | words.len() as u64);
        self.words.push(value.weight() << 32 | value.weight());
        self.words.extend([set.hash(), 0, 0, 0]);
        self.words.extend(words);
        Some(place)
    }
}

fn nesting(value: &Value) -> Option<u64> {
    (value.depth() <= MOST_NESTING && value.weight() < 1 << 31).then_some(value.depth().into())
}

/// A number in so many bits, if it fits.
fn signed(n: i32, bits: u32) -> Option<u64> {
    let half = 1i64 << (bits - 1);
    (-half..half).contains(&n.into()).then_some(n as u64 & ((1 << bits) - 1))
}

fn three(c: i32, i: i32, j: i32) -> Option<u64> {
    Some(signed(c, 20)? << 4 | signed(i, 20)? << 24 | signed(j, 20)? << 44)
}

/// A set whose order is not known.
const UNORDERED: u64 = 1 << 62;

/// Reads what a kernel wrote of a result: words as they are, containers as a word with their count, followed by their items.
pub struct Written<'a> {
    words: &'a [u64],
}

/// A value, and whether the order of every set in it is known.
pub struct Read {
    pub value: Value,
    pub in_order: bool,
}

impl<'a> Written<'a> {
    pub fn new(words: &'a [u64]) -> Written<'a> {
        Written { words }
    }

    fn next(&mut self) -> Option<u64> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(*first)
    }

    /// The next value; None if it is not well formed.
    pub fn read(&mut self) -> Option<Read> {
        let word = self.next()?;
        let plain = |value| Some(Read { value, in_order: true });
        match word & 15 {
            NONE => plain(Value::None),
            BOOL => plain(Value::Bool(word >> 4 != 0)),
            INT => plain(Value::Int(word as i64 >> 4)),
            PAIR => plain(Value::Pair(part(word, 4, 30), part(word, 34, 30))),
            CELL => plain(Value::Cell(part(word, 4, 20), part(word, 24, 20), part(word, 44, 20))),
            TRIPLE => plain(Value::Triple(part(word, 24, 20), part(word, 44, 20), part(word, 4, 20))),
            OP => plain(Value::Op(*megabatt_core::Op::ALL.get((word >> 4) as usize)?)),
            GRID => {
                let (height, width) = ((word >> 4 & 0xffff) as usize, (word >> 20 & 0xffff) as usize);
                let (cells, rest) = self.words.split_at_checked((height * width).div_ceil(8))?;
                self.words = rest;
                let cells = cells.iter().flat_map(|word| word.to_le_bytes()).map(|byte| byte as i8);
                plain(Value::grid(Grid::new(height, width, cells.take(height * width).collect())))
            }
            tag @ (TUPLE | SET) => {
                let count = (word & !UNORDERED) >> 4;
                let mut in_order = word & UNORDERED == 0;
                let mut items = Vec::new();
                for _ in 0..count {
                    let item = self.read()?;
                    in_order &= item.in_order;
                    items.push(item.value);
                }
                let value = if tag == TUPLE { Value::tuple(items).ok()? } else { set_in_order(items)? };
                Some(Read { value, in_order })
            }
            _ => None,
        }
    }
}

fn part(word: u64, from: u32, bits: u32) -> i32 {
    ((word << (64 - from - bits)) as i64 >> (64 - bits)) as i32
}

/// A set that is walked in this order. What its table is like beyond that is not told: it has more slots in use than items,
/// and such a table is never copied slot by slot.
fn set_in_order(items: Vec<Value>) -> Option<Value> {
    let n = items.len() as u32;
    let size = TableSize { mask: (n + 1).next_power_of_two().max(8) - 1, fill: n + 1 };
    Set::from_table(items.into_iter().zip(0..).collect(), size).ok().map(Value::set)
}

//! Turns, mirrors and changes of colours, any number of them as one pass over a grid.
//!
//! The eight ways to turn or mirror a grid are closed under composition, and so are the tables that say what becomes of a value. So
//! a pipeline of such operations is one of each, and a grid is read and written once however long the pipeline is.

mod transpose;

use megabatt_core::{Grid, Op, Value};

/// Up to so many changed values are looked for one by one.
const FEW_CHANGES: usize = 4;

/// Grids above this go the usual way, where limits are counted.
const MOST_CELLS: usize = 1 << 20;

/// First rows and columns are exchanged or not, then rows are reversed or not, then columns; then each value becomes another.
#[derive(Clone, Debug)]
pub struct Turn {
    exchanged: bool,
    rows_reversed: bool,
    columns_reversed: bool,
    /// None if all values stay.
    values: Option<Box<Values>>,
}

impl Turn {
    /// The grid as it is.
    pub fn nothing() -> Turn {
        Turn { exchanged: false, rows_reversed: false, columns_reversed: false, values: None }
    }

    fn hmirror(&mut self) {
        self.rows_reversed ^= true;
    }

    fn vmirror(&mut self) {
        self.columns_reversed ^= true;
    }

    fn dmirror(&mut self) {
        self.exchanged ^= true;
        std::mem::swap(&mut self.rows_reversed, &mut self.columns_reversed);
    }

    /// Each value that is there now becomes what the function says.
    fn recolour(&mut self, becomes: impl Fn(i8) -> i8) {
        self.values.get_or_insert_with(|| Box::new(Values::unchanged())).then(becomes);
    }

    /// This, and then the operation with these arguments after its grid; false if it is none of these.
    pub fn then(&mut self, op: Op, args: &[Value]) -> bool {
        let byte = |value: &Value| match value {
            Value::Int(n) => i8::try_from(*n).ok(),
            _ => None,
        };
        match (op, args) {
            (Op::hmirror, []) => self.hmirror(),
            (Op::vmirror, []) => self.vmirror(),
            (Op::dmirror, []) => self.dmirror(),
            (Op::cmirror, []) => {
                self.hmirror();
                self.vmirror();
                self.dmirror();
            }
            (Op::rot90, []) => {
                self.hmirror();
                self.dmirror();
            }
            (Op::rot180, []) => {
                self.hmirror();
                self.vmirror();
            }
            (Op::rot270, []) => {
                self.dmirror();
                self.hmirror();
            }
            (Op::identity, []) => {}
            (Op::replace, [from, to]) => match (byte(from), byte(to)) {
                (Some(from), Some(to)) => self.recolour(|v| if v == from { to } else { v }),
                _ => return false,
            },
            (Op::switch, [a, b]) => match (byte(a), byte(b)) {
                // What is neither of them stays; if they are the same, all stays.
                (Some(a), Some(b)) => self.recolour(|v| {
                    if v == a {
                        b
                    } else if v == b {
                        a
                    } else {
                        v
                    }
                }),
                _ => return false,
            },
            _ => return false,
        }
        true
    }

    /// The grid turned; None if it is too large for this way.
    pub fn apply(&self, grid: &Grid) -> Option<Grid> {
        let (height, width, cells) = (grid.height(), grid.width(), grid.cells());
        if cells.len() > MOST_CELLS {
            return None;
        }
        let (rows, columns) = if self.exchanged { (width, height) } else { (height, width) };
        let mut out = if self.exchanged { transpose::transposed(cells, height, width) } else { cells.to_vec() };
        match (self.rows_reversed, self.columns_reversed) {
            (true, true) => out.reverse(),
            (true, false) => reverse_rows(&mut out, columns),
            (false, true) => out.chunks_exact_mut(columns).for_each(<[i8]>::reverse),
            (false, false) => {}
        }
        if let Some(values) = &self.values {
            values.apply(&mut out);
        }
        Some(Grid::new(rows, columns, out))
    }
}

/// What becomes of each value.
#[derive(Clone, Debug)]
struct Values {
    /// By value as a byte.
    table: [i8; 256],
    /// The values that change, if they are few; filled up with what does not matter.
    few: Option<[(i8, i8); FEW_CHANGES]>,
}

impl Values {
    fn unchanged() -> Values {
        Values { table: std::array::from_fn(|byte| byte as u8 as i8), few: None }
    }

    /// Each value becomes what it became, and then what the function says.
    fn then(&mut self, becomes: impl Fn(i8) -> i8) {
        self.table.iter_mut().for_each(|value| *value = becomes(*value));
        let all = || (0..=255u8).map(|byte| (byte as i8, self.table[usize::from(byte)]));
        let changed: Vec<(i8, i8)> = all().filter(|(from, to)| from != to).collect();
        let mut few = [(0, self.table[0]); FEW_CHANGES];
        self.few = (changed.len() <= FEW_CHANGES).then(|| {
            few[..changed.len()].copy_from_slice(&changed);
            few
        });
    }

    /// A few changes are looked for in many cells at once, which a table cannot.
    fn apply(&self, cells: &mut [i8]) {
        let Some(few) = self.few else {
            return cells.iter_mut().for_each(|cell| *cell = self.table[usize::from(*cell as u8)]);
        };
        for cell in cells {
            let before = *cell;
            for (from, to) in few {
                *cell = if before == from { to } else { *cell };
            }
        }
    }
}

/// The last row first.
fn reverse_rows(cells: &mut [i8], width: usize) {
    let mut rest = cells;
    while rest.len() >= 2 * width {
        let (first, others) = rest.split_at_mut(width);
        let (middle, last) = others.split_at_mut(others.len() - width);
        first.swap_with_slice(last);
        rest = middle;
    }
}

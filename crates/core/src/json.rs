//! Values as JSON, for outcome files.
//!
//! Tuples are arrays, frozensets `{"set":[…]}` in CPython's order, functions `{"function":"…"}`, floats
//! `{"float":"nan"}`. Written straight to text: an outcome file has millions of small numbers.
//!
//! Some values have 10^8 cells, and their text takes seconds. So whoever writes one can be asked, every now and then,
//! whether it is still wanted.

use crate::func;
use crate::py;
use crate::value::Value;

/// So many bytes are written between two questions. Text shorter than this is written without one.
const PIECE: usize = 1 << 16;

/// So many cells of a grid become text at a time.
const CELLS: usize = 128;

/// The compact JSON of a value.
pub fn to_json(value: &Value) -> String {
    let mut out = String::new();
    write_json(value, &mut out);
    out
}

/// Appends the compact JSON of a value.
pub fn write_json(value: &Value, out: &mut String) {
    write_json_while(value, out, &mut |_| true);
}

/// Appends the compact JSON of a value. While a large one is written, `go_on` gets the text so far every now and then: it
/// may take it away, and says whether more is wanted. If it is not, the text is not whole, and this gives false.
///
/// ```
/// use megabatt_core::{Value, json::write_json_while};
///
/// let mut text = String::new();
/// assert!(write_json_while(&Value::Pair(1, 2), &mut text, &mut |_| false));
/// assert_eq!(text, "[1,2]", "nobody is asked about little text");
/// ```
pub fn write_json_while(value: &Value, out: &mut String, go_on: &mut dyn FnMut(&mut String) -> bool) -> bool {
    let ask_at = out.len() + PIECE;
    Writer { out, ask_at, go_on }.value(value).is_some()
}

/// Text on its way.
struct Writer<'a> {
    out: &'a mut String,
    /// The length at which it is time for the next question.
    ask_at: usize,
    go_on: &'a mut dyn FnMut(&mut String) -> bool,
}

/// None: the rest is not wanted.
type Wanted = Option<()>;

impl Writer<'_> {
    fn value(&mut self, value: &Value) -> Wanted {
        match value {
            Value::None => self.out.push_str("null"),
            Value::Bool(b) => self.out.push_str(if *b { "true" } else { "false" }),
            Value::Int(n) => self.int(*n),
            Value::Float(_) => {
                self.out.push_str("{\"float\":\"");
                self.out.push_str(&py::repr(value));
                self.out.push_str("\"}");
            }
            Value::Set(s) => {
                // The order of a large set takes time, too.
                if s.len() > PIECE {
                    self.ask()?;
                }
                self.out.push_str("{\"set\":[");
                self.items(s.in_some_order())?;
                self.out.push_str("]}");
            }
            Value::Grid(g) => {
                let cells = g.cells_while(&mut || (self.go_on)(self.out))?;
                for (i, row) in cells.chunks_exact(g.width()).enumerate() {
                    self.out.push_str(if i > 0 { ",[" } else { "[[" });
                    self.row(row)?;
                    self.out.push(']');
                }
                self.out.push(']');
            }
            Value::Op(_) | Value::Tok(_) | Value::Func(_) => {
                self.out.push_str("{\"function\":");
                self.out.push_str(&serde_json::Value::String(func::describe(value)).to_string());
                self.out.push('}');
            }
            tuple => {
                self.out.push('[');
                self.items(py::iter(tuple).into_iter().flatten())?;
                self.out.push(']');
            }
        }
        self.ask_if_it_is_time()
    }

    fn items(&mut self, items: impl Iterator<Item = Value>) -> Wanted {
        for (n, item) in items.enumerate() {
            if n > 0 {
                self.out.push(',');
            }
            self.value(&item)?;
        }
        Some(())
    }

    /// The cells of a row with commas between them.
    fn row(&mut self, row: &[i8]) -> Wanted {
        for (n, cells) in row.chunks(CELLS).enumerate() {
            let first = usize::from(n == 0);
            let mut text = [b','; 2 * CELLS];
            let mut digits = true;
            for (comma_and_digit, &cell) in text.chunks_exact_mut(2).zip(cells) {
                digits &= (0..10).contains(&cell);
                comma_and_digit[1] = b'0'.wrapping_add(cell as u8);
            }
            match std::str::from_utf8(&text[first..2 * cells.len()]) {
                Ok(text) if digits => self.out.push_str(text),
                _ => self.numbers(cells, n > 0),
            }
            self.ask_if_it_is_time()?;
        }
        Some(())
    }

    /// Cells that are not all digits.
    fn numbers(&mut self, cells: &[i8], mut comma: bool) {
        for &cell in cells {
            if comma {
                self.out.push(',');
            }
            comma = true;
            self.int(cell.into());
        }
    }

    fn int(&mut self, n: i64) {
        if (0..10).contains(&n) {
            self.out.push((b'0' + n as u8) as char);
        } else {
            self.out.push_str(&n.to_string());
        }
    }

    #[inline]
    fn ask_if_it_is_time(&mut self) -> Wanted {
        if self.out.len() < self.ask_at { Some(()) } else { self.ask() }
    }

    #[cold]
    fn ask(&mut self) -> Wanted {
        let wanted = (self.go_on)(self.out).then_some(());
        self.ask_at = self.out.len() + PIECE;
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, Plan};
    use crate::set::Set;
    use crate::{Arc, grid};

    fn tuple(items: Vec<Value>) -> Value {
        Value::tuple(items).expect("shallow")
    }

    /// Values whose text is longer than some pieces.
    fn large() -> Vec<Value> {
        let grid = |height, width| Grid::from_fn(height, width, |i, j| ((i * 7 + j * 3) % 10) as i8);
        let plan = Plan::Upscaled { of: Arc::new(grid(3, 5)), down: 70, right: 80 };
        vec![
            Value::grid(grid(400, 300)),
            Value::grid(grid(1, 200_000)),
            Value::grid(Grid::from_fn(300, 300, |i, j| (i as i8).wrapping_mul(j as i8))),
            Value::grid(Grid::planned(210, 400, plan)),
            tuple(vec![Value::grid(grid(100, 100)); 20]),
            Value::set(Set::grown_pairs((0..100_000).map(|n| (n, -n)).collect())),
        ]
    }

    /// What it is by definition, item by item.
    fn plainly(value: &Value) -> String {
        let join = |items: Vec<Value>| items.iter().map(plainly).collect::<Vec<_>>().join(",");
        match value {
            Value::Set(set) => format!("{{\"set\":[{}]}}", join(set.in_some_order().collect())),
            Value::Int(n) => n.to_string(),
            other => format!("[{}]", join(py::iter(other).expect("a container").collect())),
        }
    }

    #[test]
    fn grids_of_any_width_and_any_cells_are_arrays_of_arrays() {
        assert_eq!(to_json(&Value::grid(grid! { [1 2] [3 4] })), "[[1,2],[3,4]]");
        assert_eq!(to_json(&Value::grid(Grid::new(2, 2, vec![-1, 10, 127, -128]))), "[[-1,10],[127,-128]]");
        for width in [1, 2, CELLS - 1, CELLS, CELLS + 1, 3 * CELLS] {
            for odd in [5, -5, 10] {
                let cells = Grid::from_fn(3, width, |i, j| if i == 1 && j + 1 == width { odd } else { (j % 10) as i8 });
                let value = Value::grid(cells);
                assert_eq!(to_json(&value), plainly(&value), "{width} {odd}");
            }
        }
    }

    #[test]
    fn text_taken_away_in_pieces_is_the_whole_text() {
        for value in large() {
            let (mut taken, mut times, mut rest) = (String::new(), 0, String::new());
            let whole = write_json_while(&value, &mut rest, &mut |text| {
                assert!(text.len() < PIECE + PIECE / 8, "{}", text.len());
                taken.push_str(text);
                text.clear();
                times += 1;
                true
            });
            assert!(whole && times > 1);
            assert_eq!(taken + &rest, plainly(&value));
        }
    }

    #[test]
    fn text_that_is_not_wanted_any_more_ends_soon() {
        for value in large() {
            for asked in 0..3 {
                let (mut text, mut left) = (String::from("before"), asked);
                let whole = write_json_while(&value, &mut text, &mut |_| {
                    left -= 1;
                    left >= 0
                });
                assert!(!whole && text.len() < (asked as usize + 2) * PIECE, "{asked}: {}", text.len());
            }
        }
    }
}

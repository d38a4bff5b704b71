//! Files as programs write them, read straight from their bytes.
//!
//! Nearly all data consists of objects, lists, and grids that are what they should be. Going through serde, each cell is a call that
//! may find anything, which takes fifty times what the text itself needs. Here a cell is a byte. Whatever is out of the ordinary
//! (another key in a pair, an escape in a text, a number of two digits, a row of another length, an end that is missing), this reader
//! gives up without a word, and the file is read from its beginning by the one that knows what to say.

use super::grid::GridSlot;
use super::lenient::Kind;
use super::node::{Item, Node, OBJECT_DEPTH, RawPair};
use crate::data::task::MAX_SIDE;
use megabatt_core::{Grid, Value};

/// What [`super::parse`] gives for the text, if all of it is ordinary.
pub(super) fn parse(text: &str, values: usize) -> Option<Node> {
    let mut reader = Reader { text, at: 0, values, cells: [0; MAX_SIDE * MAX_SIDE + 4] };
    let node = reader.node(0)?;
    reader.skip_space();
    (reader.at == text.len()).then_some(node)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// How many values may still be kept.
    values: usize,
    /// The cells of the grid that is being read, and room for four that are none.
    cells: [i8; MAX_SIDE * MAX_SIDE + 4],
}

impl<'a> Reader<'a> {
    fn node(&mut self, depth: usize) -> Option<Node> {
        self.skip_space();
        match self.peek()? {
            b'{' if depth < OBJECT_DEPTH => self.object(depth).map(Node::Object),
            b'[' => self.list().map(Node::List),
            b'"' => self.string().map(|_| Node::Other(Kind::String)),
            _ => None,
        }
    }

    fn object(&mut self, depth: usize) -> Option<Vec<(String, Node)>> {
        let mut entries = Vec::new();
        self.each(b'{', b'}', |reader| {
            let key = reader.key()?.to_owned();
            reader.take_value()?;
            entries.push((key, reader.node(depth + 1)?));
            Some(())
        })?;
        Some(entries)
    }

    fn list(&mut self) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        self.each(b'[', b']', |reader| {
            let item = match reader.peek()? {
                b'{' => Item::Pair(reader.pair()?),
                _ => Item::Grid(reader.grid()?),
            };
            reader.take_value()?;
            items.push(item);
            Some(())
        })?;
        Some(items)
    }

    fn pair(&mut self) -> Option<RawPair> {
        let mut pair = RawPair { input: GridSlot::Missing, output: GridSlot::Missing, repeated: None, attempt: false };
        self.each(b'{', b'}', |reader| {
            let slot = match reader.key()? {
                "input" => &mut pair.input,
                "output" => &mut pair.output,
                _ => return None,
            };
            if !matches!(slot, GridSlot::Missing) {
                return None;
            }
            *slot = reader.grid()?;
            Some(())
        })?;
        Some(pair)
    }

    /// A grid that is as it should be.
    fn grid(&mut self) -> Option<GridSlot> {
        let (mut height, mut width, mut end) = (0, 0, 0);
        self.each(b'[', b']', |reader| {
            let start = end;
            reader.row(&mut end)?;
            if height == 0 {
                width = end;
            }
            height += 1;
            (end - start == width).then_some(())
        })?;
        if height == 0 || height > MAX_SIDE || width == 0 || width > MAX_SIDE {
            return None;
        }
        Some(GridSlot::Good(Value::grid(Grid::new(height, width, self.cells[..end].to_vec()))))
    }

    /// Appends a row to the cells, of which there are `end` so far.
    fn row(&mut self, end: &mut usize) -> Option<()> {
        let bytes = self.text.as_bytes();
        self.take(b'[')?;
        loop {
            while let Some(eight) = bytes.get(self.at..).and_then(<[u8]>::first_chunk) {
                let (cells, wrong) = four_cells(eight);
                self.cells.get_mut(*end..*end + 4)?.copy_from_slice(&cells);
                if wrong == 0 {
                    *end += 4;
                    self.at += 8;
                    continue;
                }
                // The cells that have their commas, and perhaps the last one of the row.
                let good = wrong.trailing_zeros() as usize / 8;
                *end += good / 2;
                self.at += good & !1;
                if good % 2 == 1 && eight.get(good) == Some(&b']') {
                    *end += 1;
                    self.at += 2;
                    return Some(());
                }
                break;
            }
            self.skip_space();
            let colour = self.peek()?.wrapping_sub(b'0');
            if colour > 9 {
                return None;
            }
            *self.cells.get_mut(*end)? = colour as i8;
            *end += 1;
            self.at += 1;
            self.skip_space();
            match self.peek()? {
                b',' => self.at += 1,
                b']' => break,
                _ => return None,
            }
        }
        self.at += 1;
        Some(())
    }

    /// What is between two brackets, with a comma between one and the next. Each item begins at its first byte.
    fn each(&mut self, open: u8, close: u8, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.take(open)?;
        self.skip_space();
        if self.peek()? == close {
            self.at += 1;
            return Some(());
        }
        loop {
            self.skip_space();
            item(self)?;
            self.skip_space();
            match self.peek()? {
                b',' => self.at += 1,
                byte if byte == close => break,
                _ => return None,
            }
        }
        self.at += 1;
        Some(())
    }

    /// A key and its colon, and the space after them.
    fn key(&mut self) -> Option<&'a str> {
        let key = self.string()?;
        self.skip_space();
        self.take(b':')?;
        self.skip_space();
        Some(key)
    }

    /// A text in quotes without escapes.
    fn string(&mut self) -> Option<&'a str> {
        self.take(b'"')?;
        let rest = self.text.get(self.at..)?;
        let length = rest.bytes().position(|b| b == b'"' || b == b'\\' || b < b' ')?;
        self.at += length;
        self.take(b'"')?;
        rest.get(..length)
    }

    fn take_value(&mut self) -> Option<()> {
        self.values = self.values.checked_sub(1)?;
        Some(())
    }

    #[inline]
    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
    }
}

/// The cells in `d,d,d,d,`, and bits in each byte that is not as it should be; cells from the first such byte on are anything.
#[inline]
fn four_cells(bytes: &[u8; 8]) -> ([i8; 4], u64) {
    // What a byte differs from `0`, or from a comma, in every other place.
    let cells = u64::from_le_bytes(*bytes) ^ u64::from_le_bytes(*b"0,0,0,0,");
    // Six more has a bit of the upper four if it is more than nine. What a sum carries into the next byte comes from a byte that is
    // wrong itself, and the first wrong one counts.
    let more = cells.wrapping_add(u64::from_le_bytes([6, 0, 6, 0, 6, 0, 6, 0]));
    let wrong = (cells | more) & u64::from_le_bytes([0xf0, 0xff, 0xf0, 0xff, 0xf0, 0xff, 0xf0, 0xff]);
    let ones = cells & u64::from_le_bytes([0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0]);
    let twos = (ones | ones >> 8) & u64::from_le_bytes([0xff, 0xff, 0, 0, 0xff, 0xff, 0, 0]);
    let four = (twos | twos >> 16) as u32;
    (four.to_le_bytes().map(|cell| cell as i8), wrong)
}

#[cfg(test)]
mod tests {
    use super::super::parse_any;
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::{Index, select};

    /// Enough for all texts here, and few enough to be reached.
    const VALUES: usize = 12;

    /// Whether the two readers agree, where this one has an opinion; and whether it has one.
    fn agrees(text: &str, values: usize) -> bool {
        let Some(node) = parse(text, values) else { return false };
        let any = parse_any(text, values).map_err(|complaint| complaint.what);
        assert_eq!(Ok(format!("{node:?}")), any.map(|node| format!("{node:?}")), "{text}");
        true
    }

    #[test]
    fn ordinary_files_are_read() {
        let pair = r#"{"input":[[1,2,3,4,5,6,7,8,9,0],[0,0,0,0,0,0,0,0,0,0]],"output":[[0]]}"#;
        let row = format!("[{}]", vec!["7"; 30].join(","));
        let grid = format!("[{}]", vec![row.as_str(); 30].join(", "));
        for text in [
            format!(r#"{{"train": [{pair}, {pair}], "test": [{{"input": {grid}}}]}}"#),
            format!(r#"{{"train":{{"0a":{{"train":[{pair}],"test":[{pair}]}}}},"eval":{{}}}}"#),
            format!("\r\n\t [ {pair} ,\n{pair} ] "),
            format!(r#"{{"0a": [{grid}, [[1]]], "é": [], "name": "é"}}"#),
            "[{}]".to_owned(),
            "{}".to_owned(),
            pair.replace(',', "\n,").replace('[', "[ ").replace(':', " : ").replacen('{', "[{", 1) + "]",
        ] {
            assert!(agrees(&text, VALUES), "{text}");
        }
    }

    #[test]
    fn what_is_out_of_the_ordinary_is_left_to_the_other_reader() {
        let wide = format!("[[[{}]]]", vec!["7"; 31].join(","));
        let high = format!("[[{}]]", vec!["[7]"; 31].join(","));
        let both = format!("[[{}]]", vec![format!("[{}]", vec!["7"; 31].join(",")); 31].join(","));
        let long = format!("[[[{}]]]", vec!["7"; 1000].join(","));
        let many = format!("[{}]", vec!["[[1]]"; VALUES + 1].join(","));
        let ordinary = [
            "",
            " ",
            "7",
            "null",
            "[1]",
            "[null]",
            "[[]]",
            "[[[]]]",
            "[[[1],[]]]",
            "[[[1],[2,3]]]",
            "[[[10]]]",
            "[[[01]]]",
            "[[[-1]]]",
            "[[[1.0]]]",
            "[[[1e0]]]",
            "[[[1,]]]",
            "[[[,1]]]",
            "[[[1],]]",
            "[[[1]],]",
            "[[[1 2]]]",
            "[[[1]]",
            "[[[1",
            "[[[1]]] 1",
            "[[[1]]]]",
            "[[[\"1\"]]]",
            "[[[1,2,3,4,]]]",
            "[[[1;2,3,4,5]]]",
            "[[[1,2,3,:,5]]]",
            "[[[1,2,3,/,5]]]",
            "{\"a\\u0062\": []}",
            "{\"a\nb\": []}",
            "{\"a\" []}",
            "{a: []}",
            "{\"a\": 1}",
            "{\"a\": [],}",
            "{\"a\": [[[1]]]",
            "[{\"input\": null}]",
            "[{\"input\": [[1]], \"input\": [[1]]}]",
            "[{\"attempt_1\": [[1]]}]",
            "{\"a\": {\"b\": {\"c\": {}}}}",
            "[[[1\u{b}]]]",
            "[[[1\u{a0}]]]",
        ];
        for text in ordinary.into_iter().chain([&wide, &high, &both, &long, &many].map(String::as_str)) {
            assert!(parse(text, VALUES).is_none(), "{text}");
        }
        assert!(parse(&many, VALUES + 1).is_some());
    }

    /// Text that is nearly data: its pieces in any order.
    fn nearly_data() -> impl Strategy<Value = String> {
        let pieces = [
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"train\":",
            "\"input\":",
            "\"output\":",
            "1",
            "10",
            "-1",
            "2.0",
            "1,2,3,4,",
        ];
        let more = [
            "[[1]]",
            "[[]]",
            "null",
            "\"0a\":",
            "{\"input\":[[1]]}",
            "[[[0]]]",
            "\"\\u0000\"",
            " ",
            "\n",
            "1,2,3;4,",
            "é",
        ];
        vec(select(pieces.into_iter().chain(more).collect::<Vec<_>>()), 0..20).prop_map(|pieces| pieces.concat())
    }

    fn grid() -> impl Strategy<Value = String> {
        (1usize..32, 1usize..32, vec(0u8..10, 1024), select(vec![",", ", ", " ,"])).prop_map(
            |(height, width, cells, comma)| {
                let row = |row: &[u8]| format!("[{}]", row.iter().map(u8::to_string).collect::<Vec<_>>().join(comma));
                let rows: Vec<String> = cells.chunks(width).take(height).map(row).collect();
                format!("[{}]", rows.join(comma))
            },
        )
    }

    fn data() -> impl Strategy<Value = String> {
        let pair = (grid(), grid()).prop_map(|(input, output)| format!(r#"{{"input": {input}, "output": {output}}}"#));
        (vec(pair, 1..4), any::<bool>()).prop_map(|(pairs, combined)| {
            let task = format!(r#"{{"train": [{0}], "test": [{0}]}}"#, pairs.join(",\n "));
            if combined { format!(r#"{{"0a":{task}, "0b": {task}}}"#) } else { task }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn both_readers_agree_on_pieces(text in nearly_data()) {
            agrees(&text, VALUES);
        }

        #[test]
        fn both_readers_agree_on_data(text in data(), values in 1usize..40) {
            agrees(&text, values);
        }

        #[test]
        fn both_readers_agree_on_damaged_data(text in data(), damage in vec((any::<Index>(), select(b"[]{},:\"\\ 0179-.en\n/;".to_vec())), 1..4)) {
            let mut bytes = text.into_bytes();
            for (at, byte) in damage {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            agrees(&String::from_utf8_lossy(&bytes), 40);
        }

        #[test]
        fn both_readers_agree_on_data_that_is_cut(text in data(), a in any::<Index>(), b in any::<Index>()) {
            let (a, b) = (a.index(text.len()), b.index(text.len()));
            agrees(&[&text[..a.min(b)], &text[a.max(b)..]].concat(), 40);
        }
    }
}

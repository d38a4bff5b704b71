//! Outcome files, row by row. What is kept of a row is small: a hash stands for a value.

use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Which row: numbers of names in [`Names`], and the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub program: u32,
    pub task: u32,
    pub is_test: bool,
    pub index: u64,
}

impl Key {
    /// `train:0`.
    pub fn pair(self) -> String {
        format!("{}:{}", if self.is_test { "test" } else { "train" }, self.index)
    }
}

/// What came out of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Result {
    /// The hash of the value; None where the file has no values.
    Value(Option<[u8; 32]>),
    /// An exception, by the number of its name.
    Error(u32),
    /// A limit, by the number of its name.
    Limit(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub result: Result,
    pub matches: Option<bool>,
    pub address_dependent: bool,
}

/// Names with numbers in the order in which they came: files repeat them in every row.
#[derive(Default)]
pub struct Names {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
}

impl Names {
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.numbers.insert(name.to_string(), number);
        self.names.push(name.to_string());
        number
    }

    pub fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("?", String::as_str)
    }
}

/// Calls `each` for every row of a file. A row that is none ends it with a message.
pub fn read(path: &Path, names: &mut Names, mut each: impl FnMut(Key, Row)) -> std::result::Result<(), String> {
    read_json(path, |json| {
        let key = key(json, names)?;
        each(key, row(json, names)?);
        Ok(())
    })
}

/// Calls `each` for every line of a file of JSON; what it has to say about a line is said with its place.
pub fn read_json(
    path: &Path,
    mut each: impl FnMut(&Json) -> std::result::Result<(), String>,
) -> std::result::Result<(), String> {
    let shown = path.display();
    let file = File::open(path).map_err(|e| format!("{shown}: cannot be read: {e}"))?;
    if file.metadata().is_ok_and(|meta| meta.is_dir()) {
        return Err(format!("{shown}: is a folder\n  help: give a file that megabatt run --outcomes wrote"));
    }
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let n = reader.read_until(b'\n', &mut line).map_err(|e| format!("{shown}: cannot be read: {e}"))?;
        if n == 0 {
            break;
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let wrong = |what: &str| {
            format!(
                "{shown}:{number}: {what}\n  help: give files that megabatt run --outcomes wrote, whole lines of them"
            )
        };
        let json: Json = serde_json::from_slice(&line).map_err(|e| wrong(&format!("this line is not JSON: {e}")))?;
        each(&json).map_err(|what| wrong(&what))?;
    }
    Ok(())
}

fn text<'a>(json: &'a Json, name: &str) -> std::result::Result<&'a str, String> {
    let text = json.get(name).and_then(Json::as_str);
    text.ok_or_else(|| format!("this line is no outcome: it has no text \"{name}\""))
}

/// Which row a line is about.
pub fn key(json: &Json, names: &mut Names) -> std::result::Result<Key, String> {
    let is_test = match text(json, "split")? {
        "train" => false,
        "test" => true,
        other => return Err(format!("this line is no outcome: \"split\" is \"{other}\", not train or test")),
    };
    let index = json.get("index").and_then(Json::as_u64).ok_or("this line is no outcome: it has no \"index\"")?;
    let (program, task) = (names.number(text(json, "program")?), names.number(text(json, "task")?));
    Ok(Key { program, task, is_test, index })
}

fn row(json: &Json, names: &mut Names) -> std::result::Result<Row, String> {
    let result = match text(json, "outcome")? {
        "value" => Result::Value(json.get("value").map(value_hash)),
        "error" => Result::Error(names.number(text(json, "error")?)),
        "limit" => Result::Limit(names.number(text(json, "limit")?)),
        other => return Err(format!("this line is no outcome: \"outcome\" is \"{other}\", not value, error or limit")),
    };
    let flag = |name: &str| json.get(name).and_then(Json::as_bool);
    Ok(Row { result, matches: flag("match"), address_dependent: flag("address_dependent") == Some(true) })
}

/// A value that is a text is a hash already; no value of a program is a text.
fn value_hash(value: &Json) -> [u8; 32] {
    if let Some(hex) = value.as_str() {
        let byte = |i: usize| hex.get(2 * i..2 * i + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
        if let (64, Some(bytes)) = (hex.len(), (0..32).map(byte).collect::<Option<Vec<u8>>>()) {
            return bytes.try_into().unwrap_or_default();
        }
    }
    Sha256::digest(value.to_string().as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_and_its_value_are_the_same() {
        let value: Json = serde_json::from_str("[[1, 2], {\"set\": [3]}]").expect("JSON");
        let text = "[[1,2],{\"set\":[3]}]";
        let hex: String = Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(value_hash(&value), value_hash(&Json::String(hex)));
    }
}

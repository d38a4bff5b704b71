//! Reads the recorded file.

use crate::{Result, paths};
use serde::Deserialize;
use serde_json::Value as Json;
use serde_json::value::RawValue;
use std::io::Read;
use std::path::PathBuf;

/// Where the outcomes come from.
#[derive(Clone, Debug, Deserialize)]
pub struct Header {
    pub reference: String,
    pub commit: String,
    pub python: String,
    /// `hash(None)` there, which the order of sets with None depends on.
    pub none_hash: i64,
    pub functions: usize,
    pub cases: usize,
}

/// What the reference gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// The value's text.
    Value(String),
    /// The beginning of the SHA-256 of a long value's text.
    Hash(String),
    /// An exception of this class.
    Error(String),
    /// More than the order of a set depends on addresses: there is nothing to compare with.
    ByAddress,
}

/// An outcome to compare with.
#[derive(Clone, Debug)]
pub struct Expected {
    pub recorded: Recorded,
    /// Sets are compared without their order, which depends on addresses.
    pub unordered: bool,
}

/// A call, its arguments without references to the pool.
#[derive(Clone, Debug)]
pub struct Case {
    pub args: Vec<Json>,
    pub then: Option<Vec<Json>>,
    pub expected: Expected,
}

/// The recorded file.
#[derive(Debug)]
pub struct Golden {
    pub header: Header,
    pool: Vec<Json>,
    functions: Vec<Function>,
}

#[derive(Debug, Deserialize)]
struct Function {
    op: String,
    cases: Vec<Line>,
}

#[derive(Debug, Deserialize)]
struct Line {
    a: Vec<Json>,
    then: Option<Vec<Json>>,
    #[serde(default, deserialize_with = "present")]
    v: Option<Box<RawValue>>,
    h: Option<String>,
    e: Option<String>,
    varies: Option<String>,
}

/// Tells a `null` that is there from a field that is not.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(deserializer).map(Some)
}

#[derive(Deserialize)]
struct Pooled {
    pool: Json,
}

impl Golden {
    /// Reads the file that is part of this repository, or another one that `TOK_RECORDED` names.
    pub fn read() -> Result<Golden> {
        let own = || paths::repository().join("crates/conformance/tok/functions.jsonl.gz");
        let path = std::env::var_os("TOK_RECORDED").map_or_else(own, PathBuf::from);
        let packed = std::fs::File::open(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        let mut text = String::new();
        flate2::read::GzDecoder::new(packed)
            .read_to_string(&mut text)
            .map_err(|e| format!("cannot unpack {}: {e}", path.display()))?;
        Golden::parse(&text).map_err(|e| format!("{}: {e}", path.display()))
    }

    /// Reads the lines.
    pub fn parse(text: &str) -> Result<Golden> {
        let mut lines = text.lines();
        let header = lines.next().ok_or("the file is empty")?;
        let header: Header = serde_json::from_str(header).map_err(|e| format!("line 1: {e}"))?;
        let mut golden = Golden { header, pool: Vec::new(), functions: Vec::new() };
        for (n, line) in lines.enumerate() {
            let wrong = |e: serde_json::Error| format!("line {}: {e}", n + 2);
            if line.starts_with("{\"pool\"") {
                let Pooled { pool } = serde_json::from_str(line).map_err(wrong)?;
                // A value refers to those before it only, so it can be written out at once.
                let tree = golden.expand(&pool)?;
                golden.pool.push(tree);
            } else {
                golden.functions.push(serde_json::from_str(line).map_err(wrong)?);
            }
        }
        Ok(golden)
    }

    /// The functions, in the order of their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().map(|function| function.op.as_str())
    }

    /// The cases of a function.
    pub fn cases(&self, name: &str) -> Result<Vec<Case>> {
        let lines = self.functions.iter().filter(|function| function.op == name).flat_map(|function| &function.cases);
        lines.map(|line| self.case(line)).collect()
    }

    fn case(&self, line: &Line) -> Result<Case> {
        let recorded = match line {
            Line { varies: Some(how), .. } if how == "value" => Recorded::ByAddress,
            Line { e: Some(class), .. } => Recorded::Error(class.clone()),
            Line { h: Some(hash), .. } => Recorded::Hash(hash.clone()),
            Line { v: Some(value), .. } => Recorded::Value(value.get().to_string()),
            _ => return Err("a case without its outcome".to_string()),
        };
        let unordered = line.varies.is_some();
        Ok(Case {
            args: self.arguments(&line.a)?,
            then: line.then.as_ref().map(|then| self.arguments(then)).transpose()?,
            expected: Expected { recorded, unordered },
        })
    }

    fn arguments(&self, args: &[Json]) -> Result<Vec<Json>> {
        args.iter().map(|arg| if let Some(n) = arg.as_u64() { self.pooled(n) } else { Ok(arg.clone()) }).collect()
    }

    fn pooled(&self, number: u64) -> Result<Json> {
        self.pool.get(number as usize).cloned().ok_or_else(|| format!("the pool has no number {number}"))
    }

    /// A tree without references to the pool.
    fn expand(&self, tree: &Json) -> Result<Json> {
        match tree {
            Json::Array(items) => items.iter().map(|item| self.expand(item)).collect::<Result<_>>().map(Json::Array),
            Json::Object(fields) => {
                if let Some(number) = fields.get("p").and_then(Json::as_u64) {
                    return self.pooled(number);
                }
                let each = fields.iter().map(|(kind, content)| Ok((kind.clone(), self.expand(content)?)));
                each.collect::<Result<_>>().map(Json::Object)
            }
            plain => Ok(plain.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"reference":"r","commit":"c","python":"3.11","none_hash":1,"functions":1,"cases":1}"#;

    #[test]
    fn arguments_come_out_of_the_pool() {
        let text = format!(
            "{HEADER}\n{}\n{}\n{}\n",
            r#"{"pool":7}"#, r#"{"pool":{"t":[{"p":0},1]}}"#, r#"{"op":"first","cases":[{"a":[1],"v":null}]}"#
        );
        let golden = Golden::parse(&text).expect("the file is well formed");
        let cases = golden.cases("first").expect("the cases are well formed");
        assert_eq!(cases[0].args[0].to_string(), r#"{"t":[7,1]}"#);
        assert_eq!(cases[0].expected.recorded, Recorded::Value("null".to_string()));
    }

    #[test]
    fn a_missing_number_is_an_error() {
        let text = format!("{HEADER}\n{{\"op\":\"first\",\"cases\":[{{\"a\":[1],\"v\":0}}]}}\n");
        let golden = Golden::parse(&text).expect("the file is well formed");
        assert!(golden.cases("first").is_err());
    }
}

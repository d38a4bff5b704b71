//! Outcomes as text: compared as the JSON they are written in.

use crate::Result;
use megabatt_core::json;
use serde::Deserialize;
use serde_json::value::RawValue;

/// What Python or megabatt gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Compact JSON, every function written the same.
    Value(String),
    /// The name of the exception class.
    Error(String),
    /// megabatt only: the name of the limit.
    Limit(String),
    /// Python only: it did not finish.
    Capped(String),
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Value(json) => write!(f, "{json}"),
            Outcome::Error(class) => write!(f, "raises {class}"),
            Outcome::Limit(name) => write!(f, "limit: {name}"),
            Outcome::Capped(why) => write!(f, "not finished ({why})"),
        }
    }
}

/// The fields an outcome has in a line of JSON, among others.
#[derive(Deserialize)]
struct Fields<'a> {
    outcome: String,
    #[serde(borrow)]
    value: Option<&'a RawValue>,
    error: Option<String>,
    limit: Option<String>,
    capped: Option<String>,
}

impl Outcome {
    /// The outcome in a line, be it of a program or of a case.
    pub fn of_line(line: &str) -> Result<Outcome> {
        let fields: Fields = serde_json::from_str(line).map_err(|e| not_a_line(line, &e))?;
        fields.outcome().ok_or_else(|| format!("an outcome without its content: {line:.200}"))
    }

    /// A value from its JSON. A function has no value to compare, so what it calls itself is dropped.
    pub fn value(json: &str) -> Outcome {
        const FUNCTION: &str = "{\"function\":\"";
        let mut kept = String::with_capacity(json.len());
        let mut rest = json;
        while let Some(at) = rest.find(FUNCTION) {
            kept.push_str(&rest[..at + FUNCTION.len()]);
            rest = skip_string(&rest[at + FUNCTION.len()..]);
        }
        kept.push_str(rest);
        Outcome::Value(kept)
    }
}

impl From<&megabatt_exec::Outcome> for Outcome {
    fn from(outcome: &megabatt_exec::Outcome) -> Outcome {
        match outcome {
            megabatt_exec::Outcome::Value(value) => Outcome::value(&json::to_json(value)),
            megabatt_exec::Outcome::Error(class) => Outcome::Error(class.name().to_string()),
            megabatt_exec::Outcome::Limit(limit) => Outcome::Limit(limit.name().to_string()),
        }
    }
}

impl Fields<'_> {
    fn outcome(self) -> Option<Outcome> {
        match self.outcome.as_str() {
            "value" => Some(Outcome::value(self.value.map_or("null", RawValue::get))),
            "error" => self.error.map(Outcome::Error),
            "limit" => self.limit.map(Outcome::Limit),
            "capped" => self.capped.map(Outcome::Capped),
            _ => None,
        }
    }
}

fn not_a_line(line: &str, error: &serde_json::Error) -> String {
    format!("not an outcome line: {error}: {line:.200}")
}

/// What follows the rest of a JSON string, from its closing quote on.
fn skip_string(text: &str) -> &str {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !escaped => return &text[at..],
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    ""
}

/// Which program on which sample.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Key {
    pub program: String,
    pub task: String,
    pub split: String,
    pub index: usize,
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {} {}", self.program, self.task, self.split, self.index)
    }
}

/// A line of an outcomes file.
#[derive(Clone, Debug)]
pub struct Line {
    pub key: Key,
    pub outcome: Outcome,
    pub address_dependent: bool,
    pub matches: Option<bool>,
}

impl Line {
    pub fn parse(line: &str) -> Result<Line> {
        #[derive(Deserialize)]
        struct Rest {
            #[serde(default)]
            address_dependent: bool,
            #[serde(rename = "match")]
            matches: Option<bool>,
        }
        let rest: Rest = serde_json::from_str(line).map_err(|e| not_a_line(line, &e))?;
        Ok(Line {
            key: serde_json::from_str(line).map_err(|e| not_a_line(line, &e))?,
            outcome: Outcome::of_line(line)?,
            address_dependent: rest.address_dependent,
            matches: rest.matches,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_all_alike_and_nothing_else_is() {
        let value = Outcome::value(r#"[{"function":"rbind(\"x\", 1)"},{"set":[{"function":"f"}]},true]"#);
        assert_eq!(value, Outcome::Value(r#"[{"function":""},{"set":[{"function":""}]},true]"#.to_string()));
        assert_ne!(Outcome::value("1"), Outcome::value("true"));
    }

    #[test]
    fn null_is_a_value() {
        let line =
            r#"{"program":"p","task":"t","split":"train","index":0,"outcome":"value","value":null,"match":false}"#;
        assert_eq!(Line::parse(line).map(|line| line.outcome), Ok(Outcome::Value("null".to_string())));
    }
}

//! Runs recorded cases and holds what comes against what was recorded.

use super::file::{Case, Expected, Golden, Recorded};
use crate::outcome::Outcome;
use crate::{Result, cases};
use megabatt_core::Dialect;
use megabatt_cpu::{Cpu, Engine};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

/// A case that came out otherwise.
#[derive(Debug)]
pub struct Difference {
    /// Its place among the cases of the function.
    pub number: usize,
    pub case: Case,
    pub got: String,
}

/// What came of the cases of a function.
#[derive(Debug)]
pub struct Found {
    pub name: String,
    pub compared: usize,
    pub differences: Vec<Difference>,
}

/// Runs all cases of a function.
pub fn compare(golden: &Golden, name: &str, cpu: Cpu) -> Result<Found> {
    let all = golden.cases(name)?;
    let compared = all.len();
    let mut differences = Vec::new();
    for (number, case) in all.into_iter().enumerate() {
        let call = cases::Case { op: name.to_string(), args: case.args.clone(), then: case.then.clone() };
        let got = match cases::run(&call, cpu) {
            Ok((got, by_address)) if is_right(&case.expected, &got, by_address) => continue,
            Ok((got, _)) => got.to_string(),
            Err(e) => format!("nothing, the case could not be built: {e}"),
        };
        differences.push(Difference { number, case, got });
    }
    Ok(Found { name: name.to_string(), compared, differences })
}

/// A case for which the two engines charge differently.
#[derive(Debug)]
pub struct Charged {
    /// Its place among the cases of the function.
    pub number: usize,
    pub case: Case,
    /// Fuel and memory.
    pub fast: (u64, u64),
    pub reference: (u64, u64),
}

/// The cases of a function for which the two engines charge differently.
pub fn charges(golden: &Golden, name: &str) -> Result<Vec<Charged>> {
    let mut found = Vec::new();
    for (number, case) in golden.cases(name)?.into_iter().enumerate() {
        let call = cases::Case { op: name.to_string(), args: case.args.clone(), then: None };
        let charged = |engine| {
            let (row, _) = cases::run_row(&call, Cpu { dialect: Dialect::Tok, engine })?;
            Ok::<_, String>((row.fuel, row.memory))
        };
        let (fast, reference) = (charged(Engine::Fast)?, charged(Engine::Reference)?);
        if fast != reference {
            found.push(Charged { number, case, fast, reference });
        }
    }
    Ok(found)
}

/// Whether an outcome is what was recorded. Where the reference gives one thing today and another tomorrow, megabatt must
/// say that it depends on addresses.
fn is_right(expected: &Expected, got: &Outcome, by_address: bool) -> bool {
    let text = match (got, expected.unordered) {
        (Outcome::Value(text), false) => text.clone(),
        (Outcome::Value(text), true) => without_order(text),
        _ => String::new(),
    };
    match (&expected.recorded, got) {
        (Recorded::ByAddress, Outcome::Value(_) | Outcome::Error(_)) => by_address,
        (Recorded::Value(value), Outcome::Value(_)) => *value == text,
        (Recorded::Hash(hash), Outcome::Value(_)) => *hash == digest(&text, hash.len()),
        (Recorded::Error(class), Outcome::Error(got)) => class == got,
        _ => false,
    }
}

/// The first digits of the SHA-256 of a text.
fn digest(text: &str, digits: usize) -> String {
    let hex: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    hex.chars().take(digits).collect()
}

/// The text of a value with the items of its sets sorted by their texts.
fn without_order(text: &str) -> String {
    serde_json::from_str(text).map_or_else(|_| text.to_string(), |value: Json| sorted(value).to_string())
}

fn sorted(value: Json) -> Json {
    match value {
        Json::Array(items) => items.into_iter().map(sorted).collect(),
        Json::Object(fields) => {
            let is_set = fields.contains_key("set");
            let in_order = |value: Json| match sorted(value) {
                Json::Array(mut items) if is_set => {
                    items.sort_by_cached_key(Json::to_string);
                    Json::Array(items)
                }
                other => other,
            };
            fields.into_iter().map(|(name, value)| (name, in_order(value))).collect()
        }
        plain => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(recorded: Recorded, unordered: bool) -> Expected {
        Expected { recorded, unordered }
    }

    #[test]
    fn order_counts_unless_it_depends_on_addresses() {
        let value = || Recorded::Value(r#"{"set":[1,2]}"#.to_string());
        let turned = Outcome::value(r#"{"set":[2,1]}"#);
        assert!(!is_right(&expected(value(), false), &turned, true));
        assert!(is_right(&expected(value(), true), &turned, false));
        assert!(!is_right(&expected(value(), true), &Outcome::value("[2,1]"), true));
    }

    #[test]
    fn long_values_are_compared_by_their_hash() {
        let hash = Recorded::Hash("6b86b273ff34".to_string()); // of "1"
        assert!(is_right(&expected(hash.clone(), false), &Outcome::value("1"), false));
        assert!(!is_right(&expected(hash.clone(), false), &Outcome::value("true"), false));
        assert!(!is_right(&expected(hash, false), &Outcome::Limit("fuel".to_string()), false));
    }

    #[test]
    fn what_varies_must_be_flagged() {
        assert!(is_right(&expected(Recorded::ByAddress, true), &Outcome::value("1"), true));
        assert!(!is_right(&expected(Recorded::ByAddress, true), &Outcome::value("1"), false));
    }
}

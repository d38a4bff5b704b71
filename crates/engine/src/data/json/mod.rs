//! JSON text into the outline of a data file.

mod grid;
mod lenient;
mod node;
mod plain;

pub(super) use grid::{GridFault, GridReader, GridSlot};
pub(super) use lenient::{Any, Kind, Read};
pub(super) use node::{Allowance, Item, Node, RawPair};

use super::problem::{Complaint, Place};
use node::NodeReader;
use serde::de::DeserializeSeed;

/// Reads a whole file. Fails only on what is not JSON at all, or on more than `values` values.
pub(super) fn parse(text: &str, values: usize) -> Result<Node, Complaint> {
    plain::parse(text, values).map_or_else(|| parse_any(text, values), Ok)
}

/// [`parse`] for whatever the text is.
fn parse_any(text: &str, values: usize) -> Result<Node, Complaint> {
    parse_with(text, values, NodeReader { depth: 0, allowance: &Allowance::new(values) })
}

/// Reads a whole file with a reader of its own.
pub(super) fn parse_with<'de, R: Read<'de>>(text: &'de str, values: usize, reader: R) -> Result<R::Out, Complaint> {
    let mut json = serde_json::Deserializer::from_str(text);
    Any(reader)
        .deserialize(&mut json)
        .and_then(|node| json.end().map(|()| node))
        .map_err(|error| complaint(&error, values))
}

fn complaint(error: &serde_json::Error, values: usize) -> Complaint {
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    let complaint = if error.is_eof() {
        Complaint::new(
            format!("the JSON stops in the middle ({said})"),
            "the file looks cut off; copy or download it again",
        )
    } else if said == node::TOO_MANY {
        Complaint::new(
            format!("the file holds more than {values} pairs, grids and keys"),
            "split it into several files and give them all",
        )
    } else {
        Complaint::new(
            format!("this is not valid JSON ({said})"),
            "mend the file at this place, or copy or download it again",
        )
    };
    Complaint { place: Some(Place::Text { line: error.line(), column: error.column() }), ..complaint }
}

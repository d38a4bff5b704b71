//! What a pipeline gives for a grid.

use crate::object_info::ObjectInfo;
use megabatt_core::json::write_json_while;
use megabatt_core::{Arc, Exception, Grid, Limit, Value};
use megabatt_exec::Outcome;

/// What a pipeline gives for one grid: the same as in Python, wherever it was worked out.
#[derive(Clone, Debug)]
pub enum Row {
    Grid(Grid),
    /// A number, a colour, a set, a tuple …: whatever is no grid.
    Value(Value),
    /// A set of objects as a table, in the order in which Python walks it; only where tables were asked for
    /// ([`crate::Pipeline::with_tables`]).
    Objects(Vec<ObjectInfo>),
    /// The exception Python would have raised.
    Error(Exception),
    /// A limit of megabatt's.
    Limit(Limit),
}

impl Row {
    /// The value, if there is one and it is no table.
    pub fn value(&self) -> Option<Value> {
        match self {
            Row::Grid(grid) => Some(Value::grid(grid.clone())),
            Row::Value(value) => Some(value.clone()),
            Row::Objects(_) | Row::Error(_) | Row::Limit(_) => None,
        }
    }

    pub fn grid(&self) -> Option<&Grid> {
        match self {
            Row::Grid(grid) => Some(grid),
            _ => None,
        }
    }

    /// The number, if it is one: a count, a colour.
    pub fn number(&self) -> Option<i64> {
        match self {
            Row::Value(Value::Int(n)) => Some(*n),
            _ => None,
        }
    }

    /// Whether the two are the same in every respect that shows, set order included.
    pub fn is_same(&self, other: &Row) -> bool {
        match (self, other) {
            (Row::Grid(a), Row::Grid(b)) => a == b,
            (Row::Value(Value::Int(a)), Row::Value(Value::Int(b))) => a == b,
            (Row::Objects(a), Row::Objects(b)) => a == b,
            _ => self.text() == other.text(),
        }
    }

    /// Appends the fields of a line of JSON, as outcome files have them, without the braces.
    pub fn write_fields(&self, out: &mut String) {
        self.write_fields_while(out, &mut |_| true);
    }

    /// The same; of a large value `go_on` gets the text so far every now and then: it may take it away, and says whether more is
    /// wanted. False if it was not, and then the fields are not whole.
    pub fn write_fields_while(&self, out: &mut String, go_on: &mut dyn FnMut(&mut String) -> bool) -> bool {
        match self {
            Row::Error(e) => out.push_str(&format!("\"outcome\":\"error\",\"error\":\"{}\"", e.name())),
            Row::Limit(l) => out.push_str(&format!("\"outcome\":\"limit\",\"limit\":\"{}\"", l.name())),
            Row::Objects(objects) => {
                let objects: Vec<String> = objects.iter().map(ObjectInfo::json).collect();
                out.push_str(&format!("\"outcome\":\"value\",\"objects\":[{}]", objects.join(",")));
            }
            Row::Grid(_) | Row::Value(_) => {
                out.push_str("\"outcome\":\"value\",\"value\":");
                if let Some(value) = self.value() {
                    return write_json_while(&value, out, go_on);
                }
            }
        }
        true
    }

    /// All of it as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write_fields(&mut text);
        text
    }
}

impl From<Outcome> for Row {
    fn from(outcome: Outcome) -> Row {
        match outcome {
            Outcome::Value(Value::Grid(grid)) => {
                Row::Grid(Arc::try_unwrap(grid).unwrap_or_else(|shared| (*shared).clone()))
            }
            // A small grid may be a tuple of rows.
            Outcome::Value(value) => Grid::from_value(&value).map_or(Row::Value(value), Row::Grid),
            Outcome::Error(e) => Row::Error(e),
            Outcome::Limit(l) => Row::Limit(l),
        }
    }
}

/// A grid as people have it: by itself, or shared.
pub trait Input: Sync {
    fn grid(&self) -> &Grid;

    /// The grid as a program gets it.
    fn value(&self) -> Value;
}

impl Input for Grid {
    fn grid(&self) -> &Grid {
        self
    }

    fn value(&self) -> Value {
        Value::grid(self.clone())
    }
}

impl Input for Arc<Grid> {
    fn grid(&self) -> &Grid {
        self
    }

    fn value(&self) -> Value {
        Value::Grid(self.clone())
    }
}

impl<I: Input> Input for &I {
    fn grid(&self) -> &Grid {
        (*self).grid()
    }

    fn value(&self) -> Value {
        (*self).value()
    }
}

//! Builds arguments from the expression trees that `python/trees.py` describes.

use crate::Result;
use megabatt_core::{Arc, Dialect, Fail, Grid, Set, SetBuilder, Value, py};
use megabatt_cpu::{Engine, Machine};
use megabatt_exec::{Cancel, Limits};
use serde_json::Value as Json;

/// Builds values; calls inside trees run on its machine.
pub struct Trees {
    dialect: Dialect,
    machine: Machine,
    nans: u64,
}

impl Trees {
    pub fn new(dialect: Dialect, engine: Engine) -> Trees {
        Trees { dialect, machine: Machine::new(dialect, engine, &Limits::default(), &Cancel::new()), nans: 0 }
    }

    /// The arguments of a call, built from left to right.
    pub fn arguments(&mut self, trees: &[Json]) -> Result<Vec<Value>> {
        let mut built = Vec::with_capacity(trees.len());
        for (k, tree) in trees.iter().enumerate() {
            built.push(self.build(tree, &built).map_err(|e| format!("argument {k}: {e}"))?);
        }
        Ok(built)
    }

    /// A nan that is the same as no other: in Python each `float("nan")` is an object of its own.
    fn nan_of_its_own(&mut self) -> f64 {
        self.nans += 1;
        f64::from_bits(f64::NAN.to_bits() + self.nans)
    }

    /// The value of a tree; `arguments` are those already built.
    pub fn build(&mut self, tree: &Json, arguments: &[Value]) -> Result<Value> {
        let object = match tree {
            Json::Null => return Ok(Value::None),
            Json::Bool(b) => return Ok(Value::Bool(*b)),
            Json::Number(n) => return n.as_i64().map(Value::Int).ok_or_else(|| format!("{n} is no i64")),
            Json::Object(object) => object,
            other => return Err(format!("no such tree: {other}")),
        };
        let (kind, content) = object.iter().next().ok_or("an empty tree")?;
        match kind.as_str() {
            "t" => Value::tuple(self.items(content, arguments)?).map_err(fail),
            "g" => self.grid(content),
            "s" => Set::from_items(self.items(content, arguments)?).map(Value::set).map_err(fail),
            "copy" => {
                let mut copy = SetBuilder::new();
                match self.build(content, arguments)? {
                    Value::Set(set) => copy.merge(&set),
                    other => {
                        for item in py::iter(&other).map_err(fail)? {
                            copy.add(item);
                        }
                    }
                }
                copy.finish_copy().map(Value::set).map_err(fail)
            }
            "or" | "and" | "sub" | "xor" => {
                let items = self.items(content, arguments)?;
                let [left, right] = items.as_slice() else { return Err("an operator takes two sets".to_string()) };
                operator(kind, &set(left)?, &set(right)?).map(Value::set)
            }
            "op" => operation(self.dialect, content.as_str().unwrap_or_default()),
            "float" => {
                let text = content.as_str().unwrap_or_default();
                let float: f64 = text.parse().map_err(|_| format!("no float: {text}"))?;
                Ok(Value::Float(if float.is_nan() { self.nan_of_its_own() } else { float }))
            }
            "same" => {
                let k = content.as_u64().unwrap_or(u64::MAX) as usize;
                arguments.get(k).cloned().ok_or_else(|| format!("no argument {k}"))
            }
            "call" => {
                let items = self.items(content, arguments)?;
                let (function, args) = items.split_first().ok_or("a call of nothing")?;
                let args: Vec<&Value> = args.iter().collect();
                self.machine.call(function, &args).map_err(fail)
            }
            other => Err(format!("no such tree: {other}")),
        }
    }

    fn items(&mut self, trees: &Json, arguments: &[Value]) -> Result<Vec<Value>> {
        let trees = trees.as_array().ok_or("a tree without its list")?;
        trees.iter().map(|tree| self.build(tree, arguments)).collect()
    }

    /// A grid in its compact form if it has one, else the tuple of tuples that it is.
    fn grid(&mut self, rows: &Json) -> Result<Value> {
        let rows: Vec<Vec<Value>> = rows
            .as_array()
            .ok_or("a grid without rows")?
            .iter()
            .map(|row| self.items(row, &[]))
            .collect::<Result<_>>()?;
        let small = |v: &Value| if let Value::Int(n) = v { i8::try_from(*n).ok() } else { None };
        let cells: Option<Vec<Vec<i8>>> = rows.iter().map(|row| row.iter().map(small).collect()).collect();
        if let Some(grid) = cells.and_then(|cells| Grid::from_rows(&cells)) {
            return Ok(Value::grid(grid));
        }
        let rows: Vec<Value> =
            rows.into_iter().map(Value::tuple).collect::<std::result::Result<_, _>>().map_err(fail)?;
        Value::tuple(rows).map_err(fail)
    }
}

/// An operation of the dialect as a value.
pub fn operation(dialect: Dialect, name: &str) -> Result<Value> {
    let found = dialect.has_operation(name).then(|| dialect.value(name)).flatten();
    found.ok_or_else(|| format!("no operation {name}"))
}

/// `left | right` and its kin.
pub fn operator(name: &str, left: &Arc<Set>, right: &Arc<Set>) -> Result<Set> {
    match name {
        "or" => Set::union(left, right),
        "and" => Set::intersection(left, right),
        "sub" => Set::difference(left, right),
        "xor" => Set::symmetric_difference(left, right),
        other => return Err(format!("no such operator: {other}")),
    }
    .map_err(fail)
}

/// The set a value is.
pub fn set(value: &Value) -> Result<Arc<Set>> {
    match value {
        Value::Set(set) => Ok(set.clone()),
        other => Err(format!("{other:?} is no set")),
    }
}

pub fn fail(fail: Fail) -> String {
    match fail {
        Fail::Raise(e) => format!("raises {}", e.name()),
        Fail::Limit(l) => format!("limit: {}", l.name()),
    }
}

//! The CPU's reference, called operation by operation.

use megabatt_core::{Dialect, Grid, Op, Value};
use megabatt_cpu::{Engine, Machine};
use megabatt_exec::{Cancel, Limits};

/// The reference.
pub struct Reference {
    machine: Machine,
}

impl Reference {
    pub fn new(dialect: Dialect) -> Reference {
        Reference { machine: Machine::new(dialect, Engine::Reference, &Limits::default(), &Cancel::new()) }
    }

    /// What an operation gives; None if it raises.
    ///
    /// # Panics
    /// If there is no operation of this name.
    pub fn call(&mut self, name: &str, args: &[Value]) -> Option<Value> {
        let op = Op::from_name(name).unwrap_or_else(|| panic!("no operation is called {name}"));
        self.machine.call(&Value::Op(op), &args.iter().collect::<Vec<_>>()).ok()
    }
}

/// The grid that a value is, if it is one.
pub fn as_grid(value: &Value) -> Option<Grid> {
    match value {
        Value::Grid(grid) => Some((**grid).clone()),
        other => Grid::from_value(other),
    }
}

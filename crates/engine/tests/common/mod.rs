//! What tests of batteries share.

use megabatt_core::{Dialect, json};
use megabatt_cpu::{Cpu, Engine};
use megabatt_exec::{Outcome, RowResult};
use std::path::{Path, PathBuf};

pub const CPU: Cpu = Cpu { dialect: Dialect::Arc, engine: Engine::Fast };

/// A file of the demo.
pub fn demo(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo").join(file)
}

/// All of a result that must be the same.
pub fn words(result: &RowResult) -> String {
    let outcome = match &result.outcome {
        Outcome::Value(value) => json::to_json(value),
        Outcome::Error(error) => error.name().to_string(),
        Outcome::Limit(limit) => format!("limit {}", limit.name()),
    };
    format!("{outcome} fuel {} memory {} {}", result.fuel, result.memory, result.address_dependent)
}

//! What the tests of batches share: devices without a GPU, and grids.

#![allow(dead_code, reason = "each test file uses some of it")]

pub mod scripted;

use megabatt_batch::{Backend, Dialect, Options, Pipeline, Results, Runner};
use megabatt_core::Grid;
use megabatt_cuda::device::SharedDevice;
use megabatt_cuda_emulator::EmulatedDevice;
use std::sync::Arc;

pub fn emulated() -> SharedDevice {
    Arc::new(EmulatedDevice::new(64 << 20, 7))
}

pub fn options(rows_at_once: Option<usize>) -> Options {
    Options { backend: Backend::Cuda, rows_at_once, ..Options::default() }
}

pub fn pipeline(text: &str, dialect: Dialect) -> Pipeline {
    Pipeline::parse(text, dialect).unwrap_or_else(|error| panic!("{}", error.render()))
}

pub fn on_cpu(pipeline: &Pipeline, grids: &[Grid]) -> Results {
    let options = Options { backend: Backend::Cpu, ..Options::default() };
    Runner::new(options).expect("the CPU is there").run(pipeline, grids)
}

pub fn texts(results: &Results) -> Vec<String> {
    results.rows.iter().map(megabatt_batch::Row::text).collect()
}

/// # Panics
/// If the two differ, with the first row that does.
pub fn assert_same(what: &str, wanted: &Results, got: &Results, grids: &[Grid]) {
    assert_eq!(wanted.rows.len(), got.rows.len(), "{what}");
    for (n, (wanted, got)) in texts(wanted).iter().zip(texts(got)).enumerate() {
        assert_eq!(*wanted, got, "{what}, row {n}: {:?}", grids[n]);
    }
}

//! Whole programs on a device: a warp runs one program on one sample.
//!
//! The kernel is the machine of `megabatt-cpu` once more, with lanes where that has loops: it calls functions, makes values in
//! memory of its own, remembers how sets were made and works out their order when somebody looks. Rows that it does not
//! finish exactly (an order it does not know, a form of an operation it does not have, a value or a run that grows too large)
//! it leaves to the CPU, with the reason.

pub mod abi;
mod bytes;
mod code;
mod outcome;
mod runner;
mod settings;
mod words;

pub use abi::Reason;
pub use code::Programs;
pub use outcome::{Fate, RowOutcome};
pub use runner::{OnDevice, Took};
pub use settings::Settings;
pub use words::OF_FILE;

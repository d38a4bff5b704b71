//! Devices, as a scheduler sees them.
//!
//! [`Device`] is the little that batches need: memory, copies and launches on streams, and times. There are [`cuda`], the
//! emulator in its own crate, and whatever a test makes up: wrapping a device and failing now and then is a page of code.

pub mod buffer;
pub mod cuda;
mod cuda_kernels;

pub use buffer::{DeviceBuffer, HostBuffer};

use crate::abi::Block;
use std::sync::Arc;

/// The kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kernel {
    PipelineSmall,
    PipelineLarge,
    ObjectsSmall,
    ObjectsLarge,
    TurnSmall,
    PartsSmall,
    PartsLarge,
    Programs,
}

impl Kernel {
    pub const ALL: [Kernel; 8] = [
        Kernel::PipelineSmall,
        Kernel::PipelineLarge,
        Kernel::ObjectsSmall,
        Kernel::ObjectsLarge,
        Kernel::TurnSmall,
        Kernel::PartsSmall,
        Kernel::PartsLarge,
        Kernel::Programs,
    ];

    /// Its name in PTX, and that of the kernel file it is in.
    pub const fn name(self) -> &'static str {
        match self {
            Kernel::PipelineSmall => "pipeline_small",
            Kernel::PipelineLarge => "pipeline_large",
            Kernel::ObjectsSmall => "objects_small",
            Kernel::ObjectsLarge => "objects_large",
            Kernel::TurnSmall => "turn_small",
            Kernel::PartsSmall => "parts_small",
            Kernel::PartsLarge => "parts_large",
            Kernel::Programs => "programs",
        }
    }

    /// Warps of a block.
    pub const fn warps_in_block(self) -> u32 {
        match self {
            Kernel::ObjectsLarge => 1,
            Kernel::TurnSmall => 8,
            _ => 4,
        }
    }
}

/// What a device is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Its number among the devices of its kind.
    pub ordinal: usize,
    pub name: String,
    /// Major and minor.
    pub compute_capability: (u32, u32),
    /// The CUDA version of the driver, major and minor.
    pub driver: (u32, u32),
    pub total_memory: usize,
    pub multiprocessors: u32,
    /// Whether kernels may read and write pinned host memory.
    pub maps_host_memory: bool,
}

/// What went wrong with a device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    #[error("no CUDA driver was found: install NVIDIA's driver, or use the CPU")]
    NoDriver,
    #[error("the driver has no device number {0}: `megabatt devices` lists those there are")]
    NoSuchDevice(usize),
    #[error("GPU {gpu} cannot be used: {why}")]
    Unfit { gpu: usize, why: String },
    #[error("out of memory on the device, or of pinned memory: {asked} bytes were asked for")]
    OutOfMemory { asked: usize },
    #[error("{what} failed on the device: {why}")]
    Failed { what: &'static str, why: String },
    #[error("{rows} rows were given where one launch takes at most {most}")]
    TooManyRows { rows: usize, most: usize },
}

pub type Result<T> = std::result::Result<T, DeviceError>;

/// A place in a device's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address(pub u64);

/// A stream of a device: what is put on it happens in order, and later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StreamId(pub u64);

/// A moment on a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EventId(pub u64);

/// What batches need of a device. All of it may be called from any thread.
///
/// The methods that move memory are unsafe, because nothing here knows what an address points to or how long it lives;
/// [`DeviceBuffer`], [`HostBuffer`] and [`crate::Lane`] do.
pub trait Device: Send + Sync {
    fn info(&self) -> &Info;

    /// Free memory, in bytes.
    fn free_memory(&self) -> Result<usize>;

    /// Makes a kernel ready, so that its first launch costs what later ones cost.
    fn prepare(&self, kernel: Kernel) -> Result<()>;

    /// Memory on the device.
    fn allocate(&self, bytes: usize) -> Result<Address>;

    /// # Safety
    /// The memory came from [`Device::allocate`] with the same size, and nothing uses it any more.
    unsafe fn release(&self, address: Address, bytes: usize);

    /// Pinned memory of the host, which copies need to be quick and not to wait; its contents are zero.
    fn allocate_host(&self, bytes: usize) -> Result<*mut u8>;

    /// # Safety
    /// The memory came from [`Device::allocate_host`] with the same size, and nothing uses it any more.
    unsafe fn release_host(&self, at: *mut u8, bytes: usize);

    fn new_stream(&self) -> Result<StreamId>;

    /// # Safety
    /// The stream came from [`Device::new_stream`] and is not used any more.
    unsafe fn release_stream(&self, stream: StreamId);

    /// Copies to the device, later.
    ///
    /// # Safety
    /// Both places hold as many bytes and stay until the stream is waited for; nobody writes to them until then.
    unsafe fn upload(&self, stream: StreamId, to: Address, from: *const u8, bytes: usize) -> Result<()>;

    /// Copies from the device, later.
    ///
    /// # Safety
    /// As for [`Device::upload`], and nobody reads the host's bytes until then.
    unsafe fn download(&self, stream: StreamId, to: *mut u8, from: Address, bytes: usize) -> Result<()>;

    /// Sets memory of the device to a byte, later.
    ///
    /// # Safety
    /// As for [`Device::upload`].
    unsafe fn fill(&self, stream: StreamId, to: Address, byte: u8, bytes: usize) -> Result<()>;

    /// Runs a kernel with so many warps, later.
    ///
    /// # Safety
    /// The arguments are those of the kernel, and all memory they name stays until the stream is waited for.
    unsafe fn launch(&self, stream: StreamId, kernel: Kernel, warps: u32, args: Block<'_>) -> Result<()>;

    /// Notes a moment on a stream, for [`Device::milliseconds`].
    fn record(&self, stream: StreamId) -> Result<EventId>;

    /// The time between two moments of one stream; waits for the later one.
    fn milliseconds(&self, from: EventId, to: EventId) -> Result<f32>;

    /// # Safety
    /// The moment came from [`Device::record`] and is not used any more.
    unsafe fn release_event(&self, event: EventId);

    /// Waits until everything on the stream is done.
    fn wait(&self, stream: StreamId) -> Result<()>;
}

/// A device that several lanes and buffers share.
pub type SharedDevice = Arc<dyn Device>;

//! A device that fails on command.

use megabatt_cuda::abi::Block;
use megabatt_cuda::device::{Address, Device, DeviceError, EventId, Info, Kernel, Result, SharedDevice, StreamId};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// When it fails.
#[derive(Clone, Copy, Debug)]
pub enum Script {
    /// Never.
    Never,
    /// Every launch.
    Launches,
    /// The launch of this number, counted from 0.
    Launch(usize),
    /// Waiting for results, every time.
    Waits,
    /// Every second upload.
    SomeUploads,
    /// From the launch of this number on, everything: the card fell off the bus.
    GoneAfter(usize),
    /// Blocks of more bytes than this are not to be had.
    NoMoreThan(usize),
    /// No stream can be made.
    Streams,
    /// Every launch says that it went well and does nothing: results are wrong.
    LaunchesOfNothing,
}

/// A device that fails on command, and is another one otherwise.
pub struct Scripted {
    inner: SharedDevice,
    info: Info,
    script: Script,
    launches: AtomicUsize,
    uploads: AtomicUsize,
    allocations: AtomicUsize,
}

impl Scripted {
    pub fn new(inner: SharedDevice, script: Script) -> Arc<Scripted> {
        let info = inner.info().clone();
        let [launches, uploads, allocations] = [0; 3].map(AtomicUsize::new);
        Arc::new(Scripted { inner, info, script, launches, uploads, allocations })
    }

    pub fn launches(&self) -> usize {
        self.launches.load(Ordering::Relaxed)
    }

    pub fn uploads(&self) -> usize {
        self.uploads.load(Ordering::Relaxed)
    }

    /// How often memory was asked for, on the device or pinned, or a stream.
    pub fn allocations(&self) -> usize {
        self.allocations.load(Ordering::Relaxed)
    }

    fn there(&self) -> Result<()> {
        match self.script {
            Script::GoneAfter(n) if self.launches() > n => Err(failure("anything")),
            _ => Ok(()),
        }
    }
}

fn failure(what: &'static str) -> DeviceError {
    DeviceError::Failed { what, why: "the script says so".into() }
}

impl Device for Scripted {
    fn info(&self) -> &Info {
        &self.info
    }

    fn free_memory(&self) -> Result<usize> {
        self.there()?;
        self.inner.free_memory()
    }

    fn prepare(&self, kernel: Kernel) -> Result<()> {
        self.there()?;
        self.inner.prepare(kernel)
    }

    fn allocate(&self, bytes: usize) -> Result<Address> {
        self.there()?;
        self.allocations.fetch_add(1, Ordering::Relaxed);
        match self.script {
            Script::NoMoreThan(most) if bytes > most => Err(DeviceError::OutOfMemory { asked: bytes }),
            _ => self.inner.allocate(bytes),
        }
    }

    unsafe fn release(&self, address: Address, bytes: usize) {
        // SAFETY: the caller's promise is the inner device's.
        unsafe { self.inner.release(address, bytes) }
    }

    fn allocate_host(&self, bytes: usize) -> Result<*mut u8> {
        self.allocations.fetch_add(1, Ordering::Relaxed);
        self.inner.allocate_host(bytes)
    }

    unsafe fn release_host(&self, at: *mut u8, bytes: usize) {
        // SAFETY: the caller's promise is the inner device's.
        unsafe { self.inner.release_host(at, bytes) }
    }

    fn new_stream(&self) -> Result<StreamId> {
        self.there()?;
        self.allocations.fetch_add(1, Ordering::Relaxed);
        match self.script {
            Script::Streams => Err(failure("making a stream")),
            _ => self.inner.new_stream(),
        }
    }

    unsafe fn release_stream(&self, stream: StreamId) {
        // SAFETY: the caller's promise is the inner device's.
        unsafe { self.inner.release_stream(stream) }
    }

    unsafe fn upload(&self, stream: StreamId, to: Address, from: *const u8, bytes: usize) -> Result<()> {
        self.there()?;
        let count = self.uploads.fetch_add(1, Ordering::Relaxed);
        if matches!(self.script, Script::SomeUploads) && count % 2 == 1 {
            return Err(failure("uploading"));
        }
        // SAFETY: the caller's promise is the inner device's.
        unsafe { self.inner.upload(stream, to, from, bytes) }
    }

    unsafe fn download(&self, stream: StreamId, to: *mut u8, from: Address, bytes: usize) -> Result<()> {
        self.there()?;
        // SAFETY: the caller's promise is the inner device's.
        unsafe { self.inner.download(stream, to, from, bytes) }
    }

    unsafe fn fill(&self, stream: StreamId, to: Address, byte: u8, bytes: usize) -> Result<()> {
        self.there()?;
        // SAFETY: the caller's promise is the inner device's.
        unsafe { self.inner.fill(stream, to, byte, bytes) }
    }

    unsafe fn launch(&self, stream: StreamId, kernel: Kernel, warps: u32, args: Block<'_>) -> Result<()> {
        let count = self.launches.fetch_add(1, Ordering::Relaxed);
        self.there()?;
        match self.script {
            Script::Launches => return Err(failure("launching a kernel")),
            Script::LaunchesOfNothing => return Ok(()),
            Script::Launch(n) if n == count => return Err(failure("launching a kernel")),
            _ => {}
        }
        // SAFETY: the caller's promise is the inner device's.
        unsafe { self.inner.launch(stream, kernel, warps, args) }
    }

    fn record(&self, stream: StreamId) -> Result<EventId> {
        self.there()?;
        self.inner.record(stream)
    }

    fn milliseconds(&self, from: EventId, to: EventId) -> Result<f32> {
        self.there()?;
        self.inner.milliseconds(from, to)
    }

    unsafe fn release_event(&self, event: EventId) {
        // SAFETY: the caller's promise is the inner device's.
        unsafe { self.inner.release_event(event) }
    }

    fn wait(&self, stream: StreamId) -> Result<()> {
        self.there()?;
        match self.script {
            Script::Waits => Err(failure("running")),
            _ => self.inner.wait(stream),
        }
    }
}

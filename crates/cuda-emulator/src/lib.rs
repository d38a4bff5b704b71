//! The CUDA kernels on the host.
//!
//! The very files of `megabatt-cuda`'s `kernels/`, compiled with the host's C++ compiler. The 32 lanes of a warp run in an order
//! that is drawn anew at every collective and, now and then, at every access to memory they share; lanes that come to
//! different collectives are an error. It is slow, and for tests only.
//!
//! [`EmulatedDevice`] does at once what a device does later, so whatever works only because of that is not found here.

use megabatt_cuda::abi::Block;
use megabatt_cuda::device::{Address, Device, DeviceError, EventId, Info, Kernel, Result, StreamId};
use megabatt_cuda::programs::Settings;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

unsafe extern "C" {
    fn megabatt_launch(name: *const c_char, args: *mut c_void, bytes: usize, warps: u32, seed: u64) -> *const c_char;
    fn megabatt_trial(name: *const c_char, out: *mut u32, synced: bool, seed: u64) -> *const c_char;
}

/// The same for whole programs in the emulator: few warps, each with little to do, because an emulated lane is slow.
pub fn eased(settings: Settings) -> Settings {
    Settings { arena_words: 1 << 16, warps: 4, output_words: 1 << 22, fuel_here: 300_000, ..settings }
}

/// Runs one of the kernels that are wrong on purpose: what its 32 lanes got, or what the emulator says.
pub fn trial(name: &str, synced: bool, seed: u64) -> std::result::Result<Vec<u32>, String> {
    let mut out = vec![0; 32];
    let name = CString::new(name).unwrap_or_default();
    // SAFETY: the name ends with a zero byte, and each of the 32 lanes writes one number at most.
    let fault = unsafe { megabatt_trial(name.as_ptr(), out.as_mut_ptr(), synced, seed) };
    if fault.is_null() {
        return Ok(out);
    }
    // SAFETY: a fault is a literal of the emulator's.
    Err(unsafe { CStr::from_ptr(fault) }.to_string_lossy().into_owned())
}

/// A device that is no device. Its memory has a limit, so that running out of it can be tried.
pub struct EmulatedDevice {
    info: Info,
    used: AtomicUsize,
    launches: AtomicU64,
    seed: u64,
}

impl EmulatedDevice {
    /// A device with so much memory, whose lanes take turns as the seed says.
    pub fn new(total_memory: usize, seed: u64) -> EmulatedDevice {
        let info = Info {
            ordinal: 0,
            name: "emulated".into(),
            compute_capability: (6, 0),
            driver: (12, 4),
            total_memory,
            multiprocessors: 1,
            maps_host_memory: false,
        };
        EmulatedDevice { info, used: AtomicUsize::new(0), launches: AtomicU64::new(0), seed }
    }

    /// As [`EmulatedDevice::new`], with kernels that read and write the host's memory themselves where that is quicker.
    pub fn mapped(total_memory: usize, seed: u64) -> EmulatedDevice {
        let mut device = EmulatedDevice::new(total_memory, seed);
        device.info.maps_host_memory = true;
        device
    }

    fn layout(bytes: usize) -> Result<Layout> {
        Layout::from_size_align(bytes.max(1), 256).map_err(|_| DeviceError::OutOfMemory { asked: bytes })
    }

    fn allocate_bytes(bytes: usize) -> Result<*mut u8> {
        // SAFETY: the layout has at least one byte.
        let at = unsafe { alloc_zeroed(EmulatedDevice::layout(bytes)?) };
        if at.is_null() { Err(DeviceError::OutOfMemory { asked: bytes }) } else { Ok(at) }
    }
}

impl Device for EmulatedDevice {
    fn info(&self) -> &Info {
        &self.info
    }

    fn free_memory(&self) -> Result<usize> {
        Ok(self.info.total_memory - self.used.load(Ordering::Relaxed))
    }

    fn prepare(&self, _kernel: Kernel) -> Result<()> {
        Ok(())
    }

    fn allocate(&self, bytes: usize) -> Result<Address> {
        let fits = |used: usize| used.checked_add(bytes).filter(|&sum| sum <= self.info.total_memory);
        if self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).is_err() {
            return Err(DeviceError::OutOfMemory { asked: bytes });
        }
        let at = EmulatedDevice::allocate_bytes(bytes)?;
        // What a device hands out is not empty.
        // SAFETY: so many bytes were just allocated.
        unsafe { std::ptr::write_bytes(at, 0xA5, bytes) };
        Ok(Address(at as u64))
    }

    unsafe fn release(&self, address: Address, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
        if let Ok(layout) = EmulatedDevice::layout(bytes) {
            // SAFETY: the caller says that `allocate` gave it for this size.
            unsafe { dealloc(address.0 as *mut u8, layout) }
        }
    }

    fn allocate_host(&self, bytes: usize) -> Result<*mut u8> {
        EmulatedDevice::allocate_bytes(bytes)
    }

    unsafe fn release_host(&self, at: *mut u8, bytes: usize) {
        if let Ok(layout) = EmulatedDevice::layout(bytes) {
            // SAFETY: the caller says that `allocate_host` gave it for this size.
            unsafe { dealloc(at, layout) }
        }
    }

    fn new_stream(&self) -> Result<StreamId> {
        Ok(StreamId(0))
    }

    unsafe fn release_stream(&self, _stream: StreamId) {}

    unsafe fn upload(&self, _stream: StreamId, to: Address, from: *const u8, bytes: usize) -> Result<()> {
        // SAFETY: the caller answers for both places.
        unsafe { std::ptr::copy_nonoverlapping(from, to.0 as *mut u8, bytes) };
        Ok(())
    }

    unsafe fn download(&self, _stream: StreamId, to: *mut u8, from: Address, bytes: usize) -> Result<()> {
        // SAFETY: the caller answers for both places.
        unsafe { std::ptr::copy_nonoverlapping(from.0 as *const u8, to, bytes) };
        Ok(())
    }

    unsafe fn fill(&self, _stream: StreamId, to: Address, byte: u8, bytes: usize) -> Result<()> {
        // SAFETY: the caller answers for the place.
        unsafe { std::ptr::write_bytes(to.0 as *mut u8, byte, bytes) };
        Ok(())
    }

    unsafe fn launch(&self, _stream: StreamId, kernel: Kernel, warps: u32, args: Block<'_>) -> Result<()> {
        let name = CString::new(kernel.name()).unwrap_or_default();
        let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(self.launches.fetch_add(1, Ordering::Relaxed));
        // SAFETY: the caller answers for the arguments; the kernel reads them only.
        let fault = unsafe { megabatt_launch(name.as_ptr(), args.address().cast_mut(), args.bytes(), warps, seed) };
        if fault.is_null() {
            return Ok(());
        }
        // SAFETY: a fault is a literal of the emulator's.
        let why = unsafe { CStr::from_ptr(fault) }.to_string_lossy().into_owned();
        Err(DeviceError::Failed { what: "running a kernel", why })
    }

    fn record(&self, _stream: StreamId) -> Result<EventId> {
        Ok(EventId(0))
    }

    fn milliseconds(&self, _from: EventId, _to: EventId) -> Result<f32> {
        Ok(0.0)
    }

    unsafe fn release_event(&self, _event: EventId) {}

    fn wait(&self, _stream: StreamId) -> Result<()> {
        Ok(())
    }
}

//! NVIDIA GPUs, through the driver's own library, which is looked for when it is first asked for.

use super::cuda_kernels::Kernels;
use super::{Address, Device, DeviceError, EventId, Info, Kernel, Result, StreamId};
use crate::abi::Block;
use crate::pool::Pool;
use cudarc::driver::sys::{self, CUdevice_attribute_enum as Attribute};
use cudarc::driver::{DriverError, result};
use std::ffi::c_void;
use std::sync::OnceLock;

/// Bytes of stack for each lane of a warp that runs programs (`MOST_NESTED` calls of the kernel's machine).
const STACK_OF_PROGRAMS: usize = 32 << 10;

/// One GPU with its primary context.
pub struct CudaDevice {
    info: Info,
    handle: sys::CUdevice,
    context: Context,
    kernels: Kernels,
    pool: Pool,
}

struct Context(sys::CUcontext);

// SAFETY: a context may be made current in any thread, and all calls here do that first.
unsafe impl Send for Context {}
// SAFETY: as above; the handle is never changed.
unsafe impl Sync for Context {}

/// What the driver said, in our words.
pub(super) fn failed(what: &'static str, error: DriverError) -> DeviceError {
    let words = error.error_string().map(|text| text.to_string_lossy().into_owned());
    DeviceError::Failed { what, why: words.unwrap_or_else(|_| format!("{:?}", error.0)) }
}

/// Loads and starts the driver, once per process.
fn driver() -> Result<()> {
    static STARTED: OnceLock<Result<()>> = OnceLock::new();
    let start = || {
        // SAFETY: this only tries to open the library.
        if !unsafe { sys::is_culib_present() } {
            return Err(DeviceError::NoDriver);
        }
        result::init().map_err(|e| failed("starting the driver", e))
    };
    // A library of this name that is not the driver lacks its functions, which the bindings answer with a panic.
    let guarded = || std::panic::catch_unwind(start).unwrap_or(Err(DeviceError::NoDriver));
    STARTED.get_or_init(guarded).clone()
}

/// How many GPUs there are.
pub fn count() -> Result<usize> {
    driver()?;
    result::device::get_count().map(|n| n.max(0) as usize).map_err(|e| failed("counting devices", e))
}

/// What GPU number `ordinal` is; starts no context, so it is quick.
pub fn info(ordinal: usize) -> Result<Info> {
    if ordinal >= count()? {
        return Err(DeviceError::NoSuchDevice(ordinal));
    }
    let handle = result::device::get(ordinal as i32).map_err(|e| failed("finding a device", e))?;
    describe(ordinal, handle).map_err(|e| failed("asking a device what it is", e))
}

fn describe(ordinal: usize, handle: sys::CUdevice) -> std::result::Result<Info, DriverError> {
    // SAFETY: the handle is of a device that is there.
    let ask = |attribute| unsafe { result::device::get_attribute(handle, attribute) }.map(|n| n.max(0) as u32);
    let mut version = 0;
    // SAFETY: the place for the answer is there.
    unsafe { sys::cuDriverGetVersion(&raw mut version) }.result()?;
    Ok(Info {
        ordinal,
        name: result::device::get_name(handle)?,
        compute_capability: (
            ask(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            ask(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        ),
        driver: (version as u32 / 1000, version as u32 % 1000 / 10),
        // SAFETY: as above.
        total_memory: unsafe { result::device::total_mem(handle) }?,
        multiprocessors: ask(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        maps_host_memory: ask(Attribute::CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING)? != 0
            && ask(Attribute::CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY)? != 0,
    })
}

impl CudaDevice {
    /// Opens GPU number `ordinal`; its context takes a fifth of a second.
    pub fn open(ordinal: usize) -> Result<CudaDevice> {
        CudaDevice::open_with(ordinal, false)
    }

    /// As [`CudaDevice::open`]; kernels come from PTX although there may be machine code, to compare the two.
    pub fn open_from_ptx(ordinal: usize) -> Result<CudaDevice> {
        CudaDevice::open_with(ordinal, true)
    }

    fn open_with(ordinal: usize, from_ptx: bool) -> Result<CudaDevice> {
        let info = info(ordinal)?;
        let handle = result::device::get(ordinal as i32).map_err(|e| failed("finding a device", e))?;
        // SAFETY: the handle is of a device that is there; the context is released in the drop.
        let context = unsafe { result::primary_ctx::retain(handle) }.map_err(|e| failed("making a context", e))?;
        let kernels = Kernels::new((!from_ptx).then_some(info.compute_capability));
        Ok(CudaDevice { info, handle, context: Context(context), kernels, pool: Pool::default() })
    }

    /// Makes the context current in this thread.
    fn enter(&self) -> Result<()> {
        // SAFETY: the context is retained as long as this device lives.
        unsafe { result::ctx::set_current(self.context.0) }.map_err(|e| failed("entering the context", e))
    }

    fn allocate_fresh(&self, bytes: usize) -> Result<u64> {
        // SAFETY: memory is handed out as bytes that somebody writes before reading.
        match unsafe { result::malloc_sync(bytes) } {
            Ok(address) => Ok(address),
            Err(e) if e.0 == sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => Err(DeviceError::OutOfMemory { asked: bytes }),
            Err(e) => Err(failed("allocating", e)),
        }
    }

    /// Gives kept memory back to the driver.
    fn trim(&self) {
        for block in self.pool.drain() {
            // SAFETY: kept blocks came from `malloc_sync` and have no user. What fails to be freed is the driver's trouble.
            let _ = unsafe { result::free_sync(block) };
        }
    }
}

impl Device for CudaDevice {
    fn info(&self) -> &Info {
        &self.info
    }

    fn free_memory(&self) -> Result<usize> {
        self.enter()?;
        result::mem_get_info().map(|(free, _)| free).map_err(|e| failed("asking for free memory", e))
    }

    fn prepare(&self, kernel: Kernel) -> Result<()> {
        self.enter()?;
        if kernel == Kernel::Programs {
            // Functions call functions there, so the driver cannot know how deep its stack gets; asked for once.
            // SAFETY: the context is current.
            let asked = unsafe { sys::cuCtxSetLimit(sys::CUlimit_enum::CU_LIMIT_STACK_SIZE, STACK_OF_PROGRAMS) };
            asked.result().map_err(|e| failed("asking for a stack", e))?;
        }
        self.kernels.function(kernel).map(drop)
    }

    fn allocate(&self, bytes: usize) -> Result<Address> {
        self.enter()?;
        let size = Pool::rounded(bytes);
        if let Some(block) = self.pool.take(size) {
            return Ok(Address(block));
        }
        self.allocate_fresh(size).map(Address).or_else(|error| match error {
            DeviceError::OutOfMemory { .. } => {
                self.trim();
                self.allocate_fresh(size).map(Address)
            }
            other => Err(other),
        })
    }

    unsafe fn release(&self, address: Address, bytes: usize) {
        self.pool.keep(Pool::rounded(bytes), address.0);
    }

    fn allocate_host(&self, bytes: usize) -> Result<*mut u8> {
        self.enter()?;
        // Portable, so that every context may use it. Not write-combined: such memory is slow to read.
        // SAFETY: the bytes are set right below.
        match unsafe { result::malloc_host(bytes, sys::CU_MEMHOSTALLOC_PORTABLE | sys::CU_MEMHOSTALLOC_DEVICEMAP) } {
            Ok(at) => {
                // SAFETY: the driver gave so many bytes.
                unsafe { std::ptr::write_bytes(at.cast::<u8>(), 0, bytes) };
                Ok(at.cast())
            }
            Err(e) if e.0 == sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => Err(DeviceError::OutOfMemory { asked: bytes }),
            Err(e) => Err(failed("pinning host memory", e)),
        }
    }

    unsafe fn release_host(&self, at: *mut u8, _bytes: usize) {
        if self.enter().is_ok() {
            // SAFETY: the caller says that it came from `allocate_host` and has no user.
            let _ = unsafe { result::free_host(at.cast()) };
        }
    }

    fn new_stream(&self) -> Result<StreamId> {
        self.enter()?;
        let stream = result::stream::create(result::stream::StreamKind::NonBlocking);
        stream.map(|s| StreamId(s as u64)).map_err(|e| failed("making a stream", e))
    }

    unsafe fn release_stream(&self, stream: StreamId) {
        if self.enter().is_ok() {
            // SAFETY: the caller says that it came from `new_stream` and has no user.
            let _ = unsafe { result::stream::destroy(stream.0 as sys::CUstream) };
        }
    }

    unsafe fn upload(&self, stream: StreamId, to: Address, from: *const u8, bytes: usize) -> Result<()> {
        self.enter()?;
        // SAFETY: the caller answers for both places and for the time until the stream is waited for.
        let done = unsafe { sys::cuMemcpyHtoDAsync_v2(to.0, from.cast::<c_void>(), bytes, stream.0 as sys::CUstream) };
        done.result().map_err(|e| failed("uploading", e))
    }

    unsafe fn download(&self, stream: StreamId, to: *mut u8, from: Address, bytes: usize) -> Result<()> {
        self.enter()?;
        // SAFETY: as for uploads.
        let done = unsafe { sys::cuMemcpyDtoHAsync_v2(to.cast::<c_void>(), from.0, bytes, stream.0 as sys::CUstream) };
        done.result().map_err(|e| failed("downloading", e))
    }

    unsafe fn fill(&self, stream: StreamId, to: Address, byte: u8, bytes: usize) -> Result<()> {
        self.enter()?;
        // SAFETY: the caller answers for the place.
        let done = unsafe { result::memset_d8_async(to.0, byte, bytes, stream.0 as sys::CUstream) };
        done.map_err(|e| failed("filling memory", e))
    }

    unsafe fn launch(&self, stream: StreamId, kernel: Kernel, warps: u32, args: Block<'_>) -> Result<()> {
        self.enter()?;
        let function = self.kernels.function(kernel)?;
        let in_block = kernel.warps_in_block();
        let blocks = warps.div_ceil(in_block).max(1);
        let mut params = [args.address().cast_mut()];
        // SAFETY: the function is of this context; the caller answers for the arguments and what they name. The driver
        // copies the arguments before it returns.
        let done = unsafe {
            result::launch_kernel(
                function,
                (blocks, 1, 1),
                (in_block * 32, 1, 1),
                0,
                stream.0 as sys::CUstream,
                &mut params,
            )
        };
        done.map_err(|e| failed("launching a kernel", e))
    }

    fn record(&self, stream: StreamId) -> Result<EventId> {
        self.enter()?;
        let event = result::event::create(sys::CUevent_flags::CU_EVENT_DEFAULT).map_err(|e| failed("timing", e))?;
        // SAFETY: the event was just made, and streams are alive while they are used.
        unsafe { result::event::record(event, stream.0 as sys::CUstream) }.map_err(|e| failed("timing", e))?;
        Ok(EventId(event as u64))
    }

    fn milliseconds(&self, from: EventId, to: EventId) -> Result<f32> {
        self.enter()?;
        let (from, to) = (from.0 as sys::CUevent, to.0 as sys::CUevent);
        // SAFETY: both came from `record` and are not released.
        let time = unsafe { result::event::synchronize(to).and_then(|()| result::event::elapsed(from, to)) };
        time.map_err(|e| failed("timing", e))
    }

    unsafe fn release_event(&self, event: EventId) {
        if self.enter().is_ok() {
            // SAFETY: the caller says that it came from `record` and has no user.
            let _ = unsafe { result::event::destroy(event.0 as sys::CUevent) };
        }
    }

    fn wait(&self, stream: StreamId) -> Result<()> {
        self.enter()?;
        // SAFETY: streams are alive while they are used.
        unsafe { result::stream::synchronize(stream.0 as sys::CUstream) }.map_err(|e| failed("running", e))
    }
}

impl Drop for CudaDevice {
    fn drop(&mut self) {
        if self.enter().is_ok() {
            self.trim();
            // SAFETY: it was retained in `open`, and all buffers and streams hold the device, so none is left.
            let _ = unsafe { result::primary_ctx::release(self.handle) };
        }
    }
}

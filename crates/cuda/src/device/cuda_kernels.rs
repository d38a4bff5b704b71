//! The kernels of one CUDA device, each loaded when it is first wanted.

use super::cuda::failed;
use super::{Kernel, Result};
use crate::ptx::{Machine, UNITS, Unit};
use cudarc::driver::{result, sys};
use std::ffi::CString;
use std::sync::OnceLock;

/// A kernel that is ready. Handles stay valid as long as the context, which outlives this.
#[derive(Clone, Copy)]
struct Ready(sys::CUfunction);

// SAFETY: the driver's function handles may be used from any thread whose current context is theirs.
unsafe impl Send for Ready {}
// SAFETY: as above; the handle is never changed.
unsafe impl Sync for Ready {}

/// A file's module.
struct Module(sys::CUmodule);

// SAFETY: module handles may be used from any thread, as functions may.
unsafe impl Send for Module {}
// SAFETY: as above.
unsafe impl Sync for Module {}

pub(super) struct Kernels {
    /// For which machine code is looked for; None to have PTX only.
    capability: Option<(u32, u32)>,
    modules: [OnceLock<Result<Module>>; UNITS.len()],
    functions: [OnceLock<Result<Ready>>; Kernel::ALL.len()],
}

impl Kernels {
    pub(super) fn new(capability: Option<(u32, u32)>) -> Kernels {
        Kernels { capability, modules: Default::default(), functions: Default::default() }
    }

    /// The function of a kernel. The device's context has to be current.
    pub(super) fn function(&self, kernel: Kernel) -> Result<sys::CUfunction> {
        let slot = &self.functions[kernel as usize];
        slot.get_or_init(|| self.find(kernel).map(Ready)).as_ref().map(|ready| ready.0).map_err(Clone::clone)
    }

    fn find(&self, kernel: Kernel) -> Result<sys::CUfunction> {
        let unit = UNITS.iter().position(|unit| unit.name == kernel.name()).unwrap_or_default();
        let module =
            self.modules[unit].get_or_init(|| load(&UNITS[unit], self.capability)).as_ref().map_err(Clone::clone)?;
        let name = CString::new(kernel.name()).unwrap_or_default();
        // SAFETY: the module was loaded and is never unloaded before the context goes.
        unsafe { result::module::get_function(module.0, name) }.map_err(|e| failed("looking up a kernel", e))
    }
}

/// Machine code if there is some for this device, else PTX, from which the driver makes it.
fn load(unit: &Unit, capability: Option<(u32, u32)>) -> Result<Module> {
    let image = capability.and_then(|capability| unit.machine_for(capability)).and_then(Machine::image);
    if let Some(image) = image
        // SAFETY: the image is whole, and the driver copies it.
        && let Ok(module) = unsafe { result::module::load_data(image.as_ptr().cast()) }
    {
        return Ok(Module(module));
    }
    // SAFETY: the image is text that ends with a zero byte and lives for ever.
    let module = unsafe { result::module::load_data(unit.text.as_ptr().cast()) };
    module.map(Module).map_err(|e| failed("loading the kernels", e))
}

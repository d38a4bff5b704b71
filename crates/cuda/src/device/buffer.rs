//! Memory that gives itself back.

use super::{Address, Result, SharedDevice};

/// Memory on a device.
pub struct DeviceBuffer {
    device: SharedDevice,
    address: Address,
    bytes: usize,
}

impl DeviceBuffer {
    pub fn new(device: &SharedDevice, bytes: usize) -> Result<DeviceBuffer> {
        let bytes = bytes.max(16);
        Ok(DeviceBuffer { device: device.clone(), address: device.allocate(bytes)?, bytes })
    }

    pub fn address(&self) -> Address {
        self.address
    }

    pub fn len(&self) -> usize {
        self.bytes
    }

    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }
}

impl Drop for DeviceBuffer {
    fn drop(&mut self) {
        // SAFETY: it was allocated in `new` with this size, and this was its only owner; lanes wait for their stream
        // before their buffers go.
        unsafe { self.device.release(self.address, self.bytes) }
    }
}

/// Pinned memory of the host.
pub struct HostBuffer {
    device: SharedDevice,
    at: *mut u8,
    bytes: usize,
}

// SAFETY: the memory is plain bytes owned by the buffer, and devices may be used from any thread.
unsafe impl Send for HostBuffer {}
// SAFETY: shared references only read.
unsafe impl Sync for HostBuffer {}

impl HostBuffer {
    pub fn new(device: &SharedDevice, bytes: usize) -> Result<HostBuffer> {
        let bytes = bytes.max(16);
        Ok(HostBuffer { device: device.clone(), at: device.allocate_host(bytes)?, bytes })
    }

    pub fn len(&self) -> usize {
        self.bytes
    }

    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the device gave so many initialised bytes, and they stay until the drop.
        unsafe { std::slice::from_raw_parts(self.at, self.bytes) }
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.at, self.bytes) }
    }

    /// So many 32-bit words from a byte on, which has to be a multiple of four.
    pub fn words(&self, from: usize, count: usize) -> &[u32] {
        let bytes = &self.bytes()[from..from + 4 * count];
        assert!(bytes.as_ptr().cast::<u32>().is_aligned(), "words start at a multiple of four");
        // SAFETY: the bytes are there, aligned, and every pattern is a u32.
        unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), count) }
    }

    /// As [`HostBuffer::words`], to write.
    pub fn words_mut(&mut self, from: usize, count: usize) -> &mut [u32] {
        let bytes = &mut self.bytes_mut()[from..from + 4 * count];
        assert!(bytes.as_ptr().cast::<u32>().is_aligned(), "words start at a multiple of four");
        // SAFETY: as above, and the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), count) }
    }

    /// Where it is, for copies and for kernels that read the host's memory.
    pub fn pointer(&self) -> *mut u8 {
        self.at
    }
}

impl Drop for HostBuffer {
    fn drop(&mut self) {
        // SAFETY: it was allocated in `new` with this size, and this was its only owner.
        unsafe { self.device.release_host(self.at, self.bytes) }
    }
}

//! Getting devices ready: at once, or in the background.

use crate::card::Card;
use megabatt_cuda::DeviceError;
use megabatt_cuda::device::{Result, SharedDevice, cuda};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// Opens GPUs.
pub struct Opened;

impl Opened {
    /// Cards for these devices, warmed up.
    pub fn cards(devices: Vec<SharedDevice>) -> Result<Vec<Card>> {
        let warmed = |device| {
            let card = Card::new(device);
            card.warm_up().map(|()| card)
        };
        devices.into_iter().map(warmed).collect()
    }

    /// Opens these GPUs (all, if none is named) and warms them up. One that is named twice is one device with two cards.
    pub fn now(gpus: &[usize]) -> Result<Vec<Card>> {
        let numbers: Vec<usize> = if gpus.is_empty() { (0..cuda::count()?).collect() } else { gpus.to_vec() };
        if numbers.is_empty() {
            return Err(DeviceError::NoSuchDevice(0));
        }
        let mut devices: Vec<(usize, SharedDevice)> = Vec::new();
        let mut named = Vec::with_capacity(numbers.len());
        for number in numbers {
            let known = devices.iter().find(|(n, _)| *n == number).map(|(_, device)| device.clone());
            let device = match known {
                Some(device) => device,
                None => {
                    let device: SharedDevice = Arc::new(cuda::CudaDevice::open(number)?);
                    devices.push((number, device.clone()));
                    device
                }
            };
            named.push(device);
        }
        Opened::cards(named)
    }
}

/// Devices on their way to being ready.
pub struct Warming {
    thread: Mutex<Option<JoinHandle<Result<Vec<Card>>>>>,
}

impl Warming {
    /// Begins to open devices, in a thread of its own.
    pub fn start(open: impl FnOnce() -> Result<Vec<Card>> + Send + 'static) -> Warming {
        let thread = std::thread::Builder::new().name("warm-up".into()).spawn(open);
        Warming { thread: Mutex::new(thread.ok()) }
    }

    /// The cards, once, when they are ready; an error if there are none.
    pub fn finished(&self) -> Option<Result<Vec<Card>>> {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if !thread.as_ref().is_some_and(JoinHandle::is_finished) {
            return None;
        }
        thread.take().map(joined)
    }

    /// As [`Warming::finished`], and waits for it.
    pub fn wait(&self) -> Result<Vec<Card>> {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        thread.map_or_else(|| Ok(Vec::new()), joined)
    }
}

fn joined(thread: JoinHandle<Result<Vec<Card>>>) -> Result<Vec<Card>> {
    let why = || "the thread that was to do it is gone".to_string();
    thread.join().unwrap_or_else(|_| Err(DeviceError::Failed { what: "warming up", why: why() }))
}

/// A process must not end while a driver is being started.
impl Drop for Warming {
    fn drop(&mut self) {
        let _ = self.wait();
    }
}

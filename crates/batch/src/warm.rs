//! Getting devices ready: at once, or in the background.

use crate::card::Card;
use crate::devices;
use megabatt_cuda::DeviceError;
use megabatt_cuda::device::{Result, SharedDevice, cuda};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// GPUs that are ready.
#[derive(Default)]
pub struct Opened {
    pub cards: Arc<[Card]>,
    /// Those that nobody named and that cannot be used, each with the reason.
    pub skipped: Vec<DeviceError>,
}

impl Opened {
    /// Opens these GPUs and warms them up, and each has to be fit; if none is named, those of all that are.
    pub fn now(gpus: &[usize]) -> Result<Opened> {
        match gpus {
            [] => Opened::fit((0..cuda::count()?).map(|number| (number, devices::open(number)))),
            named => Opened::named(named, devices::open),
        }
    }

    /// Cards for these devices, warmed up, without those that fail.
    pub fn those_of(devices: Vec<SharedDevice>) -> Result<Opened> {
        Opened::fit(devices.into_iter().map(|device| (device.info().ordinal, Ok(device))))
    }

    /// Those that can be used; there has to be one.
    fn fit(devices: impl Iterator<Item = (usize, Result<SharedDevice>)>) -> Result<Opened> {
        let (mut cards, mut skipped) = (Vec::new(), Vec::new());
        for (number, device) in devices {
            match device.and_then(warmed) {
                Ok(card) => cards.push(card),
                Err(error) => skipped.push(about(number, error)),
            }
        }
        match cards.is_empty() {
            true => Err(skipped.into_iter().next().unwrap_or(DeviceError::NoSuchDevice(0))),
            false => Ok(Opened { cards: cards.into(), skipped }),
        }
    }

    /// All of these. One that is named twice is one device with two cards.
    fn named(numbers: &[usize], open: impl Fn(usize) -> Result<SharedDevice>) -> Result<Opened> {
        let mut devices: Vec<(usize, SharedDevice)> = Vec::new();
        let mut cards = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let known = devices.iter().find(|(n, _)| *n == number).map(|(_, device)| device.clone());
            let device = known.map_or_else(|| open(number), Ok).map_err(|error| about(number, error))?;
            devices.push((number, device.clone()));
            cards.push(warmed(device).map_err(|error| about(number, error))?);
        }
        Ok(Opened { cards: cards.into(), skipped: Vec::new() })
    }
}

fn warmed(device: SharedDevice) -> Result<Card> {
    let card = Card::new(device);
    card.warm_up().map(|()| card)
}

/// Says which GPU it was, where the error does not.
fn about(gpu: usize, error: DeviceError) -> DeviceError {
    match error {
        DeviceError::NoDriver | DeviceError::NoSuchDevice(_) | DeviceError::Unfit { .. } => error,
        other => DeviceError::Unfit { gpu, why: other.to_string() },
    }
}

/// Devices on their way to being ready.
pub struct Warming {
    thread: Mutex<Option<JoinHandle<Result<Opened>>>>,
}

impl Warming {
    /// Begins to open devices, in a thread of its own.
    pub fn start(open: impl FnOnce() -> Result<Opened> + Send + 'static) -> Warming {
        let thread = std::thread::Builder::new().name("warm-up".into()).spawn(open);
        Warming { thread: Mutex::new(thread.ok()) }
    }

    /// The cards, once, when they are ready; an error if there are none.
    pub fn finished(&self) -> Option<Result<Opened>> {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if !thread.as_ref().is_some_and(JoinHandle::is_finished) {
            return None;
        }
        thread.take().map(joined)
    }

    /// As [`Warming::finished`], and waits for it.
    pub fn wait(&self) -> Result<Opened> {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        thread.map_or_else(|| Ok(Opened::default()), joined)
    }
}

fn joined(thread: JoinHandle<Result<Opened>>) -> Result<Opened> {
    let why = || "the thread that was to do it is gone".to_string();
    thread.join().unwrap_or_else(|_| Err(DeviceError::Failed { what: "warming up", why: why() }))
}

/// A process must not end while a driver is being started.
impl Drop for Warming {
    fn drop(&mut self) {
        let _ = self.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use megabatt_cuda_emulator::EmulatedDevice;

    /// The second of three cards is too old, the third fails to open.
    fn open(number: usize) -> Result<SharedDevice> {
        match number {
            0 => Ok(Arc::new(EmulatedDevice::new(64 << 20, 7))),
            1 => Err(DeviceError::Unfit { gpu: 1, why: "it is too old".into() }),
            2 => Err(DeviceError::Failed { what: "making a context", why: "it is busy".into() }),
            _ => Err(DeviceError::NoSuchDevice(number)),
        }
    }

    fn fit(numbers: &[usize]) -> Result<Opened> {
        Opened::fit(numbers.iter().map(|&number| (number, open(number))))
    }

    #[test]
    fn those_that_are_not_fit_are_skipped_unless_they_are_named() {
        let opened = fit(&[0, 1, 2]).expect("one is fit");
        assert_eq!(opened.cards.len(), 1);
        let told: Vec<String> = opened.skipped.iter().map(ToString::to_string).collect();
        assert_eq!(told[0], "GPU 1 cannot be used: it is too old");
        assert!(told[1].starts_with("GPU 2 cannot be used: ") && told[1].contains("it is busy"), "{told:?}");
        assert_eq!(fit(&[1, 2]).err().map(|e| e.to_string()), Some(told[0].clone()), "none is fit");
        assert_eq!(fit(&[]).err(), Some(DeviceError::NoSuchDevice(0)));

        let named = |numbers: &[usize]| Opened::named(numbers, open);
        assert_eq!(named(&[0, 0]).map(|opened| opened.cards.len()).ok(), Some(2));
        assert_eq!(named(&[0, 1]).err().map(|e| e.to_string()), Some(told[0].clone()));
        assert_eq!(named(&[2]).err().map(|e| e.to_string()), Some(told[1].clone()));
        assert_eq!(named(&[3]).err(), Some(DeviceError::NoSuchDevice(3)));
    }
}

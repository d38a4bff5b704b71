//! Which GPUs there are, and whether they can be used.

use crate::card::Card;
use crate::tuning::Tuning;
use megabatt_cuda::device::{DeviceError, Info, Result, SharedDevice, cuda};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The least compute capability that the kernels are made for.
const LEAST_CAPABILITY: (u32, u32) = (6, 0);
/// The least CUDA version of a driver that reads them.
const LEAST_DRIVER: (u32, u32) = (12, 4);

/// A GPU.
#[derive(Clone, Debug)]
pub struct Found {
    pub info: Info,
    /// Free memory in bytes, if it could be asked.
    pub free: Option<usize>,
    /// Why it cannot be used.
    pub trouble: Option<String>,
}

/// The GPUs there are; each is opened to see whether it works.
pub fn list() -> Result<Vec<Found>> {
    Ok((0..cuda::count()?).map(looked_at).collect())
}

/// How many GPUs the driver knows, whether they can be used or not.
pub fn count() -> Result<usize> {
    cuda::count()
}

fn looked_at(number: usize) -> Found {
    let tried = open(number).and_then(|device| {
        let card = Card::new(device.clone());
        card.load_kernels()?;
        card.load_tables()?;
        device.free_memory()
    });
    let info = cuda::info(number).unwrap_or_else(|_| unknown(number));
    match tried {
        Ok(free) => Found { info, free: Some(free), trouble: None },
        Err(DeviceError::Unfit { why, .. }) => Found { info, free: None, trouble: Some(why) },
        Err(error) => Found { info, free: None, trouble: Some(error.to_string()) },
    }
}

/// A card that does not even say what it is.
fn unknown(ordinal: usize) -> Info {
    Info {
        ordinal,
        name: "unknown".into(),
        compute_capability: (0, 0),
        driver: (0, 0),
        total_memory: 0,
        multiprocessors: 0,
        maps_host_memory: false,
    }
}

fn unfit(info: &Info) -> Option<String> {
    let said = |(major, minor): (u32, u32)| format!("{major}.{minor}");
    if info.compute_capability < LEAST_CAPABILITY {
        return Some(format!(
            "its compute capability is {}, and {} is needed (Pascal or later)",
            said(info.compute_capability),
            said(LEAST_CAPABILITY)
        ));
    }
    (info.driver < LEAST_DRIVER).then(|| {
        format!("its driver knows CUDA {}, and {} is needed: update it", said(info.driver), said(LEAST_DRIVER))
    })
}

/// All that is known as a document: what [`list`] gave, and what was measured.
pub fn json(found: &Result<Vec<Found>>, tuning: &Tuning) -> Value {
    let (gpus, error) = match found {
        Ok(all) => (all.iter().map(|device| one(device, tuning)).collect(), Value::Null),
        Err(error) => (Vec::new(), json!(error.to_string())),
    };
    json!({ "gpus": gpus, "error": error })
}

fn one(found: &Found, tuning: &Tuning) -> Value {
    let info = &found.info;
    json!({
        "number": info.ordinal,
        "name": info.name,
        "compute_capability": format!("{}.{}", info.compute_capability.0, info.compute_capability.1),
        "driver_cuda": format!("{}.{}", info.driver.0, info.driver.1),
        "multiprocessors": info.multiprocessors,
        "memory_bytes": info.total_memory,
        "free_bytes": found.free,
        "usable": found.trouble.is_none(),
        "why_not": found.trouble,
        "least_grids": tuning.get(info).map(|points| {
            let least = points.iter().map(|(family, points)| (family.name().to_string(), json!(Tuning::least(points))));
            least.collect::<Map<_, _>>()
        }),
    })
}

/// Opens a GPU if it is fit for the kernels: all who open one do it here, so they agree on which can be used.
pub fn open(number: usize) -> Result<SharedDevice> {
    let info = cuda::info(number)?;
    if let Some(why) = unfit(&info) {
        return Err(DeviceError::Unfit { gpu: number, why });
    }
    Ok(Arc::new(cuda::CudaDevice::open(number)?))
}

/// Opens the first GPU that can be used.
pub fn open_first() -> Result<SharedDevice> {
    let mut trouble = DeviceError::NoSuchDevice(0);
    for number in 0..cuda::count()? {
        match open(number) {
            Ok(device) => return Ok(device),
            Err(error) if number == 0 => trouble = error,
            Err(_) => {}
        }
    }
    Err(trouble)
}

/// What it took to get a GPU ready.
#[derive(Clone, Copy, Debug)]
pub struct Readied {
    /// Finding the driver and making a context.
    pub context: Duration,
    /// Making machine code of all kernels, or finding it in the driver's cache.
    pub kernels: Duration,
    /// Making and uploading the tables that objects need.
    pub tables: Duration,
    /// Getting memory for ordinary batches.
    pub lanes: Duration,
}

/// Opens a GPU and gets everything ready, as [`Card::warm_up`] does.
pub fn ready(number: usize) -> Result<(Card, Readied)> {
    let (device, context) = timed(|| open(number))?;
    let card = Card::new(device);
    let ((), kernels) = timed(|| card.load_kernels())?;
    let ((), tables) = timed(|| card.load_tables())?;
    let ((), lanes) = timed(|| card.make_lanes())?;
    Ok((card, Readied { context, kernels, tables, lanes }))
}

fn timed<T>(does: impl FnOnce() -> Result<T>) -> Result<(T, Duration)> {
    let start = Instant::now();
    does().map(|made| (made, start.elapsed()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_cards_and_drivers_are_told_why_not() {
        let info = |compute_capability, driver| Info {
            ordinal: 0,
            name: "a card".into(),
            compute_capability,
            driver,
            total_memory: 1,
            multiprocessors: 1,
            maps_host_memory: true,
        };
        assert_eq!(unfit(&info((6, 0), (12, 4))), None);
        assert_eq!(unfit(&info((9, 0), (13, 0))), None);
        assert!(unfit(&info((5, 2), (12, 4))).is_some_and(|why| why.contains("5.2")));
        assert!(unfit(&info((9, 0), (12, 2))).is_some_and(|why| why.contains("update")));
    }
}

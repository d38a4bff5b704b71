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
    (0..cuda::count()?).map(|number| cuda::info(number).map(looked_at)).collect()
}

fn looked_at(info: Info) -> Found {
    if let Some(trouble) = unfit(&info) {
        return Found { info, free: None, trouble: Some(trouble) };
    }
    let tried = cuda::CudaDevice::open(info.ordinal).and_then(|device| {
        let device: SharedDevice = Arc::new(device);
        Card::new(device.clone()).warm_up()?;
        device.free_memory()
    });
    match tried {
        Ok(free) => Found { info, free: Some(free), trouble: None },
        Err(error) => Found { info, free: None, trouble: Some(error.to_string()) },
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

/// Opens a GPU that can be used.
pub fn open(number: usize) -> Result<SharedDevice> {
    let info = cuda::info(number)?;
    if let Some(why) = unfit(&info) {
        return Err(DeviceError::Failed { what: "using a GPU", why });
    }
    Ok(Arc::new(cuda::CudaDevice::open(number)?))
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
}

/// Opens a GPU and loads everything it needs.
pub fn ready(number: usize) -> Result<(SharedDevice, Readied)> {
    let start = Instant::now();
    let device: SharedDevice = Arc::new(cuda::CudaDevice::open(number)?);
    let context = start.elapsed();
    let start = Instant::now();
    let card = Card::new(device.clone());
    card.load_kernels()?;
    let kernels = start.elapsed();
    let start = Instant::now();
    card.warm_up()?;
    Ok((device, Readied { context, kernels, tables: start.elapsed() }))
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

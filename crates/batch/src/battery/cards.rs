//! Which cards are to take part in a battery, and from when on.

use super::{BatteryOptions, CardBattery, OpenCard, TICKS_HERE};
use crate::devices;
use megabatt_core::{Dialect, Op, Value};
use megabatt_cuda::device::DeviceError;
use megabatt_exec::{Limits, Prepared};
use std::time::Duration;

/// If no card was asked for, threads work alone for this long, and then have to have this much to go.
const PATIENCE: (Duration, Duration) = (Duration::from_millis(300), Duration::from_millis(1_500));

/// Cards that are to take part.
pub struct Cards {
    open: Vec<OpenCard>,
    patience: Option<(Duration, Duration)>,
    off: Vec<Op>,
    profile: bool,
}

impl Cards {
    /// Those with these numbers, from the start. They are meant, so one that cannot be used is told before anything runs.
    pub fn named(numbers: &[usize]) -> Result<Cards, DeviceError> {
        let opened = numbers.iter().map(|&number| devices::open(number)).collect::<Result<Vec<_>, _>>()?;
        let open = opened.into_iter().map(|device| -> OpenCard { Box::new(|| Ok(device)) }).collect();
        Ok(Cards { open, patience: None, off: Vec::new(), profile: false })
    }

    /// The first that can be used, once the threads have shown that they have long to go; it is not even looked for before.
    pub fn if_worth_it() -> Cards {
        Cards { open: vec![Box::new(devices::open_first)], patience: Some(PATIENCE), off: Vec::new(), profile: false }
    }

    /// The same without these operations.
    pub fn without(self, off: Vec<Op>) -> Cards {
        Cards { off, ..self }
    }

    /// The same; whether it is to be told what operations take.
    pub fn profiled(self, profile: bool) -> Cards {
        Cards { profile, ..self }
    }

    /// A battery in which they take part. The samples are all that will be run, the same values in about this order.
    pub fn take<'a>(
        self,
        cpu: Box<dyn Prepared + 'a>,
        samples: Vec<Value>,
        dialect: Dialect,
        limits: &Limits,
    ) -> CardBattery<'a> {
        let Cards { open, patience, off, profile } = self;
        let options =
            BatteryOptions { dialect, limits: *limits, off, patience, samples: None, profile, ticks_here: TICKS_HERE };
        CardBattery::new(cpu, samples, open, options)
    }
}

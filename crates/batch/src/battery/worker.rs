//! One card's part of a battery.

use super::ahead::{Ahead, Rows};
use super::{BatteryOptions, OpenCard};
use megabatt_core::Code;
use megabatt_cuda::device::{DeviceError, SharedDevice};
use megabatt_cuda::programs::{Fate, OnDevice, Programs, RowOutcome, Settings};
use megabatt_exec::{Outcome, RowResult};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Lanes of a card: while one's results are read, the other's rows run, and a long row of one does not hold up the other.
const LANES: usize = 2;
/// After so many failures a card is left alone.
const MOST_FAILURES: usize = 3;
/// A launch has so many rows for each that runs at a time, so that few wait for the last.
const ROWS_EACH: usize = 40;

/// Where threads do no more rows of a battery a second for each multiprocessor, a card helps them. Measured on an H200 with 132 of
/// them: sixteen threads alone (120,000 rows a second) were quicker than with it (100,000), four (41,000) and two (23,000) were slower. The
/// bound lies in between; other cards were not measured.
const ROWS_A_SECOND: f64 = 300.0;
/// No card has more; threads that are quicker than such a card need not look for one.
const MOST_MULTIPROCESSORS: u32 = 200;

/// Opens the card when it is worth it, and runs samples until none is left.
pub fn work(ahead: &Ahead, codes: &[Arc<Code>], order_is_wanted: bool, options: &BatteryOptions, open: OpenCard) {
    let mut rate = 0.0;
    if let Some((alone, left)) = options.patience {
        let Some(samples) = ahead.worth_it(alone, left) else { return };
        rate = samples * codes.len() as f64;
        if declines(ahead, rate, MOST_MULTIPROCESSORS) {
            return;
        }
    }
    if ahead.is_stopped() {
        return;
    }
    let device = match open() {
        Ok(device) => device,
        // Most machines have none.
        Err(DeviceError::NoDriver | DeviceError::NoSuchDevice(_)) => {
            return ahead.decline("no GPU was found".to_string());
        }
        Err(why) => return ahead.give_back(&[], why.to_string()),
    };
    if declines(ahead, rate, device.info().multiprocessors) {
        return;
    }
    std::thread::scope(|scope| {
        for _ in 0..LANES {
            scope.spawn(|| {
                if let Err(why) = lane(ahead, codes, order_is_wanted, options, &device) {
                    ahead.give_back(&[], why);
                }
            });
        }
    });
}

/// Whether threads that do so many rows a second are quicker than a card with so many multiprocessors; then that is told.
fn declines(ahead: &Ahead, rate: f64, multiprocessors: u32) -> bool {
    let quicker = rate > ROWS_A_SECOND * f64::from(multiprocessors);
    if quicker {
        ahead
            .decline(format!("the threads do {rate:.0} rows a second, which is more than a card is worth waiting for"));
    }
    quicker
}

fn settings(device: &SharedDevice, order_is_wanted: bool, options: &BatteryOptions) -> Result<Settings, String> {
    let free = device.free_memory().map_err(|e| e.to_string())?;
    let mut settings = Settings::for_device(options.dialect, device.info().multiprocessors, free / LANES);
    settings.warps = (settings.warps / LANES as u32).max(4);
    settings.fuel = options.limits.fuel;
    settings.memory = options.limits.memory;
    settings.order_is_wanted = order_is_wanted;
    settings.profile = options.profile;
    options.off.iter().for_each(|&op| settings.switch_off(op));
    Ok(settings)
}

fn lane(
    ahead: &Ahead,
    codes: &[Arc<Code>],
    order_is_wanted: bool,
    options: &BatteryOptions,
    device: &SharedDevice,
) -> Result<(), String> {
    let settings = settings(device, order_is_wanted, options)?;
    let programs = Programs::new(codes.iter().map(|code| &**code), options.dialect);
    let takes = (0..codes.len()).filter(|&n| programs.takes(n)).count();
    let mut on_device = OnDevice::new(device, programs, settings).map_err(|e| e.to_string())?;
    let name = device.info().name.clone();
    ahead.finish(std::iter::empty(), |report| {
        report.programs = takes;
        if !report.cards.contains(&name) {
            report.cards.push(name);
        }
    });
    if takes == 0 {
        return Ok(());
    }
    let fill = (settings.warps as usize * ROWS_EACH).div_ceil(takes);
    let most = options.samples.unwrap_or(fill.max(1));
    let mut failures = 0;
    loop {
        let claimed = ahead.claim(most);
        if claimed.is_empty() {
            return Ok(());
        }
        let start = Instant::now();
        let samples: Vec<_> = claimed.iter().map(|&n| ahead.sample(n).clone()).collect();
        let rows: Vec<(u32, u32)> = (0..samples.len() as u32)
            .flat_map(|sample| (0..codes.len() as u32).map(move |program| (program, sample)))
            .collect();
        match on_device.run(&samples, &rows) {
            Ok(outcomes) => {
                let whole = start.elapsed();
                finish(ahead, &claimed, codes.len(), outcomes, whole, &on_device);
            }
            Err(error) => {
                failures += 1;
                ahead.give_back(&claimed, error.to_string());
                if failures == MOST_FAILURES {
                    return Ok(());
                }
            }
        }
    }
}

fn finish(
    ahead: &Ahead,
    claimed: &[usize],
    programs: usize,
    outcomes: Vec<RowOutcome>,
    whole: Duration,
    on_device: &OnDevice,
) {
    let count = outcomes.len();
    let each = whole / count.max(1) as u32;
    let mut left = BTreeMap::new();
    let mut outcomes = outcomes.into_iter();
    let samples: Vec<(usize, Rows)> = claimed
        .iter()
        .map(|&number| {
            let rows = outcomes.by_ref().take(programs).map(|outcome| {
                if let Fate::Left(reason, op) = outcome.fate {
                    *left.entry((reason, op)).or_insert(0) += 1;
                }
                result(outcome, each)
            });
            (number, rows.collect())
        })
        .collect();
    let (kernels, took) = (Duration::from_secs_f32(on_device.kernel_ms() / 1e3), on_device.took());
    ahead.finish(samples.into_iter(), |report| {
        report.rows += count;
        report.launches += 1;
        report.kernels += kernels;
        report.whole += whole;
        report.add_took(took);
        for (key, count) in left {
            *report.left.entry(key).or_default() += count;
        }
    });
}

fn result(outcome: RowOutcome, time: Duration) -> Option<RowResult> {
    let (fuel, memory) = (outcome.fuel, outcome.memory);
    let outcome = match outcome.fate {
        Fate::Value(value) => Outcome::Value(value),
        Fate::Raised(exception) => Outcome::Error(exception),
        Fate::Left(..) => return None,
    };
    // Rows whose outcome depends on addresses are never finished on a card.
    Some(RowResult { outcome, address_dependent: false, fuel, memory, time })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_threads_do_without_a_card() {
        let ahead = Ahead::new(Vec::new());
        assert!(!declines(&ahead, 20_000.0, 132), "two or three cores are glad of it");
        assert_eq!(ahead.report().declined, None);
        assert!(declines(&ahead, 120_000.0, 132), "sixteen cores are quicker");
        assert!(ahead.report().declined.is_some_and(|why| why.contains("120000 rows a second")));
        assert!(declines(&ahead, 20_000.0, 40), "and a small card has to be quicker than fewer");
    }
}

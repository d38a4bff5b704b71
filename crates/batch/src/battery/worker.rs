//! One card's part of a battery.

use super::ahead::{Ahead, Rows};
use super::shares::OfCard;
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
/// A launch has at least and at most so many rows for each that runs at a time.
const ROWS_EACH: (usize, usize) = (6, 40);
/// What a launch is to take: long, so that few warps wait for the last of its rows; not too long, since threads come for them.
const LAUNCH: Duration = Duration::from_millis(150);

/// Where threads do no more rows of a battery a second for each multiprocessor, a card helps them. Measured on an H200 with 132 of
/// them: sixteen threads, which do 188,000 to 203,000 rows a second alone, take 11 to 19 % less time with it. Quicker threads and other
/// cards were not measured.
const ROWS_A_SECOND: f64 = 1_800.0;
/// No card has more; threads that are quicker than such a card need not look for one.
const MOST_MULTIPROCESSORS: u32 = 200;

/// Opens the card when it is worth it, and runs samples until none is left.
pub fn work(ahead: &Ahead, codes: &[Arc<Code>], order_is_wanted: bool, options: &BatteryOptions, open: OpenCard) {
    let programs = Programs::new(codes.iter().map(|code| &**code), options.dialect);
    if !(0..codes.len()).any(|program| programs.takes(program)) {
        return ahead.decline("no program of it is for GPUs".to_string());
    }
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
    settings.ticks_here = options.ticks_here;
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
    let could: Vec<usize> = (0..codes.len()).filter(|&n| programs.takes(n)).collect();
    let mut on_device = OnDevice::new(device, programs, settings).map_err(|e| e.to_string())?;
    let name = device.info().name.clone();
    ahead.finish(std::iter::empty(), |report| {
        report.programs = could.len();
        if !report.cards.contains(&name) {
            report.cards.push(name);
        }
    });
    let mut failures = 0;
    let mut launch = LAUNCH;
    loop {
        let of_card = ahead.shares().of_card(&could);
        let part = Part::new(&of_card.programs, codes.len());
        if part.programs.is_empty() {
            return Ok(());
        }
        let most = options.samples.unwrap_or_else(|| samples_of_launch(&of_card, settings.warps));
        let mut claimed = ahead.claim(most, launch, &part.others);
        if claimed.is_empty() {
            return Ok(());
        }
        // Those with much to do first.
        claimed.sort_by_key(|&n| std::cmp::Reverse(ahead.sample(n).weight()));
        let start = Instant::now();
        let samples: Vec<_> = claimed.iter().map(|&n| ahead.sample(n).clone()).collect();
        match on_device.run(&samples, &part.rows(samples.len())) {
            Ok(outcomes) => {
                launch = start.elapsed();
                finish(ahead, &claimed, &part, outcomes, launch, &on_device);
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

/// How many samples a launch has: as many as take the time it is to take, if that is known, and enough to give all warps something to do.
fn samples_of_launch(of_card: &OfCard, warps: u32) -> usize {
    let rows = |each: usize| (warps as usize * each).div_ceil(of_card.programs.len()).max(1);
    if of_card.sample <= 0.0 {
        return rows(ROWS_EACH.0);
    }
    let in_time = LAUNCH.as_secs_f64() / (of_card.sample * LANES as f64);
    (in_time as usize).clamp(rows(ROWS_EACH.0), rows(ROWS_EACH.1))
}

/// What a card runs of its samples.
struct Part {
    programs: Vec<usize>,
    /// What threads run of them.
    others: Arc<Vec<usize>>,
}

impl Part {
    fn new(programs: &[usize], all: usize) -> Part {
        let mut here = vec![false; all];
        programs.iter().for_each(|&program| here[program] = true);
        let others = (0..all).filter(|&program| !here[program]).collect();
        Part { programs: programs.to_vec(), others: Arc::new(others) }
    }

    /// Program by program: warps that run the same one find its instructions in the same cache.
    fn rows(&self, samples: usize) -> Vec<(u32, u32)> {
        self.programs.iter().flat_map(|&p| (0..samples as u32).map(move |sample| (p as u32, sample))).collect()
    }
}

fn finish(
    ahead: &Ahead,
    claimed: &[usize],
    part: &Part,
    outcomes: Vec<RowOutcome>,
    whole: Duration,
    on_device: &OnDevice,
) {
    let count = outcomes.len();
    let each = whole / count.max(1) as u32;
    let is_left = |outcome: &RowOutcome| matches!(outcome.fate, Fate::Left(..));
    let of_program = |n: usize| part.programs[n / claimed.len()];
    let rows = outcomes.iter().enumerate().map(|(n, outcome)| (of_program(n), outcome.ticks, is_left(outcome)));
    ahead.shares().on_card(rows, whole / LANES as u32);
    let mut left = BTreeMap::new();
    let programs = part.programs.len() + part.others.len();
    let mut samples: Vec<(usize, Rows)> = claimed.iter().map(|&number| (number, vec![None; programs])).collect();
    for (n, outcome) in outcomes.into_iter().enumerate() {
        if let Fate::Left(reason, op) = outcome.fate {
            *left.entry((reason, op)).or_insert(0) += 1;
        }
        samples[n % claimed.len()].1[of_program(n)] = result(outcome, each);
    }
    let (kernels, took) = (Duration::from_secs_f32(on_device.kernel_ms() / 1e3), on_device.took());
    ahead.finish(samples.into_iter(), |report| {
        report.rows += count;
        report.programs_last = part.programs.len();
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
        let ahead = Ahead::new(Vec::new(), 0);
        assert!(!declines(&ahead, 156_000.0, 132), "sixteen cores are glad of it");
        assert_eq!(ahead.report().declined, None);
        assert!(declines(&ahead, 600_000.0, 132), "sixty are quicker");
        assert!(ahead.report().declined.is_some_and(|why| why.contains("600000 rows a second")));
        assert!(declines(&ahead, 156_000.0, 40), "and a small card has to be quicker than fewer");
    }
}

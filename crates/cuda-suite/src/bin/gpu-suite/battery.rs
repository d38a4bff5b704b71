//! A battery on all cores, and once more with the card beside them: what both take, and whether all rows are the same.
//!
//! TICKS in the environment, a list of numbers, says up to how many ticks of the clock rows stay on the card.

use crate::programs::{DIALECT, Work, listed};
use megabatt_batch::battery::{BatteryOptions, BatteryReport, CardBattery, OpenCard, TICKS_HERE};
use megabatt_core::{Value, json};
use megabatt_cpu::Cpu;
use megabatt_cuda::device::SharedDevice;
use megabatt_engine::battery::{Passes, prepare};
use megabatt_exec::{Cancel, Limits, Outcome, Prepared, RowResult};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub fn run(device: &SharedDevice, work: &Work, threads: usize, check: bool) -> Result<bool, String> {
    let cpu = Cpu { dialect: DIALECT, ..Cpu::default() };
    let ready = || prepare(&cpu, &work.programs, Passes::default(), &Limits::default());
    let rows = work.programs.len() * work.samples.len();
    let (alone, expected) = timed(&*ready(), &work.samples, threads, check);
    println!("{{\"battery\": {rows}, \"threads\": {threads}, \"cpu_ms\": {:.0}}}", alone.as_secs_f64() * 1e3);
    let mut fine = true;
    for ticks in listed("TICKS", TICKS_HERE as u32) {
        let options = BatteryOptions {
            dialect: DIALECT,
            limits: Limits::default(),
            off: Vec::new(),
            patience: None,
            samples: None,
            profile: false,
            ticks_here: ticks.into(),
        };
        let device = device.clone();
        let open: OpenCard = Box::new(move || Ok(device));
        let battery = CardBattery::new(ready(), work.samples.clone(), vec![open], options);
        let (time, found) = timed(&battery, &work.samples, threads, check);
        tell(ticks, time, &battery.report());
        let differ = expected.iter().zip(&found).filter(|(a, b)| a != b).count();
        if check {
            println!("{{\"samples_compared\": {}, \"differ\": {differ}}}", expected.len());
        }
        fine &= differ == 0;
    }
    Ok(fine)
}

fn tell(ticks: u32, time: Duration, report: &BatteryReport) {
    println!(
        "{{\"ticks_here\": {ticks}, \"with_card_ms\": {:.0}, \"rows_on_card\": {}, \"left\": {}, \"launches\": {}, \"programs_last\": {}, \"kernels_ms\": {:.0}, \"whole_ms\": {:.0}, \"waited_ms\": {:.0}, \"failures\": {:?}}}",
        time.as_secs_f64() * 1e3,
        report.rows,
        report.left(),
        report.launches,
        report.programs_last,
        report.kernels.as_secs_f64() * 1e3,
        report.whole.as_secs_f64() * 1e3,
        report.waited.as_secs_f64() * 1e3,
        report.failures
    );
}

/// Runs all samples in about their order, as `megabatt run` does, and gives what that took and a number for what each sample gave.
fn timed(battery: &dyn Prepared, samples: &[Value], threads: usize, check: bool) -> (Duration, Vec<u64>) {
    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(vec![0; samples.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(sample) = samples.get(n) else { return };
                    let rows = battery.run(std::slice::from_ref(sample), &Cancel::new(), &mut |_| {});
                    if check && let Ok(mut found) = found.lock() {
                        found[n] = number_of(&rows);
                    }
                }
            });
        }
    });
    (start.elapsed(), found.into_inner().unwrap_or_default())
}

/// Outcomes with the order of their sets, fuel and memory as one number.
fn number_of(rows: &[RowResult]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for row in rows {
        match &row.outcome {
            Outcome::Value(value) => json::to_json(value).hash(&mut hasher),
            Outcome::Error(class) => class.name().hash(&mut hasher),
            Outcome::Limit(limit) => limit.name().hash(&mut hasher),
        }
        (row.address_dependent, row.fuel, row.memory).hash(&mut hasher);
    }
    hasher.finish()
}

//! Named steps that run one after the other, with their times.

use crate::Result;
use std::time::{Duration, Instant};

/// Something that must pass.
pub struct Step {
    pub name: &'static str,
    pub what: &'static str,
    pub run: fn() -> Result<()>,
}

/// Runs the steps until one fails and prints the summary.
pub fn run(steps: &[Step]) -> Result<()> {
    let mut lines = Vec::new();
    let mut failed: Option<(&str, String)> = None;
    let started = Instant::now();
    for step in steps {
        if failed.is_some() {
            lines.push(format!("  not run  {:<14} {}", step.name, step.what));
            continue;
        }
        println!("\n== {}: {}", step.name, step.what);
        let start = Instant::now();
        let result = (step.run)();
        let time = minutes(start.elapsed());
        match result {
            Ok(()) => {
                println!("== {}: passed in {time}", step.name);
                lines.push(format!("  passed   {:<14} {time:>8}", step.name));
            }
            Err(why) => {
                println!("== {}: FAILED after {time}: {why}", step.name);
                lines.push(format!("  FAILED   {:<14} {time:>8}", step.name));
                failed = Some((step.name, why));
            }
        }
    }
    let passed = lines.iter().filter(|line| line.starts_with("  passed")).count();
    println!("\nsummary after {}\n{}", minutes(started.elapsed()), lines.join("\n"));
    println!("{passed} passed, {} failed", usize::from(failed.is_some()));
    failed.map_or(Ok(()), |(name, why)| Err(format!("{name}: {why}")))
}

fn minutes(time: Duration) -> String {
    let tenths = (time.as_secs_f64() * 10.0).round() as u64;
    match tenths / 600 {
        0 => format!("{}.{} s", tenths / 10, tenths % 10),
        m => format!("{m} m {:02} s", tenths % 600 / 10),
    }
}

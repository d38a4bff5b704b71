//! Verifiers on samples of other tasks, where most of what they were written for does not hold.
//!
//! Three verifiers of the 400 (91413438, ac0a08a4, feca6190) make grids of up to 27,000 × 27,000 cells on some samples
//! of other tasks, which Python does not survive; the seeds are chosen so that they are not among the programs. Five
//! that only take long have a part of their own, with fewer samples and more fuel than is the default. The seed in `arc`
//! is the first number whose draw has none of these eight.

use megabatt_conformance::programs::Battery;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::{Result, paths};
use std::process::ExitCode;

const SLOW: &str = "verify_447fd412,verify_3eda0437,verify_c3f564a4,verify_681b3aeb,verify_d22278a0";
const MUCH_FUEL: u64 = 1_000_000_000_000;

struct Part {
    name: &'static str,
    dialect: &'static str,
    /// `--programs N` or `--only NAMES`.
    which: [&'static str; 2],
    programs: usize,
    samples: usize,
    seed: &'static str,
    fuel: Option<u64>,
}

fn main() -> ExitCode {
    Suite::run("cross_pairs", |suite| {
        let rearc = Part {
            name: "cross pairs, rearc",
            dialect: "rearc",
            which: ["--programs", "110"],
            programs: 110,
            samples: 200,
            seed: "627",
            fuel: None,
        };
        let which = ["--only", SLOW];
        let slow = Part { name: "cross pairs, slow programs", which, programs: 5, samples: 24, seed: "slow", ..rearc };
        let which = ["--programs", "100"];
        let arc = Part { name: "cross pairs, arc", dialect: "arc", which, programs: 100, seed: "4", ..rearc };
        compare(suite, &rearc)?;
        compare(suite, &Part { fuel: Some(MUCH_FUEL), ..slow })?;
        compare(suite, &arc)
    })
}

fn compare(suite: &mut Suite, part: &Part) -> Result<()> {
    let python = suite.python.clone();
    let dir = paths::workspace(part.name)?;
    let (samples, out) = (part.samples.to_string(), dir.to_string_lossy());
    let args = ["--out", &*out, part.which[0], part.which[1], "--samples", &samples, "--seed", part.seed];
    python.run_with_packages("cross_pairs.py", args)?;
    let battery = Battery { fuel: part.fuel, ..Battery::in_folder(&dir, part.dialect, "all") };
    let expected = dir.join("expected.jsonl");
    print!("  {}", battery.run_python(&python, &expected)?);
    let mut tally = battery.compare(part.name, &expected, &python)?;
    if tally.compared != part.programs * part.samples {
        tally.complain(format!("{} rows instead of {} × {}", tally.compared, part.programs, part.samples));
    }
    suite.add(&tally, Some(&battery));
    Ok(())
}

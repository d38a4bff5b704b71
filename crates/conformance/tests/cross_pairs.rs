//! Verifiers on samples of other tasks, where most of what they were written for does not hold.
//!
//! Three verifiers of the 400 (91413438, ac0a08a4, feca6190) make grids of up to 27,000 × 27,000 cells on some samples of
//! other tasks, which Python does not survive; the seeds are chosen so that they are not among the programs. Six that
//! only take long have a part of their own, with fewer samples.

use megabatt_conformance::programs::Battery;
use megabatt_conformance::suite::Suite;
use megabatt_conformance::{Result, paths};
use std::process::ExitCode;

const SLOW: &str = "verify_447fd412,verify_3eda0437,verify_6aa20dc0,verify_c3f564a4,verify_681b3aeb,verify_d22278a0";

struct Choice {
    name: &'static str,
    dialect: &'static str,
    /// `--programs N` or `--only NAMES`, and how many programs that is.
    which: [&'static str; 2],
    programs: usize,
    samples: usize,
    seed: &'static str,
}

fn main() -> ExitCode {
    Suite::run("cross_pairs", |suite| {
        let part =
            |name, dialect, which, programs, samples, seed| Choice { name, dialect, which, programs, samples, seed };
        compare(suite, &part("cross pairs, rearc", "rearc", ["--programs", "110"], 110, 200, "627"))?;
        compare(suite, &part("cross pairs, slow programs", "rearc", ["--only", SLOW], 6, 24, "slow"))?;
        compare(suite, &part("cross pairs, arc", "arc", ["--programs", "40"], 40, 60, "15"))
    })
}

fn compare(suite: &mut Suite, choice: &Choice) -> Result<()> {
    let python = suite.python.clone();
    let dir = paths::workspace(choice.name)?;
    let (samples, out) = (choice.samples.to_string(), dir.to_string_lossy());
    let args = ["--out", &*out, choice.which[0], choice.which[1], "--samples", &samples, "--seed", choice.seed];
    python.run_with_packages("cross_pairs.py", args)?;
    let battery = Battery {
        programs: dir.join("programs.py"),
        data: dir.join("data.json"),
        dialect: choice.dialect,
        pair: "all",
        engine: "fast",
    };
    let expected = dir.join("expected.jsonl");
    print!("  {}", battery.run_python(&python, &expected)?);
    let mut tally = battery.compare(choice.name, &expected, &python)?;
    if tally.compared != choice.programs * choice.samples {
        tally.complain(format!("{} rows instead of {} × {}", tally.compared, choice.programs, choice.samples));
    }
    suite.add(&tally, Some(&battery));
    Ok(())
}

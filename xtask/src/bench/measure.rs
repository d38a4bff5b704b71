//! Runs both sides in turn.

use super::cpu_time;
use super::peak::{self, Ended};
use crate::Result;
use crate::python::Python;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program of Python's is given up after so many calls that had to be cut.
pub const CUTS: usize = 5;

/// Programs and samples to be timed.
pub struct Part {
    pub name: &'static str,
    pub title: &'static str,
    pub programs: PathBuf,
    pub data: PathBuf,
    /// Where the programs without a capped call are written.
    pub kept: PathBuf,
    pub pair: &'static str,
    /// Repetitions.
    pub ours: usize,
    pub theirs: usize,
}

/// What was measured, in seconds.
pub struct Runs {
    /// CPU time of Python's calls.
    pub python: Vec<f64>,
    /// CPU time of our whole process.
    pub process: Vec<f64>,
    /// The sum of our row times, by the clock: a busy machine shows in it.
    pub rows: Vec<f64>,
    /// What Python said about its first run.
    pub about: Value,
    /// All programs, where some were left out of the above.
    pub all: Option<All>,
}

/// What all programs took, those included that Python does not survive. Python's calls are cut after a while, so its time is known from
/// below.
pub struct All {
    pub python_at_least: f64,
    pub process: Vec<f64>,
    pub rows: Vec<f64>,
}

/// The two sides.
pub struct Side<'a> {
    pub python: &'a Python,
    pub packages: &'a Path,
    pub binary: &'a Path,
    pub cap: f64,
}

impl Side<'_> {
    /// Python goes first, because it decides which programs are left out.
    pub fn measure(&self, part: &Part) -> Result<Runs> {
        let about = self.run_python(part, &part.programs)?;
        let python = vec![number(&about, "seconds")?];
        let mut runs = Runs { python, process: vec![], rows: vec![], about, all: None };
        println!("  python   {:>9.3} s", runs.python[0]);
        for n in 0..part.ours.max(part.theirs) {
            if n < part.ours {
                runs.process.push(self.run_quietly(part, &part.kept)?);
                let summary = self.run_with_summary(part, &part.kept)?;
                runs.rows.push(number(&summary["totals"], "row_seconds")?);
                println!("  megabatt {:>9.3} s process, {:.3} s rows", runs.process[n], runs.rows[n]);
                self.compare(&runs.about, &summary["totals"])?;
            }
            if (1..part.theirs).contains(&n) {
                runs.python.push(number(&self.run_python(part, &part.kept)?, "seconds")?);
                println!("  python   {:>9.3} s", runs.python[runs.python.len() - 1]);
            }
        }
        if number(&runs.about, "programs_left_out")? > 0.0 {
            runs.all = Some(self.measure_all(part, &runs.about)?);
        }
        Ok(runs)
    }

    fn measure_all(&self, part: &Part, about: &Value) -> Result<All> {
        let python_at_least = number(about, "seconds_of_all_at_least")?;
        let mut all = All { python_at_least, process: vec![], rows: vec![] };
        println!("all programs, for which Python takes {python_at_least:.3} s at least");
        for n in 0..part.ours {
            all.process.push(self.run_quietly(part, &part.programs)?);
            let summary = self.run_with_summary(part, &part.programs)?;
            all.rows.push(number(&summary["totals"], "row_seconds")?);
            println!("  megabatt {:>9.3} s process, {:.3} s rows", all.process[n], all.rows[n]);
        }
        Ok(all)
    }

    fn run_python(&self, part: &Part, programs: &Path) -> Result<Value> {
        let mut command = self.python.script("xtask/python/time_programs.py");
        command.arg("--packages").arg(self.packages).arg("--programs").arg(programs).arg("--data").arg(&part.data);
        command.args(["--pair", part.pair, "--cap", &self.cap.to_string(), "--cuts", &CUTS.to_string()]);
        if programs != part.kept {
            command.arg("--kept").arg(&part.kept);
        }
        parsed(&mut command)
    }

    fn run_quietly(&self, part: &Part, programs: &Path) -> Result<f64> {
        let before = cpu_time::of_children();
        crate::repo::show(self.megabatt(part, programs).arg("--quiet"))?;
        Ok(cpu_time::of_children() - before)
    }

    fn run_with_summary(&self, part: &Part, programs: &Path) -> Result<Value> {
        parsed(self.megabatt(part, programs).args(["--format", "json"]))
    }

    fn megabatt(&self, part: &Part, programs: &Path) -> Command {
        let mut command = Command::new(self.binary);
        command.arg("run").arg(programs).arg("--data").arg(&part.data);
        command.args(["--split", "train", "--dialect", "rearc", "--threads", "1", "--pair", part.pair]);
        command
    }

    /// A ratio means nothing if the two did different things.
    fn compare(&self, python: &Value, ours: &Value) -> Result<()> {
        for (theirs, our) in [("calls", "runs"), ("right", "right")] {
            let (theirs, our) = (number(python, theirs)?, number(ours, our)?);
            if theirs != our {
                return Err(format!("the two sides differ: {ours} against Python's {python} ({our} and {theirs})"));
            }
        }
        Ok(())
    }
}

pub fn number(value: &Value, field: &str) -> Result<f64> {
    value[field].as_f64().ok_or_else(|| format!("no number {field:?} in {value}"))
}

/// The JSON that a command prints.
pub fn parsed(command: &mut Command) -> Result<Value> {
    parsed_with_peak(command).map(|(printed, _)| printed)
}

/// The JSON that a command prints, and the most memory it had, in bytes.
pub fn parsed_with_peak(command: &mut Command) -> Result<(Value, Option<u64>)> {
    let name = crate::repo::name(command);
    let Ended { status, printed, peak } = peak::run(command).map_err(|e| format!("{name}: {e}"))?;
    if !status.success() {
        return Err(format!("{name} ended with {status}"));
    }
    let printed = serde_json::from_slice(&printed).map_err(|e| format!("{name} printed no JSON: {e}"))?;
    Ok((printed, peak))
}

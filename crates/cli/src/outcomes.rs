//! The outcomes file: a line of JSON per program and sample, complete lines at any time.

use crate::args::ValuesArg;
use crate::stopwatch::Stopwatch;
use megabatt_core::Value;
use megabatt_core::json::{to_json, write_json};
use megabatt_engine::data::Task;
use megabatt_engine::differ::{Differs, Judged};
use megabatt_engine::run::{Digest, Record};
use megabatt_engine::score::SampleScore;
use megabatt_exec::{Cancel, Outcome, RowResult};
use sha2::{Digest as _, Sha256};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// A row whose value has become a score and text.
pub struct Finished {
    /// Its value is None, whatever it was.
    pub record: Record,
    pub score: SampleScore,
    /// What the differs said of it.
    pub judged: Vec<Judged>,
    /// Its line of the outcomes file; empty if there is none.
    line: String,
}

/// Turns records into lines, in the thread that made them.
pub struct Lines<'a, 'd> {
    /// None: there is no outcomes file.
    pub values: Option<ValuesArg>,
    pub names: &'a [String],
    pub tasks: &'a [Task],
    pub differs: Option<&'a Differs<'d>>,
    /// What making lines took, over all threads.
    pub writing: Stopwatch,
    /// What the differs took, over all threads.
    pub judging: Stopwatch,
}

impl Digest for Lines<'_, '_> {
    type Digested = Finished;

    fn digest(&self, mut record: Record, stop: &Cancel) -> Finished {
        let line = self.values.map(|values| self.writing.timed(|| self.line(&record, values))).unwrap_or_default();
        let score = SampleScore::of(&record, self.tasks);
        let judged =
            self.differs.map(|differs| self.judging.timed(|| differs.judge(&record, stop))).unwrap_or_default();
        if let Outcome::Value(value) = &mut record.result.outcome {
            *value = Value::None;
        }
        Finished { record, score, judged, line }
    }

    fn size(finished: &Finished) -> usize {
        size_of::<Finished>() + finished.line.len() + size_of_val(finished.judged.as_slice())
    }
}

/// The file.
pub struct Outcomes {
    out: BufWriter<Box<dyn Write>>,
}

impl Outcomes {
    /// Opens the file at once, so that a bad path fails before the run and not after it.
    pub fn create(path: &Path) -> io::Result<Outcomes> {
        let out: Box<dyn Write> =
            if path == Path::new("-") { Box::new(io::stdout()) } else { Box::new(File::create(path)?) };
        Ok(Outcomes { out: BufWriter::with_capacity(1 << 16, out) })
    }

    /// Appends a batch and flushes it.
    pub fn write(&mut self, batch: &[Finished]) -> io::Result<()> {
        self.write_lines(batch.iter().map(|finished| finished.line.as_str()))
    }

    /// Appends complete lines and flushes them.
    pub fn write_lines<'a>(&mut self, mut lines: impl Iterator<Item = &'a str>) -> io::Result<()> {
        lines.try_for_each(|line| self.out.write_all(line.as_bytes()))?;
        self.out.flush()
    }
}

impl Lines<'_, '_> {
    fn line(&self, record: &Record, values: ValuesArg) -> String {
        let text = |s: &str| serde_json::Value::String(s.to_string()).to_string();
        let sample = record.job.sample;
        let mut line = format!(
            "{{\"program\":{},\"task\":{},\"split\":\"{}\",\"index\":{},",
            text(&self.names[record.job.program]),
            text(&self.tasks[record.job.task].id),
            sample.section.name(),
            sample.index
        );
        push_outcome(&record.result, values, &mut line);
        line.push_str(match record.matches {
            Some(true) => "\"match\":true}\n",
            Some(false) => "\"match\":false}\n",
            None => "\"match\":null}\n",
        });
        line
    }
}

/// The fields of an outcome, each with a comma behind it.
pub fn push_outcome(result: &RowResult, values: ValuesArg, line: &mut String) {
    match &result.outcome {
        Outcome::Value(value) => {
            line.push_str("\"outcome\":\"value\",");
            match values {
                ValuesArg::Full => {
                    line.push_str("\"value\":");
                    write_json(value, line);
                    line.push(',');
                }
                ValuesArg::Hash => line.push_str(&format!("\"value\":\"{}\",", sha256(&to_json(value)))),
                ValuesArg::None => {}
            }
        }
        Outcome::Error(e) => line.push_str(&format!("\"outcome\":\"error\",\"error\":\"{}\",", e.name())),
        Outcome::Limit(l) => line.push_str(&format!("\"outcome\":\"limit\",\"limit\":\"{}\",", l.name())),
    }
    if result.address_dependent {
        line.push_str("\"address_dependent\":true,");
    }
}

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

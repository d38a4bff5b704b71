//! The lines of the outcomes file: one of JSON per program and sample.

use crate::args::ValuesArg;
use crate::stopwatch::Stopwatch;
use megabatt_core::Value;
use megabatt_core::json::write_json_while;
use megabatt_engine::data::Task;
use megabatt_engine::differ::{Differs, Judged};
use megabatt_engine::run::{Digest, Record};
use megabatt_engine::score::SampleScore;
use megabatt_exec::{Cancel, Outcome, RowResult};
use sha2::{Digest as _, Sha256};

/// A row whose value has become a score and text.
pub struct Finished {
    /// Its value is None, whatever it was.
    pub record: Record,
    pub score: SampleScore,
    /// What the differs said of it.
    pub judged: Vec<Judged>,
    /// Its line of the outcomes file; empty if there is none.
    pub line: String,
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

    /// The text of a huge value takes longer than people wait for the end of a run: a row of which it is not done by then is
    /// left out.
    fn digest(&self, mut record: Record, stop: &Cancel) -> Option<Finished> {
        let line = match self.values {
            Some(values) => self.writing.timed(|| self.line(&record, values, stop))?,
            None => String::new(),
        };
        let score = SampleScore::of(&record, self.tasks);
        let judged =
            self.differs.map(|differs| self.judging.timed(|| differs.judge(&record, stop))).unwrap_or_default();
        if let Outcome::Value(value) = &mut record.result.outcome {
            *value = Value::None;
        }
        Some(Finished { record, score, judged, line })
    }

    fn size(finished: &Finished) -> usize {
        size_of::<Finished>() + finished.line.len() + size_of_val(finished.judged.as_slice())
    }
}

impl Lines<'_, '_> {
    /// None if it was stopped before it was whole.
    fn line(&self, record: &Record, values: ValuesArg, stop: &Cancel) -> Option<String> {
        let text = |s: &str| serde_json::Value::String(s.to_string()).to_string();
        let sample = record.job.sample;
        let mut line = format!(
            "{{\"program\":{},\"task\":{},\"split\":\"{}\",\"index\":{},",
            text(&self.names[record.job.program]),
            text(&self.tasks[record.job.task].id),
            sample.section.name(),
            sample.index
        );
        push_outcome(&record.result, values, stop, &mut line)?;
        line.push_str(match record.matches {
            Some(true) => "\"match\":true}\n",
            Some(false) => "\"match\":false}\n",
            None => "\"match\":null}\n",
        });
        Some(line)
    }
}

/// The fields of an outcome, each with a comma behind it; None if it was stopped before they were whole.
pub fn push_outcome(result: &RowResult, values: ValuesArg, stop: &Cancel, line: &mut String) -> Option<()> {
    match &result.outcome {
        Outcome::Value(value) => {
            line.push_str("\"outcome\":\"value\",");
            match values {
                ValuesArg::Full => {
                    line.push_str("\"value\":");
                    make_room(value, line);
                    write_json_while(value, line, &mut |_| !stop.is_cancelled()).then_some(())?;
                    line.push(',');
                }
                ValuesArg::Hash => line.push_str(&format!("\"value\":\"{}\",", sha256(value, stop)?)),
                ValuesArg::None => {}
            }
        }
        Outcome::Error(e) => line.push_str(&format!("\"outcome\":\"error\",\"error\":\"{}\",", e.name())),
        Outcome::Limit(l) => line.push_str(&format!("\"outcome\":\"limit\",\"limit\":\"{}\",", l.name())),
    }
    if result.address_dependent {
        line.push_str("\"address_dependent\":true,");
    }
    Some(())
}

/// The text of a grid of digits has two bytes for each unit of its weight. Room for all of it at once spares copying hundreds of
/// megabytes again and again; where there is none, the text grows as it comes.
fn make_room(value: &Value, line: &mut String) {
    const MOST: u64 = 1 << 30;
    let _ = line.try_reserve(value.weight().saturating_mul(2).min(MOST) as usize + 32);
}

/// The hash of a value's text, which is never there as a whole; None if it was stopped.
fn sha256(value: &Value, stop: &Cancel) -> Option<String> {
    let (mut hash, mut rest) = (Sha256::new(), String::new());
    let whole = write_json_while(value, &mut rest, &mut |text| {
        hash.update(text.as_bytes());
        text.clear();
        !stop.is_cancelled()
    });
    hash.update(rest.as_bytes());
    whole.then(|| hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

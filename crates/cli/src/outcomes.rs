//! The outcomes file: a line of JSON per program and sample, complete lines at any time.

use crate::args::ValuesArg;
use megabatt_core::json::{to_json, write_json};
use megabatt_engine::data::Task;
use megabatt_engine::run::Record;
use megabatt_exec::Outcome;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes records as they come.
pub struct Outcomes {
    out: BufWriter<Box<dyn Write>>,
    values: ValuesArg,
}

impl Outcomes {
    /// Opens the file at once, so that a bad path fails before the run and not after it.
    pub fn create(path: &Path, values: ValuesArg) -> io::Result<Outcomes> {
        let out: Box<dyn Write> =
            if path == Path::new("-") { Box::new(io::stdout()) } else { Box::new(File::create(path)?) };
        Ok(Outcomes { out: BufWriter::with_capacity(1 << 16, out), values })
    }

    /// Appends a batch and flushes it.
    pub fn write(&mut self, records: &[Record], names: &[String], tasks: &[Task]) -> io::Result<()> {
        let mut line = String::new();
        for record in records {
            line.clear();
            self.line(record, &names[record.job.program], &tasks[record.job.task].id, &mut line);
            self.out.write_all(line.as_bytes())?;
        }
        self.out.flush()
    }

    fn line(&self, record: &Record, program: &str, task: &str, line: &mut String) {
        let text = |s: &str| serde_json::Value::String(s.to_string()).to_string();
        let sample = record.job.sample;
        line.push_str(&format!(
            "{{\"program\":{},\"task\":{},\"split\":\"{}\",\"index\":{},",
            text(program),
            text(task),
            sample.section.name(),
            sample.index
        ));
        match &record.result.outcome {
            Outcome::Value(value) => {
                line.push_str("\"outcome\":\"value\",");
                match self.values {
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
        if record.result.address_dependent {
            line.push_str("\"address_dependent\":true,");
        }
        line.push_str(match record.matches {
            Some(true) => "\"match\":true}\n",
            Some(false) => "\"match\":false}\n",
            None => "\"match\":null}\n",
        });
    }
}

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

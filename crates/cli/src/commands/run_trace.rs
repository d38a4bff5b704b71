//! `megabatt run --trace`: what happened when, in the trace event format that Perfetto and Chrome show.
//!
//! The first track has the phases and what becomes of finished batches, the others are the threads: batches, in them samples
//! and their scoring, in the samples programs. Everything is a complete event (`"ph": "X"`) in microseconds since the start.

use super::run_phases::Phase;
use super::run_recorder::{Recorded, Recorder, Span};
use crate::whole_file::WholeFile;
use megabatt_engine::data::Task;
use megabatt_engine::run::{Sample, Work};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::time::Instant;

/// The file, and the moment that its times count from.
pub struct Trace {
    file: WholeFile,
    start: Instant,
    events: usize,
}

/// What the summary says of it.
pub struct Traced {
    pub events: usize,
    /// Batches, samples and programs that there was no room for.
    pub dropped: usize,
}

/// Names for what is shown.
pub struct Names<'a> {
    pub programs: &'a [String],
    pub tasks: &'a [Task],
}

impl Trace {
    /// Makes sure, before the run, that the file can be written. One that is there is replaced.
    pub fn create(path: &Path, start: Instant) -> Result<Trace, String> {
        Ok(Trace { file: WholeFile::create(path, true)?, start, events: 0 })
    }

    /// One for each thread, so that together they keep about as many as are wanted.
    pub fn recorder(limit: usize, threads: usize) -> Recorder {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        Recorder::new(limit.div_ceil(threads))
    }

    /// Writes everything, and puts the file into its place.
    pub fn write(
        mut self,
        phases: &(Vec<Span<Phase>>, usize),
        threads: &[Recorded],
        names: &Names<'_>,
    ) -> Result<Traced, String> {
        self.file.write("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n")?;
        self.metadata("process_name", 0, "megabatt run")?;
        self.metadata("thread_name", 0, "phases")?;
        for thread in 1..=threads.len() {
            self.metadata("thread_name", thread, &format!("thread {thread}"))?;
        }
        for span in &phases.0 {
            self.span(0, "phase", span.what.name(), span, json!({}))?;
        }
        let mut dropped = phases.1;
        for (thread, recorded) in (1..).zip(threads) {
            dropped += recorded.dropped;
            for span in &recorded.batches {
                self.span(thread, "batch", &format!("batch {}", span.what), span, json!({}))?;
            }
            for span in recorded.samples.iter().chain(&recorded.rows) {
                self.work(thread, span, names)?;
            }
        }
        self.file.write(&format!("\n],\"otherData\":{{\"dropped\":{dropped}}}}}\n"))?;
        self.file.close()?;
        Ok(Traced { events: self.events, dropped })
    }

    fn work(&mut self, thread: usize, span: &Span<Work>, names: &Names<'_>) -> Result<(), String> {
        let place = |task: usize, sample: Sample| {
            format!("{} {} {}", names.tasks[task].id, sample.section.name(), sample.index)
        };
        match span.what {
            Work::Sample { task, sample } => self.span(thread, "sample", &place(task, sample), span, json!({})),
            Work::Score { task, sample } => {
                self.span(thread, "score", "score", span, json!({ "sample": place(task, sample) }))
            }
            Work::Row(job) => {
                let args = json!({ "sample": place(job.task, job.sample) });
                self.span(thread, "program", &names.programs[job.program], span, args)
            }
        }
    }

    fn metadata(&mut self, what: &str, thread: usize, name: &str) -> Result<(), String> {
        self.event(&json!({ "ph": "M", "pid": 1, "tid": thread, "name": what, "args": { "name": name } }).to_string())
    }

    fn span<T>(&mut self, thread: usize, kind: &str, name: &str, span: &Span<T>, args: Json) -> Result<(), String> {
        let start = span.start.saturating_duration_since(self.start).as_nanos();
        let (name, length) = (Json::from(name), span.duration().as_nanos());
        self.event(&format!(
            "{{\"ph\":\"X\",\"pid\":1,\"tid\":{thread},\"ts\":{},\"dur\":{},\"cat\":\"{kind}\",\"name\":{name},\"args\":{args}}}",
            microseconds(start),
            microseconds(length)
        ))
    }

    fn event(&mut self, event: &str) -> Result<(), String> {
        if self.events > 0 {
            self.file.write(",\n")?;
        }
        self.events += 1;
        self.file.write(event)
    }
}

/// All digits, so that what ends where another thing starts does so in the file.
fn microseconds(nanos: u128) -> String {
    format!("{}.{:03}", nanos / 1_000, nanos % 1_000)
}

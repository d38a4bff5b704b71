//! `megabatt run --scores`: what each program did on each task, as JSON or CSV.

use super::run_differs::DifferReport;
use crate::output::print;
use crate::whole_file::WholeFile;
use megabatt_engine::data::Task;
use megabatt_engine::score::{PairScore, Scores, Verdict};
use serde_json::json;
use std::path::Path;

/// Where the scores go and how they look.
pub struct ScoresFile {
    to: To,
    form: Form,
}

enum To {
    File(WholeFile),
    Stdout,
}

#[derive(Clone, Copy)]
enum Form {
    Json,
    Csv,
}

const COLUMNS: &str = "program,task,demos_right,demos_known,tests_right,tests_known,solves_demos,solves_all,cell_match,\
                       seconds";

impl ScoresFile {
    /// Makes sure, before the run, that the file can be written. One that is there is replaced.
    pub fn create(path: &Path) -> Result<ScoresFile, String> {
        if path == Path::new("-") {
            return Ok(ScoresFile { to: To::Stdout, form: Form::Json });
        }
        let extension = path.extension().and_then(|ext| ext.to_str()).unwrap_or_default().to_ascii_lowercase();
        let form = match extension.as_str() {
            "json" => Form::Json,
            "csv" => Form::Csv,
            _ => {
                return Err(format!(
                    "--scores {} says neither JSON nor CSV\n  help: give a name that ends in .json or .csv, or - for \
                     standard output",
                    path.display()
                ));
            }
        };
        Ok(ScoresFile { to: To::File(WholeFile::create(path, true)?), form })
    }

    pub fn write(
        self,
        scores: &Scores,
        differs: Option<&DifferReport<'_>>,
        names: &[String],
        tasks: &[Task],
    ) -> Result<(), String> {
        let text = match self.form {
            Form::Json => as_json(scores, differs, names, tasks),
            Form::Csv => as_csv(scores, differs, names, tasks),
        };
        match self.to {
            To::Stdout => {
                print(&text);
                Ok(())
            }
            To::File(mut file) => {
                file.write(&text)?;
                file.close()
            }
        }
    }
}

/// Whether demonstrations, and all samples, are solved; the latter is None where it is not known.
fn solves(pair: &PairScore, task: &Task) -> (bool, Option<bool>) {
    match pair.verdict(task) {
        Verdict::Solved => (true, Some(true)),
        Verdict::TestsUnknown => (true, None),
        Verdict::DemosOnly => (true, Some(false)),
        Verdict::Unsolved => (false, Some(false)),
    }
}

/// A list with an object a line.
fn as_json(scores: &Scores, differs: Option<&DifferReport<'_>>, names: &[String], tasks: &[Task]) -> String {
    let mut text = String::from("[");
    for (n, pair) in scores.pairs.iter().enumerate() {
        let task = &tasks[pair.task];
        let (solves_demos, solves_all) = solves(pair, task);
        let mut line = json!({
            "program": names[pair.program],
            "task": task.id,
            "demos_right": pair.demos.right,
            "demos_known": pair.demos.known,
            "tests_right": pair.tests.right,
            "tests_known": pair.tests.known,
            "solves_demos": solves_demos,
            "solves_all": solves_all,
            "cell_match": pair.cell_match().map(|share| share.as_f64()),
            "seconds": pair.time.as_secs_f64(),
        });
        if let Some(differs) = differs {
            line["differs"] = differs.of_pair(pair.program, pair.task);
        }
        text.push_str(if n == 0 { "\n" } else { ",\n" });
        text.push_str(&line.to_string());
    }
    text.push_str("\n]\n");
    text
}

fn as_csv(scores: &Scores, differs: Option<&DifferReport<'_>>, names: &[String], tasks: &[Task]) -> String {
    let more = |cells: Vec<String>| cells.iter().map(|cell| format!(",{}", field(cell))).collect::<String>();
    let mut text = format!("{COLUMNS}{}\n", differs.map_or(String::new(), |differs| more(differs.columns())));
    for pair in &scores.pairs {
        let task = &tasks[pair.task];
        let (solves_demos, solves_all) = solves(pair, task);
        text.push_str(&format!(
            "{},{},{},{},{},{},{solves_demos},{},{},{}{}\n",
            field(&names[pair.program]),
            field(&task.id),
            pair.demos.right,
            pair.demos.known,
            pair.tests.right,
            pair.tests.known,
            solves_all.map(|solves| solves.to_string()).unwrap_or_default(),
            pair.cell_match().map(|share| share.as_f64().to_string()).unwrap_or_default(),
            pair.time.as_secs_f64(),
            differs.map_or(String::new(), |differs| more(differs.cells(pair.program, pair.task))),
        ));
    }
    text
}

/// A field of CSV, in quotes if it has to be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn fields_of_csv_are_quoted_where_they_must_be() {
        assert_eq!(field("solve_1"), "solve_1");
        assert_eq!(field("a,b.py::f"), "\"a,b.py::f\"");
        assert_eq!(field("a\"b\n"), "\"a\"\"b\n\"");
    }
}

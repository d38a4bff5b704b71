//! Results as JSON: a line each, or one document.

use super::Done;
use serde_json::json;

/// A line for each row, as outcome files have them.
pub fn lines<'a>(done: &'a Done<'_>) -> impl Iterator<Item = String> + 'a {
    (0..done.rows.len()).map(|n| {
        let mut line = fields(done, n);
        line.push('\n');
        line
    })
}

fn fields(done: &Done<'_>, n: usize) -> String {
    let row = &done.rows[n];
    let task = serde_json::Value::String(row.task.clone());
    let mut line =
        format!("{{\"task\":{task},\"split\":\"{}\",\"index\":{},\"side\":\"{}\",", row.split, row.index, row.side);
    done.results.rows[n].write_fields(&mut line);
    if done.results.address_dependent.binary_search(&n).is_ok() {
        line.push_str(",\"address_dependent\":true");
    }
    line.push('}');
    line
}

/// All of it, with the pipeline and what happened on the way.
pub fn document(done: &Done<'_>, write: &mut dyn FnMut(&str) -> Result<(), String>) -> Result<(), String> {
    let report = &done.results.report;
    let about = json!({
        "pipeline": done.pipeline.text(),
        "dialect": done.pipeline.dialect().name(),
        "grids": report.rows,
        "path": report.path.name(),
        "on_devices": report.on_devices,
        "handed_back": report.handed_back,
        "failed_batches": report.failed(),
        "seconds": report.took.as_secs_f64(),
    });
    write(&format!("{{\"about\":{about},\n\"rows\":[\n"))?;
    for n in 0..done.rows.len() {
        let comma = if n + 1 < done.rows.len() { "," } else { "" };
        write(&format!("{}{comma}\n", fields(done, n)))?;
    }
    write("]}\n")
}

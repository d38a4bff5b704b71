//! Results as JSON: a line each, or one document.

use super::Done;
use serde_json::json;

/// Takes text, piece by piece.
pub type Write<'a> = &'a mut dyn FnMut(&str) -> Result<(), String>;

/// Asked whether more is wanted.
pub type GoOn<'a> = &'a mut dyn FnMut() -> bool;

/// A line for each row, as outcome files have them. False if not all were wanted; there are only whole lines then, too.
pub fn lines(done: &Done<'_>, go_on: GoOn<'_>, write: Write<'_>) -> Result<bool, String> {
    for n in 0..done.rows.len() {
        let Some(mut line) = fields(done, n, go_on) else { return Ok(false) };
        line.push('\n');
        write(&line)?;
    }
    Ok(true)
}

/// None if it was not wanted any more.
fn fields(done: &Done<'_>, n: usize, go_on: GoOn<'_>) -> Option<String> {
    if !go_on() {
        return None;
    }
    let row = &done.rows[n];
    let task = serde_json::Value::String(row.task.clone());
    let mut line =
        format!("{{\"task\":{task},\"split\":\"{}\",\"index\":{},\"side\":\"{}\",", row.split, row.index, row.side);
    done.results.rows[n].write_fields_while(&mut line, go_on).then_some(())?;
    if done.results.address_dependent.binary_search(&n).is_ok() {
        line.push_str(",\"address_dependent\":true");
    }
    line.push('}');
    Some(line)
}

/// All of it, with the pipeline and what happened on the way. False, and half a document, if not all was wanted.
pub fn document(done: &Done<'_>, go_on: GoOn<'_>, write: Write<'_>) -> Result<bool, String> {
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
        let Some(fields) = fields(done, n, go_on) else { return Ok(false) };
        write(&format!("{fields}{comma}\n"))?;
    }
    write("]}\n")?;
    Ok(true)
}

//! Results as JSON: a line each, or one document.

use super::Done;
use serde_json::json;

/// Takes text, piece by piece.
pub type Write<'a> = &'a mut dyn FnMut(&str) -> Result<(), String>;

/// Asked whether more is wanted.
pub type GoOn<'a> = &'a mut dyn FnMut() -> bool;

/// A line for each row, as outcome files have them. False if not all were wanted; there are only whole lines then, too.
pub fn lines(done: &Done<'_>, go_on: GoOn<'_>, write: Write<'_>) -> Result<bool, String> {
    let mut line = String::new();
    for n in 0..done.rows.len() {
        line.clear();
        let whole = row(done, n, go_on, &mut |text| {
            line.push_str(text);
            Ok(())
        })?;
        if !whole {
            return Ok(false);
        }
        line.push('\n');
        write(&line)?;
    }
    Ok(true)
}

/// The same lines in pieces, for a file that is thrown away if it does not become whole: a value may have half a gigabyte of
/// text, which takes seconds to write.
pub fn pieces(done: &Done<'_>, go_on: GoOn<'_>, write: Write<'_>) -> Result<bool, String> {
    for n in 0..done.rows.len() {
        if !row(done, n, go_on, write)? {
            return Ok(false);
        }
        write("\n")?;
    }
    Ok(true)
}

/// The object of a row, piece by piece. False if not all of it was wanted.
fn row(done: &Done<'_>, n: usize, go_on: GoOn<'_>, write: Write<'_>) -> Result<bool, String> {
    if !go_on() {
        return Ok(false);
    }
    let row = &done.rows[n];
    let task = serde_json::Value::String(row.task.clone());
    let mut text =
        format!("{{\"task\":{task},\"split\":\"{}\",\"index\":{},\"side\":\"{}\",", row.split, row.index, row.side);
    let mut trouble = Ok(());
    let whole = done.results.rows[n].write_fields_while(&mut text, &mut |text| {
        trouble = write(text);
        text.clear();
        trouble.is_ok() && go_on()
    });
    trouble?;
    if !whole {
        return Ok(false);
    }
    if done.results.address_dependent.binary_search(&n).is_ok() {
        text.push_str(",\"address_dependent\":true");
    }
    text.push('}');
    write(&text)?;
    Ok(true)
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
        if !row(done, n, go_on, write)? {
            return Ok(false);
        }
        write(if n + 1 < done.rows.len() { ",\n" } else { "\n" })?;
    }
    write("]}\n")?;
    Ok(true)
}

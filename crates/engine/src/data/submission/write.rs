//! A submission as JSON.

use super::outline::KEYS;
use super::{Output, Submission};
use megabatt_core::json::write_json;

/// The file of a submission, a task a line. An attempt that is not there is `null`.
pub fn submission_text(submission: &Submission) -> String {
    let mut text = String::from("{");
    for (n, entry) in submission.entries.iter().enumerate() {
        text.push_str(if n == 0 { "\n" } else { ",\n" });
        text.push_str(&serde_json::Value::from(entry.id.as_str()).to_string());
        text.push_str(":[");
        for (n, output) in entry.outputs.iter().enumerate() {
            text.push_str(if n == 0 { "" } else { "," });
            write_output(output, &mut text);
        }
        text.push(']');
    }
    text.push_str("\n}\n");
    text
}

fn write_output(output: &Output, text: &mut String) {
    for (n, (attempt, key)) in output.attempts.iter().zip(KEYS).enumerate() {
        text.push_str(if n == 0 { "{\"" } else { ",\"" });
        text.push_str(key);
        text.push_str("\":");
        match attempt.grid() {
            Some(grid) => write_json(grid, text),
            None => text.push_str("null"),
        }
    }
    text.push('}');
}

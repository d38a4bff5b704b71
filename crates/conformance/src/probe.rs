//! Asks Python whether the rows that ended at one of megabatt's limits were at that border.

use crate::Result;
use crate::python::Python;
use crate::tally::Tally;
use crate::verdict::Border;
use std::ffi::OsString;

/// From here on a limit is accepted; a little below 900 because profiling sees fewer frames than CPython counts.
const NEAR_RECURSION_LIMIT: u32 = 850;

#[derive(serde::Deserialize)]
struct Seen {
    big: bool,
    depth: u32,
}

/// Settles all unconfirmed rows of a tally. `context` names the dialect and, for programs, their files.
pub fn settle(tally: &mut Tally, python: &Python, context: &[OsString]) -> Result<()> {
    let rows = std::mem::take(&mut tally.unconfirmed);
    if rows.is_empty() {
        return Ok(());
    }
    let input: String = rows.iter().flat_map(|(_, mismatch)| [mismatch.row.as_str(), "\n"]).collect();
    let mut args: Vec<OsString> = vec!["--packages".into(), python.packages.clone().into()];
    args.extend_from_slice(context);
    let output = python.run_with_input("probe.py", args, &input)?;
    for ((border, mismatch), line) in rows.into_iter().zip(output.lines()) {
        let seen: Seen = serde_json::from_str(line).map_err(|e| format!("probe.py: {e}"))?;
        let allowed = match border {
            Border::Int => seen.big,
            Border::Recursion => seen.depth >= NEAR_RECURSION_LIMIT,
        };
        tally.confirm(mismatch, allowed);
    }
    Ok(())
}

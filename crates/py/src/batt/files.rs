//! A batt file among those that were given, and the file of its calls.

use crate::errors::ProgramError;
use crate::programs::{Files, Loaded, texts, told};
use megabatt_core::Dialect;
use megabatt_lang::Diagnostic;
use megabatt_lang::batt::{self, Batt, Calls, Names, Solution, is_batt, is_call_file};
use pyo3::prelude::*;

/// What was found.
pub struct Found {
    pub batt: Batt,
    pub calls: Option<Calls>,
}

/// The batt, if one of the files is a batt file. It comes alone, or with the file of its calls.
pub fn recognise(files: &Files) -> PyResult<Option<Found>> {
    let Some(at) = files.iter().position(|(_, text)| is_batt(text)) else { return Ok(None) };
    let (name, text) = &files[at];
    let others: Vec<_> = files.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, file)| file).collect();
    let calls = match others[..] {
        [] => None,
        [(name, text)] if is_call_file(text) => Some(batt::parse_calls(name, text).map_err(|e| refused(&e))?),
        _ => {
            return Err(ProgramError::new_err(format!(
                "{name} is a batt file and comes alone, or with the file of its calls, as in mb.load([\"batt.py\", \
                 \"batt_call.py\"])"
            )));
        }
    };
    let batt = batt::parse_batt(name, text).map_err(|errors| refused(&errors))?;
    if batt.candidates.is_empty() && batt.scores.is_empty() {
        return Err(ProgramError::new_err(format!("{name} appends nothing to `o` or `s`, so there is nothing to run")));
    }
    Ok(Some(Found { batt, calls }))
}

fn refused(errors: &[Diagnostic]) -> PyErr {
    ProgramError::new_err(errors.iter().map(told).collect::<Vec<_>>().join("\n"))
}

impl Found {
    /// The candidates as programs of (S, I, C), and what is odd about the files. One that cannot be put together from the file
    /// of calls is put together from the batt.
    pub fn candidates(&self, files: &Files) -> Loaded {
        let mut diagnostics: Vec<String> = self.batt.warnings.iter().map(told).collect();
        diagnostics.extend(self.different());
        let alone = Solution { batt: &self.batt, calls: None };
        let solution = Solution { batt: &self.batt, calls: self.calls.as_ref() };
        let program = |candidate| match solution.program(candidate) {
            Ok(program) => Some(program),
            Err(why) => {
                diagnostics.push(format!("{why}; the candidate is put together from the batt file instead"));
                alone.program(candidate).ok()
            }
        };
        // From the batt itself every candidate can be put together, so none is left out.
        let programs = self.batt.candidates.iter().filter_map(program).collect();
        let names = Names::of(&self.batt).candidates;
        Loaded { texts: texts(files), diagnostics, ..Loaded::named(programs, names, Dialect::Tok) }
    }

    /// Candidates are put together from the file of calls; where that is not what runs, people want to know.
    fn different(&self) -> Option<String> {
        let calls = self.calls.as_ref()?;
        let different = calls.different(&self.batt);
        let first = different.first()?;
        let there = first.in_calls.as_deref().unwrap_or("nothing");
        Some(format!(
            "{} has {} of {} lines otherwise than {}, the first of them {} ({there} there, {} here)\n  help: the batt file runs; \
             programs are put together from the calls, so they may be others",
            calls.file,
            different.len(),
            self.batt.lines.len(),
            self.batt.file,
            first.name,
            first.in_batt
        ))
    }
}

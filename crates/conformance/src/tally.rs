//! Counts what was compared and keeps what differed.

use crate::outcome::Outcome;
use crate::verdict::{Border, Verdict, judge};
use std::collections::BTreeMap;

/// So many outcomes, in per cent, may be flagged as depending on addresses: 6 of re-arc's 400 verifiers walk a set of
/// functions. Nearly all of them give the same in any order and are compared like the others.
const MOST_FLAGGED: f64 = 2.0;
/// So many of them may differ, and are then not compared.
const MOST_DIFFERING: f64 = 0.5;

/// Two outcomes that should be one.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The line of the case or of Python's outcome, for a reproduction.
    pub row: String,
    /// The program or operation.
    pub who: String,
    pub expected: Outcome,
    pub got: Outcome,
}

/// The result of one part of the suite.
#[derive(Debug)]
pub struct Tally {
    pub part: String,
    pub compared: usize,
    equal: usize,
    errors: BTreeMap<String, usize>,
    limits: BTreeMap<String, usize>,
    /// Rows that megabatt flagged, and those of them that differ from this run of Python.
    address_dependent: usize,
    address_differs: usize,
    most_flagged: f64,
    /// Rows where megabatt gave up at a border that Python has to confirm.
    pub unconfirmed: Vec<(Border, Mismatch)>,
    /// Rows that Python did not finish.
    pub capped: Vec<String>,
    pub mismatches: Vec<Mismatch>,
    /// What else is wrong with the part.
    pub complaints: Vec<String>,
}

impl Tally {
    pub fn new(part: &str) -> Tally {
        Tally {
            part: part.to_string(),
            compared: 0,
            equal: 0,
            errors: BTreeMap::new(),
            limits: BTreeMap::new(),
            address_dependent: 0,
            address_differs: 0,
            most_flagged: MOST_FLAGGED,
            unconfirmed: Vec::new(),
            capped: Vec::new(),
            mismatches: Vec::new(),
            complaints: Vec::new(),
        }
    }

    /// Lets more outcomes be flagged, in per cent: where one flag stands for many outcomes. How many may differ stays the same.
    pub fn with_flags(self, most_flagged: f64) -> Tally {
        Tally { most_flagged, ..self }
    }

    /// Compares one row. `who` is the program or operation, `row` the line it came from.
    pub fn compare(&mut self, who: &str, row: &str, expected: Outcome, got: Outcome, address_dependent: bool) {
        self.compared += 1;
        self.address_dependent += usize::from(address_dependent);
        if let Outcome::Error(class) = &expected {
            *self.errors.entry(class.clone()).or_default() += 1;
        }
        let verdict = judge(&expected, &got, address_dependent);
        let mismatch = || Mismatch { row: row.to_string(), who: who.to_string(), expected, got };
        match verdict {
            Verdict::Equal => self.equal += 1,
            Verdict::Address => self.address_differs += 1,
            Verdict::Capped => self.capped.push(who.to_string()),
            Verdict::Unless(border) => self.unconfirmed.push((border, mismatch())),
            Verdict::Different => self.mismatches.push(mismatch()),
        }
    }

    /// Takes a limit as the right answer, or as a mismatch.
    pub fn confirm(&mut self, mismatch: Mismatch, allowed: bool) {
        if allowed {
            *self.limits.entry(mismatch.got.to_string()).or_default() += 1;
        } else {
            self.mismatches.push(mismatch);
        }
    }

    /// Says that something other than an outcome is wrong.
    pub fn complain(&mut self, what: impl Into<String>) {
        self.complaints.push(what.into());
    }

    /// The share of rows for which Python raised, in per cent.
    pub fn percent_raised(&self) -> f64 {
        percent(self.errors.values().sum(), self.compared)
    }

    /// Checks what holds for a part as a whole. To be called once all rows are in.
    pub fn close(&mut self) {
        if self.compared == 0 {
            self.complain("nothing was compared");
        }
        let flagged = percent(self.address_dependent, self.compared);
        if flagged > self.most_flagged {
            let most = self.most_flagged;
            self.complain(format!(
                "{flagged:.2} % of the outcomes are flagged as address-dependent; at most {most} % may"
            ));
        }
        let differing = percent(self.address_differs, self.compared);
        if differing > MOST_DIFFERING {
            self.complain(format!(
                "{differing:.2} % of the outcomes differ by addresses; at most {MOST_DIFFERING} % may"
            ));
        }
    }

    pub fn failed(&self) -> usize {
        self.mismatches.len() + self.complaints.len()
    }

    pub fn passed(&self) -> usize {
        self.compared - self.mismatches.len() - self.capped.len()
    }

    /// The mismatches to look at first: the smallest of each program or operation, those that differ most often first.
    pub fn examples(&self) -> Vec<&Mismatch> {
        let smallest = |who: &str| self.mismatches.iter().filter(|m| m.who == who).min_by_key(|m| m.row.len());
        self.by_who().iter().filter_map(|(who, _)| smallest(who)).collect()
    }

    /// How often each program or operation differed, the worst first.
    pub fn by_who(&self) -> Vec<(String, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for mismatch in &self.mismatches {
            *counts.entry(&mismatch.who).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().map(|(who, n)| (who.to_string(), n)).collect();
        counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        counts
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |counts: &BTreeMap<String, usize>| {
            let parts: Vec<String> = counts.iter().map(|(name, n)| format!("{name} {n}")).collect();
            if parts.is_empty() { "none".to_string() } else { parts.join(", ") }
        };
        writeln!(f, "{}: {} compared, {} equal", self.part, self.compared, self.equal)?;
        writeln!(f, "  raised ({:.1} %): {}", self.percent_raised(), list(&self.errors))?;
        writeln!(f, "  address-dependent: {}, of which {} differ", self.address_dependent, self.address_differs)?;
        write!(f, "  allowed limits: {}; not finished by Python: {}", list(&self.limits), self.capped.len())
    }
}

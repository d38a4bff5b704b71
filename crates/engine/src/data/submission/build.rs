//! The entries of a submission out of its outline, with all that is wrong told.

use super::super::json::{GridSlot, Kind};
use super::super::problem::{Complaint, Report};
use super::super::words::{count, listed, shown};
use super::outline::{Answer, Answers, KEYS, Outline, RawAttempts};
use super::{Attempt, Entry, Output, SHAPE};
use std::collections::HashMap;

/// The entries; fails where the file is no submission at all.
pub(super) fn entries(outline: Outline, report: &mut Report) -> Result<Vec<Entry>, Complaint> {
    let answers = match outline {
        Outline::Object(answers) => answers,
        Outline::Other(kind) => return Err(Complaint::new(format!("this is {kind}, not a submission"), SHAPE)),
    };
    if !answers.iter().any(|(_, answers)| has_attempts(answers)) {
        return Err(stranger(&answers));
    }
    let mut gaps = Gaps::default();
    let mut entries: Vec<Entry> = Vec::with_capacity(answers.len());
    let mut positions: HashMap<String, usize> = HashMap::new();
    for (id, answers) in answers {
        let entry = entry(id, answers, report, &mut gaps);
        match positions.get(&entry.id) {
            Some(&at) => {
                let what = "this id is there twice; the last one counts, as in Python's json.load";
                let place = format!("task {}", shown(&entry.id));
                report.error(Complaint::new(what, "keep one of the two").within(place));
                entries[at] = entry;
            }
            None => {
                positions.insert(entry.id.clone(), entries.len());
                entries.push(entry);
            }
        }
    }
    gaps.tell(report);
    Ok(entries)
}

fn has_attempts(answers: &Answers) -> bool {
    match answers {
        Answers::List(list) => list.iter().any(|answer| {
            let Answer::Attempts(raw) = answer else { return false };
            raw.stranger.is_some() || raw.slots.iter().any(|slot| !matches!(slot, GridSlot::Missing))
        }),
        Answers::Object { has_attempt, .. } => *has_attempt,
        Answers::Other(_) => false,
    }
}

/// What to say about an object in which nothing speaks of attempts.
fn stranger(answers: &[(String, Answers)]) -> Complaint {
    let any = |is: fn(&Answers) -> bool| answers.iter().any(|(_, answers)| is(answers));
    let is_solution = |answers: &Answers| matches!(answers, Answers::List(l) if matches!(l[..], [Answer::List, ..]));
    if answers.is_empty() {
        Complaint::new("there is nothing in it: it is {}", SHAPE)
    } else if any(|answers| matches!(answers, Answers::Object { is_task: true, .. })) {
        Complaint::new("these are tasks, not a submission", "give the submission first and the tasks after --data")
    } else if any(is_solution) {
        Complaint::new("these are solutions, not a submission", SHAPE)
    } else {
        let ids: Vec<&str> = answers.iter().map(|(id, _)| id.as_str()).collect();
        Complaint::new(format!("this is no submission: there is no attempt in {}", listed(&ids)), SHAPE)
    }
}

fn entry(id: String, answers: Answers, report: &mut Report, gaps: &mut Gaps) -> Entry {
    let place = format!("task {}", shown(&id));
    let list = match answers {
        Answers::List(list) => list,
        Answers::Object { .. } => {
            let what = "this is an object, not a list; nothing of it counts";
            report.error(Complaint::new(what, format!("put it into a list: {SHAPE}")).within(place));
            Vec::new()
        }
        Answers::Other(kind) => {
            report.error(
                Complaint::new(format!("this is {kind}, not a list; nothing of it counts"), SHAPE).within(place),
            );
            Vec::new()
        }
    };
    let outputs = list.into_iter().enumerate().map(|(n, answer)| output(&id, n, answer, report, gaps)).collect();
    Entry { id, outputs }
}

fn output(id: &str, n: usize, answer: Answer, report: &mut Report, gaps: &mut Gaps) -> Output {
    let place = format!("task {}, output {}", shown(id), n + 1);
    let raw = match answer {
        Answer::Attempts(raw) => raw,
        Answer::List => return nothing(Kind::List, place, report),
        Answer::Other(kind) => return nothing(kind, place, report),
    };
    let RawAttempts { slots, repeated, stranger } = raw;
    if let Some(key) = repeated {
        let what = format!("`{key}` is there twice; the last one counts, as in Python's json.load");
        report.error(Complaint::new(what, "keep one of the two").within(place.clone()));
    }
    if let Some(key) = stranger {
        let what = format!("`{}` does not count", shown(&key));
        report.warning(Complaint::new(what, "the attempts are `attempt_1` and `attempt_2`").within(place.clone()));
    }
    let mut number = 0;
    let attempts = slots.map(|slot| {
        number += 1;
        match slot {
            GridSlot::Good(grid) => Attempt::Grid(grid),
            GridSlot::Bad(fault) => {
                let mut complaint = fault.complaint(&format!("{place}, {}", KEYS[number - 1]));
                complaint.what.push_str("; this attempt counts as wrong");
                report.error(complaint);
                Attempt::Faulty
            }
            GridSlot::Missing | GridSlot::Null => {
                gaps.add(number - 1, id, n);
                Attempt::Absent
            }
        }
    });
    Output { attempts }
}

fn nothing(kind: Kind, place: String, report: &mut Report) -> Output {
    let what = format!("this is {kind}, not an object with two attempts; it counts as wrong");
    report.error(Complaint::new(what, SHAPE).within(place));
    Output { attempts: [Attempt::Faulty, Attempt::Faulty] }
}

/// Attempts that are not there. Where many lack, they lack for one reason, and are told in one message.
#[derive(Default)]
struct Gaps([Vec<String>; 2]);

impl Gaps {
    fn add(&mut self, attempt: usize, id: &str, output: usize) {
        self.0[attempt].push(format!("{} output {}", shown(id), output + 1));
    }

    fn tell(self, report: &mut Report) {
        for (places, key) in self.0.into_iter().zip(KEYS) {
            if !places.is_empty() {
                let what =
                    format!("`{key}` is missing or null in {}: {}", count(places.len(), "output"), listed(&places));
                report.error(Complaint::new(what, "give two attempts for every output; a wrong one costs nothing"));
            }
        }
    }
}

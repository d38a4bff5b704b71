//! One task per id.
//!
//! The same data comes in many packings, so the same id with the same content is no news: what one copy lacks (test
//! outputs, the split) is taken from the other. With other content, the first is kept and the user is told.

use super::document::Document;
use super::problem::{Complaint, Problem, Severity};
use super::shape::Contents;
use super::task::{Pair, Split, Task};
use super::words::{count, listed, shown};
use std::collections::{BTreeMap, HashMap};

/// What came together: the tasks in order, and the ids of those left out for their faults.
pub(super) struct Merged {
    pub tasks: Vec<Task>,
    pub lost: Vec<String>,
}

/// A task that came twice: its id and the two files.
struct Clash {
    id: String,
    kept: String,
    dropped: String,
    splits: Option<(Split, Split)>,
}

/// Whether two tasks with one id are otherwise the same.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Difference {
    Content,
    Split,
}

pub(super) fn merge(documents: Vec<Document>, problems: &mut Vec<Problem>) -> Merged {
    let mut merged = Merged { tasks: Vec::new(), lost: Vec::new() };
    let mut places: HashMap<String, (usize, usize)> = HashMap::new();
    // Told once per pair of sources, not once per task: two versions of a data set differ in dozens of tasks.
    let mut clashes: BTreeMap<(usize, usize, Difference), Vec<Clash>> = BTreeMap::new();
    for Document { source, contents, .. } in documents {
        let Contents::Tasks(tasks) = contents else { continue };
        merged.lost.extend(tasks.lost);
        for task in tasks.good {
            let Some(&(at, first_source)) = places.get(&task.id) else {
                places.insert(task.id.clone(), (merged.tasks.len(), source));
                merged.tasks.push(task);
                continue;
            };
            let first = &mut merged.tasks[at];
            let (id, kept, dropped) = (task.id.clone(), first.source.clone(), task.source.clone());
            let splits = first.split.zip(task.split);
            if let Some(difference) = absorb(first, task) {
                let key = (first_source, source, difference);
                clashes.entry(key).or_default().push(Clash { id, kept, dropped, splits });
            }
        }
    }
    for ((_, _, difference), clashes) in clashes {
        problems.extend(tell(&difference, &clashes));
    }
    merged
}

/// Takes into `first` what it lacks, if the two are the same task.
fn absorb(first: &mut Task, second: Task) -> Option<Difference> {
    let same = |a: &[Pair], b: &[Pair]| {
        a.len() == b.len()
            && a.iter().zip(b).all(|(a, b)| {
                a.input == b.input && a.output.as_ref().zip(b.output.as_ref()).is_none_or(|(a, b)| a == b)
            })
    };
    if !same(&first.train, &second.train) || !same(&first.test, &second.test) {
        return Some(Difference::Content);
    }
    for (a, b) in first.test.iter_mut().zip(second.test) {
        a.output = a.output.take().or(b.output);
    }
    let differs = first.split.zip(second.split).is_some_and(|(a, b)| a != b);
    first.split = first.split.or(second.split);
    differs.then_some(Difference::Split)
}

fn tell(difference: &Difference, clashes: &[Clash]) -> Option<Problem> {
    let first = clashes.first()?;
    let ids: Vec<&str> = clashes.iter().map(|clash| clash.id.as_str()).collect();
    let from = match first.kept == first.dropped {
        true => "earlier in this file".to_owned(),
        false if clashes.iter().all(|clash| clash.kept == first.kept) => format!("from {}", first.kept),
        false => format!("from {} and others", first.kept),
    };
    let what = match (difference, first.splits) {
        (Difference::Split, Some((kept, dropped))) => {
            format!("already read {from}, as {kept} and not {dropped}; the first counts")
        }
        _ => format!("already read {from}, with other content; the first is kept"),
    };
    let help = match difference {
        Difference::Content => "load the two apart, or remove one",
        Difference::Split => "give the one whose split you want first",
    };
    let place = match ids[..] {
        [id] => format!("task {}", shown(id)),
        _ => format!("{} ({})", count(ids.len(), "task"), listed(&ids)),
    };
    Some(Complaint::new(what, help).within(place).about(Severity::Warning, &first.dropped))
}

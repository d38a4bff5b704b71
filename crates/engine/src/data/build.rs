//! A task out of the outline of one, or the reasons why not.
//!
//! A task whose grids are wrong is left out as a whole: with a pair less it would be another task, and a program
//! that fails on the lost pair would count as right. Two things cost only the pair: a train pair without input or
//! output, and any fault in a generated list, where pairs are many and alike.

use super::json::{GridSlot, Item, Node, RawPair};
use super::problem::{Complaint, Report};
use super::task::{Pair, Split, Task};
use super::words::shown;

/// Problems of one task that are told one by one.
const TOLD: usize = 3;

pub(super) const TASK_HELP: &str =
    "a task is {\"train\": [pairs], \"test\": [pairs]}, a pair {\"input\": grid, \"output\": grid}";

/// What a task is known by before it is read.
pub(super) struct Label<'a> {
    pub id: String,
    pub split: Option<Split>,
    pub file: &'a str,
}

/// A task from its object.
pub(super) fn task(label: Label<'_>, entries: Vec<(String, Node)>, report: &mut Report) -> Option<Task> {
    let mut faults = Faults::new(&label.id);
    let (mut train, mut test) = (None, None);
    for (key, node) in entries {
        let (slot, name) = match key.as_str() {
            "train" => (&mut train, "train"),
            "test" => (&mut test, "test"),
            _ => continue,
        };
        if slot.replace(node).is_some() {
            let what = format!("the key `{name}` is there twice");
            faults.of_task(Complaint::new(what, "keep one of the two"));
        }
    }
    let train = match train {
        Some(Node::List(items)) if items.is_empty() => {
            faults.of_task(Complaint::new("`train` has no pairs", TASK_HELP));
            Vec::new()
        }
        Some(node) => pairs("train", node, &mut faults),
        None => {
            faults.of_task(Complaint::new("there is no `train`", TASK_HELP));
            Vec::new()
        }
    };
    let test = test.map(|node| pairs("test", node, &mut faults));
    if train.is_empty() && !faults.fatal {
        faults.of_task(Complaint::new("no train pair is left", TASK_HELP));
    }
    let place = faults.task.clone();
    if faults.tell(report) {
        return None;
    }
    if test.as_ref().is_none_or(Vec::is_empty) {
        let what = match test {
            None => "there is no `test`; only the train pairs are loaded",
            Some(_) => "`test` has no pairs; only the train pairs are loaded",
        };
        report.warning(Complaint::new(what, TASK_HELP).within(place));
    }
    let Label { id, split, file } = label;
    Some(Task { id, split, source: file.to_owned(), train, test: test.unwrap_or_default() })
}

/// A task from a bare list of generated pairs: all of them are train pairs.
pub(super) fn generated(label: Label<'_>, items: Vec<Item>, report: &mut Report) -> Option<Task> {
    let mut faults = Faults::new(&label.id);
    let mut train = Vec::with_capacity(items.len());
    for (i, item) in items.into_iter().enumerate() {
        match pair(item, true) {
            Ok(pair) => train.push(pair),
            Err(fault) => faults.of_pair(fault.complaint(&format!("{}, pair {}", faults.task, i + 1))),
        }
    }
    if train.is_empty() {
        let help = "a generated set is [{\"input\": grid, \"output\": grid}, …]";
        faults.of_task(Complaint::new("no pair is left", help));
    }
    if faults.tell(report) {
        return None;
    }
    let Label { id, split, file } = label;
    Some(Task { id, split, source: file.to_owned(), train, test: Vec::new() })
}

fn pairs(part: &str, node: Node, faults: &mut Faults) -> Vec<Pair> {
    let kind = node.kind();
    let Node::List(items) = node else {
        faults.of_task(Complaint::new(format!("`{part}` is {kind}, not a list of pairs"), TASK_HELP));
        return Vec::new();
    };
    let is_train = part == "train";
    let mut good = Vec::with_capacity(items.len());
    for (i, item) in items.into_iter().enumerate() {
        match pair(item, is_train) {
            Ok(pair) => good.push(pair),
            Err(fault) => {
                let complaint = fault.complaint(&format!("{}, {part} pair {}", faults.task, i + 1));
                match fault {
                    PairFault::No(_) if is_train => faults.of_pair(complaint),
                    _ => faults.grave(complaint),
                }
            }
        }
    }
    good
}

enum PairFault {
    NotAPair(super::json::Kind),
    Twice(&'static str),
    /// There is no input, or no output.
    No(&'static str),
    Grid(&'static str, Box<super::json::GridFault>),
}

impl PairFault {
    fn complaint(&self, place: &str) -> Complaint {
        match self {
            PairFault::NotAPair(kind) => {
                Complaint::new(format!("the pair is {kind}, not an object"), TASK_HELP).within(place)
            }
            PairFault::Twice(key) => {
                Complaint::new(format!("the key `{key}` is there twice"), "keep one of the two").within(place)
            }
            PairFault::No(key) => Complaint::new(format!("there is no `{key}`"), TASK_HELP).within(place),
            PairFault::Grid(key, fault) => fault.complaint(&format!("{place}, {key}")),
        }
    }
}

fn pair(item: Item, needs_output: bool) -> Result<Pair, PairFault> {
    let RawPair { input, output, repeated, .. } = match item {
        Item::Pair(pair) => pair,
        Item::Grid(_) => return Err(PairFault::NotAPair(super::json::Kind::List)),
        Item::Other(kind) => return Err(PairFault::NotAPair(kind)),
    };
    if let Some(key) = repeated {
        return Err(PairFault::Twice(key));
    }
    let input = match input {
        GridSlot::Good(grid) => grid,
        GridSlot::Bad(fault) => return Err(PairFault::Grid("input", fault)),
        GridSlot::Missing | GridSlot::Null => return Err(PairFault::No("input")),
    };
    let output = match output {
        GridSlot::Good(grid) => Some(grid),
        GridSlot::Bad(fault) => return Err(PairFault::Grid("output", fault)),
        GridSlot::Missing | GridSlot::Null if needs_output => return Err(PairFault::No("output")),
        GridSlot::Missing | GridSlot::Null => None,
    };
    Ok(Pair { input, output })
}

/// The complaints about one task.
struct Faults {
    /// `task 0a1b`.
    task: String,
    complaints: Vec<Complaint>,
    fatal: bool,
}

impl Faults {
    fn new(id: &str) -> Faults {
        Faults { task: format!("task {}", shown(id)), complaints: Vec::new(), fatal: false }
    }

    fn of_task(&mut self, complaint: Complaint) {
        let place = self.task.clone();
        self.grave(complaint.within(place));
    }

    fn grave(&mut self, mut complaint: Complaint) {
        self.fatal = true;
        complaint.what.push_str("; the task is left out");
        self.complaints.push(complaint);
    }

    fn of_pair(&mut self, mut complaint: Complaint) {
        complaint.what.push_str("; the pair is left out");
        self.complaints.push(complaint);
    }

    /// Reports all, and says whether the task is lost.
    fn tell(self, report: &mut Report) -> bool {
        let more = self.complaints.len().saturating_sub(TOLD);
        self.complaints.into_iter().take(TOLD).for_each(|c| report.error(c));
        if more > 0 {
            let what = format!("{} more with this task", super::words::count(more, "problem"));
            report.error(Complaint::new(what, "mend the ones above first").within(self.task));
        }
        self.fatal
    }
}

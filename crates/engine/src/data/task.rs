//! Tasks as the engine uses them.

use super::problem::{Problem, Severity};
use megabatt_core::Value;
use std::fmt;

/// The side of the largest grid that a task or a submission may hold.
pub(crate) const MAX_SIDE: usize = 30;

/// Which half of a data set a task belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Split {
    Train,
    Eval,
}

impl Split {
    /// The split a folder, a part of a file's name or a key stands for.
    pub fn from_name(name: &str) -> Option<Split> {
        match name.to_ascii_lowercase().as_str() {
            "train" | "training" => Some(Split::Train),
            "eval" | "evaluation" => Some(Split::Eval),
            _ => None,
        }
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Split::Train => "training",
            Split::Eval => "evaluation",
        })
    }
}

/// An input grid and, where it is known, the output that belongs to it. Both are [`Value::Grid`], so that every
/// run shares them without a copy.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub input: Value,
    pub output: Option<Value>,
}

/// One ARC task.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    pub id: String,
    /// `None` where neither the file's shape nor a name says; such a task belongs to both splits.
    pub split: Option<Split>,
    /// The file it came from; inside a zip `data.zip/folder/file.json`.
    pub source: String,
    /// The demonstration pairs; their outputs are always known.
    pub train: Vec<Pair>,
    /// The test pairs; their outputs may be unknown.
    pub test: Vec<Pair>,
}

impl Task {
    /// The demo pairs as programs get them: a tuple of `(input, output)`. The grids are shared, not copied.
    pub fn demos(&self) -> Value {
        let tuple = |items: Vec<Value>| Value::tuple(items).unwrap_or(Value::None);
        let pair = |pair: &Pair| tuple(vec![pair.input.clone(), pair.output.clone().unwrap_or(Value::None)]);
        tuple(self.train.iter().map(pair).collect())
    }
}

/// What could be loaded, and what was wrong with the rest.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    pub tasks: Vec<Task>,
    pub problems: Vec<Problem>,
}

impl Dataset {
    /// The task with this id.
    pub fn task(&self, id: &str) -> Option<&Task> {
        self.tasks.iter().find(|t| t.id == id)
    }

    /// Whether something that was asked for is not there.
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|p| p.severity == Severity::Error)
    }
}

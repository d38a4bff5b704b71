//! The grids of a data set, by their names.

use crate::args::OfArg;
use megabatt_core::{Arc, Grid, Value};
use megabatt_engine::data::{Pair, Task};

/// A grid that the data shares with others.
pub type Shared = Arc<Grid>;

/// Where a grid comes from.
pub struct Named {
    pub task: String,
    pub split: &'static str,
    pub index: usize,
    pub side: &'static str,
}

impl Named {
    /// `ca5caded train 0 input`.
    pub fn words(&self) -> String {
        format!("{} {} {} {}", self.task, self.split, self.index, self.side)
    }
}

/// The grids that are wanted, task by task.
pub fn named(tasks: &[Task], of: OfArg) -> (Vec<Named>, Vec<Shared>) {
    let mut found = (Vec::new(), Vec::new());
    for task in tasks {
        for (split, pairs) in [("train", &task.train), ("test", &task.test)] {
            for (index, pair) in pairs.iter().enumerate() {
                for (side, value) in sides(pair, of) {
                    if let Value::Grid(grid) = value {
                        found.0.push(Named { task: task.id.clone(), split, index, side });
                        found.1.push(grid.clone());
                    }
                }
            }
        }
    }
    found
}

fn sides(pair: &Pair, of: OfArg) -> impl Iterator<Item = (&'static str, &Value)> {
    let input = (of != OfArg::Outputs).then_some(("input", &pair.input));
    let output = pair.output.as_ref().filter(|_| of != OfArg::Inputs).map(|value| ("output", value));
    input.into_iter().chain(output)
}

//! Where the rows of a batch go: which size class, which part.

use crate::row::Input;
use megabatt_cuda::{Class, Pipeline, Plan};
use std::ops::Range;

const SIDE: usize = 64;
const UNKNOWN: u64 = 0;
const NOWHERE: u64 = 1;

/// The plan of each shape, found out once.
pub struct Plans {
    /// By height and width: nothing known, nowhere, or the bytes of a result and the class.
    known: Vec<u64>,
}

impl Plans {
    /// Plans for the shapes of these rows.
    pub fn of<I: Input>(pipeline: &Pipeline, inputs: &[I]) -> Plans {
        let mut known = vec![UNKNOWN; SIDE * SIDE];
        for input in inputs {
            let (height, width) = (input.grid().height(), input.grid().width());
            if let Some(entry) = at(height, width).map(|at| &mut known[at])
                && *entry == UNKNOWN
            {
                *entry = match pipeline.plan(height, width) {
                    None => NOWHERE,
                    Some(Plan { class: Class::Small, cells }) => (cells as u64) << 2 | 2,
                    Some(Plan { class: Class::Large, cells }) => (cells as u64) << 2 | 3,
                };
            }
        }
        Plans { known }
    }

    /// The plan of a row whose shape was among those.
    pub fn get(&self, input: &impl Input) -> Option<Plan> {
        let entry = self.known[at(input.grid().height(), input.grid().width())?];
        let class = match entry & 3 {
            2 => Class::Small,
            3 => Class::Large,
            _ => return None,
        };
        Some(Plan { class, cells: (entry >> 2) as usize })
    }
}

fn at(height: usize, width: usize) -> Option<usize> {
    ((1..=SIDE).contains(&height) && (1..=SIDE).contains(&width)).then(|| (height - 1) * SIDE + width - 1)
}

/// Rows by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbers {
    Range(Range<usize>),
    List(Vec<usize>),
}

impl Numbers {
    pub fn len(&self) -> usize {
        match self {
            Numbers::Range(range) => range.len(),
            Numbers::List(list) => list.len(),
        }
    }

    pub fn iter(&self) -> Box<dyn Iterator<Item = usize> + '_> {
        match self {
            Numbers::Range(range) => Box::new(range.clone()),
            Numbers::List(list) => Box::new(list.iter().copied()),
        }
    }

    /// In parts of so many rows at most.
    pub fn parts(&self, most: usize) -> Vec<Numbers> {
        match self {
            Numbers::Range(range) => {
                let starts = range.clone().step_by(most.max(1));
                starts.map(|start| Numbers::Range(start..(start + most.max(1)).min(range.end))).collect()
            }
            Numbers::List(list) => list.chunks(most.max(1)).map(|part| Numbers::List(part.to_vec())).collect(),
        }
    }
}

/// Rows of one size class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub class: Class,
    pub numbers: Numbers,
}

/// The rows of each class, and those of none.
pub fn sort<I: Input>(plans: &Plans, inputs: &[I]) -> (Vec<Part>, Vec<usize>) {
    let class = |input: &I| plans.get(input).map(|plan| plan.class);
    let first = inputs.first().and_then(class);
    if let Some(first) = first.filter(|first| inputs.iter().all(|input| class(input) == Some(*first))) {
        return (vec![Part { class: first, numbers: Numbers::Range(0..inputs.len()) }], Vec::new());
    }
    let of = |wanted: Option<Class>| (0..inputs.len()).filter(|&n| class(&inputs[n]) == wanted).collect::<Vec<_>>();
    let parts = Class::ALL.into_iter().map(|class| Part { class, numbers: Numbers::List(of(Some(class))) });
    (parts.filter(|part| part.numbers.len() > 0).collect(), of(None))
}

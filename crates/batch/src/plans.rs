//! Where the rows of a batch go: which size class, which part.

use crate::row::Input;
use megabatt_cuda::{Class, Pipeline, Plan};
use rayon::prelude::*;
use std::ops::Range;

const SIDE: usize = 64;
const NOWHERE: u64 = 0;

/// So many rows are looked at by several threads.
const MANY: usize = 20_000;

/// The shapes that occur: a bit for each width, by height; and whether there are others.
#[derive(Clone, Copy)]
struct Seen {
    widths: [u64; SIDE],
    others: bool,
}

impl Seen {
    const NOTHING: Seen = Seen { widths: [0; SIDE], others: false };

    fn of<I: Input>(inputs: &[I]) -> Seen {
        if inputs.len() > MANY {
            return inputs.par_chunks(MANY / 4).map(Seen::of).reduce(|| Seen::NOTHING, Seen::and);
        }
        let mut seen = Seen::NOTHING;
        for input in inputs {
            let (height, width) = (input.grid().height(), input.grid().width());
            match at(height, width) {
                Some(_) => seen.widths[height - 1] |= 1 << (width - 1),
                None => seen.others = true,
            }
        }
        seen
    }

    fn and(mut self, other: Seen) -> Seen {
        self.widths.iter_mut().zip(other.widths).for_each(|(own, other)| *own |= other);
        self.others |= other.others;
        self
    }

    /// Height and width of each, one after the other; most heights have none.
    fn shapes(&self) -> impl Iterator<Item = (usize, usize)> {
        let rows = self.widths.into_iter().enumerate().filter(|(_, widths)| *widths != 0);
        rows.flat_map(|(i, widths)| {
            let mut left = widths;
            std::iter::from_fn(move || {
                let j = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some((i + 1, j + 1))
            })
        })
    }
}

/// The plan of each shape, found out once.
pub struct Plans {
    /// By height and width: nowhere, or the bytes of a result and the class.
    known: Vec<u64>,
    /// The class of all rows, if it is one.
    class: Option<Class>,
}

impl Plans {
    /// Plans for the shapes of these rows.
    pub fn of<I: Input>(pipeline: &Pipeline, inputs: &[I]) -> Plans {
        let seen = Seen::of(inputs);
        let mut known = vec![NOWHERE; SIDE * SIDE];
        let (mut small, mut large, mut nowhere) = (false, false, seen.others);
        for (height, width) in seen.shapes() {
            let entry = match pipeline.plan(height, width) {
                None => {
                    nowhere = true;
                    NOWHERE
                }
                Some(Plan { class: Class::Small, cells }) => {
                    small = true;
                    (cells as u64) << 2 | 2
                }
                Some(Plan { class: Class::Large, cells }) => {
                    large = true;
                    (cells as u64) << 2 | 3
                }
            };
            known[(height - 1) * SIDE + width - 1] = entry;
        }
        let class = match (small, large, nowhere) {
            (true, false, false) => Some(Class::Small),
            (false, true, false) => Some(Class::Large),
            _ => None,
        };
        Plans { known, class }
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
    if let Some(class) = plans.class {
        return (vec![Part { class, numbers: Numbers::Range(0..inputs.len()) }], Vec::new());
    }
    let of = |wanted: Option<Class>| (0..inputs.len()).filter(|&n| class(&inputs[n]) == wanted).collect::<Vec<_>>();
    let parts = Class::ALL.into_iter().map(|class| Part { class, numbers: Numbers::List(of(Some(class))) });
    (parts.filter(|part| part.numbers.len() > 0).collect(), of(None))
}

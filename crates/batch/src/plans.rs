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

/// The plan of each shape, found out once; of each row, if rows bring second grids.
pub struct Plans {
    /// By height and width, or by row: nowhere, or the bytes of a result and the class.
    known: Vec<u64>,
    by_row: bool,
    /// The class of all rows, if it is one.
    class: Option<Class>,
}

/// A plan in few bits.
fn packed(plan: Option<Plan>) -> u64 {
    match plan {
        None => NOWHERE,
        Some(Plan { class: Class::Small, cells }) => (cells as u64) << 2 | 2,
        Some(Plan { class: Class::Large, cells }) => (cells as u64) << 2 | 3,
    }
}

fn unpacked(plan: u64) -> Option<Plan> {
    let class = match plan & 3 {
        2 => Class::Small,
        3 => Class::Large,
        _ => return None,
    };
    Some(Plan { class, cells: (plan >> 2) as usize })
}

impl Plans {
    /// Plans for these rows.
    pub fn of<I: Input>(pipeline: &Pipeline, inputs: &[I]) -> Plans {
        let seen = Seen::of(inputs);
        let mut known = vec![NOWHERE; SIDE * SIDE];
        let mut classes = [false; 3];
        classes[0] = seen.others;
        for (height, width) in seen.shapes() {
            let plan = pipeline.plan(height, width);
            classes[plan.map_or(0, |plan| 1 + plan.class as usize)] = true;
            known[(height - 1) * SIDE + width - 1] = packed(plan);
        }
        let class = match classes {
            [false, true, false] => Some(Class::Small),
            [false, false, true] => Some(Class::Large),
            _ => None,
        };
        Plans { known, by_row: false, class }
    }

    /// Plans for rows whose second grids or patches have these shapes; a row that has none goes nowhere.
    pub fn with_seconds<I: Input>(
        pipeline: &Pipeline,
        inputs: &[I],
        second: impl Fn(usize) -> Option<(usize, usize)>,
    ) -> Plans {
        let plan = |(n, input): (usize, &I)| {
            let (height, width) = (input.grid().height(), input.grid().width());
            packed(second(n).and_then(|second| pipeline.plan_with(height, width, Some(second))))
        };
        Plans { known: inputs.iter().enumerate().map(plan).collect(), by_row: true, class: None }
    }

    /// The plan of row `n`, whose shape was among those.
    pub fn get(&self, n: usize, input: &impl Input) -> Option<Plan> {
        let at = if self.by_row { Some(n) } else { at(input.grid().height(), input.grid().width()) };
        unpacked(self.known[at?])
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
    /// Whether a device saw these rows before, and had too little room for them.
    pub is_again: bool,
}

impl Part {
    /// Rows of a class that no device saw.
    fn new(class: Class, numbers: Numbers) -> Part {
        Part { class, numbers, is_again: false }
    }

    /// As parts of so many rows at most.
    pub fn cut(&self, most: usize) -> Vec<Part> {
        self.numbers.parts(most).into_iter().map(|numbers| Part { numbers, ..*self }).collect()
    }
}

/// The rows of each class, and those of none.
pub fn sort<I: Input>(plans: &Plans, inputs: &[I]) -> (Vec<Part>, Vec<usize>) {
    let class = |n: usize| plans.get(n, &inputs[n]).map(|plan| plan.class);
    if let Some(class) = plans.class {
        return (vec![Part::new(class, Numbers::Range(0..inputs.len()))], Vec::new());
    }
    let of = |wanted: Option<Class>| (0..inputs.len()).filter(|&n| class(n) == wanted).collect::<Vec<_>>();
    let parts = Class::ALL.into_iter().map(|class| Part::new(class, Numbers::List(of(Some(class)))));
    (parts.filter(|part| part.numbers.len() > 0).collect(), of(None))
}

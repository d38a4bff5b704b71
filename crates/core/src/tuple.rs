//! Tuples that have no more compact form, and long ones whose items nobody has listed yet.
//!
//! `mapply` over a tuple gives one long tuple: the items of each set, in the order of that set. Whoever fills these places, or asks how
//! many there are, does not look at the order, and finding it takes far longer than what is done with it. So such a tuple keeps the sets,
//! and its items are listed when the first of them is looked at.
//!
//! `repeat(I, multiply(n, n))` gives one grid many thousand times, and programs stack them without a look at any. Such a tuple keeps the grid
//! and how often it is there.
//!
//! `pair(interval(ZERO, height(I), ONE), I)` numbers the rows of a grid. Who keeps some of them by number and takes the numbers away again
//! wants a grid. Such a tuple keeps the numbers and the grid.

use crate::ablation::{Idea, is_off};
use crate::deep::{DEEP, bury};
use crate::grid::Grid;
use crate::set::Set;
use crate::value::Value;
use crate::walked::Walked;
use once_cell::race::OnceBox;
use std::mem::ManuallyDrop;
use triomphe::{Arc, ThinArc};

/// What a tuple knows about itself beside its items.
#[derive(Debug)]
struct Header {
    weight: u64,
    bulk: u64,
    depth: u32,
    /// Whether the hash of an item comes from an address.
    address_hash: bool,
    unlisted: Option<Box<Unlisted>>,
}

/// Items that are listed when somebody wants to see them.
#[derive(Debug)]
struct Unlisted {
    source: Source,
    len: usize,
    listed: OnceBox<Box<[Value]>>,
}

/// Where the items come from.
#[derive(Debug)]
enum Source {
    /// The items of these sets, one set after the other, each in its order.
    Sets(Arc<Walked>),
    /// Each of these grids so many times.
    Runs(Box<[Run]>),
    /// A number with each row of a grid.
    Numbered(Numbered),
}

/// The rows of a grid and a number for each.
#[derive(Debug)]
pub struct Numbered {
    pub numbers: Box<[i64]>,
    pub rows: Arc<Grid>,
}

impl Numbered {
    /// Wider rows are left to others: large values count by other rules.
    const MOST_WIDTH: usize = 500;

    /// What each tuple of a number and a row weighs.
    pub fn weight_of_each(&self) -> u64 {
        3 + self.rows.width() as u64
    }
}

/// A grid, and how many times it is there in a row.
pub type Run = (Arc<Grid>, usize);

/// A grid that is there less often is listed at once.
const MANY: usize = 32;

impl Unlisted {
    #[cold]
    #[inline(never)]
    fn items(&self) -> &[Value] {
        self.listed.get_or_init(|| {
            let mut items = Vec::with_capacity(self.len);
            match &self.source {
                Source::Sets(walked) => walked.sets().iter().for_each(|set| set.extend_in_order(&mut items)),
                Source::Runs(runs) => {
                    for (grid, times) in runs {
                        items.extend(std::iter::repeat_n(Value::Grid(grid.clone()), *times));
                    }
                }
                Source::Numbered(Numbered { numbers, rows }) => {
                    let both = |(i, &n): (usize, &i64)| Value::pair(Value::Int(n), rows.row_value(i));
                    items
                        .extend(numbers.iter().enumerate().map(|two| both(two).expect("a row nests no deeper than 1")));
                }
            }
            Box::new(items.into_boxed_slice())
        })
    }
}

/// A tuple that has no more compact form.
#[derive(Clone, Debug)]
pub struct Tuple(ManuallyDrop<ThinArc<Header, Value>>);

impl Drop for Tuple {
    /// Most values that are dropped are none of these, and for them there is to be nothing that has to be set up first.
    #[inline(never)]
    fn drop(&mut self) {
        let is_deep = self.depth() > DEEP;
        // SAFETY: nobody sees the tuple after that.
        let items = unsafe { ManuallyDrop::take(&mut self.0) };
        if is_deep {
            bury(items);
        }
    }
}

impl Tuple {
    /// The items, with what they weigh and how deep the tuple is. None has a hash that comes from an address.
    #[inline]
    pub(crate) fn new(weight: u64, bulk: u64, depth: u32, items: impl ExactSizeIterator<Item = Value>) -> Tuple {
        Tuple::with_addresses(weight, bulk, depth, false, items)
    }

    /// The items, of which some may have hashes that come from an address.
    #[inline]
    pub(crate) fn with_addresses(
        weight: u64,
        bulk: u64,
        depth: u32,
        address_hash: bool,
        items: impl ExactSizeIterator<Item = Value>,
    ) -> Tuple {
        Tuple::from_parts(Header { weight, bulk, depth, address_hash, unlisted: None }, items)
    }

    #[inline]
    fn from_parts(header: Header, items: impl ExactSizeIterator<Item = Value>) -> Tuple {
        Tuple(ManuallyDrop::new(ThinArc::from_header_and_iter(header, items)))
    }

    /// The items of sets of places, or of sets of cells, one set after the other. Those of small ints that are long enough for a grid
    /// are none of these tuples.
    pub(crate) fn walked(walked: Arc<Walked>) -> Tuple {
        Tuple::unlisted(walked.weight, walked.weight, walked.depth, walked.len, Source::Sets(walked))
    }

    fn unlisted(weight: u64, bulk: u64, depth: u32, len: usize, source: Source) -> Tuple {
        let unlisted = Some(Box::new(Unlisted { source, len, listed: OnceBox::new() }));
        Tuple::from_parts(Header { weight, bulk, depth, address_hash: false, unlisted }, std::iter::empty())
    }

    /// Each grid so many times, with what all weigh and how deep the tuple is. None if they are too few to be worth it.
    pub(crate) fn of_runs(weight: u64, bulk: u64, depth: u32, runs: Vec<Run>) -> Option<Tuple> {
        let len = runs.iter().map(|run| run.1).sum();
        let is_worth_it = len >= MANY && runs.len() <= len / 4 && !is_off(Idea::Plans);
        is_worth_it.then(|| Tuple::unlisted(weight, bulk, depth, len, Source::Runs(runs.into())))
    }

    /// The grids that it has, each as often as it is there in a row, if that is how the tuple came about.
    #[inline]
    pub fn runs(&self) -> Option<&[Run]> {
        match &self.0.header.header.unlisted.as_ref()?.source {
            Source::Runs(runs) => Some(runs),
            Source::Sets(_) | Source::Numbered(_) => None,
        }
    }

    /// The same of any tuple of grids that is short, or that came about so.
    fn as_runs(&self) -> Option<Vec<Run>> {
        let grid = |value: &Value| if let Value::Grid(grid) = value { Some((grid.clone(), 1)) } else { None };
        match self.runs() {
            Some(runs) => Some(runs.to_vec()),
            None if self.len() < MANY => self.slice().iter().map(grid).collect(),
            None => None,
        }
    }

    /// The runs of one tuple after those of another, if one of them has come about so.
    pub(crate) fn runs_of_both(a: &Tuple, b: &Tuple) -> Option<Vec<Run>> {
        a.runs().or(b.runs())?;
        let mut runs = a.as_runs()?;
        runs.extend(b.as_runs()?);
        Some(runs)
    }

    /// The items.
    #[inline]
    pub fn slice(&self) -> &[Value] {
        match &self.0.header.header.unlisted {
            None => &self.0.slice,
            Some(unlisted) => unlisted.items(),
        }
    }

    #[inline]
    pub fn len(&self) -> usize {
        match &self.0.header.header.unlisted {
            None => self.0.slice.len(),
            Some(unlisted) => unlisted.len,
        }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The sets whose items these are, one set after the other and each in its order, if that is how the tuple came about. All that are
    /// not empty are sets of places, or all are sets of cells.
    #[inline]
    pub fn sets(&self) -> Option<&[Arc<Set>]> {
        self.as_walked().map(|walked| walked.sets())
    }

    /// [`Tuple::sets`], which may not be made yet.
    #[inline]
    pub fn as_walked(&self) -> Option<&Arc<Walked>> {
        match &self.0.header.header.unlisted.as_ref()?.source {
            Source::Sets(walked) => Some(walked),
            Source::Runs(_) | Source::Numbered(_) => None,
        }
    }

    /// A number with each row of a grid. None if they are others than there are rows, or if such a tuple has another form.
    pub fn numbered(numbers: Box<[i64]>, rows: Arc<Grid>) -> Option<Tuple> {
        /// A number, and a row of two or of one, may be a cell or a pair.
        const NARROW: usize = 2;
        let width = rows.width();
        if numbers.len() != rows.height() || width <= NARROW || width > Numbered::MOST_WIDTH || is_off(Idea::Plans) {
            return None;
        }
        let len = numbers.len();
        let numbered = Numbered { numbers, rows };
        let weight = 1 + numbered.weight_of_each() * len as u64;
        Some(Tuple::unlisted(weight, weight, 3, len, Source::Numbered(numbered)))
    }

    /// The numbers and the grid, if that is how the tuple came about.
    #[inline]
    pub fn as_numbered(&self) -> Option<&Numbered> {
        match &self.0.header.header.unlisted.as_ref()?.source {
            Source::Numbered(numbered) => Some(numbered),
            Source::Sets(_) | Source::Runs(_) => None,
        }
    }

    /// Whether it may have something in it that is neither a place, a cell nor a grid.
    #[inline]
    pub(crate) fn may_have_others(&self) -> bool {
        self.0.header.header.unlisted.is_none()
    }

    /// Whether it is a grid of bytes.
    pub(crate) fn is_byte_grid(&self) -> bool {
        match self.as_walked() {
            Some(walked) => walked.are_places_of_bytes(),
            None => self.0.header.header.unlisted.is_none() && crate::grid::are_rows(&self.0.slice),
        }
    }

    /// Whether the hash of an item comes from an address.
    #[inline]
    pub(crate) fn has_address_hash(&self) -> bool {
        self.0.header.header.address_hash
    }

    #[inline]
    pub(crate) fn weight(&self) -> u64 {
        self.0.header.header.weight
    }

    #[inline]
    pub(crate) fn bulk(&self) -> u64 {
        self.0.header.header.bulk
    }

    #[inline]
    pub(crate) fn depth(&self) -> u32 {
        self.0.header.header.depth
    }

    /// Where it is: the same for two that are the same object.
    #[inline]
    pub(crate) fn address(&self) -> usize {
        self.0.ptr().addr()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_rows_are_as_if_listed() {
        for (height, width) in [(1, 3), (2, 3), (3, 4), (30, 30), (40, 500)] {
            let grid = Grid::from_fn(height, width, |i, j| ((i + j) % 10) as i8);
            let numbers: Vec<i64> = (0..height as i64).map(|n| n * n - 7).collect();
            let row = |i: usize| Value::pair(Value::Int(numbers[i]), grid.row_value(i)).expect("it is flat");
            let plain = Value::tuple((0..height).map(row).collect()).expect("it is flat");
            let tuple = Tuple::numbered(numbers.clone().into(), Arc::new(grid.clone())).expect("it is wide");
            assert!(tuple.as_numbered().is_some() && !tuple.is_byte_grid() && tuple.len() == height);
            let unlisted = Value::Tuple(tuple);
            assert_eq!((unlisted.weight(), unlisted.bulk()), (plain.weight(), plain.bulk()));
            assert_eq!((unlisted.depth(), crate::hash::of(&unlisted)), (plain.depth(), crate::hash::of(&plain)));
            assert!(unlisted == plain);
        }
        let narrow = Arc::new(Grid::new(2, 2, vec![1; 4]));
        assert!(Tuple::numbered(Box::new([1, 2]), narrow.clone()).is_none());
        assert!(Tuple::numbered(Box::new([1]), Arc::new(Grid::new(2, 3, vec![1; 6]))).is_none());
    }

    #[test]
    fn grids_that_are_there_many_times_are_as_if_listed() {
        let grid = |colour: i8| Arc::new(Grid::new(2, 3, vec![colour; 6]));
        let (a, b) = (Value::Grid(grid(1)), Value::Grid(grid(2)));
        let listed = |items: Vec<Value>| Value::tuple(items).expect("it is flat");
        let repeated = |value: &Value, times| Value::repeated(value, times).expect("it is flat");
        let few = listed(vec![a.clone(), a.clone(), b.clone(), a.clone()]);
        let (many, more) = (repeated(&a, 100), repeated(&b, 300));
        let join = |a: &Value, b: &Value| match (a, b) {
            (Value::Tuple(a), Value::Tuple(b)) => Value::joined(a, b).expect("it is flat"),
            _ => panic!("both are tuples"),
        };
        let items = |a_times: usize, b_times: usize| {
            let all = std::iter::repeat_n(&a, a_times).chain(std::iter::repeat_n(&b, b_times));
            all.cloned().collect::<Vec<_>>()
        };
        let four = [a.clone(), a.clone(), b.clone(), a.clone()];
        let cases = [
            (many.clone(), items(100, 0)),
            (join(&many, &more), items(100, 300)),
            (join(&many, &few), [items(100, 0), four.to_vec()].concat()),
            (join(&few, &more), [four.to_vec(), items(0, 300)].concat()),
        ];
        for (unlisted, items) in cases {
            let Value::Tuple(tuple) = &unlisted else { panic!("grids make no grid") };
            assert!(tuple.runs().is_some());
            let plain = listed(items);
            assert_eq!(tuple.len(), crate::py::len(&plain).expect("it has a length"));
            assert_eq!((unlisted.weight(), unlisted.bulk()), (plain.weight(), plain.bulk()));
            assert_eq!(unlisted.depth(), plain.depth());
            assert!(unlisted == plain);
        }
    }
}

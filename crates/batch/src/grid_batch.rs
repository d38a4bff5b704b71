//! Grids with operations as methods.

mod drawing;

pub use drawing::Argument;

use crate::builder::{Arg, Builder};
use crate::column::{Beside, Column, Values};
use crate::held::Held;
use crate::object_info::ObjectInfo;
use crate::pipeline::Pipeline;
use crate::report::Report;
use crate::row::Row;
use crate::runner::{Results, Runner};
use megabatt_core::{Grid, Op, Value};
use std::sync::{Arc, Mutex, PoisonError};

/// Grids, and what is to be done to them.
///
/// Operations are methods by the names of the DSL. They do nothing yet: what was asked for runs as one pipeline when somebody
/// wants the results, and [`GridBatch::hold`] leaves them on the device for what comes next.
///
/// ```
/// use megabatt_batch::{GridBatch, Options, Runner};
/// use megabatt_core::grid;
///
/// let runner = Runner::new(Options::default()).unwrap();
/// let batch = GridBatch::new(&runner, vec![grid! { [1 2] [3 4] }, grid! { [3 3 0] }]);
/// let turned = batch.rot90().replace(3, 7);
/// assert_eq!(turned.grids()[1], Some(grid! { [7] [7] [0] }));
/// assert_eq!(turned.colorcount(7).numbers(), [Some(1), Some(2)]);
/// ```
#[derive(Clone)]
pub struct GridBatch<'r> {
    runner: &'r Runner,
    grids: Arc<[Grid]>,
    wanted: Builder,
    /// The grids and patches that operations take beside these grids, in the order in which they were first taken.
    columns: Vec<Beside<Grid>>,
    /// What is on a device already.
    held: Option<Arc<Held>>,
    /// What went wrong when it was to stay on a device, until the next results tell it.
    untold: Arc<Mutex<Report>>,
}

macro_rules! operations {
    ($( $name:ident ( $( $arg:ident : $kind:ident ),* ) $op:ident, $doc:literal; )*) => {
        impl<'r> GridBatch<'r> {
            $(
                #[doc = $doc]
                pub fn $name(&self $(, $arg: operations!(@type $kind))*) -> GridBatch<'r> {
                    self.then(Op::$op, &[$( operations!(@value $kind $arg) ),*])
                }
            )*
        }
    };
    (@type int) => { i64 };
    (@type pair) => { (i64, i64) };
    (@type bool) => { bool };
    (@value int $arg:ident) => { Value::Int($arg) };
    (@value pair $arg:ident) => { Value::int_pair($arg.0, $arg.1) };
    (@value bool $arg:ident) => { Value::Bool($arg) };
}

operations! {
    rot90() rot90, "A quarter turn clockwise.";
    rot180() rot180, "A half turn.";
    rot270() rot270, "A quarter turn anticlockwise.";
    hmirror() hmirror, "Upside down.";
    vmirror() vmirror, "Left and right exchanged.";
    dmirror() dmirror, "Mirrored at the main diagonal.";
    cmirror() cmirror, "Mirrored at the other diagonal.";
    replace(replacee: int, replacer: int) replace, "One colour replaced by another.";
    switch(a: int, b: int) switch, "Two colours exchanged.";
    crop(start: pair, dims: pair) crop, "The part that starts there and has these dimensions.";
    trim() trim, "Without the border.";
    tophalf() tophalf, "The upper half.";
    bottomhalf() bottomhalf, "The lower half.";
    lefthalf() lefthalf, "The left half.";
    righthalf() righthalf, "The right half.";
    upscale(factor: int) upscale, "Each cell as a square of factor by factor.";
    hupscale(factor: int) hupscale, "Each column factor times.";
    vupscale(factor: int) vupscale, "Each row factor times.";
    downscale(factor: int) downscale, "Every factor-th row and column.";
    compress() compress, "Without the rows and columns of one colour.";
    hsplit(n: int) hsplit, "Cut into n parts from left to right.";
    vsplit(n: int) vsplit, "Cut into n parts from top to bottom.";
    mostcolor() mostcolor, "The colour that occurs most often.";
    leastcolor() leastcolor, "The colour that occurs least often.";
    numcolors() numcolors, "How many colours occur.";
    colorcount(value: int) colorcount, "How many cells have the colour.";
    palette() palette, "The colours that occur.";
    ofcolor(value: int) ofcolor, "Where the colour is.";
    objects(univalued: bool, diagonal: bool, without_bg: bool) objects, "The connected parts.";
    partition() partition, "One object per colour.";
    fgpartition() fgpartition, "One object per colour but the most common one.";
    frontiers() frontiers, "The rows and columns that have one colour.";
    colorfilter(value: int) colorfilter, "The objects of the colour.";
    sizefilter(n: int) sizefilter, "The items of that size.";
}

impl<'r> GridBatch<'r> {
    pub fn new(runner: &'r Runner, grids: impl Into<Arc<[Grid]>>) -> GridBatch<'r> {
        GridBatch {
            runner,
            grids: grids.into(),
            wanted: Builder::new(),
            columns: Vec::new(),
            held: None,
            untold: Arc::default(),
        }
    }

    /// Any operation of arc-dsl, with the arguments after its first.
    pub fn then(&self, op: Op, args: &[Value]) -> GridBatch<'r> {
        let mut batch = self.clone();
        batch.wanted.then(op, args);
        batch
    }

    /// Each grid, and the one of another batch to its right.
    ///
    /// # Panics
    /// If the other batch has not as many grids; so do the next two.
    pub fn hconcat(&self, others: &Arc<[Grid]>) -> GridBatch<'r> {
        self.then_with(Op::hconcat, others, &[])
    }

    /// Each grid, and the one of another batch below it.
    pub fn vconcat(&self, others: &Arc<[Grid]>) -> GridBatch<'r> {
        self.then_with(Op::vconcat, others, &[])
    }

    /// The cells in which a grid and the one of another batch agree, and a colour elsewhere.
    pub fn cellwise(&self, others: &Arc<[Grid]>, fallback: i64) -> GridBatch<'r> {
        self.then_with(Op::cellwise, others, &[Value::Int(fallback)])
    }

    /// Any operation of arc-dsl whose second argument is a grid of another batch, row by row, with the arguments after it.
    ///
    /// # Panics
    /// If the other batch has not as many grids.
    pub fn then_with(&self, op: Op, others: &Arc<[Grid]>, args: &[Value]) -> GridBatch<'r> {
        let args = args.iter().cloned().map(|arg| Some(Argument::Value(arg)));
        self.call(op, [None, Some(others.into())].into_iter().chain(args).collect())
    }

    /// An operation with all its arguments; None stands for what was asked for so far.
    fn call(&self, op: Op, args: Vec<Option<Argument>>) -> GridBatch<'r> {
        let mut batch = self.clone();
        let columns = &mut batch.columns;
        let arg = |arg: Option<Argument>| match arg {
            None => Arg::Given,
            Some(Argument::Value(value)) => Arg::Value(value),
            Some(Argument::Beside(beside)) => {
                let what = if let Beside::Grids(_) = beside { "a grid" } else { "a value" };
                let rows = beside.column().rows();
                assert_eq!(rows, self.len(), "{} takes {what} of another batch for each of this one", op.name());
                Arg::Column(beside.number_in(columns))
            }
        };
        let args = args.into_iter().map(arg).collect();
        batch.wanted.call(op, args);
        batch
    }

    pub fn len(&self) -> usize {
        self.grids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.grids.is_empty()
    }

    /// Works out what was asked for so far and leaves it on a device, if there is one and it is grids; what follows starts from
    /// there, and so does holding again. Otherwise nothing happens, and nothing is lost; a device that failed is in the report of the
    /// results that are next asked for.
    pub fn hold(&self) -> GridBatch<'r> {
        let mut happened = Report::default();
        let held = Held::of(self.runner, &self.wanted.pipeline(), &self.grids, self.held.as_ref(), &mut happened);
        self.untold.lock().unwrap_or_else(PoisonError::into_inner).add(happened);
        GridBatch { held: held.or_else(|| self.held.clone()), ..self.clone() }
    }

    /// Whether something of it is on a device.
    pub fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// What was asked for, row by row.
    pub fn results(&self) -> Results {
        self.run(&self.wanted.pipeline())
    }

    /// As [`GridBatch::results`], with sets of objects as tables ([`Row::Objects`]), which devices find.
    pub fn table_results(&self) -> Results {
        self.run(&self.wanted.pipeline().with_tables())
    }

    /// From what is held on, or from the first grids.
    fn run(&self, pipeline: &Pipeline) -> Results {
        let columns = self.columns();
        let held = self.held.as_ref().and_then(|held| held.results(self.runner, pipeline, &self.grids, &columns));
        let mut results = held.unwrap_or_else(|| self.runner.run_with(pipeline, &self.grids, &columns));
        let untold = std::mem::take(&mut *self.untold.lock().unwrap_or_else(PoisonError::into_inner));
        results.report.add(untold);
        results
    }

    fn columns(&self) -> Vec<&dyn Column> {
        self.columns.iter().map(Beside::column).collect()
    }

    /// What came out as arguments for operations of a batch of as many grids: patches for [`GridBatch::fill`] and the like. If rows have no
    /// value, since Python raises there, the error is the number of the first one.
    pub fn values(&self) -> Result<Arc<Values>, usize> {
        Values::of_results(&self.results()).map(Arc::new)
    }

    /// The grids that came out; None where there is none.
    pub fn grids(&self) -> Vec<Option<Grid>> {
        let grid = |row: Row| match row {
            Row::Grid(grid) => Some(grid),
            _ => None,
        };
        self.results().rows.into_iter().map(grid).collect()
    }

    /// The objects that came out as tables: colours, sizes, boxes, in the order in which Python walks their set; None where there are
    /// none. Devices find them, in what is held if something is.
    pub fn object_tables(&self) -> Vec<Option<Vec<ObjectInfo>>> {
        self.table_results().rows.iter().map(ObjectInfo::of_row).collect()
    }

    /// The numbers that came out; None where there is none.
    pub fn numbers(&self) -> Vec<Option<i64>> {
        self.results().rows.iter().map(Row::number).collect()
    }
}

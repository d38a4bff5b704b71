//! Operations that draw patches or cut them out.

use super::GridBatch;
use crate::column::{Beside, Values};
use megabatt_core::{Grid, Op, Value};
use std::sync::Arc;

/// An argument of an operation: the same for all grids, or one for each.
#[derive(Clone, Debug)]
pub enum Argument {
    Value(Value),
    Beside(Beside<Grid>),
}

impl From<Value> for Argument {
    fn from(value: Value) -> Argument {
        Argument::Value(value)
    }
}

impl From<&Arc<[Grid]>> for Argument {
    fn from(grids: &Arc<[Grid]>) -> Argument {
        Argument::Beside(Beside::Grids(grids.clone()))
    }
}

impl From<&Arc<Values>> for Argument {
    fn from(values: &Arc<Values>) -> Argument {
        Argument::Beside(Beside::Values(values.clone()))
    }
}

impl<'r> GridBatch<'r> {
    /// A grid of one colour and of these dimensions in the place of each.
    pub fn canvas(&self, value: i64, dimensions: (i64, i64)) -> GridBatch<'r> {
        let dimensions = Value::int_pair(dimensions.0, dimensions.1);
        self.call(Op::canvas, vec![Some(Value::Int(value).into()), Some(dimensions.into())])
    }

    /// The part of each grid that its patch takes up. A patch is one for all grids, or one for each as [`GridBatch::values`] gives
    /// them.
    ///
    /// # Panics
    /// If there are not as many patches as grids; so do the next five.
    ///
    /// ```
    /// use megabatt_batch::{GridBatch, Options, Runner};
    /// use megabatt_core::grid;
    ///
    /// let runner = Runner::new(Options::default()).unwrap();
    /// let batch = GridBatch::new(&runner, vec![grid! { [1 0] [0 1] }, grid! { [0 3 0] }]);
    /// let zeros = batch.ofcolor(0).values().unwrap();
    /// assert_eq!(batch.fill(5, &zeros).grids()[1], Some(grid! { [5 3 5] }));
    /// ```
    pub fn subgrid(&self, patch: impl Into<Argument>) -> GridBatch<'r> {
        self.call(Op::subgrid, vec![Some(patch.into()), None])
    }

    /// The patch in one colour.
    pub fn fill(&self, value: i64, patch: impl Into<Argument>) -> GridBatch<'r> {
        self.call(Op::fill, vec![None, Some(Value::Int(value).into()), Some(patch.into())])
    }

    /// The patch in one colour, where the grid has its most common one.
    pub fn underfill(&self, value: i64, patch: impl Into<Argument>) -> GridBatch<'r> {
        self.call(Op::underfill, vec![None, Some(Value::Int(value).into()), Some(patch.into())])
    }

    /// The patch in the grid's most common colour.
    pub fn cover(&self, patch: impl Into<Argument>) -> GridBatch<'r> {
        self.call(Op::cover, vec![None, Some(patch.into())])
    }

    /// The object drawn onto the grid.
    pub fn paint(&self, object: impl Into<Argument>) -> GridBatch<'r> {
        self.call(Op::paint, vec![None, Some(object.into())])
    }

    /// The object drawn onto the grid, where that has its most common colour.
    pub fn underpaint(&self, object: impl Into<Argument>) -> GridBatch<'r> {
        self.call(Op::underpaint, vec![None, Some(object.into())])
    }
}

//! A pipeline over grids that come one by one.

use crate::pipeline::Pipeline;
use crate::row::{Input, Row};
use crate::runner::Runner;

/// Rows that are gathered before they run: enough for a device to be worth it, few enough to stay in caches.
const AT_ONCE: usize = 8_192;

impl Runner {
    /// What the pipeline gives for each grid, in order. Grids are taken from the iterator batch by batch as results are wanted, so it
    /// may be longer than memory.
    ///
    /// ```
    /// use megabatt_batch::{Dialect, Options, Pipeline, Runner};
    /// use megabatt_core::Grid;
    ///
    /// let runner = Runner::new(Options::default()).unwrap();
    /// let heights = (1..).map(|n| Grid::from_fn(n % 9 + 1, 2, |_, _| 5));
    /// let pipeline = Pipeline::parse("rot90 | colorcount(5)", Dialect::Arc).unwrap();
    /// let counts: Vec<_> = runner.map(&pipeline, heights).take(3).map(|row| row.number()).collect();
    /// assert_eq!(counts, [Some(4), Some(6), Some(8)]);
    /// ```
    pub fn map<'a, T>(&'a self, pipeline: &'a Pipeline, grids: T) -> Map<'a, T::IntoIter>
    where
        T: IntoIterator,
        T::Item: Input,
    {
        Map { runner: self, pipeline, grids: grids.into_iter(), ready: Vec::new().into_iter(), at_once: 256 }
    }
}

/// See [`Runner::map`].
pub struct Map<'a, G> {
    runner: &'a Runner,
    pipeline: &'a Pipeline,
    grids: G,
    ready: std::vec::IntoIter<Row>,
    /// Who wants a few results does not wait for many.
    at_once: usize,
}

impl<G> Iterator for Map<'_, G>
where
    G: Iterator,
    G::Item: Input,
{
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        if self.ready.as_slice().is_empty() {
            let batch: Vec<G::Item> = self.grids.by_ref().take(self.at_once).collect();
            self.at_once = (2 * self.at_once).min(AT_ONCE);
            self.ready = self.runner.run(self.pipeline, &batch).rows.into_iter();
        }
        self.ready.next()
    }
}

//! The first batches on a card that was got ready, against later ones.

use super::grids::{Shapes, grids};
use super::measure::middle;
use crate::card::Card;
use crate::pipeline::Pipeline;
use crate::runner::{Backend, Options, Runner};
use megabatt_core::Dialect;
use std::sync::Arc;
use std::time::Instant;

/// What runs first, and what then runs for the first time: by then threads are awake, but what its kernels need is asked for anew.
const FIRST: [&str; 2] = ["rot90 | vmirror | replace(3, 7)", "objects(T, F, T)"];

/// A first batch of a pipeline, and the median of those after it, in milliseconds.
#[derive(Clone, Debug)]
pub struct FirstBatch {
    pub pipeline: &'static str,
    pub grids: usize,
    pub first: f64,
    pub later: f64,
}

/// Measures batches of so many grids on cards that nothing has run on but what got them ready, and so many later ones.
pub fn first_batches(cards: &Arc<[Card]>, count: usize, later: usize) -> Vec<FirstBatch> {
    let grids = grids(count, Shapes::Same);
    let options = Options { backend: Backend::Cuda, ..Options::default() };
    let runner = Runner::with_cards(options, cards.clone());
    let mut measured = Vec::new();
    for text in FIRST {
        let Ok(pipeline) = Pipeline::parse(text, Dialect::Arc).map(Pipeline::with_tables) else { continue };
        let batch = || {
            let start = Instant::now();
            let results = runner.run(&pipeline, &grids);
            let took = start.elapsed().as_secs_f64() * 1e3;
            drop(results);
            took
        };
        let first = batch();
        let mut later: Vec<f64> = (0..later).map(|_| batch()).collect();
        measured.push(FirstBatch { pipeline: text, grids: grids.len(), first, later: middle(&mut later) });
    }
    measured
}

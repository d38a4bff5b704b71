//! When a device is quicker.

use super::grids::{Shapes, grids};
use super::measure::{Patience, median};
use crate::family::Family;
use crate::pipeline::Pipeline;
use crate::runner::{Backend, Options, Runner};
use crate::tuning::{Point, Points};
use megabatt_core::Dialect;
use megabatt_cuda::device::SharedDevice;

/// The sizes that are measured.
pub const TUNED: [usize; 9] = [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

/// Measures each family that runs on the device, at these sizes; each is handed over when it is done.
pub fn tune(
    device: &SharedDevice,
    sizes: &[usize],
    patience: Patience,
    each: &mut dyn FnMut(Family, &[Point]),
) -> Points {
    let runner = |backend| Runner::with_devices(Options { backend, ..Options::default() }, vec![device.clone()]);
    let (cpu, cuda) = (runner(Backend::Cpu), runner(Backend::Cuda));
    let batches: Vec<_> = sizes.iter().map(|&size| grids(size, Shapes::Mixed)).collect();
    let mut all = Points::new();
    for family in Family::ALL {
        let pipeline = match Pipeline::parse(family.sample(), Dialect::Arc).map(Pipeline::with_tables) {
            Ok(pipeline) if pipeline.runs_on_devices() => pipeline,
            _ => continue,
        };
        let point = |grids: &Vec<_>| Point {
            rows: grids.len(),
            cpu: 1e3 * median(patience, || cpu.run(&pipeline, grids)),
            device: 1e3 * median(patience, || cuda.run(&pipeline, grids)),
        };
        let points: Vec<Point> = batches.iter().map(point).collect();
        each(family, &points);
        all.insert(family, points);
    }
    all
}

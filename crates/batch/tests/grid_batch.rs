//! Operations as methods, grids that stay on a device, and iterators.

mod common;

use common::scripted::{Script, Scripted};
use common::{emulated, on_cpu, options, pipeline};
use megabatt_batch::{Dialect, GridBatch, Row, Runner};
use megabatt_core::Grid;
use megabatt_cuda_suite::grids::grids;

fn texts(rows: &[Row]) -> Vec<String> {
    rows.iter().map(Row::text).collect()
}

#[test]
fn methods_are_the_pipeline_of_their_names() {
    let grids = grids(80, 30, 5);
    let runner = Runner::with_devices(options(None), vec![emulated()]);
    let batch = GridBatch::new(&runner, grids.clone());
    let wanted = on_cpu(&pipeline("rot90 | crop((1, 0), (3, 2)) | switch(0, 3) | palette", Dialect::Arc), &grids);
    let got = batch.rot90().crop((1, 0), (3, 2)).switch(0, 3).palette().results();
    assert_eq!(texts(&wanted.rows), texts(&got.rows));
    assert!(got.report.on_devices > 0);
    let objects = batch.objects(true, false, true).sizefilter(1).results();
    let wanted = on_cpu(&pipeline("objects(T, F, T) | sizefilter(1)", Dialect::Arc), &grids);
    assert_eq!(texts(&wanted.rows), texts(&objects.rows));
}

#[test]
fn what_is_held_gives_the_same() {
    let mut grids = grids(80, 30, 6);
    grids.push(Grid::from_fn(5, 5, |i, j| (20 * i + j) as i8));
    let runner = Runner::with_devices(options(None), vec![emulated()]);
    let lazy = GridBatch::new(&runner, grids.clone()).rot90().trim();
    let held = lazy.hold();
    assert!(held.is_held() && !lazy.is_held());
    let same = |a: GridBatch<'_>, b: GridBatch<'_>, what: &str| {
        let (wanted, got) = (a.results(), b.results());
        assert_eq!(texts(&wanted.rows), texts(&got.rows), "{what}");
        got.report
    };
    let report = same(lazy.clone(), held.clone(), "as it is");
    assert!(report.on_devices > 0 && report.handed_back > 0, "{report:?}");
    same(lazy.vmirror().replace(3, 7), held.vmirror().replace(3, 7), "two more");
    same(lazy.mostcolor(), held.mostcolor(), "a number");
    same(lazy.replace(3, 44), held.replace(3, 44), "other codes than were held");
    same(lazy.upscale(3), held.upscale(3), "larger than the class that was held");
    same(lazy.objects(true, true, false), held.objects(true, true, false), "what is done on the CPU");
    let again = held.vmirror().hold().hmirror();
    same(lazy.vmirror().hmirror(), again, "held twice");
    assert!(!GridBatch::new(&runner, grids.clone()).palette().hold().is_held(), "only grids stay");
}

#[test]
fn a_device_that_goes_while_it_holds_grids_loses_nothing() {
    let grids = grids(30, 30, 7);
    let runner = Runner::with_devices(options(None), vec![Scripted::new(emulated(), Script::GoneAfter(1))]);
    let held = GridBatch::new(&runner, grids.clone()).rot90().hold();
    assert!(held.is_held());
    let got = held.vmirror().results();
    assert_eq!(texts(&on_cpu(&pipeline("rot90 | vmirror", Dialect::Arc), &grids).rows), texts(&got.rows));
}

#[test]
fn iterators_are_batched_and_keep_their_order() {
    let grids = grids(3_000, 12, 8);
    let pipeline = pipeline("rot90 | replace(0, 4)", Dialect::Arc);
    let runner = Runner::with_devices(options(None), vec![emulated()]);
    let rows: Vec<Row> = runner.map(&pipeline, grids.iter()).collect();
    assert_eq!(texts(&on_cpu(&pipeline, &grids).rows), texts(&rows));
    assert_eq!(runner.map(&pipeline, Vec::<Grid>::new()).count(), 0);
}

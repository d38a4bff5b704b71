//! Splitting, several cards, memory that runs out, devices that fail and devices that vanish: no row is ever lost or wrong.

mod common;

use common::scripted::{Script, Scripted};
use common::{assert_same, emulated, on_cpu, options, pipeline, texts};
use megabatt_batch::{Backend, Dialect, Input, Options, Path, Pipeline, Row, Runner};
use megabatt_core::{Grid, Limit, Value};
use megabatt_cuda::device::SharedDevice;
use megabatt_cuda_suite::grids::grids;
use megabatt_exec::Cancel;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn some_pipeline() -> Pipeline {
    pipeline("rot90 | trim | replace(3, 7)", Dialect::Arc)
}

fn some_grids() -> Vec<Grid> {
    let mut all = grids(150, 30, 11);
    all.extend(grids(20, 64, 12));
    all.push(Grid::from_fn(70, 3, |_, _| 1));
    all
}

#[test]
fn results_do_not_depend_on_the_split() {
    let (pipeline, grids) = (some_pipeline(), some_grids());
    let wanted = on_cpu(&pipeline, &grids);
    for rows_at_once in [Some(1), Some(3), Some(64), None] {
        for cards in 1..=3 {
            let runner = Runner::with_devices(options(rows_at_once), (0..cards).map(|_| emulated()).collect());
            let got = runner.run(&pipeline, &grids);
            assert_same(&format!("{rows_at_once:?} on {cards}"), &wanted, &got, &grids);
            assert_eq!(got.report.path, Path::Device);
        }
    }
}

#[test]
fn one_device_may_stand_for_two_cards() {
    let (pipeline, grids) = (some_pipeline(), some_grids());
    let device = emulated();
    let runner = Runner::with_devices(options(Some(7)), vec![device.clone(), device]);
    assert_same("twice", &on_cpu(&pipeline, &grids), &runner.run(&pipeline, &grids), &grids);
}

#[test]
fn those_who_share_a_runner_have_their_own_size_and_end() {
    let (pipeline, grids) = (some_pipeline(), some_grids());
    let wanted = on_cpu(&pipeline, &grids);
    let runner = Runner::with_devices(options(None), vec![emulated()]);
    let never = Cancel::new();
    for (least, path) in [(None, Path::Device), (Some(grids.len()), Path::Device), (Some(grids.len() + 1), Path::Cpu)] {
        let got = runner.run_until(&pipeline, &grids, &[], least, &never);
        assert_same(&format!("{least:?}"), &wanted, &got, &grids);
        assert_eq!(got.report.path, path, "{least:?}");
    }
    let ended = Cancel::new();
    ended.cancel();
    let stopped = runner.run_until(&pipeline, &grids, &[], Some(usize::MAX), &ended);
    assert!(stopped.rows.iter().all(|row| matches!(row, Row::Limit(Limit::Stopped))));
    assert_same("the next", &wanted, &runner.run(&pipeline, &grids), &grids);
}

#[test]
fn empty_batches_give_nothing() {
    let none: [Grid; 0] = [];
    for backend in [Backend::Cpu, Backend::Cuda] {
        let runner = Runner::with_devices(Options { backend, ..Options::default() }, vec![emulated()]);
        assert!(runner.run(&some_pipeline(), &none).rows.is_empty());
    }
}

fn scripted(script: Script) -> (Arc<Scripted>, Runner) {
    let device = Scripted::new(emulated(), script);
    let shared: SharedDevice = device.clone();
    (device, Runner::with_devices(options(Some(10)), vec![shared]))
}

#[test]
fn a_failing_batch_goes_to_the_cpu_and_the_run_goes_on() {
    let (pipeline, grids) = (some_pipeline(), some_grids());
    let wanted = on_cpu(&pipeline, &grids);
    let (_, runner) = scripted(Script::Launch(2));
    let got = runner.run(&pipeline, &grids);
    assert_same("one launch", &wanted, &got, &grids);
    assert_eq!((got.report.failed(), got.report.rescued), (1, 10));
    assert!(got.report.on_devices > 100, "{:?}", got.report);
    assert!(got.report.put_aside.is_empty());
    let why = got.report.failures.keys().next().expect("it is told");
    assert!(why.contains("launching a kernel failed") && why.contains("GPU 0"), "{why}");

    let (_, runner) = scripted(Script::SomeUploads);
    let got = runner.run(&pipeline, &grids);
    assert_same("some uploads", &wanted, &got, &grids);
    assert!(got.report.failed() > 0 && got.report.rescued > 0, "{:?}", got.report);
}

#[test]
fn a_card_that_keeps_failing_is_put_aside() {
    let (pipeline, grids) = (some_pipeline(), some_grids());
    let wanted = on_cpu(&pipeline, &grids);
    for script in [Script::Launches, Script::Waits, Script::Streams, Script::GoneAfter(4)] {
        let (device, runner) = scripted(script);
        let got = runner.run(&pipeline, &grids);
        assert_same(&format!("{script:?}"), &wanted, &got, &grids);
        assert_eq!(got.report.put_aside, ["emulated (GPU 0)"], "{script:?}");
        assert!(got.report.rescued > 0, "{script:?}");
        let launches = device.launches();
        let again = runner.run(&pipeline, &grids);
        assert_same(&format!("{script:?}, again"), &wanted, &again, &grids);
        assert_eq!((device.launches(), again.report.failed()), (launches, 0), "{script:?}: it is left alone");
        assert_eq!(again.report.path, Path::Cpu, "{script:?}");
    }
}

#[test]
fn another_card_takes_what_a_failing_one_leaves() {
    let (pipeline, grids) = (some_pipeline(), some_grids());
    let broken: SharedDevice = Scripted::new(emulated(), Script::GoneAfter(1));
    let runner = Runner::with_devices(options(Some(5)), vec![broken, emulated()]);
    let got = runner.run(&pipeline, &grids);
    assert_same("one of two", &on_cpu(&pipeline, &grids), &got, &grids);
    assert!(got.report.on_devices > 0);
}

#[test]
fn memory_that_runs_out_halves_the_batch() {
    let (pipeline, grids) = (some_pipeline(), some_grids());
    let wanted = on_cpu(&pipeline, &grids);
    let device = Scripted::new(emulated(), Script::NoMoreThan(12_000));
    let runner = Runner::with_devices(options(Some(150)), vec![device]);
    let got = runner.run(&pipeline, &grids);
    assert_same("little memory", &wanted, &got, &grids);
    assert!(got.report.halved > 2, "{:?}", got.report);
    assert_eq!((got.report.failed(), got.report.rescued), (0, 0), "{:?}", got.report);

    // So little that not even one grid fits.
    let device = Scripted::new(emulated(), Script::NoMoreThan(8));
    let runner = Runner::with_devices(options(Some(8)), vec![device]);
    let got = runner.run(&pipeline, &grids);
    assert_same("no memory", &wanted, &got, &grids);
    assert_eq!(got.report.on_devices, 0);
    assert!(got.report.put_aside.is_empty(), "a card without memory is not broken");
}

/// Grids that have as many objects as cells that are no background: every second cell, each with another colour than the next.
fn dotted(rows: usize, side: usize) -> Vec<Grid> {
    let cell =
        |n: usize, i: usize, j: usize| if (i + j).is_multiple_of(2) { ((i / 2 + j + n) % 9 + 1) as i8 } else { 0 };
    (0..rows).map(|n| Grid::from_fn(side, side, |i, j| cell(n, i, j))).collect()
}

#[test]
fn grids_with_many_objects_are_sent_again() {
    let pipelines = ["objects(T, F, T)", "rot90 | objects(T, F, T) | sizefilter(1)"]
        .map(|text| pipeline(text, Dialect::Arc).with_tables());
    // 313 to 450 objects, more than the small class can order; and some grids that have few.
    let mut grids = dotted(210, 25);
    grids.extend(dotted(10, 30));
    grids.extend(megabatt_cuda_suite::grids::grids(30, 20, 4));
    for pipeline in &pipelines {
        let runner = Runner::with_devices(options(None), vec![emulated()]);
        let wanted = on_cpu(pipeline, &grids);
        // A few are not worth the tables of the large class; 2,000 are, in however many batches.
        for batch in 0..11 {
            let got = runner.run(pipeline, &grids);
            assert_same(pipeline.text(), &wanted, &got, &grids);
            let report = &got.report;
            assert!(report.on_devices + report.handed_back == grids.len() && report.rescued == 0, "{report:?}");
            match batch {
                ..9 => assert!(report.sent_again == 0 && report.handed_back >= 220, "{batch}: {report:?}"),
                9 => assert!(report.sent_again >= 220 || report.handed_back >= 220, "{report:?}"),
                _ => assert!(report.sent_again >= 220 && report.handed_back < 10, "{report:?}"),
            }
        }
    }
}

#[test]
fn objects_without_room_are_sent_again() {
    // 128 to 288 objects of a grid, where there is room for 64 at first.
    let grids: Vec<Grid> = (16..25).flat_map(|side| dotted(5, side)).collect();
    let pipeline = pipeline("objects(T, F, T)", Dialect::Arc).with_tables();
    for rows_at_once in [None, Some(7)] {
        let runner = Runner::with_devices(options(rows_at_once), vec![emulated()]);
        for is_first in [true, false] {
            let got = runner.run(&pipeline, &grids);
            assert_same("without room", &on_cpu(&pipeline, &grids), &got, &grids);
            let report = &got.report;
            assert_eq!((report.on_devices, report.handed_back), (grids.len(), 0), "{report:?}");
            assert!(!is_first || report.sent_again > 10, "{report:?}");
        }
    }
}

#[test]
fn auto_keeps_small_batches_on_the_cpu() {
    let pipeline = some_pipeline();
    let grids = grids(400, 10, 3);
    let auto = |min_batch| {
        Runner::with_devices(Options { backend: Backend::Auto, min_batch, ..Options::default() }, vec![emulated()])
    };
    let path = |runner: &Runner, rows: usize| runner.run(&pipeline, &grids[..rows]).report.path;
    assert_eq!(path(&auto(None), 29), Path::Cpu);
    assert_eq!(path(&auto(None), 400), Path::Device);
    assert_eq!(path(&auto(Some(10)), 9), Path::Cpu);
    assert_eq!(path(&auto(Some(10)), 10), Path::Device);
    let none = Runner::with_devices(Options::default(), Vec::new());
    assert_eq!(path(&none, 400), Path::Cpu);
}

/// A grid that tells when somebody looks at it.
struct Watched {
    grid: Grid,
    tells: Option<Arc<AtomicBool>>,
}

impl Input for Watched {
    fn grid(&self) -> &Grid {
        if let Some(told) = &self.tells {
            told.store(true, Ordering::Relaxed);
        }
        &self.grid
    }

    fn value(&self) -> Value {
        self.grid().value()
    }
}

#[test]
fn while_devices_get_ready_the_cpu_goes_on() {
    let pipeline = some_pipeline();
    let grids = grids(2_000, 12, 9);
    let wanted = on_cpu(&pipeline, &grids);
    let auto = || Options { backend: Backend::Auto, min_batch: Some(1), rows_at_once: Some(5), ..Options::default() };
    let begun = Arc::new(AtomicBool::new(false));
    let watched: Vec<Watched> = grids
        .iter()
        .enumerate()
        .map(|(n, grid)| Watched { grid: grid.clone(), tells: (n == 1).then(|| begun.clone()) })
        .collect();
    let late = move || {
        while !begun.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        Ok(vec![emulated()])
    };
    let runner = Runner::with_opener(auto(), late);
    let got = runner.run(&pipeline, &watched);
    assert_same("a late device", &wanted, &got, &grids);
    assert_ne!(got.report.path, Path::Device, "nobody waited for it");
    runner.wait_until_warm().expect("it came");
    let got = runner.run(&pipeline, &grids);
    assert_same("a device that is there", &wanted, &got, &grids);
    assert_eq!(got.report.path, Path::Device);

    let runner = Runner::with_opener(auto(), || Err(megabatt_batch::DeviceError::NoDriver));
    let got = runner.run(&pipeline, &grids);
    assert_same("no device", &wanted, &got, &grids);
    assert_eq!(got.report.path, Path::Cpu);
}

#[test]
fn a_stopped_run_says_so_in_its_rows() {
    let cancel = megabatt_exec::Cancel::new();
    cancel.cancel();
    for backend in [Backend::Cpu, Backend::Cuda] {
        let options = Options { backend, ..Options::default() };
        let runner = Runner::with_devices(options, vec![emulated()]).with_cancel(cancel.clone());
        let got = runner.run(&some_pipeline(), &grids(5, 10, 3));
        assert_eq!(texts(&got), ["\"outcome\":\"limit\",\"limit\":\"stopped\""; 5]);
    }
}

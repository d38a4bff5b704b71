//! What warming up leaves: a first batch asks for no memory.

mod common;

use common::scripted::{Script, Scripted};
use common::{assert_same, emulated, on_cpu, options, pipeline};
use megabatt_batch::{Card, Dialect, Runner};
use megabatt_core::Grid;
use megabatt_cuda_emulator::EmulatedDevice;
use megabatt_cuda_suite::grids::grids;
use std::sync::Arc;

/// A card with memory enough, warmed up, and the device that counts.
fn warmed() -> (Arc<Scripted>, Card) {
    let device = Scripted::new(Arc::new(EmulatedDevice::new(8 << 30, 7)), Script::Never);
    let card = Card::new(device.clone());
    card.warm_up().expect("there is memory enough");
    (device, card)
}

#[test]
fn a_first_ordinary_batch_allocates_nothing() {
    let large: Vec<Grid> = (0..1_000).map(|n| Grid::from_fn(30, 30, |i, j| ((i / 5 + j / 7 + n) % 10) as i8)).collect();
    let mixed = grids(300, 30, 3);
    let cases = [
        ("rot90 | vmirror | replace(3, 7)", &large),
        ("rot90 | hconcat(_, I)", &mixed),
        ("mostcolor", &mixed),
        ("ofcolor(3)", &mixed),
        ("fgpartition", &mixed),
        ("objects(T, F, T)", &mixed),
    ];
    for (text, grids) in cases {
        let pipeline = pipeline(text, Dialect::Arc).with_tables();
        let (device, card) = warmed();
        let runner = Runner::with_cards(options(None), Arc::new([card]));
        let before = device.allocations();
        let got = runner.run(&pipeline, grids);
        assert_eq!(device.allocations(), before, "{text}");
        assert!(got.report.on_devices > 200, "{text}: {:?}", got.report);
        assert_same(text, &on_cpu(&pipeline, grids), &got, grids);
    }
}

#[test]
fn a_first_batch_in_parts_allocates_nothing() {
    let grids = grids(600, 30, 4);
    let pipeline = pipeline("rot90 | trim", Dialect::Arc);
    let (device, card) = warmed();
    let runner = Runner::with_cards(options(Some(25)), Arc::new([card]));
    let before = device.allocations();
    assert_same("parts", &on_cpu(&pipeline, &grids), &runner.run(&pipeline, &grids), &grids);
    assert_eq!(device.allocations(), before);
}

#[test]
fn a_batch_gets_the_lane_that_fits_it() {
    let (device, card) = warmed();
    let sizes: Vec<usize> = [0, usize::MAX]
        .map(|bytes| card.lane(false, bytes).expect("there are some"))
        .iter()
        .map(|lane| lane.reserved())
        .collect();
    assert!(sizes[0] < sizes[1], "{sizes:?}");
    assert!(sizes[1] > 2_000 * 900 && sizes[1] < 4 << 20, "{sizes:?}");
    drop(device);
}

#[test]
fn where_memory_is_short_warming_up_does_with_less() {
    let pipeline = pipeline("rot90 | trim", Dialect::Arc);
    let grids = grids(50, 30, 5);
    for device in [
        Scripted::new(emulated(), Script::NoMoreThan(2 << 20)),
        Scripted::new(Arc::new(EmulatedDevice::new(4 << 20, 7)), Script::Never),
    ] {
        let card = Card::new(device);
        card.warm_up().expect("little memory is no failure");
        let runner = Runner::with_cards(options(None), Arc::new([card]));
        let got = runner.run(&pipeline, &grids);
        assert_same("little memory", &on_cpu(&pipeline, &grids), &got, &grids);
        assert_eq!(got.report.failed(), 0, "{:?}", got.report);
    }
    assert!(Card::new(Scripted::new(emulated(), Script::Streams)).warm_up().is_err());
}

//! Measurements run, and find every result right: on the emulated device, whose times mean nothing.

mod common;

use common::emulated;
use common::scripted::{Script, Scripted};
use megabatt_batch::bench::{Patience, Shapes, WORKS, cases, direct, first_batches, grids, tune};
use megabatt_batch::{Card, Family, Tuning};
use megabatt_cuda::device::SharedDevice;
use std::sync::Arc;

#[test]
fn all_works_are_measured_and_right() {
    let mut told = 0;
    let cases = cases(&emulated(), &Tuning::default(), &[3, 25], Patience::NONE, &mut |_| told += 1);
    assert_eq!((cases.len(), told), (2 * 2 * WORKS.len(), 2 * 2 * WORKS.len()));
    for case in &cases {
        assert_eq!(case.wrong, 0, "{case:?}");
        assert!(case.cpu > 0.0 && case.device.total > 0.0 && case.auto > 0.0, "{case:?}");
        assert!(case.device.parts.gather > 0.0 && case.device.parts.scatter > 0.0, "{case:?}");
        assert_eq!(case.auto_path, "cpu", "so small a batch stays: {case:?}");
    }
    let direct = direct(&emulated(), 20, Patience::NONE).expect("the emulated device does not fail");
    assert!(direct.pinned > 0.0 && direct.resident > 0.0 && direct.objects > 0.0);
    assert_eq!(direct.wrong, 0);
}

#[test]
fn wrong_results_of_direct_batches_are_counted() {
    let device = Scripted::new(emulated(), Script::LaunchesOfNothing);
    let direct = direct(&(device as SharedDevice), 20, Patience::NONE).expect("it says that all is well");
    assert!(direct.wrong > 0, "{direct:?}");
}

#[test]
fn first_batches_are_measured() {
    let cards: Arc<[Card]> = Arc::new([Card::new(emulated())]);
    let measured = first_batches(&cards, 20, 3);
    assert_eq!(measured.len(), 2);
    assert!(measured.iter().all(|batch| batch.grids == 20 && batch.first > 0.0 && batch.later > 0.0), "{measured:?}");
}

#[test]
fn every_family_that_runs_on_devices_is_tuned() {
    let points = tune(&emulated(), &[2, 8], Patience::NONE, &mut |_, points| assert_eq!(points.len(), 2));
    for family in Family::ALL {
        assert!(points.contains_key(&family), "{family:?}");
    }
}

#[test]
fn grids_to_measure_with_are_the_same_every_time() {
    for shapes in Shapes::ALL {
        assert_eq!(grids(50, shapes), grids(50, shapes));
    }
    assert!(grids(50, Shapes::Same).iter().all(|grid| (grid.height(), grid.width()) == (25, 25)));
}

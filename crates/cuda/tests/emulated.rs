//! Every kernel in the emulator against the CPU's reference.

use megabatt_core::{Dialect, Grid, Value};
use megabatt_cuda::abi::TRANSPARENT;
use megabatt_cuda::device::SharedDevice;
use megabatt_cuda::{Class, Filter, Finding, ObjectsQuery, Op, Pipeline};
use megabatt_cuda_emulator::EmulatedDevice;
use megabatt_cuda_suite::pipelines::{Case, check};
use megabatt_cuda_suite::random::Random;
use megabatt_cuda_suite::{Tally, grids, objects, programs, residents};
use megabatt_engine::data::{self, Filter as Tasks};
use std::path::PathBuf;
use std::sync::Arc;

fn device(seed: u64) -> SharedDevice {
    match seed % 2 {
        0 => Arc::new(EmulatedDevice::new(256 << 20, seed)),
        _ => Arc::new(EmulatedDevice::mapped(256 << 20, seed)),
    }
}

fn cases(count: usize, seed: u64) -> Vec<Case> {
    grids::grids(count, 64, seed).into_iter().map(Case::from).collect()
}

#[test]
fn every_operation_alone() {
    let mut all = Tally::default();
    for seed in 0..3 {
        for op in programs::operations(&mut Random::new(seed)) {
            let tally = check(&device(seed), &[op], &cases(40, seed + 100)).expect("the emulator runs");
            tally.assert_fine();
            all.add(tally);
        }
    }
    assert!(all.rows > 3_000 && all.left * 5 < all.rows, "{} of {} rows were left to the CPU", all.left, all.rows);
}

#[test]
fn two_grids_and_patches() {
    for seed in 0..3 {
        let mut random = Random::new(seed + 50);
        for ops in programs::with_others(&mut random) {
            let mut rows: Vec<Case> =
                grids::grids(40, 40, seed + 7).into_iter().map(|g| programs::case_with_other(&mut random, g)).collect();
            if !Pipeline::new(&ops).expect("it fits").needs_other() {
                rows.iter_mut().for_each(|case| case.other = None);
            }
            // Second grids that are grids have all their cells.
            if !programs::takes_patch(&ops) {
                rows.retain(|case| case.other.as_ref().is_none_or(|other| !other.cells().contains(&TRANSPARENT)));
            }
            check(&device(seed), &ops, &rows).expect("the emulator runs").assert_fine();
        }
    }
}

#[test]
fn operations_in_rows() {
    let mut random = Random::new(4);
    for seed in 0..40 {
        let ops = programs::chain(&mut random);
        if Pipeline::new(&ops).is_ok() {
            check(&device(seed), &ops, &cases(20, seed + 300)).expect("the emulator runs").assert_fine();
        }
    }
}

#[test]
fn objects_and_their_order() {
    let mut all = Tally::default();
    for (seed, query) in objects::queries().into_iter().enumerate() {
        for dialect in [Dialect::Arc, Dialect::Tok] {
            let seed = seed as u64;
            let small = objects::check(&device(seed), Class::Small, dialect, &query, &grids::grids(60, 32, seed));
            all.add(small.expect("the emulator runs"));
        }
        for dialect in [Dialect::Arc, Dialect::Tok] {
            let large = objects::check(&device(4), Class::Large, dialect, &query, &grids::grids(12, 64, 77));
            all.add(large.expect("the emulator runs"));
        }
    }
    all.assert_fine();
    assert!(all.left * 20 < all.rows, "{} of {} rows were left to the CPU", all.left, all.rows);
}

/// All grids of the demo's tasks, and of those that MEGABATT_DATA names, if it does: there so many that a few hundred are taken.
fn real_grids() -> Vec<Grid> {
    let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo/tasks");
    let named = std::env::var_os("MEGABATT_DATA").map(PathBuf::from);
    let grid = |value: &Value| if let Value::Grid(grid) = value { Some((**grid).clone()) } else { None };
    let mut grids = Vec::new();
    for folder in std::iter::once(demo).chain(named) {
        let tasks = data::load(&[folder], &Tasks::default()).tasks;
        let pairs = tasks.iter().flat_map(|task| task.train.iter().chain(&task.test));
        let values = pairs.flat_map(|pair| std::iter::once(&pair.input).chain(pair.output.as_ref()));
        let found: Vec<Grid> = values.filter_map(grid).collect();
        grids.extend(found.iter().step_by(found.len().div_ceil(400).max(1)).cloned());
    }
    grids
}

#[test]
fn real_grids_through_every_operation() {
    let real = real_grids();
    assert!(real.len() > 300, "the demo has grids: {}", real.len());
    let (device, mut random) = (device(11), Random::new(12));
    let alone: Vec<Case> = real.iter().cloned().map(Case::from).collect();
    for op in programs::operations(&mut random) {
        check(&device, &[op], &alone).expect("the emulator runs").assert_fine();
    }
    for ops in programs::with_others(&mut random) {
        let needs = Pipeline::new(&ops).expect("it fits").needs_other();
        let patch = programs::takes_patch(&ops);
        // Each with the grid before it, which mostly is of the same task, or with some of its cells.
        let case = |(n, two): (usize, &[Grid])| {
            let keep = |(k, &cell): (usize, &i8)| if (k + n) % 3 == 0 { cell } else { TRANSPARENT };
            let thinned = || two[0].cells().iter().enumerate().map(keep).collect();
            let other = match patch && n % 2 == 0 {
                true => Grid::new(two[0].height(), two[0].width(), thinned()),
                false => two[0].clone(),
            };
            Case { grid: two[1].clone(), other: needs.then_some(other) }
        };
        let rows: Vec<Case> = real.windows(2).enumerate().map(case).collect();
        check(&device, &ops, &rows).expect("the emulator runs").assert_fine();
    }
}

#[test]
fn real_grids_and_their_objects() {
    let (real, mut all) = (real_grids(), Tally::default());
    let findings = [Finding::Partition, Finding::Fgpartition, Finding::Frontiers].map(ObjectsQuery::of);
    for query in objects::queries().into_iter().chain(findings) {
        for dialect in [Dialect::Arc, Dialect::Tok] {
            all.add(objects::check(&device(13), Class::Small, dialect, &query, &real).expect("the emulator runs"));
        }
    }
    all.assert_fine();
    assert!(all.left * 20 < all.rows, "{} of {} rows were left to the CPU", all.left, all.rows);
}

#[test]
fn filtered_objects() {
    let filters = [
        vec![Filter::Sizefilter(1)],
        vec![Filter::Colorfilter(3)],
        vec![Filter::Sizefilter(2), Filter::Colorfilter(1)],
        vec![Filter::Colorfilter(500)],
    ];
    for (seed, filters) in filters.into_iter().enumerate() {
        let query = ObjectsQuery { filters, ..ObjectsQuery::new(true, seed % 2 == 0, seed > 1) };
        let rows = grids::grids(80, 32, seed as u64 + 40);
        objects::check(&device(3), Class::Small, Dialect::Arc, &query, &rows).expect("the emulator runs").assert_fine();
    }
}

#[test]
fn grids_that_stay() {
    let stages: [&[Op]; 4] = [
        &[Op::Rot90, Op::Vmirror, Op::Replace { replacee: 3, replacer: 7 }],
        &[Op::Rot180, Op::Switch { a: 0, b: 5 }, Op::Dmirror],
        &[Op::Tophalf, Op::Save, Op::Hmirror, Op::Vconcat],
        &[Op::Rot270, Op::Upscale { factor: 2 }],
    ];
    for class in Class::ALL {
        let rows = grids::grids(81, class.side(), 8);
        for stages in [&stages[..1], &stages[..2], &stages[..]] {
            residents::check(&device(2), class, stages, &rows).expect("the emulator runs").assert_fine();
        }
    }
}

#[test]
fn partitions_and_frontiers() {
    for finding in [Finding::Partition, Finding::Fgpartition, Finding::Frontiers] {
        let sized = ObjectsQuery { filters: vec![Filter::Sizefilter(5)], ..ObjectsQuery::of(finding) };
        for query in [ObjectsQuery::of(finding), sized] {
            for class in Class::ALL {
                let rows = grids::grids(60, class.side(), 21 + class as u64);
                for dialect in [Dialect::Arc, Dialect::Tok] {
                    let tally = objects::check(&device(6), class, dialect, &query, &rows);
                    tally.expect("the emulator runs").assert_fine();
                }
            }
        }
    }
}

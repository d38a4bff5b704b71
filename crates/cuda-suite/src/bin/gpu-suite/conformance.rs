//! Every kernel against the CPU's reference.

use crate::tasks::real_grids;
use megabatt_core::Dialect;
use megabatt_cuda::abi::TRANSPARENT;
use megabatt_cuda::device::{Result, SharedDevice};
use megabatt_cuda::{Class, Filter, Finding, ObjectsQuery, Op, Pipeline};
use megabatt_cuda_suite::pipelines::{Case, check};
use megabatt_cuda_suite::random::Random;
use megabatt_cuda_suite::{Tally, grids, objects, programs, residents};

/// Prints what was found; whether everything agreed.
pub fn run(device: &SharedDevice, rounds: u64) -> Result<bool> {
    let mut fine = true;
    let all: [(&str, Part); 7] = [
        ("real grids", real),
        ("operations", operations),
        ("two grids and patches", others),
        ("in rows", chains),
        ("objects", all_objects),
        ("partitions and frontiers", parts),
        ("grids that stay", stay),
    ];
    for (name, part) in all {
        let mut tally = Tally::default();
        for seed in 0..rounds {
            tally.add(part(device, seed)?);
        }
        println!(
            "{{\"conformance\": \"{name}\", \"rows\": {}, \"left_to_cpu\": {}, \"differ\": {}}}",
            tally.rows,
            tally.left,
            tally.faults.len()
        );
        for fault in tally.faults.iter().take(3) {
            eprintln!("{fault}\n");
        }
        fine &= tally.faults.is_empty();
    }
    Ok(fine)
}

type Part = fn(&SharedDevice, u64) -> Result<Tally>;

/// Real grids are what they are: the first round tries all of them, later ones none.
fn real(device: &SharedDevice, seed: u64) -> Result<Tally> {
    let mut tally = Tally::default();
    let grids = if seed == 0 { real_grids() } else { Vec::new() };
    let cases: Vec<Case> = grids.iter().cloned().map(Case::from).collect();
    for op in programs::operations(&mut Random::new(1)) {
        tally.add(check(device, &[op], &cases)?);
    }
    for query in objects::queries() {
        for dialect in [Dialect::Arc, Dialect::Tok] {
            tally.add(objects::check(device, Class::Small, dialect, &query, &grids)?);
        }
    }
    Ok(tally)
}

fn cases(count: usize, seed: u64) -> Vec<Case> {
    grids::grids(count, 64, seed).into_iter().map(Case::from).collect()
}

fn operations(device: &SharedDevice, seed: u64) -> Result<Tally> {
    let mut tally = Tally::default();
    for op in programs::operations(&mut Random::new(seed)) {
        tally.add(check(device, &[op], &cases(200, seed + 100))?);
    }
    Ok(tally)
}

fn others(device: &SharedDevice, seed: u64) -> Result<Tally> {
    let mut tally = Tally::default();
    let mut random = Random::new(seed + 50);
    for ops in programs::with_others(&mut random) {
        let needs = Pipeline::new(&ops).is_ok_and(|p| p.needs_other());
        let grids = grids::grids(100, 40, seed + 7).into_iter();
        let mut rows: Vec<Case> = match needs {
            true => grids.map(|g| programs::case_with_other(&mut random, g)).collect(),
            false => grids.map(Case::from).collect(),
        };
        if !programs::takes_patch(&ops) {
            rows.retain(|case| case.other.as_ref().is_none_or(|other| !other.cells().contains(&TRANSPARENT)));
        }
        tally.add(check(device, &ops, &rows)?);
    }
    Ok(tally)
}

fn chains(device: &SharedDevice, seed: u64) -> Result<Tally> {
    let mut tally = Tally::default();
    let mut random = Random::new(seed + 900);
    for n in 0..10 {
        let ops = programs::chain(&mut random);
        if Pipeline::new(&ops).is_ok() {
            tally.add(check(device, &ops, &cases(100, seed * 10 + n))?);
        }
    }
    Ok(tally)
}

fn all_objects(device: &SharedDevice, seed: u64) -> Result<Tally> {
    let mut tally = Tally::default();
    for query in objects::queries() {
        for dialect in [Dialect::Arc, Dialect::Tok] {
            tally.add(objects::check(device, Class::Small, dialect, &query, &grids::grids(200, 32, seed + 3))?);
            tally.add(objects::check(device, Class::Large, dialect, &query, &grids::grids(50, 64, seed + 4))?);
        }
    }
    for filters in [vec![Filter::Sizefilter(1)], vec![Filter::Sizefilter(2), Filter::Colorfilter(1)]] {
        let query = ObjectsQuery { filters, ..ObjectsQuery::new(true, false, true) };
        tally.add(objects::check(device, Class::Small, Dialect::Arc, &query, &grids::grids(200, 32, seed + 5))?);
    }
    Ok(tally)
}

fn parts(device: &SharedDevice, seed: u64) -> Result<Tally> {
    let mut tally = Tally::default();
    for finding in [Finding::Partition, Finding::Fgpartition, Finding::Frontiers] {
        for class in Class::ALL {
            let rows = grids::grids(300, class.side(), seed + 21);
            for dialect in [Dialect::Arc, Dialect::Tok] {
                tally.add(objects::check(device, class, dialect, &ObjectsQuery::of(finding), &rows)?);
            }
        }
    }
    Ok(tally)
}

fn stay(device: &SharedDevice, seed: u64) -> Result<Tally> {
    let turn: &[Op] = &[Op::Rot90, Op::Vmirror, Op::Replace { replacee: 3, replacer: 7 }];
    let grow: &[Op] = &[Op::Tophalf, Op::Save, Op::Hmirror, Op::Vconcat, Op::Upscale { factor: 2 }];
    let mut tally = Tally::default();
    for class in Class::ALL {
        for stages in [&[turn][..], &[turn, grow], &[grow, turn, turn]] {
            tally.add(residents::check(device, class, stages, &grids::grids(333, class.side(), seed + 6))?);
        }
    }
    Ok(tally)
}

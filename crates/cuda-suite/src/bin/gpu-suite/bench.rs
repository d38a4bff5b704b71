//! Figures: host to host, from pinned memory, and on the device.

use crate::tasks::real_grids;
use megabatt_core::{CellLayout, Grid};
use megabatt_cuda::device::{Result, SharedDevice};
use megabatt_cuda::{Class, Lane, ObjectTables, ObjectsQuery, Op, Pipeline, Resident, Row, Status};
use megabatt_cuda_suite::grids;
use megabatt_cuda_suite::random::Random;
use rayon::prelude::*;
use std::sync::Arc;
use std::time::Instant;

const SIZES: [usize; 8] = [10, 30, 100, 200, 1_000, 10_000, 100_000, 300_000];

pub fn run(device: &SharedDevice, kernels_only: bool) -> Result<()> {
    let turn = [Op::Rot90, Op::Vmirror];
    let three = [Op::Rot90, Op::Vmirror, Op::Replace { replacee: 3, replacer: 7 }];
    for (name, ops) in [("rot90+vmirror", &turn[..]), ("3 operations", &three[..])] {
        let pipeline = Pipeline::new(ops).expect("it fits");
        for n in SIZES.into_iter().filter(|_| !kernels_only) {
            for same in [true, false] {
                host_to_host(device, name, &pipeline, &made(n, same), same)?;
            }
        }
    }
    for n in [200, 10_000, 200_000] {
        let real = real_grids();
        let real = (0..n).filter_map(|k| real.get(k % real.len().max(1)).cloned()).collect();
        for (name, grids) in [("real", real), ("drawn", drawn(n)), ("mixed", made(n, false)), ("25x25", made(n, true))]
        {
            objects(device, name, &grids)?;
        }
    }
    let kinds: [(&str, &[Op]); 6] = [
        ("nothing", &[]),
        ("rot90+vmirror", &turn),
        ("rot90+vmirror+replace", &three),
        ("compress", &[Op::Compress]),
        ("upscale 1", &[Op::Upscale { factor: 1 }]),
        ("save+vmirror+cellwise", &[Op::Save, Op::Vmirror, Op::Cellwise { fallback: 0 }]),
    ];
    for n in [200, 10_000, 1_000_000] {
        for same in [true, false] {
            let mut lane = Lane::new(device)?;
            let kept = keep(&mut lane, &made(n, same))?;
            for (name, ops) in &kinds {
                resident(&mut lane, name, &Pipeline::new(ops).expect("it fits"), &kept, same)?;
            }
        }
    }
    Ok(())
}

/// Grids of 25×25, or of many shapes; up to 20,000 different ones, again and again.
fn made(n: usize, same: bool) -> Vec<Grid> {
    let mut random = Random::new(n as u64 + 1);
    let base: Vec<Grid> = match same {
        true => (0..n.min(20_000)).map(|_| grids::grid(&mut random, 25, 25)).collect(),
        false => grids::grids(n.min(20_000), 30, 5),
    };
    (0..n).map(|k| base[k % base.len()].clone()).collect()
}

/// Grids as in tasks, of 1×1 to 30×30.
fn drawn(n: usize) -> Vec<Grid> {
    let mut random = Random::new(n as u64 + 2);
    let mut one = || {
        let (height, width) = (1 + random.below(30), 1 + random.below(30));
        grids::drawn(&mut random, height, width)
    };
    let base: Vec<Grid> = (0..n.min(20_000)).map(|_| one()).collect();
    (0..n).map(|k| base[k % base.len()].clone()).collect()
}

/// Objects of grids on the device: all flags, tables of boxes and sizes with the exact order.
fn objects(device: &SharedDevice, name: &str, grids: &[Grid]) -> Result<()> {
    let tables = Arc::new(ObjectTables::new(device, Class::Small, CellLayout::ColourFirst)?);
    let mut lane = Lane::new(device)?;
    let kept = keep(&mut lane, grids)?;
    let mut capacity = grids.len() * 4;
    for flags in if grids.is_empty() { &[][..] } else { &[0b101, 0b111, 0b001, 0b100, 0b000] } {
        let query = ObjectsQuery::new(flags & 1 != 0, flags & 2 != 0, flags & 4 != 0);
        let mut times = Vec::new();
        let mut left = 0;
        let mut total = 0;
        while times.len() < 15 {
            lane.set_timed(true);
            lane.send_objects_of(&kept, &query, &tables, capacity)?;
            let found = lane.finish_objects()?;
            total = found.total();
            if total > capacity {
                capacity = total;
                continue;
            }
            left = (0..found.rows()).filter(|&row| found.word(row).status() != Status::Fine).count();
            times.push(f64::from(found.times.kernels));
        }
        lane.set_timed(false);
        let ms = median(times[2..].to_vec());
        println!(
            "{{\"objects\": \"{name}\", \"univalued\": {}, \"diagonal\": {}, \"without_bg\": {}, \"grids\": {}, \"objects_found\": {total}, \"left_to_cpu\": {left}, \"ms\": {ms:.4}, \"grids_per_second\": {:.3e}}}",
            query.univalued,
            query.diagonal,
            query.without_bg,
            grids.len(),
            grids.len() as f64 / ms * 1e3
        );
    }
    Ok(())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn repeats(n: usize) -> usize {
    if n >= 100_000 { 9 } else { 51 }
}

fn fill(lane: &mut Lane, grids: &[Grid]) -> Result<()> {
    let cells = grids.iter().map(|g| g.cells().len()).sum();
    let rows: Vec<Row<'_>> = grids
        .iter()
        .map(|g| Row { height: g.height(), width: g.width(), cells: g.cells(), out_cells: g.cells().len() })
        .collect();
    lane.open(grids.len(), cells, cells)?.push_all(&rows);
    Ok(())
}

/// From grids that lie anywhere to grids that lie anywhere: in one batch, or in parts that overlap.
fn host_to_host(device: &SharedDevice, name: &str, pipeline: &Pipeline, grids: &[Grid], same: bool) -> Result<()> {
    let n = grids.len();
    let mut out: Vec<Vec<i8>> = grids.iter().map(|g| vec![0; g.cells().len()]).collect();
    let part = if n <= 10_000 { n } else { n.div_ceil(8) };
    let mut lanes: Vec<Lane> = (0..if part == n { 1 } else { 3 }).map(|_| Lane::new(device)).collect::<Result<_>>()?;
    let mut whole = Vec::new();
    let mut parts: [Vec<f64>; 3] = Default::default();
    for _ in 0..repeats(n) + 2 {
        let start = Instant::now();
        let (mut gather, mut wait, mut scatter) = (0.0, 0.0, 0.0);
        let chunks: Vec<(usize, &[Grid])> = grids.chunks(part).enumerate().collect();
        let count = lanes.len();
        for step in 0..chunks.len() + count - 1 {
            if let Some(done) = step.checked_sub(count - 1) {
                let moment = Instant::now();
                let finished = lanes[done % count].finish()?;
                wait += moment.elapsed().as_secs_f64();
                let moment = Instant::now();
                let rows = finished.rows();
                let places = &mut out[done * part..done * part + rows];
                if rows < 2_000 {
                    places.iter_mut().enumerate().for_each(|(row, to)| to.copy_from_slice(finished.cells(row)));
                } else {
                    let parts = places.par_chunks_mut(512).enumerate();
                    parts.for_each(|(n, part)| {
                        part.iter_mut().enumerate().for_each(|(k, to)| to.copy_from_slice(finished.cells(n * 512 + k)));
                    });
                }
                scatter += moment.elapsed().as_secs_f64();
            }
            if let Some((number, chunk)) = chunks.get(step) {
                let moment = Instant::now();
                let lane = &mut lanes[number % count];
                fill(lane, chunk)?;
                gather += moment.elapsed().as_secs_f64();
                lane.send(pipeline, Class::Small)?;
            }
        }
        whole.push(start.elapsed().as_secs_f64() * 1e3);
        for (list, time) in parts.iter_mut().zip([gather, wait, scatter]) {
            list.push(time * 1e3);
        }
    }
    let [gather, wait, scatter] = parts.map(|list| median(list[2..].to_vec()));
    let total = median(whole[2..].to_vec());
    let pinned = pinned(device, pipeline, grids)?;
    println!(
        "{{\"host_to_host\": \"{name}\", \"grids\": {n}, \"same_shape\": {same}, \"ms\": {total:.4}, \"gather\": {gather:.4}, \"wait\": {wait:.4}, \"scatter\": {scatter:.4}, \"pinned_copied\": {:.4}, \"pinned_mapped\": {:.4}, \"upload\": {:.4}, \"kernel\": {:.4}, \"download\": {:.4}}}",
        pinned.copied, pinned.mapped, pinned.parts[0], pinned.parts[1], pinned.parts[2]
    );
    Ok(())
}

struct Pinned {
    copied: f64,
    mapped: f64,
    parts: [f64; 3],
}

/// From a batch in pinned memory to one in pinned memory, with copies and without, and what the copies take.
fn pinned(device: &SharedDevice, pipeline: &Pipeline, grids: &[Grid]) -> Result<Pinned> {
    let parts = if grids.len() <= 10_000 { 1 } else { 8 };
    let mut lanes: Vec<Lane> = (0..parts).map(|_| Lane::new(device)).collect::<Result<_>>()?;
    for (lane, chunk) in lanes.iter_mut().zip(grids.chunks(grids.len().div_ceil(parts))) {
        fill(lane, chunk)?;
    }
    let mut run = |mapped: usize, timed: bool| -> Result<(f64, [f64; 3])> {
        let mut times = Vec::new();
        let mut sums: [Vec<f64>; 3] = Default::default();
        for lane in &mut lanes {
            lane.set_mapped_bytes(mapped);
            lane.set_timed(timed);
        }
        for _ in 0..repeats(grids.len()) + 2 {
            let start = Instant::now();
            for lane in &mut lanes {
                lane.send(pipeline, Class::Small)?;
            }
            let mut sum = [0.0; 3];
            for lane in &mut lanes {
                let took = lane.finish()?.times;
                for (sum, time) in sum.iter_mut().zip([took.upload, took.kernels, took.download]) {
                    *sum += f64::from(time);
                }
            }
            times.push(start.elapsed().as_secs_f64() * 1e3);
            for (list, sum) in sums.iter_mut().zip(sum) {
                list.push(sum);
            }
        }
        Ok((median(times[2..].to_vec()), sums.map(|list| median(list[2..].to_vec()))))
    };
    let (copied, _) = run(0, false)?;
    let (_, parts) = run(0, true)?;
    let (mapped, _) = run(usize::MAX, false)?;
    Ok(Pinned { copied, mapped, parts })
}

fn keep(lane: &mut Lane, grids: &[Grid]) -> Result<Resident> {
    fill(lane, grids)?;
    lane.keep(&Pipeline::new(&[]).expect("it fits"), Class::Small)
}

/// From planes to planes.
fn resident(lane: &mut Lane, name: &str, pipeline: &Pipeline, kept: &Resident, same: bool) -> Result<()> {
    let results = lane.run_kept(kept, pipeline)?;
    lane.rest()?;
    lane.set_timed(true);
    let mut times = Vec::new();
    for _ in 0..31 {
        lane.run_kept_into(kept, pipeline, &results)?;
        times.push(f64::from(lane.rest()?.kernels));
    }
    lane.set_timed(false);
    let ms = median(times);
    println!(
        "{{\"resident\": \"{name}\", \"grids\": {}, \"same_shape\": {same}, \"ms\": {ms:.4}, \"grids_per_second\": {:.3e}}}",
        kept.rows(),
        kept.rows() as f64 / ms * 1e3
    );
    Ok(())
}

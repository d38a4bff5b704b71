//! Lanes that are there before the first batch.
//!
//! Pinned memory takes a driver a good part of a millisecond for every megabyte, and memory on a device stops what runs there. A batch that has to
//! wait for both takes many times as long as one that does not, so warming up gets as much as ordinary batches need.

use crate::card::Card;
use crate::cards::{LEAST_ROWS, MOST_WORKERS, ONE_PART};
use megabatt_cuda::device::Result;
use megabatt_cuda::{Class, DeviceError, Lane, ObjectRecord, Op, Pipeline, Room};

/// The cells of a large grid of a task, 30 by 30.
const CELLS: usize = 900;
/// Of a device's free memory one part in so many is taken at most.
const SHARE: usize = 16;
/// A result of so many bytes is too large for kernels to write it to the host's memory themselves, so it takes the way of large batches.
const COPIED: usize = 256 << 10;

/// What a batch of so many large grids needs.
fn room(rows: usize) -> Room {
    Room { rows, parts: 1, cells: rows * CELLS, out_cells: rows * CELLS, ..Room::default() }
}

/// The rows of each lane that is made: a large one for batches that are not cut, and as many of the least parts as workers send at once.
/// With eight workers that is 40 MB in all.
fn sizes(workers: usize) -> impl Iterator<Item = usize> {
    std::iter::once(ONE_PART).chain(std::iter::repeat_n(LEAST_ROWS, 2 * workers - 1))
}

impl Card {
    /// Makes lanes with memory for ordinary batches, and sends a grid through each. Where memory is short there are fewer.
    pub(crate) fn make_lanes(&self) -> Result<()> {
        let workers = rayon::current_num_threads().clamp(1, MOST_WORKERS);
        let mut left = self.device().free_memory()? / SHARE;
        let mut made = self.take_lanes();
        for rows in sizes(workers) {
            let objects = rows * self.objects_each();
            let needed = rows * CELLS + objects * size_of::<ObjectRecord>();
            let Some(rest) = left.checked_sub(needed) else { break };
            let ready = made.pop().map_or_else(|| Lane::new(self.device()), Ok).and_then(|mut lane| {
                lane.reserve(&room(rows), objects)?;
                send_one(&mut lane)?;
                Ok(lane)
            });
            match ready {
                Ok(lane) => self.keep(lane),
                // What there is has to do; batches ask for less when they get none.
                Err(DeviceError::OutOfMemory { .. }) => break,
                Err(error) => return Err(error),
            }
            left = rest;
        }
        made.into_iter().for_each(|lane| self.keep(lane));
        Ok(())
    }
}

/// Sends a grid up, through a kernel and down, the way of large batches.
fn send_one(lane: &mut Lane) -> Result<()> {
    let Ok(pipeline) = Pipeline::new(&[Op::Rot90]) else { return Ok(()) };
    lane.open(1, 1, COPIED)?.push(1, 1, &[0], COPIED);
    lane.send(&pipeline, Class::Small)?;
    lane.finish().map(drop)
}

//! Tables that `objects` needs on the device: the walk over all places of each shape, and the hashes of cells.

use crate::abi::Class;
use crate::device::{DeviceBuffer, HostBuffer, Result, SharedDevice, StreamId};
use megabatt_core::{CellLayout, Set, hash};
use std::sync::OnceLock;

/// For each shape of a class, row by row, the rank of each cell in the walk over `asindices`. Shapes come by height and width.
///
/// Made once in a process: 4 million numbers for the large class.
pub fn ranks(class: Class) -> &'static [u16] {
    static MADE: [OnceLock<Vec<u16>>; 2] = [const { OnceLock::new() }; 2];
    MADE[class as usize].get_or_init(|| made_ranks(class))
}

/// Heights are shared among threads. Not rayon's: while one of those waits for the others it may be given work that waits for these
/// very tables.
fn made_ranks(class: Class) -> Vec<u16> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(class.side());
    let made: Vec<Vec<Vec<u16>>> = std::thread::scope(|scope| {
        let heights = |first: usize| (first + 1..=class.side()).step_by(threads);
        let start = |first| scope.spawn(move || heights(first).map(|height| ranks_of_height(class, height)).collect());
        let started: Vec<_> = (0..threads).map(start).collect();
        started.into_iter().map(|thread| thread.join().expect("ranks are numbers below 4,096")).collect()
    });
    (0..class.side()).flat_map(|n| made[n % threads][n / threads].iter().copied()).collect()
}

/// The ranks of the shapes of one height.
fn ranks_of_height(class: Class, height: usize) -> Vec<u16> {
    let side = class.side();
    let mut all = Vec::with_capacity(height * side * (side + 1) / 2);
    for width in 1..=side {
        let places = (0..height as i32).flat_map(|i| (0..width as i32).map(move |j| (i, j)));
        let set = Set::grown_pairs(places.collect());
        let start = all.len();
        all.resize(start + height * width, 0);
        for (rank, place) in set.positions_in_order().enumerate() {
            all[start + place] = rank as u16;
        }
    }
    all
}

/// For each of the colours 0 to 9, what each cell of the class adds to the hash of an object it belongs to.
pub fn cells(class: Class, layout: CellLayout) -> Vec<u64> {
    let side = class.side() as i32;
    let of = |c: i32, i: i32, j: i32| match layout {
        CellLayout::ColourFirst => hash::of_cell(c, i, j),
        CellLayout::ColourLast => hash::of_triple(i, j, c),
    };
    let places = |c: i32| (0..side).flat_map(move |i| (0..side).map(move |j| hash::shuffled(of(c, i, j))));
    (0..10).flat_map(places).collect()
}

/// The tables of a class and a cell layout on a device.
pub struct ObjectTables {
    pub(super) class: Class,
    pub(super) layout: CellLayout,
    /// Only `objects` needs these.
    pub(super) ranks: Option<DeviceBuffer>,
    pub(super) cells: Option<DeviceBuffer>,
}

impl ObjectTables {
    /// Makes and uploads them: some milliseconds for the small class, many times that for the large one.
    pub fn new(device: &SharedDevice, class: Class, layout: CellLayout) -> Result<ObjectTables> {
        let ranks: Vec<u8> = ranks(class).iter().flat_map(|rank| rank.to_ne_bytes()).collect();
        let stream = device.new_stream()?;
        let cells: Vec<u8> = cells(class, layout).into_iter().flat_map(u64::to_ne_bytes).collect();
        let uploaded = upload(device, stream, &ranks).and_then(|ranks| Ok((ranks, upload(device, stream, &cells)?)));
        // SAFETY: nothing is on the stream: `upload` waits.
        unsafe { device.release_stream(stream) }
        let (ranks, cells) = uploaded?;
        Ok(ObjectTables { class, layout, ranks: Some(ranks), cells: Some(cells) })
    }

    /// As [`ObjectTables::new`] at once, for everything but `objects`.
    pub fn without_ranks(class: Class, layout: CellLayout) -> ObjectTables {
        ObjectTables { class, layout, ranks: None, cells: None }
    }
}

fn upload(device: &SharedDevice, stream: StreamId, bytes: &[u8]) -> Result<DeviceBuffer> {
    let mut host = HostBuffer::new(device, bytes.len())?;
    host.bytes_mut()[..bytes.len()].copy_from_slice(bytes);
    let buffer = DeviceBuffer::new(device, bytes.len())?;
    // SAFETY: both hold so many bytes, and stay until the wait below.
    let sent = unsafe { device.upload(stream, buffer.address(), host.pointer(), bytes.len()) };
    sent.and(device.wait(stream))?;
    Ok(buffer)
}

//! A stream with its buffers, through which batches go.
//!
//! A lane holds one batch at a time: fill it ([`Lane::open`], [`Batch::push`]), send it ([`Lane::send`], which does not wait),
//! and take what came out ([`Lane::finish`]). Two or three lanes of one device overlap: while one uploads, the other runs. A lane
//! keeps its buffers from batch to batch.

mod batch;
mod finished;
mod layout;
mod resident;

pub use batch::{Batch, Row};
pub use finished::{Finished, Times};
pub use layout::Room;
pub use resident::Resident;

use crate::abi::{Block, CELL_SLACK, Class, Codes, InputForm, MOST_OPS, PipelineArgs, RawBytes, RawOp};
use crate::device::{Address, DeviceBuffer, DeviceError, EventId, HostBuffer, Kernel, Result, SharedDevice, StreamId};
use crate::objects::ObjectTables;
use crate::pipeline::Pipeline;
use layout::Layout;
use std::sync::Arc;

/// The most rows of a launch: offsets have 32 bits, and a row of the large class has 4,096 cells at most.
pub const MOST_ROWS: usize = (u32::MAX as usize) / 4096;

/// Below so many bytes both ways kernels read and write the host's memory themselves: two copies would take longer.
const MAPPED_BYTES: usize = 128 * 1024;

/// A stream with its buffers.
pub struct Lane {
    pub(crate) device: SharedDevice,
    pub(crate) stream: StreamId,
    pub(crate) host_in: HostBuffer,
    pub(crate) host_out: HostBuffer,
    pub(crate) device_in: Option<DeviceBuffer>,
    pub(crate) device_out: Option<DeviceBuffer>,
    room: Room,
    pub(crate) layout: Layout,
    /// What of the room is filled.
    pub(crate) filled: Room,
    pub(crate) codes: Codes,
    /// Moments of the batch on its way: sent, uploaded, run, downloaded.
    moments: Vec<EventId>,
    timed: bool,
    mapped_bytes: usize,
    pub(crate) sent: bool,
    /// How the objects lie that were sent for, and the tables they need.
    pub(crate) objects: Option<(crate::objects::Layout, Arc<ObjectTables>)>,
}

impl Lane {
    pub fn new(device: &SharedDevice) -> Result<Lane> {
        let stream = device.new_stream()?;
        let buffers = HostBuffer::new(device, 16).and_then(|a| Ok((a, HostBuffer::new(device, 16)?)));
        let (host_in, host_out) = buffers.inspect_err(|_| {
            // SAFETY: the stream was just made and nothing is on it.
            unsafe { device.release_stream(stream) }
        })?;
        let mapped_bytes = if device.info().maps_host_memory { MAPPED_BYTES } else { 0 };
        Ok(Lane {
            device: device.clone(),
            stream,
            host_in,
            host_out,
            device_in: None,
            device_out: None,
            room: Room::default(),
            layout: Layout::default(),
            filled: Room::default(),
            codes: Codes::default(),
            moments: Vec::new(),
            timed: false,
            mapped_bytes,
            sent: false,
            objects: None,
        })
    }

    /// Whether batches are timed, which costs some microseconds each.
    pub fn set_timed(&mut self, timed: bool) {
        self.timed = timed;
    }

    /// Up to how many bytes kernels read and write the host's memory themselves; 0 for never.
    pub fn set_mapped_bytes(&mut self, bytes: usize) {
        self.mapped_bytes = if self.device.info().maps_host_memory { bytes } else { 0 };
    }

    pub fn device(&self) -> &SharedDevice {
        &self.device
    }

    /// Gets memory for batches of this size, here and on the device, so that the first of them does not wait for it; their results may
    /// also be so many objects.
    pub fn reserve(&mut self, room: &Room, objects: usize) -> Result<()> {
        self.rest()?;
        let layout = Layout::of(room);
        let out_bytes = layout.out_bytes.max(crate::objects::Layout::of(room.rows, objects, 0).bytes);
        for (buffer, bytes) in [(&mut self.host_in, layout.in_bytes), (&mut self.host_out, out_bytes)] {
            if buffer.len() < bytes {
                *buffer = HostBuffer::new(&self.device, bytes)?;
            }
        }
        self::room(&mut self.device_in, &self.device, layout.in_bytes)?;
        self::room(&mut self.device_out, &self.device, out_bytes)?;
        Ok(())
    }

    /// How many bytes of a batch it has pinned memory for.
    pub fn reserved(&self) -> usize {
        self.host_in.len()
    }

    /// Starts a batch of exactly so many rows with so many cells in all, whose results have so many bytes at most.
    pub fn open(&mut self, rows: usize, cells: usize, out_cells: usize) -> Result<Batch<'_>> {
        self.open_with(Room { rows, parts: 1, cells, other_cells: 0, out_cells, others: false })
    }

    /// Starts a batch with room for this.
    pub fn open_with(&mut self, room: Room) -> Result<Batch<'_>> {
        let bytes = room.cells.max(room.out_cells).max(room.other_cells);
        if room.rows.saturating_mul(room.parts) > MOST_ROWS || bytes > u32::MAX as usize - CELL_SLACK {
            return Err(DeviceError::TooManyRows { rows: room.rows, most: MOST_ROWS });
        }
        self.rest()?;
        self.room = room;
        self.layout = Layout::of(&room);
        self.filled = Room { parts: room.parts, ..Room::default() };
        grow(&mut self.host_in, &self.device, self.layout.in_bytes)?;
        grow(&mut self.host_out, &self.device, self.layout.out_bytes)?;
        self.host_in.words_mut(self.layout.out_offsets, 1)[0] = 0;
        Ok(Batch { lane: self })
    }

    fn room_for_results(&mut self, row: usize, out_cells: usize) {
        let (parts, layout) = (self.room.parts, self.layout);
        let mut end = self.filled.out_cells;
        let offsets = self.host_in.words_mut(layout.out_offsets, layout.results + 1);
        for offset in &mut offsets[row * parts + 1..=(row + 1) * parts] {
            end += out_cells;
            *offset = end as u32;
        }
        assert!(end <= self.room.out_cells, "the results fit what the batch was opened for");
        self.filled.out_cells = end;
    }

    /// Runs the open batch, later. Every grid of the batch belongs to the class ([`Pipeline::plan`]).
    pub fn send(&mut self, pipeline: &Pipeline, class: Class) -> Result<()> {
        let layout = self.layout;
        assert_eq!(self.filled.rows, layout.rows, "a batch has as many rows as it was opened for");
        assert_eq!(self.room.parts, pipeline.parts(), "a batch has room for as many results as the pipeline makes");
        assert_eq!(layout.others, pipeline.needs_other(), "rows bring a second grid if the pipeline needs one");
        let mapped = layout.in_bytes.max(layout.out_bytes) <= self.mapped_bytes;
        let (input, output) = if mapped {
            (Address(self.host_in.pointer() as u64), Address(self.host_out.pointer() as u64))
        } else {
            let input = room(&mut self.device_in, &self.device, layout.in_bytes)?;
            (input, room(&mut self.device_out, &self.device, layout.out_bytes)?)
        };
        let args = PipelineArgs {
            input: layout.grids(input.0),
            other: layout.loaded(pipeline, input.0),
            out_offsets: input.0 + layout.out_offsets as u64,
            out_words: output.0,
            out_cells: output.0 + layout.out_cells as u64,
            ..arguments(pipeline, layout.rows)
        };
        self.codes = *pipeline.codes();
        self.sent = true;
        self.moment()?;
        if !mapped {
            // SAFETY: both buffers are this lane's, hold as many bytes, and are not touched before `rest`.
            unsafe { self.device.upload(self.stream, input, self.host_in.pointer(), layout.in_bytes) }?;
        }
        self.moment()?;
        // SAFETY: all addresses lie in this lane's buffers, which stay; sizes are those of the layout.
        unsafe { self.launch(class, layout.results, &args) }?;
        self.moment()?;
        if !mapped {
            // SAFETY: as for the upload; nobody reads before `rest`.
            unsafe { self.device.download(self.stream, self.host_out.pointer(), output, layout.out_bytes) }?;
        }
        self.moment()
    }

    /// # Safety
    /// The memory that the arguments name is there, large enough, and stays until the lane rests.
    unsafe fn launch(&self, class: Class, results: usize, args: &PipelineArgs) -> Result<()> {
        if results == 0 {
            return Ok(());
        }
        let kernel = match class {
            Class::Small => Kernel::PipelineSmall,
            Class::Large => Kernel::PipelineLarge,
        };
        // SAFETY: the arguments are a pipeline's, and the caller answers for what they name.
        unsafe { self.device.launch(self.stream, kernel, results as u32, Block::of(args)) }
    }

    pub(crate) fn moment(&mut self) -> Result<()> {
        if self.timed {
            self.moments.push(self.device.record(self.stream)?);
        }
        Ok(())
    }

    /// Waits for what was sent.
    pub fn finish(&mut self) -> Result<Finished<'_>> {
        let times = self.rest()?;
        let layout = self.layout;
        Ok(Finished {
            words: self.host_out.words(0, layout.results),
            offsets: self.host_in.words(layout.out_offsets, layout.results + 1),
            cells: &self.host_out.bytes()[layout.out_cells..],
            codes: self.codes,
            times,
        })
    }

    /// Waits until nothing of this lane is on its way.
    pub fn rest(&mut self) -> Result<Times> {
        if !std::mem::take(&mut self.sent) {
            return Ok(Times::default());
        }
        let moments = std::mem::take(&mut self.moments);
        let waited = self.device.wait(self.stream);
        let between = |n: usize| self.device.milliseconds(moments[n], moments[n + 1]);
        let times = match moments.len() {
            4 => between(0).and_then(|upload| Ok(Times { upload, kernels: between(1)?, download: between(2)? })),
            _ => Ok(Times::default()),
        };
        for event in moments {
            // SAFETY: these are this lane's and used no more.
            unsafe { self.device.release_event(event) }
        }
        waited.and(times)
    }
}

/// The arguments of a pipeline whose places are not said yet.
fn arguments(pipeline: &Pipeline, rows: usize) -> PipelineArgs {
    let mut ops = [RawOp::default(); MOST_OPS];
    ops[..pipeline.raw().len()].copy_from_slice(pipeline.raw());
    let nowhere = RawBytes { words: 0, offsets: 0, cells: 0 };
    PipelineArgs {
        input: nowhere,
        other: nowhere,
        in_planes: 0,
        out_offsets: 0,
        out_words: 0,
        out_cells: 0,
        out_planes: 0,
        spare: pipeline.codes().bits(),
        rows: rows as u32,
        parts: pipeline.parts() as u32,
        input_form: InputForm::Bytes,
        output_form: pipeline.output_form(),
        op_count: pipeline.raw().len() as u32,
        unused: 0,
        ops,
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        // An error here is of work nobody asks for any more.
        let _ = self.rest();
        // SAFETY: nothing is on the stream, and the lane was its only user.
        unsafe { self.device.release_stream(self.stream) }
    }
}

pub(crate) fn grow(buffer: &mut HostBuffer, device: &SharedDevice, bytes: usize) -> Result<()> {
    if buffer.len() < bytes {
        *buffer = HostBuffer::new(device, bytes + bytes / 4)?;
    }
    Ok(())
}

pub(crate) fn room(buffer: &mut Option<DeviceBuffer>, device: &SharedDevice, bytes: usize) -> Result<Address> {
    if buffer.as_ref().is_none_or(|b| b.len() < bytes) {
        *buffer = None;
        *buffer = Some(DeviceBuffer::new(device, bytes)?);
    }
    Ok(buffer.as_ref().map_or(Address(0), DeviceBuffer::address))
}

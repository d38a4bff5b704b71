//! A stream with its buffers, through which batches go.
//!
//! A lane holds one batch at a time: fill it ([`Lane::open`], [`Batch::push`]), send it ([`Lane::send`], which does not wait),
//! and take what came out ([`Lane::finish`]). Two or three lanes of one device overlap: while one uploads, the other runs. A lane
//! keeps its buffers from batch to batch.

use crate::abi::{Block, CELL_SLACK, Class, InputForm, MOST_OPS, OutputForm, PipelineArgs, RawBytes, RawOp, Word};
use crate::device::{Address, DeviceBuffer, DeviceError, EventId, HostBuffer, Kernel, Result, SharedDevice, StreamId};
use crate::op::Pipeline;

/// The most rows of a launch: offsets have 32 bits, and a row of the large class has 4,096 cells at most.
pub const MOST_ROWS: usize = (u32::MAX as usize) / 4096;

/// Below so many bytes both ways kernels read and write the host's memory themselves: two copies would take longer.
const MAPPED_BYTES: usize = 128 * 1024;

/// A stream with its buffers.
pub struct Lane {
    device: SharedDevice,
    stream: StreamId,
    host_in: HostBuffer,
    host_out: HostBuffer,
    device_in: Option<DeviceBuffer>,
    device_out: Option<DeviceBuffer>,
    shape: Shape,
    /// Moments of the batch on its way: sent, uploaded, run, downloaded.
    moments: Vec<EventId>,
    timed: bool,
    sent: bool,
}

/// How a batch lies in a lane's buffers.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    rows: usize,
    pushed: usize,
    cells: usize,
    cell_bytes: usize,
    out_cells: usize,
}

impl Shape {
    fn offsets(&self) -> usize {
        4 * self.rows
    }

    fn out_offsets(&self) -> usize {
        self.offsets() + 4 * self.rows
    }

    fn cells_at(&self) -> usize {
        (self.out_offsets() + 4 * (self.rows + 1)).next_multiple_of(16)
    }

    fn in_bytes(&self) -> usize {
        (self.cells_at() + self.cell_bytes + CELL_SLACK).next_multiple_of(4)
    }

    fn out_cells_at(&self) -> usize {
        (4 * self.rows).next_multiple_of(16)
    }

    fn out_bytes(&self) -> usize {
        (self.out_cells_at() + self.out_cells).next_multiple_of(4)
    }
}

/// What a batch took on the device, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    pub upload: f32,
    pub kernels: f32,
    pub download: f32,
}

/// A batch that came back.
pub struct Finished<'a> {
    words: &'a [u32],
    offsets: &'a [u32],
    cells: &'a [u8],
    pub times: Times,
}

impl Finished<'_> {
    pub fn rows(&self) -> usize {
        self.words.len()
    }

    /// The shape of a row's result, or why there is none.
    pub fn word(&self, row: usize) -> Word {
        Word(self.words[row])
    }

    /// The cells of a row's result, row by row; none if there is no result.
    pub fn cells(&self, row: usize) -> &[i8] {
        let (word, start) = (self.word(row), self.offsets[row] as usize);
        let bytes = &self.cells[start..start + word.height() * word.width()];
        // SAFETY: i8 and u8 have the same layout, and every byte is an i8.
        unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) }
    }
}

impl Lane {
    pub fn new(device: &SharedDevice) -> Result<Lane> {
        let stream = device.new_stream()?;
        let buffers = HostBuffer::new(device, 16).and_then(|a| Ok((a, HostBuffer::new(device, 16)?)));
        let (host_in, host_out) = buffers.inspect_err(|_| {
            // SAFETY: the stream was just made and nothing is on it.
            unsafe { device.release_stream(stream) }
        })?;
        Ok(Lane {
            device: device.clone(),
            stream,
            host_in,
            host_out,
            device_in: None,
            device_out: None,
            shape: Shape::default(),
            moments: Vec::new(),
            timed: false,
            sent: false,
        })
    }

    /// Whether batches are timed, which costs some microseconds each.
    pub fn set_timed(&mut self, timed: bool) {
        self.timed = timed;
    }

    pub fn device(&self) -> &SharedDevice {
        &self.device
    }

    /// Starts a batch of exactly so many rows with so many cells in all, whose results have so many at most.
    pub fn open(&mut self, rows: usize, cells: usize, out_cells: usize) -> Result<Batch<'_>> {
        if rows > MOST_ROWS || cells.max(out_cells) > u32::MAX as usize - CELL_SLACK {
            return Err(DeviceError::TooManyRows { rows, most: MOST_ROWS });
        }
        self.rest()?;
        self.shape = Shape { rows, pushed: 0, cells: 0, cell_bytes: cells, out_cells: 0 };
        let most = Shape { out_cells, ..self.shape };
        grow(&mut self.host_in, &self.device, most.in_bytes())?;
        grow(&mut self.host_out, &self.device, most.out_bytes())?;
        let at = self.shape.out_offsets();
        self.host_in.words_mut(at, 1)[0] = 0;
        Ok(Batch { lane: self, most_out: out_cells })
    }

    /// Runs the open batch, later. Every grid of the batch belongs to the class ([`Pipeline::plan`]).
    pub fn send(&mut self, pipeline: &Pipeline, class: Class) -> Result<()> {
        let shape = self.shape;
        assert_eq!(shape.pushed, shape.rows, "a batch has as many rows as it was opened for");
        let mapped = self.device.info().maps_host_memory && shape.in_bytes().max(shape.out_bytes()) <= MAPPED_BYTES;
        let (input, output) = if mapped {
            (Address(self.host_in.pointer() as u64), Address(self.host_out.pointer() as u64))
        } else {
            let input = room(&mut self.device_in, &self.device, shape.in_bytes())?;
            (input, room(&mut self.device_out, &self.device, shape.out_bytes())?)
        };
        let args = self.args(pipeline, input, output);
        let kernel = match class {
            Class::Small => Kernel::PipelineSmall,
            Class::Large => Kernel::PipelineLarge,
        };
        self.sent = true;
        self.moment()?;
        if !mapped {
            // SAFETY: both buffers are this lane's, hold as many bytes, and are not touched before `rest`.
            unsafe { self.device.upload(self.stream, input, self.host_in.pointer(), shape.in_bytes()) }?;
        }
        self.moment()?;
        if shape.rows > 0 {
            // SAFETY: the arguments are a pipeline's; all addresses lie in this lane's buffers, which stay.
            unsafe { self.device.launch(self.stream, kernel, shape.rows as u32, Block::of(&args)) }?;
        }
        self.moment()?;
        if !mapped {
            // SAFETY: as for the upload; nobody reads before `rest`.
            unsafe { self.device.download(self.stream, self.host_out.pointer(), output, shape.out_bytes()) }?;
        }
        self.moment()
    }

    fn moment(&mut self) -> Result<()> {
        if self.timed {
            self.moments.push(self.device.record(self.stream)?);
        }
        Ok(())
    }

    fn args(&self, pipeline: &Pipeline, input: Address, output: Address) -> PipelineArgs {
        let shape = self.shape;
        let at = |base: Address, offset: usize| base.0 + offset as u64;
        let mut ops = [RawOp::default(); MOST_OPS];
        ops[..pipeline.raw().len()].copy_from_slice(pipeline.raw());
        PipelineArgs {
            input: RawBytes { words: input.0, offsets: at(input, shape.offsets()), cells: at(input, shape.cells_at()) },
            other: RawBytes { words: 0, offsets: 0, cells: 0 },
            in_planes: 0,
            out_offsets: at(input, shape.out_offsets()),
            out_words: output.0,
            out_cells: at(output, shape.out_cells_at()),
            out_planes: 0,
            spare: pipeline.codes().bits(),
            rows: shape.rows as u32,
            parts: 1,
            input_form: InputForm::Bytes,
            output_form: OutputForm::Bytes,
            op_count: pipeline.raw().len() as u32,
            unused: 0,
            ops,
        }
    }

    /// Waits for what was sent.
    pub fn finish(&mut self) -> Result<Finished<'_>> {
        let times = self.rest()?;
        let shape = self.shape;
        Ok(Finished {
            words: self.host_out.words(0, shape.rows),
            offsets: self.host_in.words(shape.out_offsets(), shape.rows + 1),
            cells: &self.host_out.bytes()[shape.out_cells_at()..],
            times,
        })
    }

    /// Waits until nothing of this lane is on its way.
    fn rest(&mut self) -> Result<Times> {
        if !std::mem::take(&mut self.sent) {
            return Ok(Times::default());
        }
        self.device.wait(self.stream)?;
        let moments = std::mem::take(&mut self.moments);
        let between = |n: usize| self.device.milliseconds(moments[n], moments[n + 1]);
        let times = match moments.len() {
            4 => between(0).and_then(|upload| Ok(Times { upload, kernels: between(1)?, download: between(2)? })),
            _ => Ok(Times::default()),
        };
        for event in moments {
            // SAFETY: these are this lane's and used no more.
            unsafe { self.device.release_event(event) }
        }
        times
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

fn grow(buffer: &mut HostBuffer, device: &SharedDevice, bytes: usize) -> Result<()> {
    if buffer.len() < bytes {
        *buffer = HostBuffer::new(device, bytes + bytes / 4)?;
    }
    Ok(())
}

fn room(buffer: &mut Option<DeviceBuffer>, device: &SharedDevice, bytes: usize) -> Result<Address> {
    if buffer.as_ref().is_none_or(|b| b.len() < bytes) {
        *buffer = None;
        *buffer = Some(DeviceBuffer::new(device, bytes)?);
    }
    Ok(buffer.as_ref().map_or(Address(0), DeviceBuffer::address))
}

/// A lane's batch while it is filled.
pub struct Batch<'a> {
    lane: &'a mut Lane,
    most_out: usize,
}

impl Batch<'_> {
    /// Adds a grid, row by row, and room for its result.
    ///
    /// # Panics
    /// If the batch was opened for less.
    pub fn push(&mut self, height: usize, width: usize, cells: &[i8], out_cells: usize) {
        let lane = &mut *self.lane;
        let shape = &mut lane.shape;
        let (row, start) = (shape.pushed, shape.cells);
        assert!(row < shape.rows && start + cells.len() <= shape.cell_bytes, "a batch holds what it was opened for");
        assert!(cells.len() == height * width, "a grid has height times width cells");
        shape.pushed += 1;
        shape.cells += cells.len();
        shape.out_cells += out_cells;
        assert!(shape.out_cells <= self.most_out, "the results fit what the batch was opened for");
        let shape = *shape;
        lane.host_in.words_mut(0, shape.rows)[row] = Word::of_shape(height, width).0;
        lane.host_in.words_mut(shape.offsets(), shape.rows)[row] = start as u32;
        lane.host_in.words_mut(shape.out_offsets(), shape.rows + 1)[row + 1] = shape.out_cells as u32;
        let at = shape.cells_at() + start;
        // SAFETY: i8 and u8 have the same layout.
        let bytes = unsafe { std::slice::from_raw_parts(cells.as_ptr().cast::<u8>(), cells.len()) };
        lane.host_in.bytes_mut()[at..at + cells.len()].copy_from_slice(bytes);
    }
}

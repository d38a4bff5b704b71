//! Batches that stay on the device, as planes.

use super::{Lane, arguments, room};
use crate::abi::{Block, Class, Codes, InputForm, OutputForm, PipelineArgs, RawBytes};
use crate::device::{DeviceBuffer, Kernel, Result, SharedDevice, StreamId};
use crate::op::Kind;
use crate::pipeline::Pipeline;

/// How many grids a warp of [`Kernel::TurnSmall`] has.
const TURNED_BY_A_WARP: u32 = 4;

/// Grids on a device. They belong to the lane that made them, whose stream keeps things in order.
pub struct Resident {
    device: SharedDevice,
    stream: StreamId,
    words: DeviceBuffer,
    planes: DeviceBuffer,
    rows: usize,
    class: Class,
    codes: Codes,
}

impl Resident {
    fn new(lane: &Lane, rows: usize, class: Class, codes: Codes) -> Result<Resident> {
        Ok(Resident {
            device: lane.device.clone(),
            stream: lane.stream,
            words: DeviceBuffer::new(&lane.device, 4 * rows)?,
            planes: DeviceBuffer::new(&lane.device, class.plane_bytes() * rows)?,
            rows,
            class,
            codes,
        })
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn class(&self) -> Class {
        self.class
    }

    /// What its codes stand for.
    pub fn codes(&self) -> Codes {
        self.codes
    }

    /// Where its words and its planes are.
    ///
    /// # Panics
    /// If it is another lane's.
    pub(crate) fn places(&self, lane: &Lane) -> (RawBytes, u64) {
        assert_eq!(self.stream, lane.stream, "grids belong to the lane that made them");
        (RawBytes { words: self.words.address().0, offsets: 0, cells: 0 }, self.planes.address().0)
    }

    fn as_input(&self, pipeline: &Pipeline) -> PipelineArgs {
        PipelineArgs {
            input: RawBytes { words: self.words.address().0, offsets: 0, cells: 0 },
            in_planes: self.planes.address().0,
            input_form: InputForm::Planes,
            ..arguments(pipeline, self.rows)
        }
    }
}

impl Drop for Resident {
    fn drop(&mut self) {
        // Its memory goes back to be used by others, so nothing may still be reading it. An error shows at the next use.
        let _ = self.device.wait(self.stream);
    }
}

impl Lane {
    /// Uploads the open batch and leaves what the pipeline makes of it on the device, later.
    pub fn keep(&mut self, pipeline: &Pipeline, class: Class) -> Result<Resident> {
        let layout = self.layout;
        assert_eq!(self.filled.rows, layout.rows, "a batch has as many rows as it was opened for");
        assert_eq!(pipeline.kind(), Kind::Grid, "grids stay on a device, other results are fetched");
        let kept = Resident::new(self, layout.rows * pipeline.parts(), class, *pipeline.codes())?;
        let input = room(&mut self.device_in, &self.device, layout.in_bytes)?;
        let args = PipelineArgs {
            input: layout.grids(input.0),
            other: layout.loaded(pipeline, input.0),
            out_words: kept.words.address().0,
            out_planes: kept.planes.address().0,
            output_form: OutputForm::Planes,
            ..arguments(pipeline, layout.rows)
        };
        self.sent = true;
        // SAFETY: both buffers are this lane's, hold as many bytes, and are not touched before `rest`.
        unsafe { self.device.upload(self.stream, input, self.host_in.pointer(), layout.in_bytes) }?;
        // SAFETY: the addresses lie in this lane's buffers and in those of the result, which waits before it goes.
        unsafe { self.launch(class, kept.rows, &args) }?;
        Ok(kept)
    }

    /// Runs a pipeline over grids on the device, and leaves what comes out there, later.
    ///
    /// # Panics
    /// If the grids are another lane's, or have other codes than the pipeline.
    pub fn run_kept(&mut self, grids: &Resident, pipeline: &Pipeline) -> Result<Resident> {
        let results = Resident::new(self, grids.rows * pipeline.parts(), grids.class, grids.codes)?;
        self.run_kept_into(grids, pipeline, &results)?;
        Ok(results)
    }

    /// As [`Lane::run_kept`], into the place of grids that are not needed any more.
    ///
    /// # Panics
    /// As [`Lane::run_kept`], and if the place is not as large as needed.
    pub fn run_kept_into(&mut self, grids: &Resident, pipeline: &Pipeline, results: &Resident) -> Result<()> {
        assert!(
            grids.stream == self.stream && results.stream == self.stream,
            "grids belong to the lane that made them"
        );
        assert_eq!(grids.codes, *pipeline.codes(), "a pipeline over kept grids has their codes");
        assert!(pipeline.runs_on_kept() && pipeline.kind() == Kind::Grid, "grids that stay have no second ones");
        assert!(
            results.rows == grids.rows * pipeline.parts() && results.class == grids.class,
            "results fit their place"
        );
        let args = PipelineArgs {
            out_words: results.words.address().0,
            out_planes: results.planes.address().0,
            output_form: OutputForm::Planes,
            ..grids.as_input(pipeline)
        };
        self.sent = true;
        self.moment()?;
        self.moment()?;
        if pipeline.is_simple() && grids.class == Class::Small && results.rows > 0 {
            let warps = (results.rows as u32).div_ceil(TURNED_BY_A_WARP);
            // SAFETY: both batches wait for this stream before their memory goes, and the arguments are a pipeline's.
            unsafe { self.device.launch(self.stream, Kernel::TurnSmall, warps, Block::of(&args)) }?;
        } else {
            // SAFETY: as above.
            unsafe { self.launch(grids.class, results.rows, &args) }?;
        }
        self.moment()?;
        self.moment()
    }

    /// Runs a pipeline over grids on the device and fetches what comes out, later; each result has so many bytes at most.
    ///
    /// # Panics
    /// If the grids are another lane's, or have other codes than the pipeline.
    pub fn fetch(&mut self, grids: &Resident, pipeline: &Pipeline, bytes_each: usize) -> Result<()> {
        assert_eq!(grids.stream, self.stream, "grids belong to the lane that made them");
        assert_eq!(grids.codes, *pipeline.codes(), "a pipeline over kept grids has their codes");
        assert!(pipeline.runs_on_kept(), "grids that stay have no second ones");
        let results = grids.rows * pipeline.parts();
        self.open_with(super::Room {
            rows: grids.rows,
            parts: pipeline.parts(),
            out_cells: results * bytes_each,
            ..Default::default()
        })?;
        for row in 0..grids.rows {
            self.room_for_results(row, bytes_each);
        }
        self.filled.rows = grids.rows;
        let layout = self.layout;
        let input = room(&mut self.device_in, &self.device, layout.in_bytes)?;
        let output = room(&mut self.device_out, &self.device, layout.out_bytes)?;
        let args = PipelineArgs {
            out_offsets: input.0 + layout.out_offsets as u64,
            out_words: output.0,
            out_cells: output.0 + layout.out_cells as u64,
            ..grids.as_input(pipeline)
        };
        self.codes = grids.codes;
        self.sent = true;
        self.moment()?;
        // SAFETY: as in `send`.
        unsafe { self.device.upload(self.stream, input, self.host_in.pointer(), layout.in_bytes) }?;
        self.moment()?;
        // SAFETY: as in `send`; the grids wait before they go.
        unsafe { self.launch(grids.class, results, &args) }?;
        self.moment()?;
        // SAFETY: as in `send`.
        unsafe { self.device.download(self.stream, self.host_out.pointer(), output, layout.out_bytes) }?;
        self.moment()
    }
}

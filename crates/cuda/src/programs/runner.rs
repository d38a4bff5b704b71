//! Rows on their way through a device.

use super::abi::{self, ProgramsArgs, RawResult, RawRow, Reason};
use super::bytes::{Layout, bytes_of, copy, copy_rows, result_at, u64_at};
use super::code::{Programs, shapes};
use super::outcome::{Fate, RowOutcome, outcome};
use super::settings::Settings;
use super::words::Constants;
use crate::abi::Block;
use crate::device::{DeviceBuffer, HostBuffer, Kernel, Result, SharedDevice, StreamId};
use megabatt_core::{Op, Value};

/// What a launch's memory begins with: counters, the rows of each multiprocessor, then ticks and calls of each operation.
const PROFILE_AT: usize = 16 + 8 * abi::MOST_MULTIPROCESSORS;
const HEAD: usize = PROFILE_AT + 16 * Op::ALL.len();

/// What an operation took on the device.
#[derive(Clone, Copy, Debug)]
pub struct Took {
    pub op: Op,
    /// With what it called.
    pub ticks: u64,
    pub calls: u64,
}

/// Programs that are on a device.
pub struct OnDevice {
    device: SharedDevice,
    stream: StreamId,
    programs: Programs,
    settings: Settings,
    /// What stays: steps, starts, pool, shapes.
    fixed: DeviceBuffer,
    places: [u64; 4],
    arenas: DeviceBuffer,
    batch: Option<DeviceBuffer>,
    output: DeviceBuffer,
    host_in: Option<HostBuffer>,
    host_out: Option<HostBuffer>,
    kernel_ms: f32,
    took: Vec<Took>,
}

impl OnDevice {
    pub fn new(device: &SharedDevice, programs: Programs, settings: Settings) -> Result<OnDevice> {
        device.prepare(Kernel::Programs)?;
        let mut bytes = Vec::new();
        let mut place = |data: &[u8]| {
            bytes.resize(bytes.len().next_multiple_of(16), 0);
            let at = bytes.len() as u64;
            bytes.extend_from_slice(data);
            at
        };
        let places = [
            place(&bytes_of(&programs.code)),
            place(&bytes_of(&programs.starts)),
            place(&bytes_of(&programs.pool)),
            place(&shapes()),
        ];
        let fixed = DeviceBuffer::new(device, bytes.len())?;
        let arenas = DeviceBuffer::new(device, settings.warps as usize * settings.arena_words * 8)?;
        let output = DeviceBuffer::new(device, settings.output_words * 8)?;
        let mut host = HostBuffer::new(device, bytes.len())?;
        host.bytes_mut()[..bytes.len()].copy_from_slice(&bytes);
        let stream = device.new_stream()?;
        let made = OnDevice {
            device: device.clone(),
            stream,
            programs,
            settings,
            fixed,
            places,
            arenas,
            batch: None,
            output,
            host_in: None,
            host_out: None,
            kernel_ms: 0.0,
            took: Vec::new(),
        };
        // SAFETY: both places have so many bytes, and the stream is waited for before the host's goes.
        unsafe { device.upload(stream, made.fixed.address(), host.pointer(), bytes.len())? };
        device.wait(stream)?;
        Ok(made)
    }

    pub fn programs(&self) -> &Programs {
        &self.programs
    }

    /// What operations took in the last launch, if that is asked for ([`Settings::profile`]).
    pub fn took(&self) -> &[Took] {
        &self.took
    }

    /// What the last launch took on the device.
    pub fn kernel_ms(&self) -> f32 {
        self.kernel_ms
    }

    /// Runs rows (program, sample) and gives what became of each. They start in the order in which they are given; those of one program
    /// should stand together, since warps that run the same program find its instructions in the same cache. A sample that devices have no form of, and a program
    /// that is not for devices, leave their rows to the CPU.
    pub fn run(&mut self, samples: &[Value], rows: &[(u32, u32)]) -> Result<Vec<RowOutcome>> {
        let mut constants = Constants { words: self.programs.constants.words.clone() };
        let inputs: Vec<Option<u64>> = samples.iter().map(|sample| constants.word(sample)).collect();
        let runs = |&(program, sample): &(u32, u32)| {
            self.programs.takes(program as usize) && inputs[sample as usize].is_some()
        };
        let here: Vec<usize> = (0..rows.len()).filter(|&n| runs(&rows[n])).collect();
        let raw: Vec<RawRow> = here.iter().map(|&n| RawRow { program: rows[n].0, sample: rows[n].1 }).collect();
        let inputs: Vec<u64> = inputs.into_iter().map(Option::unwrap_or_default).collect();
        let results = if raw.is_empty() { Vec::new() } else { self.launch(&constants.words, &inputs, &raw)? };
        let left = || RowOutcome { fate: Fate::Left(Reason::NoSuchProgram, None), fuel: 0, memory: 0, ticks: 0 };
        let mut outcomes: Vec<RowOutcome> = (0..rows.len()).map(|_| left()).collect();
        for (n, outcome) in here.into_iter().zip(results) {
            outcomes[n] = outcome;
        }
        Ok(outcomes)
    }

    fn launch(&mut self, constants: &[u64], inputs: &[u64], rows: &[RawRow]) -> Result<Vec<RowOutcome>> {
        // The counters first: rows taken, words of output used, and the profile.
        let mut layout = Layout { bytes: HEAD };
        let at_constants = layout.place(size_of_val(constants));
        let at_inputs = layout.place(size_of_val(inputs));
        let at_rows = layout.place(size_of_val(rows));
        let up = layout.bytes;
        let at_results = layout.place(rows.len() * size_of::<RawResult>());
        let whole = layout.bytes;
        let batch = fit_device(&mut self.batch, &self.device, whole)?;
        let host = fit_host(&mut self.host_in, &self.device, up)?;
        let bytes = host.bytes_mut();
        bytes[..HEAD].fill(0);
        copy(bytes, at_constants, constants);
        copy(bytes, at_inputs, inputs);
        copy_rows(bytes, at_rows, rows);
        let fixed = self.fixed.address().0;
        let settings = &self.settings;
        let warps = settings.warps.min(rows.len() as u32);
        let args = ProgramsArgs {
            constants: batch + at_constants as u64,
            code: fixed + self.places[0],
            programs: fixed + self.places[1],
            pool: fixed + self.places[2],
            samples: batch + at_inputs as u64,
            rows: batch + at_rows as u64,
            results: batch + at_results as u64,
            output: self.output.address().0,
            output_room: settings.output_words as u64,
            output_used: batch + 8,
            next_row: batch,
            own_rows: batch + 16,
            arenas: self.arenas.address().0,
            shapes: fixed + self.places[3],
            profile: if settings.profile { batch + PROFILE_AT as u64 } else { 0 },
            fuel_limit: settings.fuel,
            memory_limit: settings.memory,
            fuel_here: settings.fuel_here.min(settings.fuel / 2),
            ticks_here: settings.ticks_here,
            off: settings.off,
            row_count: rows.len() as u32,
            arena_words: settings.arena_words as u32,
            warps,
            flags: (u32::from(settings.dialect.empty_argmax_is_none()) * abi::EMPTY_ARGMAX_IS_NONE)
                | (u32::from(settings.order_is_wanted) * abi::ORDER_IS_WANTED),
            rows_at_once: settings.rows_at_once.max(1),
            unused: 0,
        };
        let down = HEAD + rows.len() * size_of::<RawResult>();
        let from = crate::device::Address(batch);
        // SAFETY: the buffers have so many bytes and live until the stream was waited for; the kernel writes its results,
        // its output and its arenas only.
        unsafe {
            self.device.upload(self.stream, from, host.pointer(), up)?;
        }
        let before = self.device.record(self.stream)?;
        // SAFETY: as above.
        unsafe { self.device.launch(self.stream, Kernel::Programs, warps, Block::of(&args))? };
        let after = self.device.record(self.stream)?;
        let back = fit_host(&mut self.host_out, &self.device, down)?;
        // SAFETY: as above.
        unsafe {
            self.device.download(self.stream, back.pointer(), from, HEAD)?;
            let results = crate::device::Address(batch + at_results as u64);
            self.device.download(self.stream, back.pointer().add(HEAD), results, down - HEAD)?;
        }
        self.device.wait(self.stream)?;
        self.kernel_ms = self.device.milliseconds(before, after)?;
        // SAFETY: both were made above, and nothing waits for them any more.
        unsafe {
            self.device.release_event(before);
            self.device.release_event(after);
        }
        self.took = (0..Op::ALL.len())
            .map(|n| Took {
                op: Op::ALL[n],
                ticks: u64_at(back.bytes(), PROFILE_AT + 16 * n),
                calls: u64_at(back.bytes(), PROFILE_AT + 8 + 16 * n),
            })
            .filter(|took| took.calls > 0)
            .collect();
        let used = u64_at(back.bytes(), 8).min(settings.output_words as u64) as usize;
        let raw: Vec<RawResult> =
            (0..rows.len()).map(|n| result_at(back.bytes(), HEAD + n * size_of::<RawResult>())).collect();
        let words = self.output_words(used)?;
        Ok(raw.iter().map(|raw| outcome(raw, &words)).collect())
    }

    /// What the rows wrote.
    fn output_words(&mut self, used: usize) -> Result<Vec<u64>> {
        if used == 0 {
            return Ok(Vec::new());
        }
        let back = fit_host(&mut self.host_out, &self.device, used * 8)?;
        // SAFETY: both have so many bytes, and the stream is waited for.
        unsafe { self.device.download(self.stream, back.pointer(), self.output.address(), used * 8)? };
        self.device.wait(self.stream)?;
        Ok((0..used).map(|n| u64_at(back.bytes(), 8 * n)).collect())
    }
}

impl Drop for OnDevice {
    fn drop(&mut self) {
        // What is still under way uses the buffers; what fails now is told by whoever uses the device next.
        let _ = self.device.wait(self.stream);
        // SAFETY: it was made in `new`, and nothing is on it any more.
        unsafe { self.device.release_stream(self.stream) }
    }
}

/// The address of a buffer with room for so many bytes.
fn fit_device(buffer: &mut Option<DeviceBuffer>, device: &SharedDevice, bytes: usize) -> Result<u64> {
    if buffer.as_ref().is_none_or(|buffer| buffer.len() < bytes) {
        *buffer = None;
        *buffer = Some(DeviceBuffer::new(device, bytes + bytes / 4)?);
    }
    Ok(buffer.as_ref().map_or(0, |buffer| buffer.address().0))
}

fn fit_host<'a>(buffer: &'a mut Option<HostBuffer>, device: &SharedDevice, bytes: usize) -> Result<&'a mut HostBuffer> {
    let buffer = match buffer.take() {
        Some(kept) if kept.len() >= bytes => buffer.insert(kept),
        _ => buffer.insert(HostBuffer::new(device, bytes + bytes / 4)?),
    };
    Ok(buffer)
}

//! The scores that a candidate gets which nobody made: the input as it is.

use super::collect::Tables;
use super::judge::Differs;
use crate::data::Task;
use crate::run::{Options, RunError, Sample, Stop, drive};
use megabatt_exec::{Cancel, Prepared};

/// What differs say of the inputs themselves, on the tasks given by their positions. None if it was stopped.
pub fn no_program(
    prepared: &dyn Prepared,
    tasks: &[Task],
    wanted: &[usize],
    options: &Options,
    cancel: &Cancel,
) -> Result<Option<Tables>, RunError> {
    const AT_A_TIME: usize = 4_096;
    let count = prepared.battery().programs.len();
    let differs = Differs::new(prepared, tasks, 1);
    let samples: Vec<(usize, Sample)> =
        wanted.iter().flat_map(|&task| Sample::all(&tasks[task]).map(move |sample| (task, sample))).collect();
    let mut tables = Tables::new(count);
    let mut missing = false;
    let stop = drive(
        samples.chunks(AT_A_TIME),
        options,
        cancel,
        |&(task, sample), stop| {
            let pair = sample.of(&tasks[task]);
            Some((task, sample, differs.of(task, Some(&pair.input), pair.output.as_ref(), stop)))
        },
        |(_, _, judged)| size_of_val(judged.as_slice()),
        |batch| {
            for (task, sample, judged) in batch {
                missing |= judged.len() < count && sample.of(&tasks[task]).output.is_some();
                tables.add(task, &tasks[task], sample, &judged);
            }
        },
    )?;
    Ok((stop == Stop::Finished && !missing).then_some(tables))
}

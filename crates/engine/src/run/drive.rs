//! Jobs on threads, batch by batch, until they are done or somebody wants it to stop.

use super::batch::Batch;
use super::{Options, RunError, Stop};
use megabatt_exec::Cancel;
use std::time::{Duration, Instant};

/// Deep recursion in a program is recursion here too; the stack is reserved, not used.
const STACK: usize = 256 << 20;

/// Threads that programs can run on.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, RunError> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK);
    builder.build().map_err(|e| RunError::Threads(threads, e))
}

/// Does the jobs of all batches on several threads, a batch at a time, until somebody wants it to stop.
pub(crate) fn drive<'j, J: Sync + 'j, T: Send>(
    batches: impl Iterator<Item = &'j [J]>,
    options: &Options,
    cancel: &Cancel,
    work: impl Fn(&J, &Cancel) -> Option<T> + Sync,
    size: impl Fn(&T) -> usize + Sync,
    mut on_batch: impl FnMut(Vec<T>),
) -> Result<Stop, RunError> {
    let pool = pool(options.threads)?;
    let deadline = options.time_limit.map(|limit| Instant::now() + limit);
    let stop_rows = Cancel::new();
    let work = |job: &J| if stop_rows.is_cancelled() { None } else { work(job, &stop_rows) };
    std::thread::scope(|scope| {
        let (done, wait) = std::sync::mpsc::channel::<()>();
        let watch = stop_rows.clone();
        scope.spawn(move || watch_over(&watch, cancel, deadline, &wait));
        let mut stop = Stop::Finished;
        for (number, jobs) in batches.enumerate() {
            let mut batch = Batch::new(jobs);
            while batch.is_waiting() && !stop_rows.is_cancelled() {
                pool.install(|| batch.run(&work, &size));
                options.watching().batch_ended(number);
                let finished = batch.take_finished();
                if !finished.is_empty() {
                    on_batch(finished);
                }
            }
            if batch.is_waiting() {
                on_batch(batch.into_rest());
                stop = stopped_by(cancel);
                break;
            }
        }
        drop(done);
        Ok(stop)
    })
}

/// Passes a cancellation, or the end of the time, on to the rows.
fn watch_over(rows: &Cancel, cancel: &Cancel, deadline: Option<Instant>, done: &std::sync::mpsc::Receiver<()>) {
    const LOOK: Duration = Duration::from_millis(20);
    use std::sync::mpsc::RecvTimeoutError::Timeout;
    while done.recv_timeout(LOOK) == Err(Timeout) {
        if cancel.is_cancelled() || deadline.is_some_and(|d| Instant::now() >= d) {
            rows.cancel();
        }
    }
}

/// Why it was stopped, if it was.
pub(crate) fn stopped_by(cancel: &Cancel) -> Stop {
    if cancel.is_cancelled() { Stop::Cancelled } else { Stop::TimeLimit }
}

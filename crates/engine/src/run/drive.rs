//! Jobs on threads until they are done or somebody wants it to stop.

use super::stream::Stream;
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

/// Does the jobs of all batches on several threads and hands the results on, a batch at a time, until somebody wants it to stop.
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
    let work = |job: &J| work(job, &stop_rows);
    std::thread::scope(|scope| {
        let (done, wait) = std::sync::mpsc::channel::<()>();
        let watch = stop_rows.clone();
        scope.spawn(move || watch_over(&watch, cancel, deadline, &wait));
        let stream = Stream::new(batches.collect(), pool.current_num_threads());
        let is_stopped = || stop_rows.is_cancelled();
        let all = pool.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, _| {
                stream.work(&work, &size, is_stopped, |batch| options.watching().batch_left(batch));
            });
            stream.hand_on(&mut on_batch)
        });
        let stop = if all { Stop::Finished } else { stopped_by(cancel) };
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

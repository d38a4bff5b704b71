//! Samples that run at the same time, line by line.

use super::Options;
use std::ops::Range;

/// Towards the end of a batch, what is left is cut into this many groups for each thread, so that all threads are done at about one time.
const GROUPS_EACH: usize = 3;

/// Samples in batches, and those in groups of at most so many, smaller ones at the end of a batch. A group ends where `ends` says for
/// its first sample, if not before.
pub(crate) fn groups(
    samples: usize,
    batch: usize,
    most: usize,
    options: &Options,
    ends: impl Fn(usize) -> usize,
) -> Vec<Vec<Range<usize>>> {
    let threads = if options.threads == 0 { available_threads() } else { options.threads };
    let of_batch = |start: usize| {
        let end = (start + batch).min(samples);
        let mut at = start;
        let next = || {
            let first = at;
            (first < end).then(|| {
                let size = ((end - first) / (threads * GROUPS_EACH)).clamp(1, most);
                at = (first + size).min(ends(first));
                first..at
            })
        };
        std::iter::from_fn(next).collect()
    };
    (0..samples).step_by(batch).map(of_batch).collect()
}

fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_in_one_group_and_groups_get_smaller() {
        for (samples, batch, most, threads) in
            [(0, 5, 8, 2), (1, 1, 8, 2), (252, 100, 8, 2), (252, 252, 8, 1), (9, 4, 1, 3)]
        {
            let options = Options { threads, ..Options::default() };
            // Four samples of each task.
            let batches = groups(samples, batch, most, &options, |at| at / 4 * 4 + 4);
            let all: Vec<usize> = batches.iter().flatten().flat_map(Clone::clone).collect();
            assert_eq!(all, (0..samples).collect::<Vec<_>>());
            assert!(
                batches.iter().flatten().all(|group| group.len() <= most && group.start / 4 == (group.end - 1) / 4)
            );
            assert!(batches.iter().all(|groups| groups.iter().map(Range::len).sum::<usize>() <= batch));
            assert!(batches.iter().filter_map(|groups| groups.last()).all(|group| group.len() == 1));
        }
    }
}

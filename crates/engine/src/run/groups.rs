//! Samples that run at the same time, line by line.

use super::Options;
use std::ops::Range;

/// Towards the end, what is left is cut into this many groups for each thread, so that all threads are done at about one time.
const GROUPS_EACH: usize = 3;

/// Samples in batches, and those in groups of at most so many, smaller ones at the end of all. A group ends where `ends` says for its first
/// sample, if not before; a batch does not end within a group where it has room for several.
pub(crate) fn groups(
    samples: usize,
    batch: usize,
    most: usize,
    options: &Options,
    ends: impl Fn(usize) -> usize,
) -> Vec<Vec<Range<usize>>> {
    let threads = if options.threads == 0 { available_threads() } else { options.threads };
    let batch = if batch > most { batch - batch % most } else { batch };
    let of_batch = |start: usize| {
        let end = (start + batch).min(samples);
        let mut at = start;
        let next = || {
            let first = at;
            (first < end).then(|| {
                let size = ((samples - first) / (threads * GROUPS_EACH)).clamp(1, most);
                at = (first + size).min(end).min(ends(first));
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
            let last = batches.last().and_then(|groups| groups.last());
            assert!(last.is_none_or(|group| group.len() == 1));
        }
    }

    #[test]
    fn groups_are_whole_up_to_the_end_of_all() {
        let options = Options { threads: 2, ..Options::default() };
        let batches = groups(1717, 163, 8, &options, |_| 1717);
        let sizes: Vec<usize> = batches.iter().flatten().map(Range::len).collect();
        let whole = sizes.iter().take_while(|&&size| size == 8).count();
        assert!(whole * 8 >= 1717 - 2 * GROUPS_EACH * 8 - 8, "{sizes:?}");
        assert!(batches[..batches.len() - 1].iter().all(|batch| batch.iter().map(Range::len).sum::<usize>() == 160));
    }
}

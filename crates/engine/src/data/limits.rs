//! How much of a source is read at most.

/// Bounds that no honest ARC data comes near, so that a wrong path or a hostile archive ends in a message and not
/// in a full memory.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The largest file, before and after decompression.
    pub file_bytes: u64,
    /// All files of one zip together, decompressed. re-arc's own archive holds several hundred MB.
    pub archive_bytes: u64,
    /// The number of data files in one folder or zip.
    pub files: usize,
    /// Pairs, grids and keys in one file.
    pub values: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { file_bytes: 256 << 20, archive_bytes: 2 << 30, files: 100_000, values: 4_000_000 }
    }
}

//! What every device has to pass: each kernel on generated grids, against the CPU's reference.
//!
//! `cargo test -p megabatt-cuda` runs it on the emulator, `cargo xtask bundle-gpu` makes a program that runs it on a GPU. A row
//! that a device leaves to the CPU is right only if it says so for a reason that holds.

pub mod expected;
pub mod grids;
// The same ones that batteries are tested with.
#[path = "../../engine/tests/common/mutants.rs"]
pub mod mutants;
pub mod objects;
pub mod pipelines;
pub mod programs;
pub mod random;
pub mod reference;
pub mod residents;
pub mod whole;

/// What a part of the suite found.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub rows: usize,
    /// Rows the device left to the CPU.
    pub left: usize,
    /// What differed, in words.
    pub faults: Vec<String>,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.rows += other.rows;
        self.left += other.left;
        self.faults.extend(other.faults);
    }

    /// # Panics
    /// If anything differed.
    pub fn assert_fine(&self) {
        let shown = self.faults.iter().take(5).cloned().collect::<Vec<_>>().join("\n\n");
        assert!(self.faults.is_empty(), "{} of {} rows differ:\n{shown}", self.faults.len(), self.rows);
    }
}

//! What rows may use on a device.

use megabatt_core::{Dialect, Op};

/// What rows may use, and what of it here.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub dialect: Dialect,
    pub fuel: u64,
    pub memory: u64,
    /// Rows that take more than this are the CPU's: a warp is slow, and others would wait for it.
    pub fuel_here: u64,
    /// So do rows that take more ticks of the device's clock.
    pub ticks_here: u64,
    /// Somebody looks at the order of sets in results.
    pub order_is_wanted: bool,
    /// Operations that are not to run on devices.
    pub off: [u64; 3],
    /// Words of memory for each row.
    pub arena_words: usize,
    /// How many rows run at once, at most.
    pub warps: u32,
    /// How many rows a multiprocessor takes at a time, one after the other as they are given.
    pub rows_at_once: u32,
    /// The most words of all results of a launch.
    pub output_words: usize,
    /// Somebody wants to know what operations took.
    pub profile: bool,
}

impl Settings {
    /// For a device with so many multiprocessors and so much free memory.
    pub fn for_device(dialect: Dialect, multiprocessors: u32, free: usize) -> Settings {
        let warps = (multiprocessors * 28).max(4);
        let arena_words = (free / 4 / warps as usize / 8).clamp(1 << 14, 1 << 17);
        Settings {
            dialect,
            fuel: 200_000_000,
            memory: 50_000_000,
            fuel_here: 10_000_000,
            ticks_here: 300_000_000,
            order_is_wanted: true,
            off: [0; 3],
            arena_words,
            warps,
            rows_at_once: 12,
            output_words: (free / 16 / 8).clamp(1 << 16, 1 << 27),
            profile: false,
        }
    }

    /// Leaves an operation to the CPU.
    pub fn switch_off(&mut self, op: Op) {
        let number = op as usize;
        self.off[number / 64] |= 1 << (number % 64);
    }
}

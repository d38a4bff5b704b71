//! What `objects` gets and gives: `kernels/objects_abi.cuh` in Rust.

use crate::abi::{Codes, InputForm, RawBytes};

/// The most filters of a launch.
pub const MOST_FILTERS: usize = 4;

/// An object. A row's objects stand in the order in which the DSL finds them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct ObjectRecord {
    /// `hash()` of it in Python.
    pub hash: u64,
    /// Its first cell in scan order.
    pub first_row: u8,
    pub first_column: u8,
    /// When the walk over the set of objects comes to it; `u16::MAX` if a filter took it out.
    pub walk: u16,
    pub size: u16,
    /// A bit for each code that its cells have.
    pub codes: u16,
    pub top: u8,
    pub left: u8,
    pub bottom: u8,
    pub right: u8,
    pub(crate) unused: u32,
}

impl ObjectRecord {
    /// Its colour, if all its cells have the same.
    pub fn colour(&self, codes: &Codes) -> Option<i8> {
        self.codes.is_power_of_two().then(|| codes.value(self.codes.trailing_zeros() as u8))
    }

    /// Its colours, by code.
    pub fn colours(&self, codes: &Codes) -> Vec<i8> {
        (0..16).filter(|code| self.codes >> code & 1 == 1).map(|code| codes.value(code)).collect()
    }
}

/// A filter as the kernels read it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct RawFilter {
    pub kind: u32,
    pub value: u32,
}

/// What one launch gets.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct ObjectsArgs {
    pub input: RawBytes,
    pub in_planes: u64,
    pub ranks: u64,
    pub cells: u64,
    pub out_words: u64,
    pub starts: u64,
    pub counts: u64,
    pub objects: u64,
    pub total: u64,
    pub labels: u64,
    pub spare: u64,
    pub colours: [u64; 16],
    pub finish: u64,
    pub rows: u32,
    pub capacity: u32,
    pub flags: u32,
    pub input_form: InputForm,
    pub filter_count: u32,
    pub unused: u32,
    pub filters: [RawFilter; MOST_FILTERS],
}

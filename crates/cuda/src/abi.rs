//! How a batch lies in memory: `kernels/abi.cuh` in Rust.
//!
//! *As bytes* (to and from the device): for each row a **word** (height, width, status), an **offset**, and its cells from
//! there on, row by row, one byte a cell. Offsets may be anything; rows must not overlap. The cells start at a multiple of
//! four bytes and have [`CELL_SLACK`] bytes more than the grids need.
//!
//! *As planes* (on the device): a cell's value has a code of four bits, and a plane holds one bit of all codes. A row of a
//! grid is four words side by side, of 32 bits in the small class and of 64 in the large one; a grid has a place for all rows
//! of its class, and rows past its height hold nothing.

use std::ffi::c_void;

/// Bytes that cells have to have after their end, since the device reads whole words.
pub const CELL_SLACK: usize = 4;

/// A byte that means "no cell here" in patches.
pub const TRANSPARENT: i8 = i8::MIN;

/// The most steps of a launch.
pub const MOST_OPS: usize = 48;

/// The size classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Up to 32×32 cells.
    Small,
    /// Up to 64×64 cells.
    Large,
}

impl Class {
    pub const ALL: [Class; 2] = [Class::Small, Class::Large];

    /// The most rows and columns.
    pub const fn side(self) -> usize {
        match self {
            Class::Small => 32,
            Class::Large => 64,
        }
    }

    /// The least class that holds a grid of this shape; None if it is no grid, or none of ours.
    pub fn of(height: usize, width: usize) -> Option<Class> {
        let longest = height.max(width);
        Class::ALL.into_iter().find(|class| height > 0 && width > 0 && longest <= class.side())
    }

    /// What a grid takes as planes.
    pub const fn plane_bytes(self) -> usize {
        4 * self.side() * self.side() / 8
    }
}

/// Why a row has no result here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Fine,
    /// A cell has a value that no code stands for.
    ForeignValue,
    /// The grid, or one on the way, outgrows its class.
    TooLarge,
    /// Python raises, or gives something that is no grid of at least one cell.
    NoGrid,
    /// The row's place in the output is too small.
    NoRoom,
    /// There are more objects than the class can order: 306 in the small one, 1,228 in the large one.
    TooManyObjects,
}

impl Status {
    fn from_bits(bits: u32) -> Status {
        match bits {
            0 => Status::Fine,
            1 => Status::ForeignValue,
            2 => Status::TooLarge,
            4 => Status::NoRoom,
            5 => Status::TooManyObjects,
            _ => Status::NoGrid,
        }
    }
}

/// A row's word: height, width and status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Word(pub u32);

impl Word {
    /// The word of a grid that is there. Sides above 255 become 255, which no class holds.
    pub fn of_shape(height: usize, width: usize) -> Word {
        Word(height.min(255) as u32 | (width.min(255) as u32) << 8)
    }

    pub fn height(self) -> usize {
        (self.0 & 255) as usize
    }

    pub fn width(self) -> usize {
        (self.0 >> 8 & 255) as usize
    }

    pub fn status(self) -> Status {
        Status::from_bits(self.0 >> 16)
    }
}

/// What the codes stand for: 0 to 9 for themselves, 10 to 15 for six values of the caller's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Codes {
    spare: [i8; 6],
}

/// What programs put into grids besides colours.
impl Default for Codes {
    fn default() -> Codes {
        Codes { spare: [-1, 10, -2, 11, 12, 13] }
    }
}

impl Codes {
    /// The usual codes, changed so that these values have one; None if there are too many of them.
    pub fn with(values: &[i8]) -> Option<Codes> {
        let mut wanted: Vec<i8> = values.iter().copied().filter(|v| !(0..10).contains(v)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        if wanted.len() > 6 || wanted.contains(&TRANSPARENT) {
            return None;
        }
        let usual = Codes::default().spare;
        let more = usual.into_iter().filter(|v| !wanted.contains(v)).take(6 - wanted.len()).collect::<Vec<_>>();
        wanted.extend(more);
        Some(Codes { spare: wanted.try_into().ok()? })
    }

    /// The code of a value.
    pub fn code(&self, value: i64) -> Option<u8> {
        match value {
            0..=9 => Some(value as u8),
            _ => self.spare.iter().position(|&s| i64::from(s) == value).map(|at| at as u8 + 10),
        }
    }

    /// The value of a code below 16.
    pub fn value(&self, code: u8) -> i8 {
        match code {
            0..=9 => code as i8,
            _ => self.spare[usize::from(code - 10) % 6],
        }
    }

    pub(crate) fn bits(&self) -> u64 {
        self.spare.iter().rev().fold(0, |bits, &value| bits << 8 | u64::from(value as u8))
    }
}

/// An operation as the kernels read it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct RawOp {
    pub code: u32,
    pub args: [i32; 4],
}

/// An address as the kernels see it.
pub type Address64 = u64;

/// Rows as bytes on the device.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct RawBytes {
    pub words: u64,
    pub offsets: u64,
    pub cells: u64,
}

/// Where a launch takes its grids from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum InputForm {
    Bytes = 0,
    Planes = 1,
}

/// What a launch leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum OutputForm {
    Bytes = 0,
    Planes = 1,
    Mask = 2,
    Number = 3,
}

/// What one launch of a pipeline gets. Addresses are the device's.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct PipelineArgs {
    pub input: RawBytes,
    pub other: RawBytes,
    pub in_planes: u64,
    pub out_offsets: u64,
    pub out_words: u64,
    pub out_cells: u64,
    pub out_planes: u64,
    pub spare: u64,
    pub rows: u32,
    pub parts: u32,
    pub input_form: InputForm,
    pub output_form: OutputForm,
    pub op_count: u32,
    pub unused: u32,
    pub ops: [RawOp; MOST_OPS],
}

/// The arguments of a launch: one block of memory that the kernel takes by value.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    address: *const c_void,
    bytes: usize,
    life: std::marker::PhantomData<&'a ()>,
}

impl<'a> Block<'a> {
    pub fn of<T: Copy>(args: &'a T) -> Block<'a> {
        Block { address: std::ptr::from_ref(args).cast(), bytes: size_of::<T>(), life: std::marker::PhantomData }
    }

    pub fn address(&self) -> *const c_void {
        self.address
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_chosen_for_the_values() {
        let usual = Codes::default();
        for value in i8::MIN..=i8::MAX {
            if let Some(code) = usual.code(value.into()) {
                assert_eq!(usual.value(code), value);
            }
        }
        assert_eq!(usual.code(14), None);
        let changed = Codes::with(&[3, 40, -7, 40]).expect("two values fit");
        assert_eq!(
            (changed.code(40).is_some(), changed.code(-7).is_some(), changed.code(-1).is_some()),
            (true, true, true)
        );
        assert_eq!(Codes::with(&[20, 21, 22, 23, 24, 25, 26]), None);
        assert_eq!(Codes::with(&[TRANSPARENT]), None);
    }

    #[test]
    fn classes_hold_what_they_say() {
        assert_eq!(Class::of(32, 1), Some(Class::Small));
        assert_eq!(Class::of(33, 1), Some(Class::Large));
        assert_eq!(Class::of(3, 65), None);
        assert_eq!(Class::of(0, 3), None);
        assert_eq!((Class::Small.plane_bytes(), Class::Large.plane_bytes()), (512, 2048));
    }
}

//! What a launch of the kernel `programs` gets and leaves; `kernels/vm/abi.cuh` says the same.

use megabatt_core::Exception;

/// A row: which program on which sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct RawRow {
    pub program: u32,
    pub sample: u32,
}

/// What became of a row.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct RawResult {
    pub fail: u32,
    pub reason: u32,
    pub value: u64,
    pub more: u64,
    pub fuel: u64,
    pub memory: u64,
    pub ticks: u64,
}

/// Addresses are the device's.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ProgramsArgs {
    pub constants: u64,
    pub code: u64,
    pub programs: u64,
    pub pool: u64,
    pub samples: u64,
    pub rows: u64,
    pub results: u64,
    pub output: u64,
    pub output_room: u64,
    pub output_used: u64,
    pub next_row: u64,
    pub own_rows: u64,
    pub arenas: u64,
    pub shapes: u64,
    pub profile: u64,
    pub fuel_limit: u64,
    pub memory_limit: u64,
    pub fuel_here: u64,
    pub ticks_here: u64,
    pub off: [u64; 3],
    pub row_count: u32,
    pub arena_words: u32,
    pub warps: u32,
    pub flags: u32,
    pub rows_at_once: u32,
    pub unused: u32,
}

/// For how many multiprocessors there are places for rows of their own.
pub const MOST_MULTIPROCESSORS: usize = 256;

/// `argmax` and `argmin` of nothing give None.
pub const EMPTY_ARGMAX_IS_NONE: u32 = 1;
/// The order of sets in results is wanted.
pub const ORDER_IS_WANTED: u32 = 2;

/// The exceptions in the order of the kernel's numbers, from 1 on.
pub const EXCEPTIONS: [Exception; 10] = [
    Exception::AttributeError,
    Exception::IndexError,
    Exception::KeyError,
    Exception::OverflowError,
    Exception::RecursionError,
    Exception::RuntimeError,
    Exception::StopIteration,
    Exception::TypeError,
    Exception::ValueError,
    Exception::ZeroDivisionError,
];

/// [`RawResult::fail`] of a row that the CPU has to run.
pub const PUNT: u32 = 64;

/// Why a row is left to the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum Reason {
    /// The operation, or this form of it, is not written for devices.
    NoSuchForm = 1,
    ArenaFull = 2,
    /// A number that does not fit where it has to go.
    OutOfRange = 3,
    /// Something asks for an order that is not known on the device.
    OrderUnknown = 4,
    TooMuchFuel = 5,
    TooDeep = 6,
    SwitchedOff = 7,
    NoFormOfResult = 8,
    TooLarge = 9,
    /// The program itself is not for devices.
    NoSuchProgram = 10,
}

impl Reason {
    pub const ALL: [Reason; 10] = [
        Reason::NoSuchForm,
        Reason::ArenaFull,
        Reason::OutOfRange,
        Reason::OrderUnknown,
        Reason::TooMuchFuel,
        Reason::TooDeep,
        Reason::SwitchedOff,
        Reason::NoFormOfResult,
        Reason::TooLarge,
        Reason::NoSuchProgram,
    ];

    pub fn of(number: u32) -> Reason {
        Reason::ALL.into_iter().find(|&reason| reason as u32 == number).unwrap_or(Reason::NoSuchForm)
    }

    /// In users' words.
    pub fn text(self) -> &'static str {
        match self {
            Reason::NoSuchForm => "this form of the operation is the CPU's",
            Reason::ArenaFull => "memory of the row used up",
            Reason::OutOfRange => "a number out of range",
            Reason::OrderUnknown => "depends on an order that the device does not know",
            Reason::TooMuchFuel => "a long row",
            Reason::TooDeep => "calls or values nested deeply",
            Reason::SwitchedOff => "switched off",
            Reason::NoFormOfResult => "the result is a function",
            Reason::TooLarge => "a large value",
            Reason::NoSuchProgram => "the program has what devices do not know",
        }
    }
}

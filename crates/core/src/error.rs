//! How a program can fail: as Python would, or by reaching a limit. Both are data, not accidents.

/// The exception classes the DSL can raise in CPython.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Exception {
    AttributeError,
    IndexError,
    KeyError,
    OverflowError,
    RecursionError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
    ZeroDivisionError,
}

impl Exception {
    /// The class name, as Python spells it.
    pub fn name(self) -> &'static str {
        match self {
            Exception::AttributeError => "AttributeError",
            Exception::IndexError => "IndexError",
            Exception::KeyError => "KeyError",
            Exception::OverflowError => "OverflowError",
            Exception::RecursionError => "RecursionError",
            Exception::RuntimeError => "RuntimeError",
            Exception::StopIteration => "StopIteration",
            Exception::TypeError => "TypeError",
            Exception::ValueError => "ValueError",
            Exception::ZeroDivisionError => "ZeroDivisionError",
        }
    }
}

/// The limits that end a program on a sample. They are megabatt's own; Python has no such outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// The fuel is used up.
    Fuel,
    /// The values it made are too heavy.
    Memory,
    /// An int left the range of i64.
    Int,
    /// Between 900 and 1,000 nested calls CPython's answer depends on who called it.
    Recursion,
    /// A value nests containers too deeply.
    Depth,
    /// The wall-clock guard of a single call.
    Time,
    /// The whole run was stopped while this call was under way.
    Stopped,
    /// A defect of megabatt, kept inside its row.
    Internal,
}

impl Limit {
    pub fn name(self) -> &'static str {
        match self {
            Limit::Fuel => "fuel",
            Limit::Memory => "memory",
            Limit::Int => "int",
            Limit::Recursion => "recursion",
            Limit::Depth => "depth",
            Limit::Time => "time",
            Limit::Stopped => "stopped",
            Limit::Internal => "internal",
        }
    }
}

/// Why an operation gave no value.
///
/// Aligned so that a `Result<Value>` is moved in whole words: in bytes, every move waits for the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(align(8))]
pub enum Fail {
    Raise(Exception),
    Limit(Limit),
}

impl Fail {
    pub const TYPE: Fail = Fail::Raise(Exception::TypeError);
    pub const VALUE: Fail = Fail::Raise(Exception::ValueError);
    pub const INDEX: Fail = Fail::Raise(Exception::IndexError);
    pub const ATTRIBUTE: Fail = Fail::Raise(Exception::AttributeError);
    pub const STOP: Fail = Fail::Raise(Exception::StopIteration);
    pub const ZERO_DIVISION: Fail = Fail::Raise(Exception::ZeroDivisionError);
    pub const RECURSION: Fail = Fail::Raise(Exception::RecursionError);

    /// What leaves a generator when this is raised inside it: StopIteration becomes RuntimeError (PEP 479).
    pub fn out_of_generator(self) -> Fail {
        if self == Fail::STOP { Fail::Raise(Exception::RuntimeError) } else { self }
    }
}

impl From<Exception> for Fail {
    fn from(e: Exception) -> Fail {
        Fail::Raise(e)
    }
}

impl From<Limit> for Fail {
    fn from(l: Limit) -> Fail {
        Fail::Limit(l)
    }
}

pub type Result<T> = std::result::Result<T, Fail>;

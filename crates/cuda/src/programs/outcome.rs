//! What became of rows.

use super::abi::{self, RawResult, Reason};
use super::words::Written;
use megabatt_core::{Exception, Op, Value};

/// What became of a row.
#[derive(Clone, Debug)]
pub enum Fate {
    Value(Value),
    Raised(Exception),
    /// The CPU has to run it; the operation that asked for that, if one did.
    Left(Reason, Option<Op>),
}

/// A row's fate and what it took.
#[derive(Clone, Debug)]
pub struct RowOutcome {
    pub fate: Fate,
    pub fuel: u64,
    pub memory: u64,
    /// Ticks of the device's clock.
    pub ticks: u64,
}

/// What a row's result says; the words are those that all rows wrote.
pub(super) fn outcome(raw: &RawResult, words: &[u64]) -> RowOutcome {
    let left = |reason, op: u32| Fate::Left(reason, Op::ALL.get(op as usize).copied());
    let fate = match raw.fail {
        0 if raw.more == 0 => match Written::new(&[raw.value]).read() {
            Some(read) => Fate::Value(read.value),
            None => left(Reason::NoFormOfResult, u32::MAX),
        },
        0 => {
            let whole = words.get(raw.value as usize..(raw.value + raw.more) as usize);
            match whole.and_then(|words| Written::new(words).read()) {
                Some(read) => Fate::Value(read.value),
                None => left(Reason::NoFormOfResult, u32::MAX),
            }
        }
        abi::PUNT => left(Reason::of(raw.reason & 0xffff), raw.reason >> 16),
        class => match abi::EXCEPTIONS.get(class as usize - 1) {
            Some(&exception) => Fate::Raised(exception),
            None => left(Reason::NoSuchForm, raw.reason >> 16),
        },
    };
    RowOutcome { fate, fuel: raw.fuel, memory: raw.memory, ticks: raw.ticks }
}

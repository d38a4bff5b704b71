//! Sets of Python's kinds of value.

use std::fmt;

/// Some of Python's kinds of value. The DSL's own words (grid, patch, object …) are finer and are only advice; whether
/// a call raises is decided by these.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    pub const NOTHING: Kinds = Kinds(0);
    pub const NONE: Kinds = Kinds(1);
    pub const BOOL: Kinds = Kinds(2);
    pub const INT: Kinds = Kinds(4);
    pub const TUPLE: Kinds = Kinds(8);
    pub const SET: Kinds = Kinds(16);
    pub const FUNC: Kinds = Kinds(32);
    pub const ANY: Kinds = Kinds(63);
    /// Bools are ints in Python.
    pub const NUMBER: Kinds = Kinds(2 | 4);
    pub const CONTAINER: Kinds = Kinds(8 | 16);
    pub const NUMBER_OR_TUPLE: Kinds = Kinds(2 | 4 | 8);

    /// The single kinds with their names.
    const NAMES: [(Kinds, &str); 6] = [
        (Kinds::NONE, "None"),
        (Kinds::BOOL, "a bool"),
        (Kinds::INT, "an int"),
        (Kinds::TUPLE, "a tuple"),
        (Kinds::SET, "a set"),
        (Kinds::FUNC, "a function"),
    ];

    pub const fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    pub fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    pub fn within(self, other: Kinds) -> bool {
        self.0 & !other.0 == 0
    }

    pub fn is_nothing(self) -> bool {
        self.0 == 0
    }
}

/// `an int, a tuple or a set`.
impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Kinds::ANY {
            return f.write_str("anything");
        }
        // Who can pass an int can pass a bool; saying both helps nobody.
        let number = self.meets(Kinds::INT) && self.meets(Kinds::BOOL);
        let shown: Vec<&str> = Kinds::NAMES
            .iter()
            .filter(|(kind, _)| self.meets(*kind) && !(number && *kind == Kinds::BOOL))
            .map(|(_, name)| *name)
            .collect();
        match shown.as_slice() {
            [] => f.write_str("nothing"),
            [only] => f.write_str(only),
            [all @ .., last] => write!(f, "{} or {last}", all.join(", ")),
        }
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

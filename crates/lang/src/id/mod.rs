//! Ids of programs: hashes of what they do, with the names gone.

mod hash;
mod ids;
mod keywords;

pub(crate) use ids::Ids;

use std::fmt;

/// 128 bits that stand for a program, shown as 32 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id([u8; 16]);

impl Id {
    pub fn from_bytes(bytes: [u8; 16]) -> Id {
        Id(bytes)
    }

    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Id({self})")
    }
}

/// A text that is not an id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id has 32 hex digits, not `{0}`")]
pub struct ParseIdError(String);

impl std::str::FromStr for Id {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Id, ParseIdError> {
        let digits = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        match u128::from_str_radix(text, 16) {
            Ok(n) if digits => Ok(Id(n.to_be_bytes())),
            _ => Err(ParseIdError(text.chars().take(40).collect())),
        }
    }
}

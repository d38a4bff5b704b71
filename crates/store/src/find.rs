//! Programs by what people type.

use crate::error::StoreError;
use crate::open::Store;
use crate::programs::{COLUMNS, StoredProgram};
use rusqlite::params;

/// What a text means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Programs of one exact id; more than one if it was added in both dialects.
    Programs(Vec<StoredProgram>),
    Nothing,
    /// Several ids start so.
    Ambiguous(Vec<StoredProgram>),
}

impl Store {
    /// The programs whose exact id starts with some hex digits, or that were added under this name.
    pub fn find(&self, text: &str) -> Result<Found, StoreError> {
        let is_id = !text.is_empty() && text.len() <= 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let found: Vec<StoredProgram> = self.wrap(|c| {
            let condition = match is_id {
                true => "lower(hex(p.exact)) GLOB lower(?) || '*'",
                false => "EXISTS (SELECT 1 FROM origins o WHERE o.program = p.key AND o.name = ?)",
            };
            let mut query =
                c.prepare(&format!("SELECT {COLUMNS} FROM programs p WHERE {condition} ORDER BY p.exact, p.key"))?;
            query.query_map(params![text], StoredProgram::of)?.collect()
        })?;
        Ok(match found.first() {
            None => Found::Nothing,
            Some(first) if found.iter().all(|p| p.exact == first.exact) => Found::Programs(found),
            Some(_) => Found::Ambiguous(found),
        })
    }
}

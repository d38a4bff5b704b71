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
    /// Several ids start so, or several programs were added under this name.
    Ambiguous(Vec<StoredProgram>),
}

impl Store {
    /// The programs that were added under this name, or else whose exact id starts with these hex digits.
    pub fn find(&self, text: &str) -> Result<Found, StoreError> {
        let mut found = self.select("EXISTS (SELECT 1 FROM origins o WHERE o.program = p.key AND o.name = ?)", text)?;
        let may_be_id = !text.is_empty() && text.len() <= 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        if found.is_empty() && may_be_id {
            found = self.select("lower(hex(p.exact)) GLOB lower(?) || '*'", text)?;
        }
        Ok(match found.first() {
            None => Found::Nothing,
            Some(first) if found.iter().all(|p| p.exact == first.exact) => Found::Programs(found),
            Some(_) => Found::Ambiguous(found),
        })
    }

    fn select(&self, condition: &str, text: &str) -> Result<Vec<StoredProgram>, StoreError> {
        self.wrap(|c| {
            let mut query =
                c.prepare(&format!("SELECT {COLUMNS} FROM programs p WHERE {condition} ORDER BY p.exact, p.key"))?;
            query.query_map(params![text], StoredProgram::of)?.collect()
        })
    }
}

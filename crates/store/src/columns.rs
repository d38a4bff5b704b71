//! Ids, fingerprints and dialects as columns.

use megabatt_core::Dialect;
use megabatt_engine::data::Fingerprint;
use megabatt_lang::Id;
use rusqlite::Row;
use rusqlite::types::Type;

pub fn id(row: &Row<'_>, column: usize) -> rusqlite::Result<Id> {
    row.get::<_, [u8; 16]>(column).map(Id::from_bytes)
}

pub fn fingerprint(row: &Row<'_>, column: usize) -> rusqlite::Result<Fingerprint> {
    row.get::<_, [u8; 16]>(column).map(Fingerprint::from_bytes)
}

pub fn dialect(row: &Row<'_>, column: usize) -> rusqlite::Result<Dialect> {
    let name: String = row.get(column)?;
    Dialect::from_name(&name).ok_or_else(|| unreadable(column, format!("there is no dialect {name}")))
}

/// A cell whose text is not what megabatt writes.
pub fn unreadable(column: usize, why: String) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, why.into())
}

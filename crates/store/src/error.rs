//! What can go wrong with the file, in words of people.

use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the library {} does not exist\n  help: `megabatt library add FILES` makes it; --library chooses another one", .0.display())]
    Missing(PathBuf),
    #[error("the folder of the library {} cannot be made: {source}\n  help: --library PATH chooses another place", path.display())]
    Folder { path: PathBuf, source: std::io::Error },
    #[error("{} is not a library of megabatt, and is left as it is\n  help: check --library and MEGABATT_LIBRARY", .0.display())]
    NotALibrary(PathBuf),
    #[error("the library {} was written by a newer megabatt (format {found}; this one knows up to {known})\n  help: use that megabatt, or another file with --library", path.display())]
    Newer { path: PathBuf, found: i64, known: i64 },
    #[error("the library {} cannot be written\n  help: give yourself the right to write the file and its folder, or use another one with --library", .0.display())]
    ReadOnly(PathBuf),
    #[error("the library {} cannot be opened: {why}\n  help: check the path, and the rights on the file and its folder", path.display())]
    CannotOpen { path: PathBuf, why: String },
    #[error("there is no room to write the library {}: {why}; what was in it before is still there\n  help: make room on the disk, or use another place with --library", path.display())]
    Full { path: PathBuf, why: String },
    #[error("another process kept the library {} locked for too long\n  help: try again when it is done", .0.display())]
    Busy(PathBuf),
    #[error("the library {} is damaged: {why}\n  help: take a copy from before; `sqlite3 FILE .recover` saves what can be saved", path.display())]
    Damaged { path: PathBuf, why: String },
    #[error("the library {} could not be used: {source}", path.display())]
    Other { path: PathBuf, source: rusqlite::Error },
}

impl StoreError {
    /// What SQLite's answer means for the user.
    pub(crate) fn of(path: &Path, source: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        let why = source.to_string();
        if is_unreadable(&source) {
            return StoreError::Damaged { path, why };
        }
        match source.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::NotALibrary(path),
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly(path),
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => StoreError::CannotOpen { path, why },
            // A limit on the size of files is an I/O error to SQLite.
            Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => StoreError::Full { path, why },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy(path),
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, why },
            _ => StoreError::Other { path, source },
        }
    }
}

/// Whether a cell of the file holds what megabatt never writes there.
fn is_unreadable(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error};
    matches!(error, FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..) | Utf8Error(..))
}

//! The library's file as the verbs want it.

use crate::args::LibraryArgs;
use crate::environment;
use megabatt_store::{Store, default_path};
use std::path::PathBuf;

/// Where the library is: as typed, as the environment says, or in the user's data folder.
pub fn path(args: &LibraryArgs) -> Result<PathBuf, String> {
    args.library.clone().or_else(environment::library).or_else(default_path).ok_or_else(|| {
        "there is no data folder for the library\n  help: say where it is with --library PATH or MEGABATT_LIBRARY"
            .to_string()
    })
}

/// Opens it; a new one is made if there is none.
pub fn open(args: &LibraryArgs) -> Result<Store, String> {
    Store::open(&path(args)?).map_err(|e| e.to_string())
}

/// Opens it for those who want to know what is in it.
pub fn open_existing(args: &LibraryArgs) -> Result<Store, String> {
    Store::open_existing(&path(args)?).map_err(|e| e.to_string())
}

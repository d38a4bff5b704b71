//! The environment variables that megabatt itself looks at. (Python's pip, started by `megabatt data`, has its own.)
//!
//! | variable | |
//! | --- | --- |
//! | `MEGABATT_CACHE` | the folder for fetched data sets, instead of `megabatt` in the system's cache folder |
//! | `MEGABATT_LIBRARY` | the file of the library and of kept results, instead of `megabatt/library.sqlite` in the data folder |
//! | `MEGABATT_DEVICES` | the file of what was measured on GPUs, instead of `megabatt/devices.json` in the data folder |
//! | `MEGABATT_WITHOUT` | in builds for measuring alone: ideas to leave out; see `megabatt_core::ablation` |
//! | `COLUMNS` | how wide the output may be, where it is not a terminal that says so |
//! | `TERM=dumb` | a terminal on which no line can be redrawn |

use std::path::PathBuf;

/// The folder for fetched data sets, if the user chose one.
pub fn cache_folder() -> Option<PathBuf> {
    std::env::var_os("MEGABATT_CACHE").filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The library's file, if the user chose one.
pub fn library() -> Option<PathBuf> {
    std::env::var_os("MEGABATT_LIBRARY").filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The file of what was measured on GPUs, if the user chose one.
pub fn devices() -> Option<PathBuf> {
    std::env::var_os("MEGABATT_DEVICES").filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The width that `COLUMNS` asks for.
pub fn columns() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.parse().ok().filter(|&columns| columns > 0)
}

/// Whether the terminal says that it cannot redraw.
pub fn dumb_terminal() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

//! What is worth keeping: programs with their scores, and the results of validations, in one SQLite file.
//!
//! One file because people copy, share and back up one file; SQLite because it survives being killed, is written by
//! several processes at once, and can be looked into with tools everybody has. It is compiled in.
//!
//! | table | a row is | key |
//! | --- | --- | --- |
//! | `programs` | a program's text, as Python that arc-dsl users can run | exact id and dialect |
//! | `origins` | a name under which it was added, with file and line | program, name, file |
//! | `scores` | how it did on a task | program, content of the task, data |
//! | `reports` | what a tree of stored solvers says of it | program, task, file, points, class of time |
//! | `validations` | a result that need not be computed again | exact id, dialect, content of the task, engine version |
//! | `engines` | an engine version that results are kept under | |
//! | `counters` | how often the cache was asked, and had the answer | |
//!
//! The log is written ahead (WAL), each batch is one transaction, and other writers are waited for. A process that is
//! killed loses the batch it was writing; what was committed before stays.
//!
//! ```
//! use megabatt_lang::{Dialect, parse};
//! use megabatt_store::Store;
//!
//! let folder = tempfile::tempdir()?;
//! let mut store = Store::open(&folder.path().join("library.sqlite"))?;
//! let module = parse("mine.py", "def solve_67a3c6ac(I):\n    O = vmirror(I)\n    return O\n", Dialect::Arc);
//! let added = store.add_programs(&module.programs)?;
//! assert!(added[0].is_new);
//! assert!(!store.add_programs(&module.programs)?[0].is_new);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best;
mod cache;
mod clock;
mod columns;
mod error;
mod export;
mod find;
mod gc;
mod open;
mod programs;
mod reports;
mod result;
mod schema;
mod scores;
mod stats;
pub mod tree;
mod validate;

pub use best::Best;
pub use cache::{CacheKey, CacheStats};
pub use clock::now;
pub use error::StoreError;
pub use export::{Export, python};
pub use find::Found;
pub use gc::{Garbage, GcOptions};
pub use open::Store;
pub use programs::{Added, Entry, Origin, StoredProgram};
pub use reports::{Report, TimeClass};
pub use result::{SampleResult, Validation};
pub use scores::Score;
pub use stats::Stats;
pub use validate::{Cell, Finished, Options, validate};

use std::path::PathBuf;

/// `megabatt/library.sqlite` in the folder where this system keeps data: `$XDG_DATA_HOME` or `~/.local/share` on Linux.
/// None if there is no such folder.
pub fn default_path() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    let strategy = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(strategy.data_dir().join("megabatt").join("library.sqlite"))
}

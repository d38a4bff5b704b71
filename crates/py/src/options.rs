//! Words that people choose from.

use megabatt_batch::Backend;
use megabatt_core::Dialect;
use megabatt_engine::run::Pairing;
use megabatt_exec::Limits;
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;
use std::time::Duration;

/// The dialect of this name.
pub fn dialect(name: &str) -> PyResult<Dialect> {
    Dialect::from_name(name).ok_or_else(|| {
        PyValueError::new_err(format!("there is no dialect {name:?}; there are 'arc', 'rearc' and 'tok'"))
    })
}

/// What a program may take; what is not said is as usual.
pub fn limits(fuel: Option<u64>, memory: Option<u64>, timeout: Option<f64>) -> PyResult<Limits> {
    let usual = Limits::default();
    Ok(Limits {
        fuel: fuel.unwrap_or(usual.fuel),
        memory: memory.unwrap_or(usual.memory),
        call_timeout: timeout.map(|seconds| duration("timeout", seconds)).transpose()?,
    })
}

/// A time that somebody gave in seconds.
pub fn duration(name: &str, seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| PyValueError::new_err(format!("{name}={seconds}: a time is a number of seconds, more than 0")))
}

/// Which tasks a program runs on.
pub fn pairing(name: &str) -> PyResult<Pairing> {
    match name {
        "own" => Ok(Pairing::Own),
        "all" => Ok(Pairing::All),
        _ => Err(PyValueError::new_err(format!("pair={name:?}: there are 'own' and 'all'"))),
    }
}

/// Whether values are kept, or worked out again when somebody asks; None: whatever is usual.
pub fn keeps_values(outcomes: &str) -> PyResult<Option<bool>> {
    match outcomes {
        "auto" => Ok(None),
        "full" => Ok(Some(true)),
        "light" => Ok(Some(false)),
        _ => Err(PyValueError::new_err(format!("outcomes={outcomes:?}: there are 'auto', 'full' and 'light'"))),
    }
}

/// The backend of this name.
pub fn backend(name: &str) -> PyResult<Backend> {
    match name {
        "auto" => Ok(Backend::Auto),
        "cpu" => Ok(Backend::Cpu),
        "cuda" => Ok(Backend::Cuda),
        _ => Err(PyValueError::new_err(format!("backend={name:?}: there are 'auto', 'cpu' and 'cuda'"))),
    }
}

/// How many threads; 0 is one per core.
pub fn threads(number: i64) -> PyResult<usize> {
    let too_few = || PyValueError::new_err(format!("threads={number}: 0 is one per core, else 1 or more"));
    usize::try_from(number).map_err(|_| too_few())
}

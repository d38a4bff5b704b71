//! GPUs in a run.

use crate::grid_batch::no_gpu;
use megabatt_batch::Backend;
use megabatt_batch::battery::Cards;
use megabatt_engine::run::Pairing;
use megabatt_exec::Limits;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Whether programs run as one battery: a clock per row needs rows that run by themselves.
pub fn is_battery(pairing: Pairing, limits: &Limits) -> bool {
    pairing == Pairing::All && limits.call_timeout.is_none()
}

/// The GPUs that are to take part; with `auto` they are not even looked for yet.
pub fn wanted(py: Python<'_>, backend: Backend, pairing: Pairing, limits: &Limits) -> PyResult<Option<Cards>> {
    match (backend, is_battery(pairing, limits)) {
        (Backend::Cpu, _) | (Backend::Auto, false) => Ok(None),
        (Backend::Auto, true) => Ok(Some(Cards::if_worth_it())),
        (Backend::Cuda, true) => match py.detach(|| Cards::named(&[0])) {
            Ok(cards) => Ok(Some(cards)),
            Err(error) => Err(no_gpu(&error)),
        },
        (Backend::Cuda, false) => Err(PyValueError::new_err(
            "backend=\"cuda\": GPUs run programs as batteries; add pair=\"all\" and leave timeout= out",
        )),
    }
}

//! The differs of a run's files, ready to run.

use super::baseline::no_program;
use super::collect::Tables;
use super::judge::Differs;
use crate::battery::{Passes, prepare};
use crate::data::Task;
use crate::run::{Options, Plan, RunError};
use megabatt_exec::{Backend, Cancel, Limits, Prepared};
use megabatt_lang::{Program, unique_names};

/// Differs as a battery, and what they are called.
pub struct Panel {
    /// All different.
    pub names: Vec<String>,
    prepared: Box<dyn Prepared>,
}

impl Panel {
    /// None if there are no differs, so that nothing is done for them.
    pub fn new(differs: &[Program], backend: &dyn Backend, limits: &Limits) -> Option<Panel> {
        let prepared = || prepare(backend, differs, Passes::default(), limits);
        (!differs.is_empty()).then(|| Panel { names: unique_names(differs), prepared: prepared() })
    }

    /// Of each sample, `candidates` come one after the other.
    pub fn differs<'a>(&'a self, tasks: &'a [Task], candidates: usize) -> Differs<'a> {
        Differs::new(&*self.prepared, tasks, candidates)
    }

    /// What they say of the inputs themselves, on all tasks of the plan. None if it was stopped.
    pub fn no_program(&self, plan: &Plan<'_>, options: &Options, cancel: &Cancel) -> Result<Option<Tables>, RunError> {
        let mut wanted: Vec<usize> = plan.jobs.iter().map(|job| job.task).collect();
        wanted.sort_unstable();
        wanted.dedup();
        no_program(&*self.prepared, plan.tasks, &wanted, options, cancel)
    }
}

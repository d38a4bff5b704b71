//! `megabatt run --pair all`: the programs as one battery.

pub use megabatt_engine::battery::prepare;

use crate::args::{PairArg, PassArg, RunArgs};
use megabatt_batch::battery::{BatteryReport, Cards};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::battery::{self, Different, Passes, Verifying};
use megabatt_engine::run::{self as engine, Digest, Options, Plan, RunError, Sample, Stop};
use megabatt_exec::{Backend, Cancel, Prepared};
use megabatt_lang::Program;
use std::time::{Duration, Instant};

/// What merging made of the programs.
pub struct Merged {
    /// Lines of all programs.
    pub lines: usize,
    pub nodes: usize,
    /// Nodes there would be if programs shared nothing with each other.
    pub nodes_apart: usize,
    /// Nodes that do not depend on the sample.
    pub once: usize,
    /// Nodes that depend on the demo pairs alone.
    pub per_task: usize,
    pub time: Duration,
    /// Rows that were run again, and those that came out differently.
    pub verified: Option<(usize, Vec<Different>)>,
    /// What running them again took, over all threads.
    pub verifying: Duration,
    /// The nodes of each program's lines.
    pub members: Vec<Vec<u32>>,
    /// What GPUs did, if some were to take part.
    pub cards: Option<BatteryReport>,
}

/// Whether the run is one of a battery. A clock per row needs rows that run by themselves.
pub fn is_wanted(args: &RunArgs) -> bool {
    matches!(args.pair, PairArg::All) && !args.alone && args.call_timeout.is_none()
}

/// The programs without their dead lines.
pub fn live(programs: Vec<Program>) -> Vec<Program> {
    programs.into_iter().map(|p| Program { code: battery::live(&p.code).into(), ..p }).collect()
}

/// Programs that are to run as a battery.
pub struct Run<'a, D> {
    pub args: &'a RunArgs,
    pub plan: &'a Plan<'a>,
    pub options: &'a Options,
    pub cancel: &'a Cancel,
    /// What becomes of a row in the thread that made it.
    pub digest: &'a D,
}

impl<D: Digest> Run<'_, D> {
    /// Merges the programs, runs them, and compares some rows if that was asked for.
    pub fn on(
        &self,
        backend: &dyn Backend,
        cards: Option<Cards>,
        on_batch: impl FnMut(Vec<D::Digested>),
    ) -> Result<(Stop, Merged), RunError> {
        let Run { args, plan, options, .. } = *self;
        let merging = Instant::now();
        let left_out = |pass| args.no_pass.contains(&pass);
        let passes = Passes { share: !left_out(PassArg::Share), once: !left_out(PassArg::Once) };
        let prepared = prepare(backend, plan.programs, passes, &options.limits);
        let time = merging.elapsed();
        let merged = Merged {
            lines: prepared.battery().lines(),
            nodes: prepared.battery().nodes.len(),
            nodes_apart: prepared.battery().nodes_apart(),
            once: prepared.battery().nodes.iter().filter(|node| node.once).count(),
            per_task: prepared.battery().nodes.iter().filter(|node| node.per_task).count(),
            time,
            verified: None,
            verifying: Duration::ZERO,
            members: if args.profile { members(&*prepared) } else { Vec::new() },
            cards: None,
        };
        match cards {
            None => self.prepared(&*prepared, merged, on_batch),
            Some(cards) => {
                let dialect = args.machine.workers.dialect.into();
                let battery = cards.take(prepared, Sample::inputs(plan.tasks), dialect, &options.limits);
                let (stop, merged) = self.prepared(&battery, merged, on_batch)?;
                Ok((stop, Merged { cards: Some(battery.report()), ..merged }))
            }
        }
    }

    /// Runs a battery that is ready, and compares some rows if that was asked for.
    fn prepared(
        &self,
        prepared: &dyn Prepared,
        merged: Merged,
        on_batch: impl FnMut(Vec<D::Digested>),
    ) -> Result<(Stop, Merged), RunError> {
        let Run { args, plan, options, cancel, digest } = *self;
        let Some(every) = args.verify else {
            let stop = engine::run_battery(prepared, plan.tasks, options, cancel, digest, on_batch)?;
            return Ok((stop, merged));
        };
        let reference = Cpu { engine: Engine::Reference, dialect: args.machine.workers.dialect.into() };
        let verifying = Verifying::new(prepared, &reference, &options.limits, every as usize);
        let stop = engine::run_battery(&verifying, plan.tasks, options, cancel, digest, on_batch)?;
        let again = verifying.time();
        let verified = Some((verifying.compared(), verifying.different()));
        Ok((stop, Merged { verified, verifying: again, ..merged }))
    }
}

fn members(prepared: &dyn Prepared) -> Vec<Vec<u32>> {
    prepared.battery().programs.iter().map(|member| member.lines.clone()).collect()
}

//! Backend 1: every operation on the CPU, exactly.
//!
//! `reference/` holds the plain form of each operation, written on Python's own rules ([`megabatt_core::py`]): what
//! an absurd argument does follows by construction. `fast/` holds quicker forms for the arguments programs really
//! pass; whatever it does not take goes to the reference. The two give the same outcomes and charge the same fuel.

mod battery;
mod chosen;
mod closure;
mod counted;
mod fast;
mod in_parts;
mod lent;
mod machine;
mod machine_tok;
mod profile;
mod ready;
mod reference;
mod repeated;
mod shared;
mod ticks;
mod trace;
mod version;
mod walk;

pub use machine::{Machine, arg_count};
pub use profile::{Profile, Profiler, Spent};
pub use ready::Ready;
pub use trace::{OrderMark, Trace};
pub use version::{engine_name, engine_version};

use megabatt_core::interrupt::{self, Interrupted};
use megabatt_core::set::address;
use megabatt_core::set::collisions::{self, TooManyCollisions};
use megabatt_core::{Dialect, Limit, Value};
use megabatt_exec::battery::Battery;
use megabatt_exec::{Backend, Cancel, Limits, Outcome, Prepared, Row, RowResult};
use std::sync::Arc;
use std::time::Instant;

/// Which forms of the operations run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Engine {
    /// The fast form where there is one.
    #[default]
    Fast,
    /// The reference alone; the oracle of the tests.
    Reference,
}

/// The exact CPU backend.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu {
    pub dialect: Dialect,
    pub engine: Engine,
}

impl Cpu {
    /// Runs one row. A defect of ours ends as an outcome of that row.
    pub fn run_row(&self, row: &Row, limits: &Limits, cancel: &Cancel) -> RowResult {
        self.run_row_on(&mut Machine::new(self.dialect, self.engine, limits, cancel), row)
    }

    /// As [`Cpu::run_row`], for those who look at some of the value only: `look` says what of its order has to be known.
    pub fn run_row_for(&self, row: &Row, limits: &Limits, cancel: &Cancel, look: impl FnOnce(&Value)) -> RowResult {
        self.run_row_looking(&mut Machine::new(self.dialect, self.engine, limits, cancel), row, look)
    }

    fn run_row_on(&self, machine: &mut Machine, row: &Row) -> RowResult {
        self.run_row_looking(machine, row, Value::settle)
    }

    fn run_row_looking(&self, machine: &mut Machine, row: &Row, look: impl FnOnce(&Value)) -> RowResult {
        let start = Instant::now();
        address::take();
        collisions::reset();
        let cancel = machine.meter.cancel().clone();
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            // The order of the result is part of it; here, a limit that strikes is this row's.
            interrupt::heeding(cancel.flag(), || machine.run(&row.code, &row.inputs).inspect(look))
        }));
        let outcome = match result {
            Ok(result) => Outcome::from(result),
            Err(thrown) if thrown.is::<TooManyCollisions>() => Outcome::Limit(Limit::Fuel),
            Err(thrown) if thrown.is::<Interrupted>() => Outcome::Limit(Limit::Stopped),
            Err(_) => Outcome::Limit(Limit::Internal),
        };
        let printed_order = matches!(&outcome, Outcome::Value(v) if v.order_depends_on_address());
        RowResult {
            outcome,
            address_dependent: address::take() || printed_order,
            fuel: machine.meter.fuel_used(),
            memory: machine.meter.memory_used(),
            time: start.elapsed(),
        }
    }
}

impl Backend for Cpu {
    fn name(&self) -> &'static str {
        match self.engine {
            Engine::Fast => "cpu",
            Engine::Reference => "cpu-reference",
        }
    }

    fn run(&self, rows: &[Row], limits: &Limits, cancel: &Cancel) -> Vec<RowResult> {
        if limits.call_timeout.is_some() {
            // Each row's time starts with its machine.
            return rows.iter().map(|row| self.run_row(row, limits, cancel)).collect();
        }
        let mut results = Vec::with_capacity(rows.len());
        let mut machine = None;
        // One after the other of the same program, as most callers hand them over.
        for group in rows.chunk_by(|row, next| Arc::ptr_eq(&row.code, &next.code)) {
            match group {
                // A row looks at the clock every now and then, and there may be many.
                _ if cancel.is_cancelled() => results.extend(group.iter().map(|_| RowResult::stopped())),
                [row] => {
                    let new = || Machine::new(self.dialect, self.engine, limits, cancel);
                    let machine = machine.get_or_insert_with(new);
                    machine.start_from(0, 0);
                    results.push(self.run_row_on(machine, row));
                }
                rows => Ready::run_group(*self, rows, limits, cancel, |result| results.push(result)),
            }
        }
        results
    }

    fn rows_at_once(&self) -> usize {
        match self.engine {
            Engine::Fast => ready::TOGETHER,
            Engine::Reference => 1,
        }
    }

    fn prepare(&self, battery: Battery, limits: &Limits) -> Box<dyn Prepared> {
        Box::new(battery::CpuBattery::new(*self, battery, limits))
    }
}

//! Runs the parts of a test and prints what came of them.

use crate::programs::Battery;
use crate::python::Python;
use crate::tally::Tally;
use crate::{Result, paths, reproduce};
use std::process::ExitCode;
use std::time::Instant;

/// Nested calls are recursion here too; the engine runs its rows on stacks of this kind.
const STACK: usize = 512 << 20;

/// Runs something with the stack that nested calls want.
pub fn on_deep_stack<T: Send + 'static>(what: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(what).map_err(|e| e.to_string())?;
    thread.join().unwrap_or_else(|_| Err("the test itself panicked".to_string()))
}

/// Collects the results of a test's parts.
pub struct Suite {
    pub python: Python,
    passed: usize,
    failed: usize,
}

impl Suite {
    /// Runs a test. Whatever keeps it from comparing is a failure: a skip is not a pass.
    pub fn run(name: &'static str, parts: fn(&mut Suite) -> Result<()>) -> ExitCode {
        let start = Instant::now();
        let result = on_deep_stack(move || {
            let mut suite = Suite { python: Python::prepare()?, passed: 0, failed: 0 };
            parts(&mut suite).map(|()| suite)
        });
        match result {
            Ok(suite) => {
                let seconds = start.elapsed().as_secs_f64();
                println!("{name}: {} passed, {} failed ({seconds:.0} s)\n", suite.passed, suite.failed);
                if suite.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
            }
            Err(e) => {
                println!("{name}: could not run: {e}\n{name}: 0 passed, 1 failed\n");
                ExitCode::FAILURE
            }
        }
    }

    /// Runs a test that needs a checkout of tokpidjin; says plainly that nothing is compared where none is named.
    pub fn run_with_tokpidjin(name: &'static str, parts: fn(&mut Suite) -> Result<()>) -> ExitCode {
        match paths::tokpidjin() {
            Ok(Some(_)) => Suite::run(name, parts),
            Ok(None) => {
                println!(
                    "{name}: NOT COMPARED: no checkout of tokpidjin is named\n  \
                     git clone https://github.com/pierreb4/tokpidjin DIR\n  \
                     MEGABATT_TOKPIDJIN=DIR cargo test --release -p megabatt-conformance --test {name}\n\
                     {name}: 0 passed, 0 failed\n"
                );
                ExitCode::SUCCESS
            }
            Err(e) => {
                println!("{name}: could not run: {e}\n{name}: 0 passed, 1 failed\n");
                ExitCode::FAILURE
            }
        }
    }

    /// Takes the result of a part and prints it, with reproductions of what differs.
    pub fn add(&mut self, tally: &Tally, battery: Option<&Battery>) {
        println!("{tally}");
        for complaint in tally.complaints.iter().take(20) {
            println!("  FAILED: {complaint}");
        }
        reproduce::print(tally, battery, &self.python);
        self.passed += tally.passed();
        self.failed += tally.failed();
    }
}

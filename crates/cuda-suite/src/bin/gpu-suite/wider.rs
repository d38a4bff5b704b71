//! More rows for the machine that runs whole programs: programs with something changed, and each operation left to the CPU in turn.

use crate::programs::{DIALECT, Work};
use megabatt_core::{Code, Op, Operand, Value};
use megabatt_cuda::device::SharedDevice;
use megabatt_cuda::programs::{Reason, Settings};
use megabatt_cuda_suite::mutants::mutants;
use megabatt_cuda_suite::whole::{WholeTally, compare};
use std::sync::Arc;
use std::time::Instant;

/// Programs of a launch.
const PART: usize = 500;

fn settings(device: &SharedDevice) -> Result<Settings, String> {
    let free = device.free_memory().map_err(|e| e.to_string())?;
    Ok(Settings::for_device(DIALECT, device.info().multiprocessors, free / 2))
}

/// So many programs made from those of the file, the same ones for the same seed, on all samples.
pub fn run_mutants(device: &SharedDevice, work: &Work, count: usize, seed: u64) -> Result<bool, String> {
    let codes = work.codes();
    let mut made = mutants(&codes, count.div_ceil(codes.len().max(1)), &format!("mutants {seed}"));
    made.truncate(count);
    let start = Instant::now();
    let mut all = WholeTally::default();
    for part in made.chunks(PART) {
        all.add(compare(device, part, &work.samples, settings(device)?).map_err(|e| e.to_string())?);
    }
    tell("mutants", made.len(), &all, start);
    Ok(all.faults.is_empty())
}

/// Each operation switched off in turn, on the programs that name it. What is off must not be asked for: rows that come to it are left,
/// for that reason.
pub fn run_without_each(device: &SharedDevice, work: &Work) -> Result<bool, String> {
    let codes = work.codes();
    let start = Instant::now();
    let mut all = WholeTally::default();
    let mut tried = 0;
    for &op in Op::ALL {
        let named: Vec<Arc<Code>> = codes.iter().filter(|code| names(code, op)).cloned().collect();
        if named.is_empty() {
            continue;
        }
        let mut settings = settings(device)?;
        settings.switch_off(op);
        let mut tally = compare(device, &named, &work.samples, settings).map_err(|e| e.to_string())?;
        let asked = tally.left.get(&(Reason::SwitchedOff, Some(op))).copied().unwrap_or_default();
        if asked == 0 {
            // Programs may end before they come to it, but not all of all operations.
            eprintln!("no row of {} programs came to {}", named.len(), op.name());
        }
        tally.faults.iter_mut().for_each(|fault| *fault = format!("without {}: {fault}", op.name()));
        all.add(tally);
        tried += 1;
    }
    tell("operations switched off", tried, &all, start);
    Ok(all.faults.is_empty())
}

fn names(code: &Code, op: Op) -> bool {
    let is_it = |operand: &Operand| matches!(operand, Operand::Const(Value::Op(found)) if *found == op);
    code.steps.iter().any(|step| step.action.operands().any(is_it))
}

fn tell(what: &str, count: usize, tally: &WholeTally, start: Instant) {
    println!(
        "{{\"{what}\": {count}, \"rows\": {}, \"equal\": {}, \"left\": {}, \"differ\": {}, \"seconds\": {:.1}}}",
        tally.rows,
        tally.equal,
        tally.left(),
        tally.faults.len(),
        start.elapsed().as_secs_f64()
    );
    eprintln!("{}", tally.reasons());
    for fault in tally.faults.iter().take(10) {
        eprintln!("{fault}\n");
    }
}

//! Whole programs in the emulator against the CPU: the examples of every operation's page, the demo's programs on the demo's
//! tasks, and the programs and tasks that MEGABATT_PROGRAMS and MEGABATT_DATA name, if they do (with MEGABATT_MUTANTS so many mutants of
//! each instead).

use megabatt_core::{Code, Dialect, Value};
use megabatt_cuda::device::SharedDevice;
use megabatt_cuda::programs::Settings;
use megabatt_cuda_emulator::EmulatedDevice;
use megabatt_cuda_suite::mutants::mutants;
use megabatt_cuda_suite::whole::{WholeTally, compare};
use megabatt_engine::data::{self, Filter};
use megabatt_engine::run::Sample;
use std::path::PathBuf;
use std::sync::Arc;

fn device(seed: u64) -> SharedDevice {
    Arc::new(EmulatedDevice::new(1 << 30, seed))
}

fn settings(dialect: Dialect) -> Settings {
    Settings {
        arena_words: 1 << 16,
        warps: 4,
        output_words: 1 << 22,
        fuel_here: 300_000,
        ..Settings::for_device(dialect, 1, 1 << 28)
    }
}

/// Programs in parts, so that several cores have something to do.
fn in_parts(programs: &[Arc<Code>], samples: &[Value], dialect: Dialect) -> WholeTally {
    let mut all = WholeTally::default();
    for part in programs.chunks(20) {
        all.add(compare(&device(part.len() as u64), part, samples, settings(dialect)).expect("the emulator runs"));
    }
    println!(
        "{} rows, {} equal, {} left to the CPU, {} differ\n{}",
        all.rows,
        all.equal,
        all.left(),
        all.faults.len(),
        all.reasons()
    );
    all
}

#[test]
fn the_examples_of_every_operation() {
    for dialect in [Dialect::Arc, Dialect::Rearc] {
        let mut programs = Vec::new();
        for page in megabatt_docs::pages().iter().flatten() {
            for block in page.entries.iter().flat_map(|entry| entry.blocks()).filter(|block| block.concerns(dialect)) {
                for (n, example) in block.examples.iter().enumerate() {
                    let text = block.program(example, &format!("example_{n}"));
                    let module = megabatt_lang::parse("example", &text, dialect);
                    programs.extend(module.programs.into_iter().map(|program| program.code));
                }
            }
        }
        let tally = in_parts(&programs, &[Value::None], dialect);
        tally.assert_fine();
        assert!(tally.rows > 300);
    }
}

fn samples(tasks: &[data::Task]) -> Vec<Value> {
    tasks.iter().flat_map(|task| Sample::all(task).map(|sample| sample.of(task).input.clone())).collect()
}

/// What programs do that nobody wrote: other operations, other arguments.
#[test]
fn mutants_of_the_demo() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    let dialect = Dialect::Arc;
    let text = std::fs::read(folder.join("programs.py")).expect("the demo is here");
    let module = megabatt_lang::parse_bytes("programs", &text, dialect);
    let codes: Vec<Arc<Code>> = module.programs.iter().map(|program| program.code.clone()).collect();
    let all = samples(&data::load(&[folder.join("tasks")], &Filter::default()).tasks);
    let chosen: Vec<Value> = all.iter().step_by(all.len() / 3).take(3).cloned().collect();
    let tally = in_parts(&mutants(&codes, 4, "mutants of the demo"), &chosen, dialect);
    tally.assert_fine();
    assert!(tally.rows > 900 && tally.left() * 4 < tally.rows);
}

#[test]
fn the_programs_that_are_named() {
    let (Some(programs), Some(data)) = (std::env::var_os("MEGABATT_PROGRAMS"), std::env::var_os("MEGABATT_DATA"))
    else {
        println!("NOT COMPARED: MEGABATT_PROGRAMS and MEGABATT_DATA name no programs and tasks");
        return;
    };
    let number =
        |name: &str, otherwise: usize| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise);
    let dialect = Dialect::Rearc;
    let text = std::fs::read(&programs).expect("the programs can be read");
    let module = megabatt_lang::parse_bytes("programs", &text, dialect);
    let tasks = data::load(&[PathBuf::from(data)], &Filter::default()).tasks;
    let all: Vec<Value> = samples(&tasks);
    let wanted = number("MEGABATT_SAMPLES", 8);
    let chosen: Vec<Value> = all.iter().step_by((all.len() / wanted).max(1)).take(wanted).cloned().collect();
    let codes: Vec<Arc<Code>> = module.programs.iter().map(|program| program.code.clone()).collect();
    let each = number("MEGABATT_MUTANTS", 0);
    let codes = if each > 0 { mutants(&codes, each, "mutants of those named") } else { codes };
    let (from, to) = (number("MEGABATT_FROM", 0), number("MEGABATT_TO", codes.len()));
    in_parts(&codes[from..to], &chosen, dialect).assert_fine();
}

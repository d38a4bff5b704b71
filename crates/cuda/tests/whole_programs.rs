//! Whole programs in the emulator against the CPU: the examples of every operation's page, the demo's programs on the demo's
//! tasks, and the programs and tasks that MEGABATT_PROGRAMS and MEGABATT_DATA name, if they do (with MEGABATT_MUTANTS so many mutants of
//! each instead).

use megabatt_core::{Code, Dialect, Value};
use megabatt_cuda::device::SharedDevice;
use megabatt_cuda::programs::Settings;
use megabatt_cuda_emulator::{EmulatedDevice, eased};
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
    eased(Settings::for_device(dialect, 1, 1 << 28))
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

/// Functions of the file itself: called from a line, by another one, for each item of a set, bound, compared, failing, with too few arguments.
const WITH_FUNCTIONS: &str = "
def corner(obj):
    x1 = ulcorner(obj)
    x2 = (x1, x1)
    return x1

def placed(obj, grid):
    x1 = corner(obj)
    x2 = shift(obj, x1)
    x3 = paint(grid, x2)
    return x3

def broken(a, b):
    x1 = divide(a, ZERO)
    return b

def solve_00000001(I):
    x1 = objects(I, T, F, T)
    x2 = apply(corner, x1)
    x3 = order(x1, corner)
    x4 = first(x3)
    x5 = placed(x4, I)
    x6 = astuple(x2, x5)
    return x6

def solve_00000002(I):
    x1 = objects(I, F, T, F)
    x2 = rbind(placed, I)
    x3 = apply(x2, x1)
    x4 = equality(corner, corner)
    x5 = equality(corner, placed)
    x6 = astuple(x4, x5)
    x7 = lbind(broken, ONE)
    x8 = compose(x7, size)
    x9 = astuple(x3, x6)
    return x9

def solve_00000003(I):
    x1 = broken(ONE, I)
    return I

def solve_00000004(I):
    x1 = placed(I)
    return x1

def solve_00000005(I):
    x1 = fork(astuple, identity, broken)
    x2 = objects(I, T, F, F)
    x3 = chain(size, toindices, backdrop)
    x4 = mapply(toindices, x2)
    x5 = argmax(x2, corner)
    x6 = (x1, x5, x4, x3)
    return x5
";

#[test]
fn functions_of_the_file() {
    for dialect in [Dialect::Arc, Dialect::Rearc] {
        let module = megabatt_lang::parse("functions", WITH_FUNCTIONS, dialect);
        let codes: Vec<Arc<Code>> = module.programs.iter().map(|program| program.code.clone()).collect();
        assert_eq!(codes.len(), 5, "{:?}", module.diagnostics);
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo/tasks");
        let all = samples(&data::load(&[folder], &Filter::default()).tasks);
        let chosen: Vec<Value> = all.iter().step_by((all.len() / 12).max(1)).take(12).cloned().collect();
        let tally = in_parts(&codes, &chosen, dialect);
        tally.assert_fine();
        assert!(tally.left() * 10 < tally.rows, "functions are for devices, too: {}", tally.reasons());
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

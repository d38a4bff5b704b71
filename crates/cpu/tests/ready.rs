//! Programs that were made ready for many inputs give for each of them what they give alone, limits included.

use megabatt_core::{Dialect, Value, json};
use megabatt_cpu::{Cpu, Engine, Ready};
use megabatt_engine::data::{Filter, load};
use megabatt_engine::run::Sample;
use megabatt_exec::{Backend, Cancel, Limits, Outcome, Row, RowResult};
use megabatt_lang::Program;
use std::path::Path;

fn demo(file: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo").join(file)
}

fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Value(value) => json::to_json(value),
        Outcome::Error(error) => error.name().to_string(),
        Outcome::Limit(limit) => format!("limit {}", limit.name()),
    }
}

/// Lines that need no input and are out of the ordinary: they raise, take much, or give sets.
const CONSTANTS: &str = "
def solve_raising_late(I):
    x1 = first(I)
    x2 = first(ZERO)
    return x1

def solve_raising_early(I):
    x1 = compose(first, last)
    x2 = x1(ZERO)
    return x1(x2)

def solve_holding(I):
    x1 = canvas(ZERO, astuple(TEN, TEN))
    x2 = asobject(x1)
    x3 = combine(asobject(I), x2)
    x4 = size(x3)
    return (x3, merge(initset(x2)), x4)

def solve_large_on_the_way(I):
    x1 = asobject(I)
    x2 = size(asindices(canvas(ZERO, astuple(THREE, TEN))))
    return (x1, x2)

def solve_same_sets(I):
    x1 = asindices(canvas(ONE, THREE_BY_THREE))
    x2 = intersection(x1, x1)
    x3 = combine(x2, ofcolor(I, ONE))
    return (x1, x2, x3, totuple(x3), first(x3))

def solve_functions(I):
    x1 = initset(compose(first, last))
    x2 = insert(size, x1)
    x3 = insert(rbind(ofcolor, ONE), x2)
    return rapply(totuple(insert(identity, remove(compose(first, last), initset(size)))), I)

def solve_much(I):
    x1 = asindices(upscale(I, THREE))
    x2 = product(x1, x1)
    x3 = size(x2)
    x4 = decrement(x3)
    return (x4, size(x1), hmirror(I))

def solve_much_then_failing(I):
    x1 = asindices(upscale(I, THREE))
    x2 = product(x1, x1)
    x3 = size(x2)
    x4 = first(x3)
    return x4

def solve_nothing_needed(I):
    x1 = canvas(THREE, TWO_BY_TWO)
    return fill(x1, FIVE, corners(asindices(x1)))
";

fn programs() -> Vec<Program> {
    let mut programs = Vec::new();
    for file in ["programs.py", "failing.py"] {
        let text = std::fs::read_to_string(demo(file)).expect("the demo is part of the repository");
        programs.extend(megabatt_lang::parse(file, &text, Dialect::Arc).programs);
    }
    for text in [
        CONSTANTS,
        include_str!("programs/merging.py"),
        include_str!("programs/choosing.py"),
        include_str!("programs/again.py"),
        include_str!("programs/shared.py"),
        include_str!("programs/made_for_each.py"),
    ] {
        let file = megabatt_lang::parse("constants.py", text, Dialect::Arc);
        assert_eq!(file.errors().count(), 0, "{:?}", file.diagnostics);
        programs.extend(file.programs);
    }
    programs
}

fn inputs() -> Vec<Value> {
    let tasks = load(&[demo("tasks")], &Filter::default()).tasks;
    let of_task = |task| Sample::all(task).map(|sample| sample.of(task).input.clone()).collect::<Vec<_>>();
    let mut inputs: Vec<Value> = tasks.iter().flat_map(of_task).step_by(3).collect();
    inputs.insert(inputs.len() / 2, Value::Int(3));
    inputs
}

/// All that a row gives, but for the time.
fn all_words(result: &RowResult) -> String {
    let RowResult { outcome, address_dependent, fuel, memory, time: _ } = result;
    format!("{} address {address_dependent} fuel {fuel} memory {memory}", words(outcome))
}

/// Every program on all inputs, one after the other and several at a time.
fn compare(limits: &Limits, programs: &[Program], inputs: &[Value]) -> usize {
    let (cpu, cancel) = (Cpu { dialect: Dialect::Arc, engine: Engine::Fast }, Cancel::new());
    let mut struck = 0;
    for program in programs {
        let row = |input: &Value| Row { code: program.code.clone(), inputs: vec![input.clone()] };
        let rows: Vec<Row> = inputs.iter().map(row).collect();
        let alone: Vec<RowResult> = rows.iter().map(|row| cpu.run_row(row, limits, &cancel)).collect();
        let mut ready = Ready::new(cpu, &program.code, limits, &cancel);
        for (n, (input, alone)) in inputs.iter().zip(&alone).enumerate() {
            let given = ready.run(input.clone());
            assert_eq!(words(&given), words(&alone.outcome), "{} on {n} with {limits:?}", program.name);
        }
        let mut together = Vec::new();
        ready.run_all(inputs.to_vec(), |outcome| together.push(words(&outcome)));
        let one_by_one: Vec<String> = alone.iter().map(|alone| words(&alone.outcome)).collect();
        assert_eq!(together, one_by_one, "{} with {limits:?}", program.name);

        let as_rows: Vec<String> = cpu.run(&rows, limits, &cancel).iter().map(all_words).collect();
        let one_by_one: Vec<String> = alone.iter().map(all_words).collect();
        assert_eq!(as_rows, one_by_one, "rows of {} with {limits:?}", program.name);
        struck += alone.iter().filter(|alone| matches!(alone.outcome, Outcome::Limit(_))).count();
    }
    struck
}

#[test]
fn outcomes_are_those_of_the_program_alone() {
    let (programs, inputs) = (programs(), inputs());
    assert!(programs.len() > 60 && inputs.len() > 30);
    assert_eq!(compare(&Limits::default(), &programs, &inputs), 0);
}

#[test]
fn limits_strike_where_they_strike_alone() {
    let (programs, inputs) = (programs(), inputs());
    let inputs: Vec<Value> = inputs.into_iter().step_by(4).collect();
    let mut struck = 0;
    for most in [30, 100, 300, 1_000, 3_000, 10_000] {
        let fuel = Limits { fuel: most, ..Limits::default() };
        let memory = Limits { memory: most, ..Limits::default() };
        struck += compare(&fuel, &programs, &inputs) + compare(&memory, &programs, &inputs);
    }
    assert!(struck > 1_000, "limits struck only {struck} times");
}

#[test]
fn rows_that_do_not_fit_their_program_are_errors_of_their_own() {
    let (cpu, limits, cancel) = (Cpu { dialect: Dialect::Arc, engine: Engine::Fast }, Limits::default(), Cancel::new());
    let text = "def solve_three(S, I, C):\n    x1 = astuple(ONE, TWO)\n    return combine(I, C)\n";
    let file = megabatt_lang::parse("three.py", text, Dialect::Arc);
    let [program] = file.programs.as_slice() else { panic!("{:?}", file.diagnostics) };
    let inputs = inputs();
    let row = |inputs: &[Value]| Row { code: program.code.clone(), inputs: inputs.to_vec() };
    let rows = [row(&inputs[..3]), row(&inputs[..1]), row(&inputs[1..4]), row(&[])];
    let together: Vec<String> = cpu.run(&rows, &limits, &cancel).iter().map(all_words).collect();
    let alone: Vec<String> = rows.iter().map(|row| all_words(&cpu.run_row(row, &limits, &cancel))).collect();
    assert_eq!(together, alone);
    assert!(alone[1].starts_with("TypeError") && !alone[0].starts_with("TypeError"), "{alone:?}");
}

#[test]
fn rows_after_a_stop_are_not_begun() {
    let (cpu, cancel) = (Cpu { dialect: Dialect::Arc, engine: Engine::Fast }, Cancel::new());
    cancel.cancel();
    let programs = programs();
    let row = |program: &Program| Row { code: program.code.clone(), inputs: vec![Value::Int(3)] };
    let rows: Vec<Row> = programs.iter().take(3).flat_map(|program| [row(program), row(program)]).collect();
    let results = cpu.run(&rows, &Limits::default(), &cancel);
    assert_eq!(results.len(), rows.len());
    assert!(results.iter().all(|result| words(&result.outcome) == "limit stopped"), "{results:?}");
}

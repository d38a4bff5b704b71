//! Programs with equal lines: in a battery they may be one node only where Python's second object could not be seen.

mod common;

use common::{CPU, demo, words};
use megabatt_core::Dialect;
use megabatt_core::code::{Action, Code, Operand, Step};
use megabatt_engine::battery::{Passes, merge};
use megabatt_engine::data::{Filter, load};
use megabatt_engine::generate::Rng;
use megabatt_engine::run::Sample;
use megabatt_exec::{Backend, Cancel, Limits, Row};
use std::sync::Arc;

/// Each makes functions or sets by two equal lines and looks, by some way, whether they are the same.
const TWINS: &str = "
def functions(I):
    x1 = compose(flip, first)
    x2 = compose(flip, first)
    x3 = equality(x1, x2)
    x4 = insert(x1, initset(x2))
    return astuple(x3, size(x4))

def functions_that_are_called(I):
    x1 = compose(size, first)
    x2 = compose(size, first)
    return astuple(x1(I), x2(I))

def functions_in_a_mirrored_tuple(I):
    x1 = lbind(rbind, add)
    x2 = apply(x1, I)
    x3 = apply(x1, I)
    x4 = hmirror(x2)
    x5 = hmirror(x3)
    return equality(x4, x5)

def functions_in_shifted_cells(I):
    x1 = fork(astuple, lbind(rbind, add), identity)
    x2 = apply(x1, asindices(I))
    x3 = apply(x1, asindices(I))
    x4 = shift(x2, UNITY)
    x5 = shift(x3, UNITY)
    return equality(x4, x5)

def functions_as_colours(I):
    x1 = fork(astuple, lbind(rbind, add), identity)
    x2 = apply(x1, initset(ORIGIN))
    x3 = apply(x1, initset(ORIGIN))
    x4 = color(x2)
    x5 = color(x3)
    return equality(x4, x5)

def functions_drawn(I):
    x1 = fork(astuple, lbind(rbind, add), identity)
    x2 = apply(x1, initset(ORIGIN))
    x3 = apply(x1, initset(ORIGIN))
    x4 = paint(I, x2)
    x5 = paint(I, x3)
    return equality(x4, x5)

def functions_as_rows(I):
    x1 = fork(astuple, lbind(rbind, add), lbind(rbind, subtract))
    x2 = apply(x1, initset(ONE))
    x3 = apply(x1, initset(ONE))
    x4 = uppermost(x2)
    x5 = uppermost(x3)
    return equality(x4, x5)

def sets(I):
    x1 = asindices(I)
    x2 = asindices(I)
    x3 = intersection(x1, x2)
    return totuple(x3)

def one_set(I):
    x1 = asindices(I)
    x3 = intersection(x1, x1)
    return totuple(x3)

def sets_out_of_sets(I):
    x1 = objects(I, F, T, F)
    x2 = objects(I, F, T, F)
    x3 = first(x1)
    x4 = first(x2)
    x5 = intersection(x3, x4)
    return totuple(x5)

def sets_as_items(I):
    x1 = initset(asobject(I))
    x2 = initset(asobject(I))
    x3 = intersection(first(x1), first(x2))
    return totuple(x3)
";

fn parse(text: &str) -> Vec<Arc<Code>> {
    let module = megabatt_lang::parse("test.py", text, Dialect::Arc);
    assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
    module.programs.into_iter().map(|program| program.code).collect()
}

fn of_the_demo() -> Vec<Arc<Code>> {
    parse(&std::fs::read_to_string(demo("programs.py")).expect("the demo is part of the repository"))
}

/// A program in which some lines are done twice, and those who used the first use one or the other.
fn with_twins(code: &Code, rng: &mut Rng) -> Code {
    let mut twins = Code { steps: Vec::new(), ..code.clone() };
    let mut twin_of: Vec<Option<u32>> = vec![None; code.slots as usize];
    for step in &code.steps {
        let mut choose = |operand: &mut Operand| {
            if let Operand::Slot(slot) = operand
                && let Some(twin) = twin_of.get(*slot as usize).copied().flatten()
                && rng.chance(0.5)
            {
                *operand = Operand::Slot(twin);
            }
        };
        let mut step = step.clone();
        match &mut step.action {
            Action::Call(call) | Action::Try(call) => {
                choose(&mut call.function);
                call.args.iter_mut().for_each(&mut choose);
                call.keywords.iter_mut().for_each(|(_, operand)| choose(operand));
            }
            Action::Tuple(items) => items.iter_mut().for_each(&mut choose),
            Action::Copy(operand) => choose(operand),
        }
        twin_of[step.slot as usize] = None;
        if rng.chance(0.6) {
            twin_of[step.slot as usize] = Some(twins.slots);
            twins.steps.push(Step { slot: twins.slots, ..step.clone() });
            twins.slots += 1;
        }
        twins.steps.push(step);
    }
    twins
}

/// Compares programs in a battery with each alone. How many nodes the battery has.
fn compare(programs: &[Arc<Code>], every: usize) -> usize {
    let (limits, cancel) = (Limits::default(), Cancel::new());
    let tasks = load(&[demo("tasks")], &Filter::default()).tasks;
    let samples = tasks.iter().flat_map(|task| Sample::all(task).map(move |sample| sample.of(task).input.clone()));
    let prepared = CPU.prepare(merge(programs, 1, Passes::default()), &limits);
    for input in samples.step_by(every) {
        let results = prepared.run(std::slice::from_ref(&input), &cancel, &mut |_| {});
        for (code, result) in programs.iter().zip(&results) {
            let alone = CPU.run_row(&Row { code: code.clone(), inputs: vec![input.clone()] }, &limits, &cancel);
            assert_eq!(words(result), words(&alone), "{} on {input:?}", code.name);
        }
    }
    prepared.battery().nodes.len()
}

#[test]
fn what_can_be_told_apart_stays_apart() {
    compare(&parse(TWINS), 9);
}

#[test]
fn programs_with_twins_have_their_own_outcomes() {
    let mut rng = Rng::new(&["twins"]);
    let originals: Vec<Arc<Code>> = of_the_demo().into_iter().chain(parse(TWINS)).collect();
    let programs: Vec<Arc<Code>> = originals
        .iter()
        .flat_map(|code| std::iter::repeat_n(code, 6))
        .map(|code| Arc::new(with_twins(code, &mut rng)))
        .collect();
    let nodes = compare(&programs, 29);
    let lines: usize = programs.iter().map(|code| code.steps.len()).sum();
    assert!(nodes * 3 < lines, "{lines} lines in {nodes} nodes");
}

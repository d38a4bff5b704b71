//! Merging is harmless: in a battery every program has the outcome it has alone, and takes what it takes alone.

mod common;
#[path = "common/mutants.rs"]
mod mutated;

use common::{CPU, demo, words};
use megabatt_core::code::Code;
use megabatt_core::{Dialect, Value};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::battery::{Passes, Verifying, live, merge};
use megabatt_engine::data::{Filter, Task, load};
use megabatt_engine::run::{self, Options, Sample, Whole};
use megabatt_exec::{Backend, Cancel, Limits, Outcome, Prepared, Row};
use mutated::mutants;
use std::sync::Arc;

fn programs() -> Vec<Arc<Code>> {
    let parse = |file: &str| {
        let text = std::fs::read_to_string(demo(file)).expect("the demo is part of the repository");
        megabatt_lang::parse(file, &text, Dialect::Arc).programs
    };
    ["programs.py", "failing.py"].into_iter().flat_map(parse).map(|p| p.code).collect()
}

fn tasks() -> Vec<Task> {
    load(&[demo("tasks")], &Filter::default()).tasks
}

fn inputs(step: usize) -> Vec<Value> {
    let tasks = tasks();
    let samples = tasks.iter().flat_map(|task| Sample::all(task).map(move |s| s.of(task).input.clone()));
    samples.step_by(step).collect()
}

/// Compares all programs on all inputs; how many rows met a limit, and how many raised.
fn compare(programs: &[Arc<Code>], inputs: &[Value], passes: Passes, limits: &Limits) -> (usize, usize) {
    let cancel = Cancel::new();
    let prepared = CPU.prepare(merge(programs, 1, passes), limits);
    let (mut limited, mut raised) = (0, 0);
    let mut one_by_one = vec![Vec::new(); programs.len()];
    for input in inputs {
        let input = std::slice::from_ref(input);
        let mut told = Vec::new();
        let results = prepared.run(input, &cancel, &mut |program| told.push(program));
        assert_eq!(results.len(), programs.len());
        assert!(told.into_iter().eq(0..programs.len()), "each program is told when it is done");
        for ((code, result), words_of) in programs.iter().zip(&results).zip(&mut one_by_one) {
            words_of.push(words(result));
            let row = Row { code: code.clone(), inputs: input.to_vec() };
            let alone = CPU.run_row(&row, limits, &cancel);
            assert_eq!(words(result), words(&alone), "{} on {:?} with {passes:?} and {limits:?}", code.name, input[0]);
            limited += matches!(result.outcome, Outcome::Limit(_)) as usize;
            raised += matches!(result.outcome, Outcome::Error(_)) as usize;
        }
    }
    assert_eq!(in_groups(&*prepared, inputs), one_by_one, "samples in groups with {passes:?} and {limits:?}");
    (limited, raised)
}

/// What each program gives on each input, where several inputs run at a time.
fn in_groups(prepared: &dyn Prepared, inputs: &[Value]) -> Vec<Vec<String>> {
    let mut found = vec![Vec::new(); prepared.battery().programs.len()];
    for group in inputs.chunks(prepared.samples_at_once()) {
        let group: Vec<&[Value]> = group.iter().map(std::slice::from_ref).collect();
        let mut next = 0..;
        prepared.run_many(&group, &Cancel::new(), &mut |program, results| {
            assert_eq!((Some(program), results.len()), (next.next(), group.len()));
            found[program].extend(results.iter().map(words));
        });
    }
    found
}

fn all_passes() -> impl Iterator<Item = Passes> {
    [(true, true), (true, false), (false, true), (false, false)].into_iter().map(|(share, once)| Passes { share, once })
}

#[test]
fn every_program_of_the_demo_has_its_own_outcome() {
    for passes in all_passes() {
        let (_, raised) = compare(&programs(), &inputs(7), passes, &Limits::default());
        assert!(raised > 100, "only {raised} rows raised");
    }
}

#[test]
fn programs_that_hold_much_on_some_samples_have_their_own_outcomes() {
    let text = "\
def first_one(I):
    x1 = upscale(I, TEN)
    x2 = upscale(x1, FOUR)
    x3 = asindices(x2)
    x4 = hsplit(x2, TWO)
    x5 = first(x4)
    x6 = asindices(x5)
    x7 = difference(x3, x6)
    O = size(x7)
    return O

def second_one(I):
    x1 = upscale(I, TEN)
    x2 = upscale(x1, FOUR)
    x3 = asindices(x2)
    x4 = shift(x3, UNITY)
    x5 = intersection(x3, x4)
    x6 = size(x5)
    x7 = first(x6)
    return x7

def third_one(I):
    x1 = upscale(I, TEN)
    x2 = asindices(x1)
    O = fill(I, TWO, x2)
    return O
";
    let programs = megabatt_lang::parse("large.py", text, Dialect::Arc).programs;
    let programs: Vec<Arc<Code>> = programs.into_iter().map(|program| program.code).collect();
    let much = |result: &Row| CPU.run_row(result, &Limits::default(), &Cancel::new()).memory > 1 << 20;
    let inputs = inputs(11);
    let rows = inputs.iter().map(|input| Row { code: programs[0].clone(), inputs: vec![input.clone()] });
    let many = rows.filter(much).count();
    assert!(many > 0 && many < inputs.len(), "{many} of {} rows hold much", inputs.len());
    compare(&programs, &inputs, Passes::default(), &Limits::default());
}

#[test]
fn mutants_have_their_own_outcomes() {
    let mut programs = programs();
    programs.extend(mutants(&programs, 6, "mutants for batteries"));
    let (_, raised) = compare(&programs, &inputs(31), Passes::default(), &Limits::default());
    assert!(raised > 500, "only {raised} rows raised");
}

#[test]
fn limits_strike_as_they_do_alone() {
    let mut programs = programs();
    programs.extend(mutants(&programs, 1, "mutants for batteries"));
    let mut struck = 0;
    for (fuel, memory) in
        [(300, 50_000_000), (3_000, 50_000_000), (200_000_000, 200), (200_000_000, 1_500), (6_000, 900)]
    {
        let limits = Limits { fuel, memory, call_timeout: None };
        for passes in [Passes::default(), Passes { share: false, once: false }] {
            struck += compare(&programs, &inputs(23), passes, &limits).0;
        }
    }
    assert!(struck > 2_000, "limits struck only {struck} times");
}

#[test]
fn programs_without_dead_lines_have_their_own_outcomes() {
    let mutants = mutants(&programs(), 2, "mutants for batteries");
    let live: Vec<Arc<Code>> = mutants.iter().map(|code| Arc::new(live(code))).collect();
    assert!(live.iter().zip(&mutants).any(|(live, code)| live.steps.len() < code.steps.len()));
    compare(&live, &inputs(31), Passes::default(), &Limits::default());
}

#[test]
fn batches_and_threads_change_nothing() {
    let (tasks, programs) = (&tasks()[..12], programs());
    let cancel = Cancel::new();
    let prepared = CPU.prepare(merge(&programs, 1, Passes::default()), &Limits::default());
    let run = |batch: Option<usize>, threads: usize| {
        let mut rows = Vec::new();
        let options = Options { batch, threads, ..Options::default() };
        run::run_battery(&*prepared, tasks, &options, &cancel, &Whole, |batch| {
            rows.extend(batch.iter().map(|r| format!("{:?} {:?} {}", r.job, r.matches, words(&r.result))));
        })
        .expect("threads can be started");
        rows
    };
    let first = run(None, 1);
    let samples: usize = tasks.iter().map(|task| Sample::all(task).count()).sum();
    assert_eq!(first.len(), samples * programs.len());
    for (batch, threads) in [(Some(1), 1), (Some(3), 4), (None, 4), (Some(1), 3)] {
        assert!(run(batch, threads) == first, "with batches of {batch:?} on {threads} threads");
    }
}

#[test]
fn a_second_opinion_finds_differences() {
    let programs = programs();
    let cancel = Cancel::new();
    let prepared = CPU.prepare(merge(&programs, 1, Passes::default()), &Limits::default());
    let inputs = inputs(40);
    let honest = Cpu { engine: Engine::Reference, ..CPU };
    let verifying = Verifying::new(&*prepared, &honest, &Limits::default(), 3);
    let other = Cpu { dialect: Dialect::Rearc, engine: Engine::Fast };
    let fooled = Verifying::new(&*prepared, &other, &Limits { fuel: 500, ..Limits::default() }, 1);
    for input in &inputs {
        use megabatt_exec::Prepared;
        verifying.run(std::slice::from_ref(input), &cancel, &mut |_| {});
        fooled.run(std::slice::from_ref(input), &cancel, &mut |_| {});
    }
    assert_eq!(verifying.compared(), (inputs.len() * programs.len()).div_ceil(3));
    assert_eq!(verifying.different().len(), 0);
    assert!(fooled.different().len() > 50, "other limits make other outcomes");
}

#[test]
fn no_program_starts_once_it_is_stopped() {
    let programs = programs();
    let (cancel, input) = (Cancel::new(), &inputs(40)[0]);
    let prepared = CPU.prepare(merge(&programs, 1, Passes::default()), &Limits::default());
    let mut done = 0;
    let results = prepared.run(std::slice::from_ref(input), &cancel, &mut |_| {
        done += 1;
        if done == 3 {
            cancel.cancel();
        }
    });
    assert_eq!((results.len(), done), (3, 3));
}

#[test]
fn a_stopped_battery_says_so() {
    let programs = programs();
    let cancel = Cancel::new();
    let prepared = CPU.prepare(merge(&programs, 1, Passes::default()), &Limits::default());
    cancel.cancel();
    let mut rows = 0;
    let stop =
        run::run_battery(&*prepared, &tasks(), &Options::default(), &cancel, &Whole, |batch| rows += batch.len());
    // A few samples may be done before the watcher passes the wish on.
    assert!(
        matches!(stop, Ok(run::Stop::Cancelled))
            || rows == tasks().iter().map(|t| Sample::all(t).count()).sum::<usize>() * programs.len()
    );
}

//! Batteries with programs of (S, I, C): each has the outcome it has alone, and what depends on the demo pairs alone is
//! worked out once per task.

mod common;
#[path = "common/mutants.rs"]
mod mutated;

use common::{CPU, demo, words};
use megabatt_core::code::Code;
use megabatt_core::{Dialect, Value};
use megabatt_engine::battery::{Passes, Verifying, merge};
use megabatt_engine::data::{Filter, Task, load};
use megabatt_engine::run::{self, Options, Pairing, Plan, Sample, Whole};
use megabatt_exec::battery::WITH_DEMOS;
use megabatt_exec::{Backend, Cancel, Limits, OnTask, Outcome, Prepared, Row, RowResult};
use megabatt_lang::Program;
use mutated::mutants;
use std::sync::Arc;

/// Programs that learn something from the demo pairs, and some that fail on the way. They share lines.
const PROGRAMS: &str = "
def helper_outputs(S, I, C):
    return apply(last, S)

def solve_first_output(S, I, C):
    x1 = first(S)
    x2 = last(x1)
    return x2

def solve_new_colours(S, I, C):
    x1 = apply(first, S)
    x2 = apply(last, S)
    x3 = mapply(palette, x1)
    x4 = mapply(palette, x2)
    x5 = difference(x4, x3)
    x6 = order(x5, identity)
    x7 = mostcolor(I)
    x8 = repeat(x7, ONE)
    x9 = combine(x6, x8)
    x10 = first(x9)
    O = replace(I, x7, x10)
    return O

def solve_by_helper(S, I, C):
    x1 = helper_outputs(S, I, C)
    x2 = size(x1)
    O = upscale(I, x2)
    return O

def solve_objects_of_the_demos(S, I, C):
    x1 = apply(first, S)
    x2 = rbind(objects, F)
    x3 = lbind(objects, T)
    x4 = first(x1)
    x5 = objects(x4, T, F, T)
    x6 = merge(x5)
    x7 = apply(last, x6)
    O = fill(I, TWO, x7)
    return O

def solve_two_equal_lines(S, I, C):
    x1 = first(first(S))
    x2 = asindices(x1)
    x3 = asindices(x1)
    O = intersection(x2, x3)
    return O

def solve_one_line_twice(S, I, C):
    x1 = first(first(S))
    x2 = asindices(x1)
    O = intersection(x2, x2)
    return O

def solve_dead_line_raises(S, I, C):
    x1 = add(first(S), size(S))
    x2 = first(())
    O = rot90(I)
    return O

def solve_no_target(S, I, C):
    O = equality(C, None)
    return O

def solve_target_wanted(S, I, C):
    O = palette(C)
    return O
";

/// A line that is too large to be kept from one sample to the next.
const LARGE: &str = "
def solve_large(S, I, C):
    x1 = size(S)
    x2 = interval(x1, 1200000, ONE)
    x4 = first(x2)
    O = astuple(x4, height(I))
    return O

def solve_large_again(S, I, C):
    x1 = size(S)
    x2 = interval(x1, 1200000, ONE)
    x4 = last(x2)
    O = astuple(x4, height(I))
    return O
";

fn parse(text: &str) -> Vec<Program> {
    let module = megabatt_lang::parse("test.py", text, Dialect::Arc);
    assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
    module.programs
}

/// Those above, and those of the demo, which take a grid.
fn programs() -> Vec<Program> {
    let text = std::fs::read_to_string(demo("programs.py")).expect("the demo is part of the repository");
    let of_demo = megabatt_lang::parse("programs.py", &text, Dialect::Arc).programs;
    parse(PROGRAMS).into_iter().chain(of_demo.into_iter().step_by(9)).collect()
}

fn codes(programs: &[Program]) -> Vec<Arc<Code>> {
    programs.iter().map(|p| p.code.clone()).collect()
}

fn tasks() -> Vec<Task> {
    load(&[demo("tasks")], &Filter::default()).tasks.into_iter().step_by(8).collect()
}

fn alone(code: &Arc<Code>, task: &Task, sample: Sample, limits: &Limits) -> RowResult {
    let inputs = run::inputs(code, sample.of(task), || task.demos());
    CPU.run_row(&Row { code: code.clone(), inputs }, limits, &Cancel::new())
}

/// Compares all programs on all tasks; how many rows met a limit, and how many raised.
fn compare(programs: &[Arc<Code>], tasks: &[Task], passes: Passes, limits: &Limits) -> (usize, usize) {
    let prepared = CPU.prepare(merge(programs, WITH_DEMOS, passes), limits);
    let (mut limited, mut raised) = (0, 0);
    for task in tasks {
        let on_task = prepared.on_task(&task.demos());
        for sample in Sample::all(task) {
            let mut told = Vec::new();
            let after = &mut |program| told.push(program);
            let results = on_task.run(&sample.of(task).input, &Value::None, &Cancel::new(), after);
            assert_eq!(results.len(), programs.len());
            assert!(told.into_iter().eq(0..programs.len()), "each program is told when it is done");
            for (code, result) in programs.iter().zip(&results) {
                let alone = alone(code, task, sample, limits);
                assert_eq!(words(result), words(&alone), "{} on {} {sample:?} with {passes:?}", code.name, task.id);
                limited += matches!(result.outcome, Outcome::Limit(_)) as usize;
                raised += matches!(result.outcome, Outcome::Error(_)) as usize;
            }
        }
    }
    (limited, raised)
}

#[test]
fn every_program_has_its_own_outcome() {
    for (share, once) in [(true, true), (true, false), (false, true), (false, false)] {
        let (_, raised) = compare(&codes(&programs()), &tasks(), Passes { share, once }, &Limits::default());
        assert!(raised > 30, "only {raised} rows raised");
    }
}

#[test]
fn large_values_are_nobodys_trouble() {
    let mut task = tasks()[0].clone();
    task.train.truncate(2);
    task.test.clear();
    compare(&codes(&parse(LARGE)), &[task], Passes::default(), &Limits::default());
}

#[test]
fn mutants_have_their_own_outcomes() {
    let originals = codes(&parse(PROGRAMS));
    let all: Vec<_> = originals.iter().cloned().chain(mutants(&originals, 12, "mutants with demos")).collect();
    let (_, raised) = compare(&all, &tasks()[..3], Passes::default(), &Limits::default());
    assert!(raised > 300, "only {raised} rows raised");
}

#[test]
fn limits_strike_as_they_do_alone() {
    let mut struck = 0;
    for (fuel, memory) in [(200, 50_000_000), (2_000, 50_000_000), (200_000_000, 300), (3_000, 700)] {
        let limits = Limits { fuel, memory, call_timeout: None };
        struck += compare(&codes(&programs()), &tasks()[..3], Passes::default(), &limits).0;
    }
    assert!(struck > 150, "limits struck only {struck} times");
}

/// Runs all samples of a task at once, on as many threads as there are samples.
fn run_together(on_task: &dyn OnTask, task: &Task) -> Vec<Vec<RowResult>> {
    std::thread::scope(|scope| {
        let samples = Sample::all(task).map(|sample| {
            let input = &sample.of(task).input;
            scope.spawn(move || on_task.run(input, &Value::None, &Cancel::new(), &mut |_| {}))
        });
        let running: Vec<_> = samples.collect();
        running.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

#[test]
fn what_depends_on_the_demos_alone_is_worked_out_once_per_task() {
    let text = "
def solve_a(S, I, C):
    x1 = apply(last, S)
    x2 = mapply(palette, x1)
    x3 = astuple(x2, x1)
    x4 = size(I)
    return x3

def solve_b(S, I, C):
    x1 = apply(last, S)
    x2 = first(x1)
    x3 = combine(x2, I)
    return x2
";
    let codes = codes(&parse(text));
    let battery = merge(&codes, WITH_DEMOS, Passes::default());
    assert_eq!(battery.nodes.iter().filter(|node| node.per_task).count(), 4);
    let prepared = CPU.prepare(battery, &Limits::default());
    for task in &tasks() {
        for _ in 0..20 {
            let on_task = prepared.on_task(&task.demos());
            let results = run_together(&*on_task, task);
            assert!(results.len() > 2 && results.iter().all(|rows| rows.len() == 2));
            assert_eq!(on_task.worked_out(), 4, "by {} samples", results.len());
        }
    }
    let apart = CPU.prepare(merge(&codes, WITH_DEMOS, Passes { once: false, ..Passes::default() }), &Limits::default());
    let on_task = apart.on_task(&tasks()[0].demos());
    run_together(&*on_task, &tasks()[0]);
    assert_eq!(on_task.worked_out(), 0, "nothing is kept without the pass");
}

#[test]
fn what_is_stopped_is_not_kept() {
    let text = "def solve(S, I, C):\n    x1 = apply(rbind(upscale, TEN), apply(last, S))\n    x2 = power(rbind(combine, x1), TEN)\n    return I\n";
    let prepared = CPU.prepare(merge(&codes(&parse(text)), WITH_DEMOS, Passes::default()), &Limits::default());
    let (task, cancel) = (&tasks()[0], Cancel::new());
    cancel.cancel();
    let on_task = prepared.on_task(&task.demos());
    let input = &task.train[0].input;
    let before = on_task.run(input, &Value::None, &cancel, &mut |_| {});
    let after = on_task.run(input, &Value::None, &Cancel::new(), &mut |_| {});
    assert!(before.len() <= 1);
    assert!(matches!(&after[0].outcome, Outcome::Value(value) if value == input));
}

#[test]
fn batches_threads_and_batteries_change_nothing() {
    let (tasks, programs) = (tasks(), programs());
    let cancel = Cancel::new();
    let prepared = CPU.prepare(merge(&codes(&programs), WITH_DEMOS, Passes::default()), &Limits::default());
    let verifying = Verifying::new(&*prepared, &CPU, &Limits::default(), 3);
    let battery = |prepared: &dyn Prepared, batch: Option<usize>, threads: usize| {
        let mut rows = Vec::new();
        let options = Options { batch, threads, ..Options::default() };
        run::run_battery(prepared, &tasks, &options, &cancel, &Whole, |batch| {
            rows.extend(batch.iter().map(|r| (r.job, r.matches, words(&r.result))));
        })
        .expect("threads can be started");
        rows
    };
    let first = battery(&verifying, None, 2);
    assert_eq!(verifying.compared(), first.len().div_ceil(3));
    assert_eq!(verifying.different().len(), 0);
    for (batch, threads) in [(Some(1), 1), (Some(3), 4), (None, 4)] {
        assert!(battery(&*prepared, batch, threads) == first, "with batches of {batch:?} on {threads} threads");
    }
    let (jobs, _) = run::jobs(&programs, &tasks, Pairing::All);
    let plan = Plan { programs: &programs, tasks: &tasks, jobs: &jobs };
    let mut alone = Vec::new();
    run::run(&CPU, &plan, &Options::default(), &cancel, &Whole, |batch| {
        alone.extend(batch.iter().map(|r| (r.job, r.matches, words(&r.result))));
    })
    .expect("threads can be started");
    alone.sort_by_key(|(job, ..)| (job.task, job.sample, job.program));
    assert!(alone == first);
}

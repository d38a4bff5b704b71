//! Random tasks: the same everywhere, valid, and right for their program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use megabatt_core::{Dialect, Grid, Value, grid};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::data::{Filter, Pair, Task, load_contents};
use megabatt_engine::generate::{
    Distribution, Inputs, Made, Recipe, Rejection, Span, Variations, Workshop, entry_json, plan, task_json,
};
use megabatt_engine::run::{self, Options, Pairing, Plan, Whole, jobs};
use megabatt_exec::Cancel;
use megabatt_lang::Program;
use sha2::{Digest, Sha256};
use std::sync::atomic::{AtomicUsize, Ordering};

const CPU: Cpu = Cpu { dialect: Dialect::Arc, engine: Engine::Fast };

fn programs(text: &str) -> Vec<Program> {
    let module = megabatt_lang::parse("p.py", text, Dialect::Arc);
    assert!(module.diagnostics.is_empty());
    module.programs
}

fn program(expression: &str) -> Vec<Program> {
    programs(&format!("def solve_0000aaaa(I):\n    O = {expression}\n    return O\n"))
}

/// Makes tasks with the usual distribution, or another.
fn make(programs: &[Program], count: u64, threads: usize, recipe: Recipe, inputs: Option<&dyn Inputs>) -> Vec<Made> {
    let usual = Distribution::default();
    let all: Vec<&dyn Inputs> = programs.iter().map(|_| inputs.unwrap_or(&usual)).collect();
    let plans = plan(programs, count, recipe.seed);
    let workshop = Workshop { backend: &CPU, programs, inputs: &all, recipe, cancel: Cancel::new() };
    let mut made = Vec::new();
    let done = AtomicUsize::new(0);
    workshop.make_all(&plans, threads, &done, |batch| made.extend(batch)).unwrap();
    assert_eq!(done.into_inner(), plans.len());
    made
}

fn tasks(made: &[Made]) -> Vec<&Task> {
    made.iter().filter_map(|made| made.task.as_ref()).collect()
}

fn all_text(made: &[Made]) -> String {
    tasks(made).into_iter().map(|task| format!("{}\n{}", task.id, task_json(task))).collect()
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let programs = programs(
        "def solve_0000aaaa(I):\n    return hmirror(I)\n\n\ndef by_two(I):\n    return upscale(I, TWO)\n\n\n\
         def crop_it(I):\n    return subgrid(argmax(objects(I, T, F, T), size), I)\n",
    );
    let text = |threads, seed| all_text(&make(&programs, 120, threads, Recipe { seed, ..Recipe::default() }, None));
    let one = text(1, 5);
    assert_eq!(one, text(3, 5));
    assert_ne!(one, text(1, 6));
}

/// If this fails, files that people made before are not made again by the same command: that is a change to announce.
#[test]
fn the_stream_of_tasks_is_pinned() {
    let made = make(&program("vmirror(I)"), 2, 1, Recipe::default(), None);
    let first = tasks(&made)[0];
    assert_eq!((first.id.as_str(), tasks(&made)[1].id.as_str()), ("0000aaaa", "f1bb042b"));
    let Value::Grid(input) = &first.train[0].input else { panic!("not a grid") };
    assert_eq!(**input, grid! { [0 0 0 0 8 0 0 0 3] [0 0 8 8 8 8 8 0 3] [0 0 0 0 0 0 0 0 3] });

    let usual = Distribution::default;
    let noise = Distribution { density: 0.3, background: None, ..usual() };
    let symmetric = Distribution { symmetric: true, colours: vec![0, 2, 7], ..usual() };
    let varied = Variations::of(vec![(**input).clone()]).unwrap();
    let sources: [&dyn Inputs; 4] = [&usual(), &noise, &symmetric, &varied];
    let many = sources.map(|inputs| all_text(&make(&program("rot90(I)"), 20, 0, Recipe::default(), Some(inputs))));
    let digest: String = Sha256::digest(many.concat()).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, "71f4e399246e3ff6b4ccf478e181b197187aee76a61f3ec4fcd5780a4cdc0fc7");
}

#[test]
fn the_program_is_right_on_every_pair_after_loading() {
    let text = "def solve_0000aaaa(I):\n    return rot90(I)\n\n\ndef solve_0000bbbb(I):\n    \
                return replace(I, ZERO, FIVE)\n\n\ndef solve_0000cccc(I):\n    return trim(I)\n";
    let programs = programs(text);
    let made = make(&programs, 1, 0, Recipe { train: 5, test: 2, ..Recipe::default() }, None);
    let entries: Vec<String> = tasks(&made).into_iter().map(entry_json).collect();
    let file = format!("{{{}}}", entries.join(","));
    let data = load_contents(&[("set.json", file.as_bytes())], &Filter::default());
    assert_eq!((data.tasks.len(), data.problems.len()), (3, 0), "{:?}", data.problems);
    assert!(data.tasks.iter().all(|task| task.train.len() == 5 && task.test.len() == 2));
    let (jobs, lonely) = jobs(&programs, &data.tasks, Pairing::Own);
    assert_eq!((jobs.len(), lonely.len()), (21, 0));
    let mut right = 0;
    let plan = Plan { programs: &programs, tasks: &data.tasks, jobs: &jobs };
    run::run(&CPU, &plan, &Options::default(), &Cancel::new(), &Whole, |records| {
        right += records.iter().filter(|record| record.matches == Some(true)).count();
    })
    .unwrap();
    assert_eq!(right, 21);
}

fn outputs(task: &Task) -> Vec<&Value> {
    task.train.iter().chain(&task.test).filter_map(|pair| pair.output.as_ref()).collect()
}

#[test]
fn pairs_show_something() {
    let side = Span::new(1, 3);
    let small = Distribution { heights: side, widths: side, ..Distribution::default() };
    let made = make(&program("hmirror(I)"), 30, 0, Recipe::default(), Some(&small));
    assert_eq!(tasks(&made).len(), 30);
    for task in tasks(&made) {
        let pairs: Vec<&Pair> = task.train.iter().chain(&task.test).collect();
        assert!(pairs.iter().all(|pair| pair.output.as_ref() != Some(&pair.input)), "an output is not its input");
        let outputs = outputs(task);
        assert!(outputs.iter().any(|output| *output != outputs[0]), "not all outputs are the same");
        for (n, pair) in pairs.iter().enumerate() {
            assert!(pairs[..n].iter().all(|earlier| earlier.input != pair.input), "no input comes twice");
        }
    }
    assert!(
        made.iter().any(|made| made.rejected.contains_key(&Rejection::SameAsInput)),
        "mirrored grids are drawn again"
    );
}

#[test]
fn what_cannot_be_a_task_is_counted_by_its_reason() {
    for (expression, reason) in [
        ("I", Rejection::SameAsInput),
        ("canvas(THREE, (2, 2))", Rejection::Constant),
        ("size(I)", Rejection::NotAGrid),
        ("upscale(I, 31)", Rejection::TooLarge),
        ("canvas(TEN, (2, 2))", Rejection::NotColours),
        ("canvas(NEG_ONE, (2, 2))", Rejection::NotColours),
        ("first(())", Rejection::Exception("StopIteration")),
        ("canvas(9223372036854775807, (1, multiply(9223372036854775807, 2)))", Rejection::Limit("int")),
    ] {
        let made = make(&program(expression), 1, 1, Recipe { tries: 5, ..Recipe::default() }, None);
        assert!(made[0].task.is_none(), "{expression}");
        assert_eq!(made[0].draws, 20, "{expression}");
        let most = made[0].rejected.iter().max_by_key(|(_, n)| **n).map(|(reason, _)| *reason);
        assert_eq!(most, Some(reason), "{expression}: {:?}", made[0].rejected);
        let total: usize = made[0].rejected.values().sum();
        assert!(total == 20 || reason == Rejection::Constant && total == 17);
    }
}

#[test]
fn what_is_allowed_is_kept() {
    let same = make(&program("I"), 1, 1, Recipe { allow_same: true, ..Recipe::default() }, None);
    assert!(same[0].task.is_some());
    let recipe = Recipe { allow_constant: true, ..Recipe::default() };
    let constant = make(&program("canvas(THREE, (2, 2))"), 1, 1, recipe, None);
    assert!(constant[0].task.is_some());
    let one_pair = Recipe { train: 1, test: 0, ..Recipe::default() };
    assert!(make(&program("canvas(THREE, (2, 2))"), 1, 1, one_pair, None)[0].task.is_some(), "one pair is no constant");
}

#[test]
fn an_input_that_never_changes_ends_too() {
    struct Always(Grid);
    impl Inputs for Always {
        fn draw(&self, _: &mut megabatt_engine::generate::Rng) -> Grid {
            self.0.clone()
        }
    }
    let always = Always(grid! { [1 2] });
    let made = make(&program("vmirror(I)"), 1, 1, Recipe { tries: 3, ..Recipe::default() }, Some(&always));
    assert_eq!((made[0].task.is_none(), made[0].rejected[&Rejection::Repeated]), (true, 11));
}

#[test]
fn variations_suit_programs_that_want_what_their_task_has() {
    let framed = grid! { [5 5 5 5] [5 1 2 5] [5 3 4 5] [5 5 5 5] };
    let like = Variations::of(vec![framed]).unwrap();
    let made = make(&program("trim(I)"), 5, 0, Recipe::default(), Some(&like));
    assert_eq!(tasks(&made).len(), 5);
}

#[test]
fn a_cancelled_workshop_stops() {
    let programs = program("vmirror(I)");
    let cancel = Cancel::new();
    cancel.cancel();
    let usual = Distribution::default();
    let recipe = Recipe::default();
    let workshop = Workshop { backend: &CPU, programs: &programs, inputs: &[&usual], recipe, cancel };
    let mut batches = 0;
    workshop.make_all(&plan(&programs, 5_000, 0), 1, &AtomicUsize::new(0), |_| batches += 1).unwrap();
    assert_eq!(batches, 0);
}

#[test]
fn what_is_done_before_a_workshop_is_stopped_is_kept() {
    /// The usual inputs; whoever draws the 40th has pressed Ctrl-C.
    struct Stopping {
        usual: Distribution,
        draws: AtomicUsize,
        cancel: Cancel,
    }
    impl Inputs for Stopping {
        fn draw(&self, rng: &mut megabatt_engine::generate::Rng) -> Grid {
            if self.draws.fetch_add(1, Ordering::Relaxed) + 1 == 40 {
                self.cancel.cancel();
            }
            self.usual.draw(rng)
        }
    }
    let programs = program("rot90(I)");
    let whole = make(&programs, 100, 1, Recipe::default(), None);
    let cancel = Cancel::new();
    let inputs = Stopping { usual: Distribution::default(), draws: AtomicUsize::new(0), cancel: cancel.clone() };
    let workshop =
        Workshop { backend: &CPU, programs: &programs, inputs: &[&inputs], recipe: Recipe::default(), cancel };
    let mut made = Vec::new();
    workshop.make_all(&plan(&programs, 100, 0), 1, &AtomicUsize::new(0), |batch| made.extend(batch)).unwrap();
    // Four pairs a task, some inputs drawn again.
    assert!((5..=10).contains(&made.len()), "{}", made.len());
    let whole = tasks(&whole);
    assert!(tasks(&made).iter().all(|task| whole.contains(task)));
}

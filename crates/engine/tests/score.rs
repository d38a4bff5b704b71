//! Scores, against the plain way of computing them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use megabatt_core::{Dialect, Grid, Value, grid};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::data::{Pair, Task};
use megabatt_engine::run::{self, Job, Options, Pairing, Plan, Sample, Section, Whole, jobs};
use megabatt_engine::score::{Collector, Keep, SampleScore, Scores, Share, SolvedTask, Verdict, cell_match};
use megabatt_exec::Cancel;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::time::Duration;

fn pair(output: Option<Grid>) -> Pair {
    Pair { input: Value::grid(grid! { [1 2] }), output: output.map(Value::grid) }
}

/// A task of so many demonstrations; for each test whether it is known.
fn task(id: usize, demos: usize, tests: &[bool]) -> Task {
    let train = (0..demos).map(|_| pair(Some(grid! { [2 1] }))).collect();
    let test = tests.iter().map(|known| pair(known.then(|| grid! { [2 1] }))).collect();
    Task { id: format!("{id:08x}"), split: None, source: String::new(), train, test }
}

/// A row: `None` for unknown, else how many of four cells are right.
fn row(program: usize, task: usize, sample: Sample, cells: Option<usize>) -> SampleScore {
    SampleScore {
        job: Job { program, task, sample },
        matches: cells.map(|cells| cells == 4),
        cells: Share::of(cells.unwrap_or(0), 4),
        time: Duration::from_nanos(1 + program as u64),
    }
}

fn collect(tasks: &[Task], keep: Keep, rows: &[SampleScore]) -> Scores {
    let mut collector = Collector::new(tasks, keep);
    rows.iter().for_each(|row| collector.add(row));
    collector.finish()
}

fn one(section: Section, index: usize) -> Sample {
    Sample { section, index }
}

/// The verdict on a task of two demonstrations and these tests, with these cells right.
fn verdict(tests: &[bool], demos: [usize; 2], cells: &[Option<usize>]) -> Verdict {
    let tasks = [task(0, 2, tests)];
    let mut rows: Vec<SampleScore> =
        demos.iter().enumerate().map(|(n, &cells)| row(0, 0, one(Section::Train, n), Some(cells))).collect();
    rows.extend(cells.iter().enumerate().map(|(n, &cells)| row(0, 0, one(Section::Test, n), cells)));
    collect(&tasks, Keep::All, &rows).pairs[0].verdict(&tasks[0])
}

#[test]
fn a_task_is_solved_on_all_of_it_or_on_its_demonstrations() {
    assert_eq!(verdict(&[true], [4, 4], &[Some(4)]), Verdict::Solved);
    assert_eq!(verdict(&[true, true], [4, 4], &[Some(4), Some(4)]), Verdict::Solved);
    assert_eq!(verdict(&[true, true], [4, 4], &[Some(4), Some(3)]), Verdict::DemosOnly);
    assert_eq!(verdict(&[false], [4, 4], &[None]), Verdict::TestsUnknown);
    assert_eq!(verdict(&[false, true], [4, 4], &[None, Some(4)]), Verdict::TestsUnknown);
    assert_eq!(verdict(&[false, true], [4, 4], &[None, Some(1)]), Verdict::DemosOnly);
    assert_eq!(verdict(&[true], [4, 3], &[Some(4)]), Verdict::Unsolved);
    assert_eq!(verdict(&[], [4, 4], &[]), Verdict::Solved);
    // A run that was stopped before the tests.
    assert_eq!(verdict(&[true], [4, 4], &[]), Verdict::DemosOnly);
}

#[test]
fn the_mean_cell_match_is_over_what_is_known() {
    let tasks = [task(0, 2, &[true, false])];
    let train = |n, cells| row(0, 0, one(Section::Train, n), Some(cells));
    let test = |n, cells| row(0, 0, one(Section::Test, n), cells);
    let rows = [train(0, 4), train(1, 1), test(0, Some(1)), test(1, None)];
    let scores = collect(&tasks, Keep::All, &rows);
    let pair = &scores.pairs[0];
    assert_eq!(pair.cell_match(), Some(Share::of(1, 2)));
    assert_eq!((pair.demos.right, pair.demos.known, pair.tests.right, pair.tests.known), (1, 2, 0, 1));
    assert_eq!(pair.time, Duration::from_nanos(4));
    assert_eq!(collect(&tasks, Keep::All, &rows[3..]).pairs[0].cell_match(), None);
}

#[test]
fn a_task_is_listed_with_the_programs_that_come_farthest() {
    let tasks = [task(0, 1, &[true]), task(1, 1, &[true]), task(2, 1, &[true])];
    let both = |program, task, demo, test| {
        [row(program, task, one(Section::Train, 0), Some(demo)), row(program, task, one(Section::Test, 0), Some(test))]
    };
    let rows = [both(1, 0, 4, 4), both(0, 0, 4, 2), both(2, 0, 4, 4), both(0, 2, 4, 0), both(1, 1, 3, 4)].concat();
    let solved = collect(&tasks, Keep::SomethingRight, &rows).solved(&tasks);
    let expected = [
        SolvedTask { task: 0, verdict: Verdict::Solved, programs: vec![1, 2], others: vec![0] },
        SolvedTask { task: 2, verdict: Verdict::DemosOnly, programs: vec![0], others: vec![] },
    ];
    assert_eq!(solved, expected);
}

/// Many programs that get nothing right are forgotten as soon as they are done, whether rows come by program or by
/// task.
#[test]
fn what_is_held_does_not_grow_with_the_rows() {
    let tasks: Vec<Task> = (0..40).map(|n| task(n, 3, &[true])).collect();
    let mut rows = Vec::new();
    for program in 0..30 {
        for (n, task) in tasks.iter().enumerate() {
            rows.extend(Sample::all(task).map(|sample| row(program, n, sample, Some(usize::from(program == 7) * 4))));
        }
    }
    let most_open = |rows: &[SampleScore]| {
        let mut collector = Collector::new(&tasks, Keep::SomethingRight);
        let most = rows.iter().map(|row| {
            collector.add(row);
            collector.open()
        });
        let most = most.max().unwrap();
        (most, collector.finish())
    };
    let (by_program, first) = most_open(&rows);
    rows.sort_by_key(|row| (row.job.task, row.job.sample, row.job.program));
    let (by_task, second) = most_open(&rows);
    assert_eq!((by_program, by_task), (1, 30));
    assert_eq!(first, second);
    assert_eq!(first.pairs.len(), 40);
}

#[test]
fn a_real_run_is_scored_as_its_records_say() {
    let text = "def a(I):\n    O = vmirror(I)\n    return O\n\n\ndef b(I):\n    O = identity(I)\n    return O\n\n\n\
                def c(I):\n    O = first(I)\n    return O\n\n\ndef d(I):\n    O = first(())\n    return O\n";
    let programs = megabatt_lang::parse("p.py", text, Dialect::Arc).programs;
    let tasks = [task(0, 2, &[true, false])];
    let backend = Cpu { dialect: Dialect::Arc, engine: Engine::Fast };
    let (jobs, _) = jobs(&programs, &tasks, Pairing::All);
    let plan = Plan { programs: &programs, tasks: &tasks, jobs: &jobs };
    let mut collector = Collector::new(&tasks, Keep::All);
    run::run(&backend, &plan, &Options::default(), &Cancel::new(), &Whole, |batch| {
        batch.iter().for_each(|record| collector.add(&SampleScore::of(record, &tasks)));
    })
    .unwrap();
    let scores = collector.finish();
    let seen: Vec<_> = scores.pairs.iter().map(|p| (p.demos.right, p.cell_match(), p.verdict(&tasks[0]))).collect();
    let none = (0, Some(Share::NONE), Verdict::Unsolved);
    assert_eq!(seen, [(2, Some(Share::WHOLE), Verdict::TestsUnknown), none, none, none]);
}

/// Rows of some programs on some tasks; each sample may be missing.
fn run_of_rows() -> impl Strategy<Value = (Vec<Task>, Vec<SampleScore>)> {
    let shape = vec((1usize..4, vec(any::<bool>(), 0..3)), 1..5);
    (shape, 1usize..5, any::<prop::sample::Index>()).prop_flat_map(|(shapes, programs, _)| {
        let tasks: Vec<Task> = shapes.iter().enumerate().map(|(n, (demos, tests))| task(n, *demos, tests)).collect();
        let mut all = Vec::new();
        for program in 0..programs {
            for (n, task) in tasks.iter().enumerate() {
                all.extend(Sample::all(task).map(|sample| (program, n, sample)));
            }
        }
        let cells = vec(prop_oneof![Just(4usize), 0usize..4], all.len());
        let there = vec(prop::bool::weighted(0.9), all.len());
        (Just(tasks), Just(all), cells, there).prop_flat_map(|(tasks, all, cells, there)| {
            let known = |task: usize, sample: Sample| sample.of(&tasks[task]).output.is_some();
            let rows: Vec<SampleScore> = (all.iter().zip(cells).zip(there).filter(|(_, there)| *there))
                .map(|((&(program, task, sample), cells), _)| {
                    row(program, task, sample, known(task, sample).then_some(cells))
                })
                .collect();
            (Just(tasks), Just(rows).prop_shuffle())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_order_gives_the_same_as_looking_at_all_rows_at_once((tasks, rows) in run_of_rows()) {
        let scores = collect(&tasks, Keep::All, &rows);
        let mut groups: BTreeMap<(usize, usize), Vec<&SampleScore>> = BTreeMap::new();
        for row in &rows {
            groups.entry((row.job.program, row.job.task)).or_default().push(row);
        }
        let keys: Vec<_> = scores.pairs.iter().map(|pair| (pair.program, pair.task)).collect();
        prop_assert_eq!(keys, groups.keys().copied().collect::<Vec<_>>());
        for pair in &scores.pairs {
            let (task, group) = (&tasks[pair.task], &groups[&(pair.program, pair.task)]);
            let right = |section| group.iter().filter(|r| r.job.sample.section == section && r.matches == Some(true)).count();
            prop_assert_eq!((right(Section::Train), right(Section::Test)), (pair.demos.right as usize, pair.tests.right as usize));
            let solves_demos = right(Section::Train) == task.train.len();
            prop_assert_eq!(pair.verdict(task) != Verdict::Unsolved, solves_demos);
            prop_assert_eq!(pair.verdict(task) == Verdict::Solved, solves_demos && right(Section::Test) == task.test.len());
            prop_assert_eq!(pair.time, group.iter().map(|r| r.time).sum::<Duration>());
            let known: Vec<f64> = group.iter().filter(|r| r.matches.is_some()).map(|r| r.cells.as_f64()).collect();
            let mean = known.iter().sum::<f64>() / known.len() as f64;
            match pair.cell_match() {
                Some(share) => prop_assert!((share.as_f64() - mean).abs() < 1e-8),
                None => prop_assert!(known.is_empty()),
            }
        }
        let mut sparse = scores.clone();
        sparse.pairs.retain(|pair| pair.has_something_right());
        prop_assert_eq!(&collect(&tasks, Keep::SomethingRight, &rows), &sparse);
        prop_assert_eq!(sparse.solved(&tasks), scores.solved(&tasks));
    }

    #[test]
    fn only_equal_grids_match_in_all_cells(height in 1usize..4, width in 1usize..4, a in vec(0i8..2, 9), b in vec(0i8..2, 9)) {
        let grid = |cells: &[i8]| Grid::new(height, width, cells[..height * width].to_vec());
        let (a, b) = (grid(&a), grid(&b));
        let equal = a.cells().iter().zip(b.cells()).filter(|(x, y)| x == y).count();
        // The same grid as a tuple of rows.
        let rows = Value::tuple((0..height).map(|i| a.row_value(i)).collect()).unwrap();
        let expected = Value::grid(b);
        for value in [Value::grid(a), rows] {
            prop_assert_eq!(cell_match(&value, &expected), Share::of(equal, height * width));
            prop_assert_eq!(cell_match(&value, &expected) == Share::WHOLE, value == expected);
        }
    }
}

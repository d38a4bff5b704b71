//! Submissions: chosen, written, read, judged.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use megabatt_core::{Dialect, Grid, Value, grid};
use megabatt_engine::data::{Attempt, Pair, Split, Submission, Task, read_submission, submission_text};
use megabatt_engine::run::{Job, Sample, Section};
use megabatt_engine::score::{Answer, Chooser, SampleScore, Share, Trial, judge, submission};
use megabatt_lang::Program;
use proptest::collection::vec;
use proptest::prelude::*;
use std::time::Duration;

fn task(id: &str, tests: &[Option<Grid>]) -> Task {
    let pair = |output: Option<Grid>| Pair { input: Value::grid(grid! { [7 7] }), output: output.map(Value::grid) };
    let train = vec![pair(Some(grid! { [1] })), pair(Some(grid! { [2] }))];
    let test = tests.iter().cloned().map(pair).collect();
    Task { id: id.to_string(), split: Some(Split::Eval), source: String::new(), train, test }
}

fn read(text: impl AsRef<[u8]>) -> Result<Submission, String> {
    let file = tempfile::Builder::new().suffix(".json").tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    read_submission(file.path()).map_err(|problem| problem.to_string())
}

/// The messages about a submission, without its path.
fn messages(text: &str, tasks: &[Task]) -> Vec<String> {
    let submission = read(text).unwrap();
    let problems = submission.problems.iter().cloned().chain(submission.compare(tasks, true));
    problems.map(|problem| problem.to_string().replace(&submission.file, "S")).collect()
}

#[test]
fn a_submission_by_hand() {
    let tasks = [
        task("0a", &[Some(grid! { [1 2] [3 4] })]),
        task("0b", &[Some(grid! { [1] }), Some(grid! { [2] })]),
        task("0c", &[Some(grid! { [5 5] }), None]),
        task("0d", &[Some(grid! { [5] })]),
    ];
    let text = r#"{"0a": [{"attempt_1": [[1, 2], [3, 5]], "attempt_2": [[1, 2], [3, 4]]}],
                   "0b": [{"attempt_1": [[1]], "attempt_2": [[1]]}, {"attempt_1": [[3]], "attempt_2": [[2, 2]]}],
                   "0c": [{"attempt_1": [[0]], "attempt_2": [[5, 0]]}, {"attempt_1": [[1]], "attempt_2": [[1]]}]}"#;
    let judgement = judge(&read(text).unwrap(), &tasks);
    let answers: Vec<&[Answer]> = judgement.tasks.iter().map(|task| &task.answers[..]).collect();
    assert_eq!(answers[0], [Answer::Right { attempt: 2 }]);
    assert_eq!(answers[1], [Answer::Right { attempt: 1 }, Answer::Wrong { attempt: 1, cells: Share::NONE }]);
    assert_eq!(answers[2], [Answer::Wrong { attempt: 2, cells: Share::of(1, 2) }, Answer::Unknown]);
    assert_eq!(answers[3], [Answer::None]);
    // 2 of 5 outputs with known solutions; of 3 tasks with all solutions known, one is all right.
    assert_eq!((judgement.outputs_right, judgement.outputs_known, judgement.outputs), (2, 5, 6));
    assert_eq!((judgement.tasks_solved, judgement.tasks_known), (1, 3));
    assert_eq!((judgement.by_output(), judgement.by_task()), (Share::of(2, 5), Share::of(1, 3)));
    let misses: Vec<(usize, usize)> =
        judgement.near_misses().iter().map(|(task, output, _)| (*task, *output)).collect();
    assert_eq!(misses, [(2, 0), (1, 1)]);
}

#[test]
fn all_that_is_wrong_is_told_with_its_place() {
    let tasks = [
        task("0a", &[Some(grid! { [1] })]),
        task("0b", &[Some(grid! { [1] }), Some(grid! { [2] })]),
        task("0c", &[Some(grid! { [1] })]),
        task("0d", &[Some(grid! { [1] })]),
        task("0e", &[Some(grid! { [1] })]),
    ];
    let text = r#"{"0a": [{"attempt_1": [[1, 2], [3]], "attempt_2": [[1, 10]]}],
                   "0b": [{"attempt_1": [[1]], "attempt_3": [[1]]}],
                   "0c": {"attempt_1": [[1]], "attempt_2": [[1]]},
                   "0d": [[[1]], 3, {"attempt_1": null, "attempt_2": "1"}],
                   "0d": [{"attempt_1": [[1]], "attempt_1": [[2]], "attempt_2": [[1]]}],
                   "ff": [{"attempt_1": [[1]], "attempt_2": []}]}"#;
    let messages = messages(text, &tasks);
    for part in [
        "error: S: task 0a, output 1, attempt_1, row 2: the row is 1 wide, but row 1 is 2 wide",
        "error: S: task 0a, output 1, attempt_2, row 1, column 2: 10 is not a colour; this attempt counts as wrong",
        "warning: S: task 0b, output 1: `attempt_3` does not count",
        "error: S: task 0c: this is an object, not a list",
        "error: S: task 0d, output 1: this is a list, not an object with two attempts",
        "error: S: task 0d, output 2: this is a number, not an object with two attempts",
        "error: S: task 0d, output 3, attempt_2: the grid is a string, not a list of rows",
        "error: S: task 0d: this id is there twice; the last one counts",
        "error: S: task 0d, output 1: `attempt_1` is there twice; the last one counts",
        "error: S: task ff, output 1, attempt_2: the grid has no rows",
        "error: S: `attempt_1` is missing or null in 1 output: `0d output 3`",
        "error: S: `attempt_2` is missing or null in 1 output: `0b output 1`",
        "error: S: 1 of 5 tasks has no answer, so all outputs are wrong: `0e`",
        "error: S: task 0b: 1 output for 2 test inputs; those that are not there are wrong",
        "error: S: task 0c: 0 outputs for 1 test input",
        "error: S: 1 id is not in the data and does not count: `ff`",
    ] {
        assert!(messages.iter().any(|message| message.starts_with(part)), "{part}\n\n{}", messages.join("\n"));
    }
    assert_eq!(messages.len(), 16, "{}", messages.join("\n"));
    let submission = read(text).unwrap();
    let entry = submission.entries.iter().find(|entry| entry.id == "0d").unwrap();
    assert_eq!(entry.outputs[0].attempts[0], Attempt::Grid(Value::grid(grid! { [2] })));
    assert_eq!(judge(&submission, &tasks).outputs_right, 2);
}

#[test]
fn the_split_that_is_not_answered_is_named() {
    let mut tasks = [task("0a", &[None]), task("0b", &[None]), task("0c", &[None])];
    tasks[0].split = Some(Split::Train);
    tasks[1].split = Some(Split::Train);
    let said = messages(r#"{"0c": [{"attempt_1": [[1]], "attempt_2": [[1]]}]}"#, &tasks);
    assert_eq!(said.len(), 1);
    assert!(said[0].contains("2 of 3 tasks have no answer") && said[0].contains("--split eval"), "{}", said[0]);
}

#[test]
fn what_is_no_submission_is_refused() {
    for (text, part) in [
        ("", "the file is empty"),
        ("{", "the JSON stops in the middle"),
        ("[]", "this is a list, not a submission"),
        ("3", "this is a number, not a submission"),
        ("{}", "there is nothing in it"),
        (r#"{"0a": {"train": [], "test": []}}"#, "these are tasks, not a submission"),
        (r#"{"0a": [[[1]]]}"#, "these are solutions, not a submission"),
        (r#"{"0a": [{"x": 1}], "0b": null}"#, "there is no attempt in `0a` and `0b`"),
        ("\u{0}\u{1}", "this is a binary file"),
    ] {
        let message = read(text).unwrap_err();
        assert!(message.contains(part) && message.contains("help: "), "{text}: {message}");
    }
    assert!(read_submission(std::path::Path::new("/nowhere/s.json")).unwrap_err().to_string().contains("no such file"));
    assert!(read_submission(&std::env::temp_dir()).unwrap_err().to_string().contains("folder"));
}

/// Programs of given lengths; what they compute does not matter here.
fn programs(lengths: &[usize]) -> Vec<Program> {
    let one = |(n, length): (usize, &usize)| {
        let lines: String = (0..*length).map(|i| format!("    x{i} = vmirror({})\n", previous(i))).collect();
        format!("def p{n}(I):\n{lines}    return x{}\n\n\n", length - 1)
    };
    let text: String = lengths.iter().enumerate().map(one).collect();
    megabatt_lang::parse("p.py", &text, Dialect::Arc).programs
}

fn previous(i: usize) -> String {
    if i == 0 { "I".to_string() } else { format!("x{}", i - 1) }
}

/// What a program gave: cells right (of four) for two demonstrations, and a colour for each test, or nothing.
type Gave = ([usize; 2], Vec<Option<i8>>);

fn trials(gave: &[Gave]) -> Vec<Trial> {
    let trial = |program, section, index, cells: usize, grid| {
        let job = Job { program, task: 0, sample: Sample { section, index } };
        let score = SampleScore { job, matches: Some(cells == 4), cells: Share::of(cells, 4), time: Duration::ZERO };
        Trial { score, grid }
    };
    let mut all = Vec::new();
    for (program, (demos, tests)) in gave.iter().enumerate() {
        all.extend(demos.iter().enumerate().map(|(n, &cells)| trial(program, Section::Train, n, cells, None)));
        let grid = |colour: i8| Grid::new(1, 1, vec![colour]);
        all.extend(tests.iter().enumerate().map(|(n, c)| trial(program, Section::Test, n, 0, c.map(grid))));
    }
    all
}

/// The programs and colours that are chosen for each test.
fn choose(tasks: &[Task], lengths: &[usize], trials: Vec<Trial>) -> Vec<Vec<(usize, i8)>> {
    let programs = programs(lengths);
    let mut chooser = Chooser::new(&programs, tasks);
    trials.into_iter().for_each(|trial| chooser.add(trial));
    let one = |chosen: &Vec<megabatt_engine::score::Chosen>| {
        chosen.iter().map(|chosen| (chosen.program, chosen.grid.at(0, 0))).collect()
    };
    chooser.finish()[0].iter().map(one).collect()
}

#[test]
fn the_best_two_different_attempts_are_chosen() {
    let tasks = [task("0a", &[None])];
    let chosen = |gave: &[([usize; 2], Option<i8>)], lengths: &[usize]| {
        let gave: Vec<Gave> = gave.iter().map(|(demos, test)| (*demos, vec![*test])).collect();
        choose(&tasks, lengths, trials(&gave)).remove(0)
    };
    // Demonstrations right count before cells, cells before length, length before order.
    assert_eq!(chosen(&[([4, 0], Some(1)), ([4, 4], Some(2)), ([3, 3], Some(3))], &[1, 9, 1]), [(1, 2), (0, 1)]);
    assert_eq!(chosen(&[([3, 1], Some(1)), ([3, 2], Some(2)), ([3, 3], Some(3))], &[1, 1, 9]), [(2, 3), (1, 2)]);
    assert_eq!(chosen(&[([4, 4], Some(1)), ([4, 4], Some(2)), ([4, 4], Some(3))], &[3, 1, 2]), [(1, 2), (2, 3)]);
    assert_eq!(chosen(&[([4, 4], Some(1)), ([4, 4], Some(2)), ([4, 4], Some(3))], &[1, 1, 1]), [(0, 1), (1, 2)]);
    // The same grid twice is one attempt, and what is no grid is none.
    assert_eq!(chosen(&[([4, 4], Some(1)), ([4, 4], Some(1)), ([0, 0], Some(3))], &[1, 1, 1]), [(0, 1), (2, 3)]);
    assert_eq!(chosen(&[([4, 4], None), ([4, 4], None), ([0, 0], Some(3))], &[1, 1, 1]), [(2, 3)]);
    assert_eq!(chosen(&[([4, 4], None)], &[1]), []);
}

#[test]
fn gaps_are_filled_with_the_input_and_a_zero() {
    let tasks = [task("0a", &[None]), task("0b", &[]), task("0c", &[None])];
    let chosen =
        vec![vec![vec![]], vec![], vec![vec![megabatt_engine::score::Chosen { program: 0, grid: grid! { [7 7] } }]]];
    let text = submission_text(&submission(&tasks, &chosen));
    assert_eq!(
        text,
        "{\n\"0a\":[{\"attempt_1\":[[7,7]],\"attempt_2\":[[0]]}],\n\"0b\":[],\n\
         \"0c\":[{\"attempt_1\":[[7,7]],\"attempt_2\":[[0]]}]\n}\n"
    );
}

/// What some programs gave on a task of `tests` tests.
fn given() -> impl Strategy<Value = (Vec<Gave>, Vec<usize>, Vec<Option<i8>>)> {
    (0usize..3, 1usize..7).prop_flat_map(|(tests, programs)| {
        let cells = || prop_oneof![Just(4usize), 0usize..4];
        let one = ([cells(), cells()], vec(prop::option::of(0i8..4), tests));
        (vec(one, programs), vec(1usize..4, programs), vec(prop::option::of(0i8..4), tests))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_order_of_rows_gives_what_sorting_all_programs_gives((gave, lengths, _) in given(), seed in any::<u64>()) {
        let tests = gave[0].1.len();
        let tasks = [task("0a", &vec![None; tests])];
        let mut rows = trials(&gave);
        // Any order: by a hash of the place.
        rows.sort_by_key(|trial| {
            let job = trial.score.job;
            let place = job.program * 64 + job.sample.index * 2 + usize::from(job.sample.section == Section::Test);
            (place as u64 + 1).wrapping_mul(seed | 1).rotate_left(17)
        });
        let chosen = choose(&tasks, &lengths, rows);
        let mut order: Vec<usize> = (0..gave.len()).collect();
        order.sort_by_key(|&p| {
            let demos = gave[p].0;
            let right = demos.iter().filter(|&&cells| cells == 4).count();
            (std::cmp::Reverse(right), std::cmp::Reverse(demos[0] + demos[1]), lengths[p], p)
        });
        for (test, chosen) in chosen.iter().enumerate() {
            let mut expected: Vec<(usize, i8)> = Vec::new();
            for &p in &order {
                if let Some(colour) = gave[p].1[test] && expected.iter().all(|(_, other)| *other != colour) {
                    expected.push((p, colour));
                }
            }
            expected.truncate(2);
            prop_assert_eq!(chosen, &expected);
        }
    }

    #[test]
    fn what_is_submitted_scores_as_what_was_chosen((gave, lengths, solutions) in given()) {
        let grid = |colour: i8| Grid::new(1, 1, vec![colour]);
        let tests: Vec<Option<Grid>> = solutions.iter().map(|colour| colour.map(grid)).collect();
        let tasks = [task("0a", &tests)];
        let programs = programs(&lengths);
        let mut chooser = Chooser::new(&programs, &tasks);
        trials(&gave).into_iter().for_each(|trial| chooser.add(trial));
        let chosen = chooser.finish();
        let made = submission(&tasks, &chosen);
        prop_assert!(made.compare(&tasks, true).is_empty());
        let text = submission_text(&made);
        let direct = judge(&made, &tasks);
        if !tests.is_empty() {
            let again = read(&text).unwrap();
            prop_assert!(again.problems.is_empty(), "{:?}", again.problems);
            prop_assert_eq!(&again.entries, &made.entries);
            prop_assert_eq!(judge(&again, &tasks), direct.clone());
        }
        // An output is right if and only if one of the two best gave it, or the filling did.
        let known = solutions.iter().flatten().count();
        prop_assert_eq!(direct.outputs_known, known);
        for ((answer, colour), chosen) in direct.tasks[0].answers.iter().zip(&solutions).zip(&chosen[0]) {
            let chosen: Vec<i8> = chosen.iter().map(|chosen| chosen.grid.at(0, 0)).collect();
            let filled = chosen.is_empty() && *colour == Some(0);
            prop_assert_eq!(answer.is_right(), colour.is_some_and(|colour| chosen.contains(&colour)) || filled);
        }
    }

    #[test]
    fn reading_anything_ends(pieces in vec(prop::sample::select(vec![
        "{", "}", "[", "]", ",", ":", "\"0a\"", "\"attempt_1\"", "\"attempt_2\"", "[[1]]", "[[]]", "null", "1", "1.5",
        "{\"attempt_1\":[[1]],\"attempt_2\":[[2]]}", "{\"0a\":[", "]}", "[[1,2],[3]]", "\"\\u0000\"",
    ]), 0..30)) {
        let tasks = [task("0a", &[Some(grid! { [1] })])];
        if let Ok(submission) = read(pieces.concat()) {
            submission.compare(&tasks, true);
            let judgement = judge(&submission, &tasks);
            prop_assert!(judgement.outputs_right <= judgement.outputs_known);
        }
    }
}

//! Batt files as batteries: what is shared, what runs, and how it is counted.

#![allow(clippy::unwrap_used, reason = "tests")]

use megabatt_core::{Dialect, Exception, Value, grid};
use megabatt_cpu::Cpu;
use megabatt_engine::batt::{self, Called, Ended, Graph, Lines, SampleScores, Sampled, TaskScores, differ_score};
use megabatt_engine::data::{Pair, Task};
use megabatt_engine::run::{Options, Stop};
use megabatt_exec::{Backend, Cancel, Limits, Outcome};
use megabatt_lang::batt::{Batt, parse_batt};

fn read(lines: &[&str]) -> Batt {
    let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    let text = format!("def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n{body}    return o, s\n");
    parse_batt("batt.py", text.as_bytes()).unwrap()
}

fn tasks() -> Vec<Task> {
    let pair = |output| Pair { input: Value::grid(grid!([1 2])), output };
    let (train, test) = (vec![pair(Some(Value::grid(grid!([2 1]))))], vec![pair(None)]);
    vec![Task { id: "t".into(), split: None, source: String::new(), train, test }]
}

fn run(batt: &Batt, batch: Option<usize>) -> (Vec<Sampled>, Stop) {
    let mut graph = Graph::new(batt).unwrap();
    let cpu = Cpu { dialect: Dialect::Tok, ..Cpu::default() };
    let prepared = cpu.prepare(std::mem::take(&mut graph.battery), &Limits::default());
    let mut all = Vec::new();
    let options = Options { batch, threads: 2, ..Options::default() };
    let digest = |sampled, _: &Cancel| Some((sampled, 1));
    let lines = Lines::new(batt, &cpu, &Limits::default());
    let stop =
        batt::run(&graph, &lines, &*prepared, &tasks(), &options, &Cancel::new(), digest, |batch| all.extend(batch));
    (all, stop.unwrap())
}

#[test]
fn what_does_not_depend_on_the_target_is_one_node() {
    let batt = read(&[
        "t1 = first(S)",
        "t2 = rot90(I)",
        "t3 = astuple(t2, C)",
        "t4 = astuple(t3, t1)",
        "t5 = rbind(astuple, ONE)",
        "o.append((2, False, 'a', t2))",
        "s.append((4, 'a', 'd', t4))",
    ]);
    let graph = Graph::new(&batt).unwrap();
    let marks: Vec<_> = graph.battery.nodes.iter().map(|node| (node.once, node.per_task)).collect();
    let (once, task, sample) = ((true, false), (false, true), (false, false));
    assert_eq!(marks, [task, sample, sample, sample, sample, sample, once], "two lines are there twice");
    let place = |place: &batt::Place| (place.solving, place.judging);
    assert_eq!(graph.others.iter().map(place).collect::<Vec<_>>(), [(0, 0)], "the line that nobody uses comes first");
    assert_eq!(graph.candidates.iter().map(place).collect::<Vec<_>>(), [(1, 1)]);
    assert_eq!(graph.scores.iter().map(place).collect::<Vec<_>>(), [(2, 3)]);
    assert_eq!(graph.battery.programs[3].lines, [0, 1, 3, 5]);
    assert_eq!(Graph::of_lines(&batt).unwrap().others.len(), 5);
}

#[test]
fn a_chain_of_candidates_is_refused() {
    let lines: Vec<String> = (1..=10_000)
        .flat_map(|n| {
            [
                format!("t{n} = rot90({})", if n == 1 { "I".into() } else { format!("t{}", n - 1) }),
                format!("o.append(({n}, False, 'a', t{n}))"),
            ]
        })
        .collect();
    let batt = read(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(Graph::new(&batt).err(), Some(batt::TooManyLines));
}

#[test]
fn both_calls_give_their_own() {
    let batt = read(&["t1 = astuple(C, I)", "s.append((1, 'a', 'd', t1))", "o.append((1, True, 'a', t1))"]);
    for batch in [None, Some(1)] {
        let (samples, stop) = run(&batt, batch);
        assert_eq!((samples.len(), stop), (2, Stop::Finished));
        let shown = |rows: &[megabatt_exec::RowResult]| match &rows[0].outcome {
            Outcome::Value(value) => megabatt_core::py::repr(value),
            other => format!("{other:?}"),
        };
        let Called::Gave((candidates, scores)) = &samples[0].given.solving else { panic!("it ended") };
        assert_eq!((shown(candidates), shown(scores)), ("(None, ((1, 2),))".into(), "(None, ((1, 2),))".into()));
        let judged = samples[0].given.judging.as_ref().unwrap().gave().unwrap();
        assert_eq!(shown(judged), "(((2, 1),), ((1, 2),))");
        assert!(samples[1].given.judging.is_none(), "the output of the test is not known");
    }
}

#[test]
fn a_batt_that_ends_gives_nothing() {
    let batt = read(&["t1 = identity(I)", "o.append((1, False, 'a', t1))", "t2 = t1(I)"]);
    let (samples, _) = run(&batt, None);
    for sampled in &samples {
        let ended = sampled.given.solving.ended();
        assert!(matches!(ended, Some(Ended::Raised(megabatt_core::Exception::TypeError))), "{ended:?}");
        assert!(sampled.given.judging.is_none(), "there is no second call after that");
        let scores = SampleScores::of(sampled, &batt, &tasks());
        assert_eq!((scores.matches, scores.ended), (vec![None], ended.map(|ended| (ended, false))));
    }
}

#[test]
fn the_first_line_that_fails_ends_the_batt() {
    let deep = (2..=1_100).map(|n| format!("t{n} = compose(identity, t{})", n - 1));
    let mut lines: Vec<String> = std::iter::once("t1 = identity(identity)".to_string()).chain(deep).collect();
    let recursion = ["t2000 = t1100(I)"];
    let no_function = ["t2001 = identity(I)", "t2002 = t2001(I)", "o.append((2002, False, 'a', t2002))"];
    let (first, second) = (Ended::Raised(Exception::RecursionError), Ended::Raised(Exception::TypeError));
    let at = lines.len();
    for (order, expected) in [([&recursion[..], &no_function], first), ([&no_function[..], &recursion], second)] {
        lines.truncate(at);
        lines.extend(order.concat().iter().map(ToString::to_string));
        let batt = read(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let (samples, _) = run(&batt, None);
        assert_eq!(samples[0].given.solving.ended(), Some(expected), "the candidate is looked at first either way");
    }
}

#[test]
fn scores_add_up_by_solver_and_differ() {
    let batt = read(&[
        "t1 = astuple(THOUSAND, C)",
        "s.append((1, 'None', 'd', t1))",
        "t2 = mir_rot_t(I, R2)",
        "o.append((2, False, 'a', t2))",
        "t3 = identity(t2)",
        "o.append((3, False, 'a', t3))",
        "t4 = astuple(TWO, I)",
        "s.append((4, 'a', 'd', t4))",
        "t5 = astuple(I, I)",
        "s.append((5, 'a', 'd', t5))",
        "s.append((4, 'b', 'new', t4))",
    ]);
    let mut scores = TaskScores::new(&batt);
    run(&batt, None).0.iter().for_each(|sampled| scores.add(&SampleScores::of(sampled, &batt, &tasks())));
    assert_eq!((scores.samples, scores.known), (2, 1));
    assert_eq!(scores.by_solver(&batt), [("a", 2_000)], "two candidates of one solver");
    let differed: Vec<_> = scores.by_differ(&batt).iter().map(|d| (d.solver, d.differ, d.number, d.score)).collect();
    // Three calls: two on the demonstration, one on the test.
    assert_eq!(
        differed,
        [("None", "d", Some(1), 3_000), ("a", "d", Some(1), 6), ("b", "new", None, 6)],
        "what starts with no int adds nothing"
    );
}

#[test]
fn scores_are_ints_between_nothing_and_a_thousand() {
    let tuple = |items: &[Value]| Value::tuple(items.to_vec()).unwrap();
    let (int, one) = (Value::Int, Value::Int(1));
    for (value, expected) in [
        (tuple(&[int(900), one.clone()]), Some(900)),
        (tuple(&[int(-5), one.clone(), one.clone()]), Some(0)),
        (tuple(&[int(1 << 40), one.clone()]), Some(1_000)),
        (tuple(&[int(7), Value::grid(grid!([1]))]), Some(7)),
        (tuple(&[int(7)]), None),
        (tuple(&[Value::Bool(true), one.clone()]), None),
        (tuple(&[Value::Float(1.0), one.clone()]), None),
        (tuple(&[]), None),
        (Value::grid(grid!([1 2] [3 4])), None),
        (int(7), None),
        (Value::None, None),
    ] {
        assert_eq!(differ_score(&value), expected, "{value:?}");
    }
}

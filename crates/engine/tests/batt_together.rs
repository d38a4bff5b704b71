//! Batt files whose programs run all at once, because nobody asks what each of them took: the same outcomes as one by one.

#![allow(clippy::unwrap_used, reason = "tests")]

use megabatt_core::{Dialect, Value, json};
use megabatt_cpu::{Cpu, Engine};
use megabatt_engine::batt::Graph;
use megabatt_engine::data::{Filter, Task, load};
use megabatt_engine::run::Sample;
use megabatt_exec::{Backend, Cancel, Limits, Outcome, Prepared, RowResult};
use megabatt_lang::batt::{Batt, parse_batt};
use std::path::Path;

/// Lines as a generated file has them: candidates, and differs that ask for colours, places and objects.
const ORDINARY: &[&str] = &[
    "t1 = identity(p_g)",
    "t2 = rbind(o_g, R5)",
    "t3 = t2(C)",
    "t4 = rbind(sizefilter, ONE)",
    "t5 = t4(t3)",
    "t6 = first(S)",
    "t7 = o_g(I, R1)",
    "t8 = sizefilter(t7, ONE)",
    "t9 = sizefilter(t7, TWO)",
    "t10 = merge_f(t7)",
    "t11 = fill(I, THREE, t10)",
    "o.append((11, False, 'a', t11))",
    "t12 = t1(t11)",
    "t13 = t1(C)",
    "t14 = difference_tuple(t13, t12)",
    "t15 = size(t14)",
    "t16 = multiply(t15, HUNDRED)",
    "t17 = get_nth_t(t14, F0)",
    "t18 = astuple(t16, t17)",
    "s.append((18, 'a', 'd', t18))",
    "t19 = t2(t11)",
    "t20 = t4(t19)",
    "t21 = difference(t20, t5)",
    "t22 = get_nth_f(t21, F0)",
    "t23 = astuple(t21, t22)",
    "s.append((23, 'a', 'e', t23))",
    "t24 = o_g(I, R7)",
    "t25 = sizefilter(t24, ONE)",
    "t26 = astuple(t24, t25)",
    "s.append((26, 'a', 'f', t26))",
    "t27 = astuple(t8, t9)",
    "o.append((27, False, 'b', t27))",
    "t28 = o_g(t27, R5)",
    "t29 = sizefilter(t28, ONE)",
    "o.append((29, False, 'b', t29))",
    "t30 = palette_f(t10)",
    "t31 = get_color_rank_f(t10, L1)",
    "t32 = get_color_rank_t(I, L2)",
    "t33 = astuple(t30, t31)",
    "t34 = astuple(t33, t32)",
    "o.append((34, False, 'c', t34))",
    "t35 = o_g(t6, R5)",
    "t36 = sizefilter(t35, ONE)",
    "o.append((36, False, 'd', t36))",
];

/// What functions give for the items of a tuple, drawn at once; some of it is no patch, or of two kinds, or meets itself.
const DRAWN: &[&str] = &[
    "t40 = merge_f(t7)",
    "t41 = lbind(shift, t40)",
    "t42 = interval(NEG_TWO, FIVE, ONE)",
    "t43 = pair(t42, t42)",
    "t44 = mapply(t41, t43)",
    "t45 = paint(I, t44)",
    "o.append((45, False, 'd', t45))",
    "t46 = toindices(t40)",
    "t47 = lbind(shift, t46)",
    "t48 = mapply(t47, t43)",
    "t49 = underfill(I, FOUR, t48)",
    "o.append((49, False, 'd', t49))",
    "t50 = order(t24, size)",
    "t51 = mapply(normalize, t50)",
    "t52 = fill(I, SIX, t51)",
    "o.append((52, False, 'd', t52))",
    "t53 = mapply(normalize, t50)",
    "t54 = paint(I, t53)",
    "o.append((54, False, 'd', t54))",
    "t55 = astuple(t46, t40)",
    "t56 = mapply(identity, t55)",
    "t57 = underfill(I, TWO, t56)",
    "o.append((57, False, 'd', t57))",
    "t58 = mapply_t(toindices, t50)",
    "t59 = fill(I, t50, t58)",
    "o.append((59, False, 'd', t59))",
    "t60 = mapply(t47, t43)",
    "t61 = paint(I, t60)",
    "o.append((61, False, 'd', t61))",
    "t62 = mapply(size, t50)",
    "t63 = fill(I, THREE, t62)",
    "o.append((63, False, 'd', t63))",
    "t64 = lbind(apply, increment)",
    "t65 = apply(t64, I)",
    "t66 = mapply_t(t41, t43)",
    "t67 = paint(t65, t66)",
    "o.append((67, False, 'd', t67))",
];

/// What comes after them: a line whose function is no function, one that looks at an address, one that makes something large, one
/// that nests deeply.
const OTHERS: &[&[&str]] = &[
    &[],
    &["t90 = t11(I)"],
    &["t90 = insert(identity, t7)", "t91 = get_nth_f(t90, F0)", "o.append((91, False, 'z', t91))"],
    &["t90 = interval(ZERO, 2000000, ONE)", "t91 = size(t90)", "o.append((91, False, 'z', t91))"],
    &["t90 = power(identity, 950)", "t91 = t90(I)", "o.append((91, False, 'z', t91))"],
];

/// What differs ask about a value, in lines from a number on.
fn asked(value: &str, n: usize) -> Vec<String> {
    let t = |k: usize| format!("t{}", n + k);
    vec![
        format!("{} = t1({value})", t(0)),
        format!("{} = difference_tuple(t13, {})", t(1), t(0)),
        format!("{} = size({})", t(2), t(1)),
        format!("{} = get_nth_t({}, F0)", t(3), t(1)),
        format!("{} = astuple({}, {})", t(4), t(2), t(3)),
        format!("s.append(({}, 'q', 'one', {}))", n + 4, t(4)),
        format!("{} = cellwise({value}, C, NEG_ONE)", t(5)),
        format!("{} = f_ofcolor({}, NEG_ONE)", t(6), t(5)),
        format!("{} = size({})", t(7), t(6)),
        format!("{} = astuple({}, {})", t(8), t(7), t(6)),
        format!("s.append(({}, 'q', 'two', {}))", n + 8, t(8)),
        format!("{} = t2({value})", t(9)),
        format!("{} = t4({})", t(10), t(9)),
        format!("{} = difference({}, t5)", t(11), t(10)),
        format!("{} = get_nth_f({}, F0)", t(12), t(11)),
        format!("{} = astuple({}, {})", t(13), t(11), t(12)),
        format!("s.append(({}, 'q', 'three', {}))", n + 13, t(13)),
    ]
}

/// Candidates of which several are the same grid, or the input, or nothing; of one the answers are needed elsewhere, too.
fn many_candidates() -> Vec<String> {
    let candidates = [
        "identity(I)",
        "mir_rot_t(I, R2)",
        "mir_rot_t(I, R0)",
        "mir_rot_t(t130, R0)",
        "fill(I, THREE, t8)",
        "paint(I, t8)",
        "crop(I, ORIGIN, ORIGIN)",
        "crop(I, NEG_UNITY, ORIGIN)",
        "identity(C)",
        "size(I)",
        "asindices(I)",
        "asindices(t110)",
        "fill(I, t8, t10)",
    ];
    let mut lines: Vec<String> = ORDINARY.iter().map(|line| line.to_string()).collect();
    lines.extend(asked("I", 50));
    for (n, candidate) in candidates.iter().enumerate() {
        let first = 110 + 20 * n;
        lines.push(format!("t{first} = {candidate}"));
        lines.push(format!("o.append(({first}, False, 'q', t{first}))"));
        lines.extend(asked(&format!("t{first}"), first + 1));
    }
    // A score that a line needs, and a set with itself: two lines of one shape make two objects.
    lines.extend(
        ["t900 = astuple(t115, t135)", "t901 = intersection(t117, t137)", "t902 = astuple(t900, t901)"]
            .map(String::from),
    );
    lines.push("o.append((902, False, 'z', t902))".to_string());
    lines
}

fn read(lines: &[&str]) -> Batt {
    let line = |line: &&str| match line.split_once(" = ") {
        Some((name, call)) if name != "t90" => {
            let function = call.split('(').next().unwrap();
            format!(
                "    try:\n        {line}\n    except (TypeError, AttributeError, ValueError, IndexError, KeyError):\n        \
                 {name} = _get_safe_default({function})\n"
            )
        }
        _ => format!("    {line}\n"),
    };
    let body: String = lines.iter().map(line).collect();
    let text = format!("def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n{body}    return o, s\n");
    parse_batt("batt.py", text.as_bytes()).unwrap()
}

fn tasks() -> Vec<Task> {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/tasks");
    load(&[demo], &Filter::default()).tasks
}

/// All of a result that must be the same.
fn words(result: &RowResult) -> String {
    let outcome = match &result.outcome {
        Outcome::Value(value) => json::to_json(value),
        Outcome::Error(error) => error.name().to_string(),
        Outcome::Limit(limit) => format!("limit {}", limit.name()),
    };
    format!("{outcome} {}", result.address_dependent)
}

fn prepared(mut graph: Graph, engine: Engine, limits: &Limits, together: bool) -> Box<dyn Prepared> {
    graph.battery.cost_is_not_looked_at = together;
    Cpu { dialect: Dialect::Tok, engine }.prepare(graph.battery, limits)
}

fn results(prepared: &dyn Prepared, task: &Task) -> Vec<String> {
    let on_task = prepared.on_task(&task.demos());
    let run = |sample: Sample| {
        let pair = sample.of(task);
        on_task.run(&pair.input, pair.output.as_ref().unwrap_or(&Value::None), &Cancel::new(), &mut |_| {})
    };
    Sample::all(task).flat_map(run).map(|result| words(&result)).collect()
}

/// The same with all samples of the task at a time, line by line.
fn results_in_groups(prepared: &dyn Prepared, task: &Task) -> Vec<String> {
    let pairs = Sample::all(task).map(|sample| sample.of(task));
    let known: Vec<_> = pairs.map(|pair| (&pair.input, pair.output.as_ref().unwrap_or(&Value::None))).collect();
    let results = prepared.on_task(&task.demos()).run_many(&known, &Cancel::new());
    results.iter().flatten().map(words).collect()
}

#[test]
fn outcomes_are_those_of_programs_that_run_one_by_one() {
    let tasks = tasks();
    let many = many_candidates();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let ordinary = OTHERS.iter().map(|others| (*others, [ORDINARY, others].concat()));
    for (others, lines) in ordinary.chain([(&[][..], many), (&[][..], [ORDINARY, DRAWN].concat())]) {
        let batt = read(&lines);
        for graph in [
            Graph::new(&batt).unwrap(),
            Graph::of_lines(&batt).unwrap(),
            Graph::of_call(&batt, true).unwrap(),
            Graph::of_call(&batt, false).unwrap(),
        ] {
            for engine in [Engine::Fast, Engine::Reference] {
                let limits = Limits::default();
                let [one_by_one, together, in_groups] =
                    [false, true, true].map(|on| prepared(graph.clone(), engine, &limits, on));
                for task in tasks.iter().step_by(if engine == Engine::Fast && others.is_empty() { 2 } else { 16 }) {
                    let expected = results(&*one_by_one, task);
                    assert_eq!(results(&*together, task), expected, "{} and {others:?}", task.id);
                    assert_eq!(results_in_groups(&*in_groups, task), expected, "{} and {others:?}", task.id);
                }
            }
        }
    }
}

#[test]
fn limits_strike_where_they_strike_one_by_one() {
    let batts = [read(ORDINARY), read(&[ORDINARY, DRAWN].concat())];
    let mut struck = 0;
    for (n, task) in tasks().iter().enumerate() {
        let batt = &batts[n / 4 % 2];
        let fuel = [100, 3_000, 20_000, 60_000][n % 4];
        for limits in [Limits { fuel, ..Limits::default() }, Limits { memory: fuel / 10, ..Limits::default() }] {
            let graph = Graph::new(batt).unwrap();
            let [one_by_one, together] =
                [false, true].map(|on| results(&*prepared(graph.clone(), Engine::Fast, &limits, on), task));
            assert_eq!(together, one_by_one, "{} with {limits:?}", task.id);
            let in_groups = results_in_groups(&*prepared(graph, Engine::Fast, &limits, true), task);
            assert_eq!(in_groups, one_by_one, "{} with {limits:?}, in groups", task.id);
            struck += together.iter().filter(|words| words.starts_with("limit")).count();
        }
    }
    assert!(struck > 500, "limits struck only {struck} times");
}

/// A call alone gives what it gives beside the other one.
#[test]
fn one_call_gives_what_both_give() {
    let batt = read(ORDINARY);
    let both = Graph::new(&batt).unwrap();
    let run =
        |graph: &Graph, task: &Task| results(&*prepared(graph.clone(), Engine::Fast, &Limits::default(), true), task);
    for with_target in [false, true] {
        let one = Graph::of_call(&batt, with_target).unwrap();
        for task in &tasks() {
            let (all, alone) = (run(&both, task), run(&one, task));
            for sample in 0..Sample::all(task).count() {
                let places = both.candidates.iter().chain(&both.scores).zip(one.candidates.iter().chain(&one.scores));
                for (place, own) in places {
                    let in_both = if with_target { place.judging } else { place.solving };
                    let (all, alone) =
                        (&all[sample * both.battery.programs.len()..], &alone[sample * one.battery.programs.len()..]);
                    assert_eq!(all[in_both], alone[own.solving], "{}", task.id);
                }
            }
        }
    }
}

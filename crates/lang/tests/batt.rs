//! Batt files: what is read, what is refused and how it is told.

#![allow(clippy::unwrap_used, reason = "tests")]

use megabatt_core::code::{Action, Operand};
use megabatt_lang::batt::{Batt, Calls, Solution, is_batt, is_call_file, parse_batt, parse_calls};
use megabatt_lang::{Diagnostic, Program};
use proptest::prelude::*;
use std::time::{Duration, Instant};

const HEAD: &str = "from dsl import *\nfrom constants import *\nfrom safe_dsl import _get_safe_default\n\n\
                    def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n";
const TAIL: &str = "    return o, s\n";

/// A line with its default.
fn attempt(name: &str, function: &str, args: &str) -> String {
    format!(
        "    try:\n        {name} = {function}({args})\n    except (TypeError, AttributeError, ValueError, IndexError, \
         KeyError):\n        {name} = _get_safe_default({function})\n"
    )
}

fn read(body: &str) -> Result<Batt, Vec<Diagnostic>> {
    parse_batt("batt.py", format!("{HEAD}{body}{TAIL}").as_bytes())
}

fn sound(body: &str) -> Batt {
    read(body).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// The messages about a body, as text.
fn refused(body: &str) -> String {
    let errors = read(body).expect_err(body);
    errors.iter().map(|error| error.render()).collect()
}

#[test]
fn lines_candidates_and_scores() {
    let body = attempt("t1", "identity", "p_g")
        + &attempt("t2", "t1", "C")
        + "    s.append((2, 'None', 'differ_a', t2))\n    # - a comment\n"
        + &attempt("t3", "mir_rot_t", "I, R4")
        + "    o.append((3, True, '11111111', t3))\n    t4 = size(t3)\n    s.append((4, '11111111', 'differ_a', t4))\n";
    let batt = sound(&body);
    let shown: Vec<_> = batt.lines.iter().map(|l| (l.name.as_str(), l.tries, l.words.join(" "), l.line)).collect();
    assert_eq!(
        shown,
        [
            ("t1", true, "identity p_g".to_string(), 9),
            ("t2", true, "t1 C".to_string(), 13),
            ("t3", true, "mir_rot_t I R4".to_string(), 19),
            ("t4", false, "size t3".to_string(), 23),
        ]
    );
    assert!(matches!(batt.lines[1].action(), Action::Try(call) if matches!(call.function, Operand::Slot(3))));
    assert!(matches!(batt.lines[3].action(), Action::Call(_)));
    let [candidate] = batt.candidates.as_slice() else { panic!("{:?}", batt.candidates) };
    assert_eq!((candidate.number, candidate.mutated, candidate.solver.as_str()), (3, true, "11111111"));
    assert!(matches!(candidate.value, Operand::Slot(5)));
    let scores: Vec<_> = batt.scores.iter().map(|s| (s.number, s.solver.as_str(), s.differ.as_str())).collect();
    assert_eq!(scores, [(2, "None", "differ_a"), (4, "11111111", "differ_a")]);
    assert!(batt.warnings.is_empty());
}

#[test]
fn older_forms() {
    let batt = sound(
        "    t31, t32, t33, t34 = batch_process_samples_gpu(S)\n    t35 = dedupe(t33)\n    o.append(('11111111', t35))\n    \
         s.append(('11111111', 'differ_b', t35))\n    t36 = t35\n    o.append((36, False, 'x', t36))\n",
    );
    let words: Vec<_> = batt.lines.iter().map(|line| line.words.join(" ")).collect();
    assert_eq!(words, ["apply first S", "apply second S", "mapply p_g t31", "mapply p_g t32", "dedupe t33"]);
    assert_eq!((batt.candidates[0].number, batt.scores[0].number, batt.candidates[1].number), (35, 35, 36));
    assert!(matches!(batt.candidates[1].value, Operand::Slot(7)), "another name for the same value");
}

#[test]
fn a_name_that_is_assigned_twice_means_the_later_line_from_then_on() {
    let batt = sound(
        "    t1 = rot90(I)\n    o.append((1, False, 'a', t1))\n    t1 = rot180(t1)\n    o.append((1, False, 'b', t1))\n",
    );
    assert!(matches!(batt.candidates[0].value, Operand::Slot(3)));
    assert!(matches!(batt.candidates[1].value, Operand::Slot(4)));
}

#[test]
fn names_that_python_does_not_find_end_the_batt() {
    let told = refused("    t1 = rot90(I)\n    t2 = rot99(t1)\n");
    assert!(told.contains("there is nothing called `rot99`") && told.contains("NameError, on every sample"), "{told}");
    assert!(told.contains("Did you mean `rot90`?") && told.contains("batt.py:9:10"), "{told}");
    let told = refused("    t1 = rot90(t2)\n    t2 = rot90(I)\n");
    assert!(told.contains("`t2` is used before it has a value") && told.contains("UnboundLocalError"), "{told}");
    let errors = read("    t1 = gone(I)\n    t2 = size(t1)\n    t3 = lost(t2)\n").unwrap_err();
    assert_eq!(errors.len(), 2, "a line that uses a refused one is not to blame: {errors:?}");
}

#[test]
fn what_cannot_be_run_is_told_with_its_place() {
    for (body, expected) in [
        ("    t1 = size(rot90(I))\n", "an argument is a name"),
        ("    t1 = [1]\n", "a list cannot be used in a batt"),
        ("    t1 = size(task_id)\n", "there is nothing called `task_id`"),
        ("    t1 = (lambda x: x)(I)\n", "a call of anything but a name"),
        ("    t1 = size(*I)\n", "a star argument cannot be used in a batt"),
        ("    t1 = apply(lambda x: x, I)\n", "a lambda cannot be used in a batt"),
        ("    t1 = size(**I)\n", "a star argument"),
        ("    for x in I:\n        t1 = size(x)\n", "a loop cannot be used in a batt"),
        ("    size(I)\n", "a value that goes nowhere"),
        ("    t1, t2 = size(I)\n", "an assignment to several names"),
        ("    o.append((1, 2, I))\n", "has another form"),
        ("    o.append(I)\n", "a value that goes nowhere"),
        ("    s.append((1, 'None', I))\n", "has another form"),
        ("    s.append((-1, 'None', 'd', I))\n", "has another form"),
        ("    try:\n        t1 = size(I)\n    except Exception:\n        t1 = _get_safe_default(size)\n", "five kinds"),
        (
            "    try:\n        t1 = size(I)\n    except (TypeError, AttributeError, ValueError, IndexError, KeyError):\n        \
             t1 = _get_safe_default(rot90)\n",
            "not the default of the function",
        ),
        (
            "    try:\n        t1 = size(I)\n    except (TypeError, AttributeError, ValueError, IndexError, KeyError):\n        \
             t2 = _get_safe_default(size)\n",
            "not the default of the function",
        ),
        ("    try:\n        t1 = size(I)\n    finally:\n        pass\n", "a `try` of this kind"),
        ("    yield I\n", "`yield`"),
        ("    return s, o\n", "returns its two lists"),
    ] {
        let told = refused(body);
        assert!(told.contains(expected), "{body}\n{told}");
        assert!(told.contains("batt.py:"), "{told}");
    }
}

#[test]
fn the_function_itself() {
    let whole = |text: &str| parse_batt("batt.py", text.as_bytes()).expect_err(text)[0].message.clone();
    assert!(whole("x = 1\n").contains("no function `batt`"));
    assert!(whole("def batt(S, I, C):\n    return o, s\n").contains("has the parameters"));
    assert!(whole("def batt(task_id, S, I, C, *log_path):\n    return o, s\n").contains("has the parameters"));
    assert!(whole(&format!("{HEAD}    t1 = size(I)\n")).contains("does not end with `return o, s`"));
    assert!(whole(&format!("{HEAD}    t1 = size(I\n{TAIL}")).contains("never closed"));
    let own = format!("def size(x):\n    return x\n\n\n{HEAD}    t1 = size(I)\n{TAIL}");
    assert!(whole(&own).contains("`size` is made by this file"));
    let batt = parse_batt("b.py", format!("{HEAD}{TAIL}    t1 = nothing(I)\n").as_bytes()).unwrap();
    assert_eq!(batt.warnings.len(), 1);
    assert!(parse_batt("b.py", b"\xff\xfe\0").unwrap_err()[0].message.contains("UTF-16"));
}

#[test]
fn a_number_that_is_not_the_lines_is_told() {
    let batt = sound("    t1 = rot90(I)\n    o.append((2, False, 'a', t1))\n    o.append((1, False, 'b', t1))\n");
    assert_eq!(batt.warnings.len(), 1);
    assert!(batt.warnings[0].render().contains("the number is 2, but the value is `t1`"));
}

#[test]
fn files_are_recognised() {
    assert!(is_batt(HEAD.as_bytes()) && is_batt(b"\xef\xbb\xbfdef batt(") && !is_batt(b"def batter(I):\n # def batt("));
    assert!(is_call_file(b"x\nt_call = {}") && !is_call_file(b"my_t_call = {}") && !is_batt(b""));
}

const LINES: &str = "    t1 = identity(p_g)\n    t2 = rot90(I)\n    t3 = t1(t2)\n    t4 = rot180(t2)\n    \
                     o.append((4, False, '11111111', t4))\n";

fn calls(text: &str) -> Calls {
    parse_calls("batt_call.py", text.as_bytes()).unwrap()
}

#[test]
fn both_forms_of_calls() {
    let old = calls("t_call = {1: 'identity, p_g', 2: 'rot90(I)', 3: 't1, t2', 4: 'rot180, t2'}\n");
    let new = calls(
        "from collections import namedtuple\nHintValue = namedtuple('HintValue', ['hint', 'value'])\n\
         t_call = {1: HintValue(hint=('Any', ('A', 'B')), value=('identity', 'p_g')), 2: HintValue(None, ('rot90', 'I')), \
         3: ('t1', 't2'), 4: HintValue(hint=None, value=('rot180', 't2'))}\n",
    );
    assert_eq!(old, new);
    assert!(old.different(&sound(LINES)).is_empty());
    for bad in ["t_call = {1: 7}", "t_call = {1: ''}", "t_call = {1: 'f, g h'}", "t_call = {-1: 'f'}", "t_call = {**x}"]
    {
        let told = parse_calls("c.py", bad.as_bytes()).expect_err(bad)[0].render();
        assert!(told.contains("not a call of a batt") && told.contains("c.py:1"), "{told}");
    }
    assert!(parse_calls("c.py", b"x = 1").unwrap_err()[0].message.contains("no `t_call"));
}

#[test]
fn candidates_are_programs() {
    let batt = sound(LINES);
    fn program(batt: &Batt, calls: Option<&Calls>) -> Result<Program, String> {
        Solution { batt, calls }.program(&batt.candidates[0])
    }
    let program = |calls: Option<&Calls>| program(&batt, calls);
    let alone = program(None).unwrap();
    assert_eq!((alone.name.as_str(), alone.task.as_deref()), ("solve_11111111_t4", Some("11111111")));
    assert_eq!(
        alone.to_source(),
        "def solve_11111111_t4(S, I, C):\n    x1 = rot90(I)\n    O = rot180(x1)\n    return O\n"
    );
    let same = calls("t_call = {1: 'identity, p_g', 2: 'rot90, I', 3: 't1, t2', 4: 'rot180, t2'}");
    assert_eq!(program(Some(&same)).unwrap().exact_id(), alone.exact_id());
    let other = calls("t_call = {2: 'rot270, I', 3: 't1, t2', 4: 'rot180, t2'}");
    let different = other.different(&batt);
    let shown: Vec<_> =
        different.iter().map(|d| (d.name.as_str(), d.in_calls.as_deref(), d.in_batt.as_str())).collect();
    assert_eq!(shown, [("t1", None, "identity(p_g)"), ("t2", Some("rot270(I)"), "rot90(I)")]);
    assert!(program(Some(&other)).unwrap().to_source().contains("rot270(I)"));
    for (text, expected) in [
        ("t_call = {4: 'rot180, t2'}", "has no call t2"),
        ("t_call = {4: 'rot180, t5', 5: 'rot90, I'}", "t4 uses t5, which comes later"),
        ("t_call = {4: 'rot999, I'}", "uses `rot999`"),
    ] {
        let error = program(Some(&calls(text))).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn fifteen_thousand_lines_load_at_once() {
    let mut body = String::new();
    for n in 1..=15_000 {
        let name = format!("t{n}");
        let earlier = format!("t{}", n - 1);
        let (function, args) = match n % 5 {
            1 => ("mir_rot_t", "I, R4".to_string()),
            2 => ("o_g", format!("{earlier}, R5")),
            3 => ("get_nth_f", format!("{earlier}, F0")),
            4 => ("subgrid", format!("{earlier}, I")),
            _ => ("rot90", earlier),
        };
        body.push_str("    # - Arg change: a comment as generators write them, of a fair length -> something else\n");
        body.push_str(&attempt(&name, function, &args));
        if n % 50 == 0 {
            body.push_str(&format!("    o.append(({n}, False, '{n:08x}', {name}))\n"));
        }
    }
    let text = format!("{HEAD}{body}{TAIL}");
    let start = Instant::now();
    let batt = parse_batt("batt.py", text.as_bytes()).unwrap();
    let took = start.elapsed();
    assert_eq!((batt.lines.len(), batt.candidates.len()), (15_000, 300));
    // Without optimisation it takes several times as long as people wait.
    let patience = if cfg!(debug_assertions) { Duration::from_secs(10) } else { Duration::from_secs(1) };
    assert!(took < patience, "{took:?}");
}

#[test]
fn hostile_texts() {
    let many = 100_000;
    for body in [
        format!("    t1 = size({}I{})\n", "(".repeat(many), ")".repeat(many)),
        format!("    t1 = size({})\n", "-".repeat(many)),
        format!("    t1 = size({}1{})\n", "(".repeat(90), ",)".repeat(90)),
        format!("    t1 = size({})\n", "I, ".repeat(many)),
        format!("    {} = size(I)\n", "t1 = ".repeat(1_000)),
        "    t1 = size(99999999999999999999999999)\n".to_string(),
        "    o.append((99999999999999999999999999, False, 'x', I))\n".to_string(),
        "    try:\n    try:\n".repeat(100),
        (0..1_000).map(|n| format!("    t{n} = nothing_{n}(I)\n")).collect(),
        "    t1 = size('\u{1F600}')\n".to_string(),
        "\t t1 = size(I)\n".to_string(),
    ] {
        if let Err(errors) = read(&body) {
            assert!(!errors.is_empty() && errors.len() <= 21);
            errors.iter().for_each(|error| assert!(error.render().len() < 10_000));
        }
    }
    let dict = format!("t_call = {}1{}", "{1: ".repeat(many), "}".repeat(many));
    assert!(parse_calls("c.py", dict.as_bytes()).is_err());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(body in "(    (t[0-9]|o|s|I|try:|except|return|size|\\.append|[(),'= \n]){1,12}\n){0,6}") {
        match read(&body) {
            Ok(batt) => for candidate in &batt.candidates {
                let solution = Solution { batt: &batt, calls: None };
                prop_assert!(solution.program(candidate).is_ok());
            },
            Err(errors) => prop_assert!(!errors.is_empty()),
        }
    }
}

//! Programs that try to crash the engine, hang it or fill its memory: each ends as an outcome, soon and small.

use crate::common::{Folder, task};
use std::process::Command;
use std::time::Duration;

const MOST_TIME: Duration = Duration::from_secs(10);
/// Address space a run may reserve, in KiB. The stacks for deep recursion are part of it.
const MOST_KIB: u64 = 4 << 20;

/// The lines of a program; the last one names the result `O`.
struct Lines(Vec<String>);

/// `x0 = start`, then `x1 … xN` from a pattern in which `#` is the line before, then `O`.
fn repeated(start: &str, times: usize, pattern: &str, end: &str) -> Lines {
    let steps = (1..=times).map(|n| format!("x{n} = {}", pattern.replace('#', &format!("x{}", n - 1))));
    let last = format!("O = {}", end.replace('#', &format!("x{times}")));
    Lines([format!("x0 = {start}")].into_iter().chain(steps).chain([last]).collect())
}

fn lines(text: &str) -> Lines {
    Lines(text.split("; ").map(str::to_string).collect())
}

/// Runs each program alone, on one grid, with a bound on memory, and gives its outcome: `value`, an exception's class
/// or a limit's name.
fn ends(test: &str, programs: Vec<Lines>) -> Vec<String> {
    programs.into_iter().enumerate().map(|(n, program)| end(&format!("hostile_{test}_{n}"), &program)).collect()
}

fn end(test: &str, Lines(lines): &Lines) -> String {
    let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    let shown = lines.join("; ").chars().take(300).collect::<String>();
    let grid = "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]";
    let folder = Folder::with(test, &format!("def solve_hostile(I):\n{body}    return O\n"), &task(grid, "[[1]]"));
    let args = ["run", "p.py", "--data", "t.json", "--pair", "all", "--threads", "1", "--quiet", "--outcomes", "-"];
    let binary = env!("CARGO_BIN_EXE_megabatt");
    let mut command = if cfg!(target_os = "linux") {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -v {MOST_KIB}; exec \"$0\" \"$@\""), binary]);
        shell
    } else {
        Command::new(binary)
    };
    let ran = folder.wait(folder.start_command(command.args(args)));
    assert_eq!(ran.code, 0, "{shown}\n{}", ran.err);
    assert!(ran.time < MOST_TIME, "{:?}: {shown}", ran.time);
    let line = ran.out.lines().next().unwrap_or_else(|| panic!("no outcome: {shown}\n{}", ran.err));
    let line: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {shown}"));
    assert_ne!(line["limit"], "internal", "{shown}");
    let outcome = ["error", "limit"].iter().find_map(|field| line[field].as_str()).unwrap_or("value");
    outcome.to_string()
}

#[test]
fn huge_results_end_at_the_memory_limit() {
    let programs = [
        "O = interval(0, 1000000000, 1)",
        "O = interval(-9223372036854775808, 9223372036854775807, 1)",
        "O = repeat(I, 1000000000)",
        "O = repeat(I, 9223372036854775807)",
        "O = canvas(3, (1000000, 1000000))",
        "O = canvas(3, (1, 1000000000))",
        "O = canvas(3, (9000000000000000000, 9000000000000000000))",
        "O = upscale(I, 1000000)",
        "O = upscale(asobject(I), 1000000)",
        "O = hupscale(I, 1000000000)",
        "O = vupscale(I, 9223372036854775807)",
        "O = connect((0, 0), (0, 1000000000))",
        "O = backdrop(insert((0, 0), initset((1000000, 1000000))))",
        "O = delta(insert((0, 0), initset((1000000, 1000000))))",
        "O = box(insert((0, 0), initset((500000000, 500000000))))",
    ];
    for outcome in ends("huge", programs.map(lines).into()) {
        assert!(["memory", "fuel", "int", "MemoryError", "OverflowError"].contains(&outcome.as_str()), "{outcome}");
    }
}

#[test]
fn large_results_that_are_allowed_stay_within_bounds() {
    let programs = [
        "x1 = interval(0, 1000, 1); O = product(x1, x1)",
        "x1 = interval(0, 1000, 1); x2 = order(product(x1, x1), identity); O = first(x2)",
        "x1 = interval(0, 1000, 1); x2 = product(x1, x1); x3 = shift(x2, (1, 1)); O = difference(x3, x2)",
        "O = size(backdrop(insert((0, 0), initset((3000, 3000)))))",
        "O = size(outbox(insert((0, 0), initset((3000000, 3000000)))))",
        "O = size(box(insert((0, 0), initset((50000000, 50000000)))))",
        "O = size(objects(upscale(I, 300), T, T, F))",
        "O = size(objects(upscale(I, 1000), T, T, F))",
        "O = size(objects(canvas(0, (3000, 3000)), F, T, F))",
        "O = size(partition(canvas(1, (3000, 3000))))",
        "O = size(frontiers(canvas(1, (2000, 2000))))",
        "O = compress(canvas(1, (2000, 2000)))",
        "x1 = interval(0, 3000000, 1); O = first(order(x1, invert))",
    ];
    ends("large", programs.map(lines).into());
}

#[test]
fn doubling_60_times_is_weighed_not_walked() {
    let doublings = ["astuple(#, #)", "(#, #, #)", "combine(#, #)", "merge((#, #))", "hconcat(#, #)", "vconcat(#, #)"];
    for (n, doubling) in doublings.iter().enumerate() {
        for (m, end) in ["#", "initset(#)", "equality(#, (#, #))", "size(#)"].iter().enumerate() {
            ends(&format!("double_{n}_{m}"), vec![repeated("I", 60, doubling, end)]);
        }
    }
    ends(
        "double_sets",
        vec![
            repeated("initset(1)", 60, "insert(#, initset(#))", "#"),
            repeated("initset(1)", 60, "initset((#, #))", "equality(#, #)"),
            repeated("I", 25, "astuple(#, #)", "initset(#)"),
            repeated("I", 24, "astuple(#, #)", "#"),
            repeated("I", 30, "repeat(#, 1000)", "#"),
        ],
    );
}

#[test]
fn functions_of_functions_end() {
    ends(
        "functions",
        vec![
            repeated("increment", 60, "compose(#, #)", "#"),
            repeated("increment", 60, "compose(#, #)", "#(1)"),
            repeated("identity", 60, "fork(astuple, #, #)", "#(1)"),
            repeated("increment", 40, "power(#, 2)", "#(1)"),
            repeated("increment", 10, "power(#, 50)", "#(1)"),
            repeated("increment", 10, "power(#, 900)", "#"),
            repeated("identity", 5_000, "compose(#, identity)", "#(I)"),
            repeated("identity", 5_000, "rbind(equality, #)", "#"),
            lines("x1 = fork(apply, identity, initset); O = x1(x1)"),
            lines("x1 = fork(rapply, initset, identity); O = x1(x1)"),
        ],
    );
}

#[test]
fn recursion_ends_as_in_python() {
    let power = |n: &str| lines(&format!("x1 = power(increment, {n}); O = x1(1)"));
    let outcomes = ends("power", ["800", "5000", "0", "-1", "9223372036854775807"].map(power).into());
    assert_eq!(outcomes, ["value", "RecursionError", "RecursionError", "RecursionError", "RecursionError"]);
    let close =
        ends("power_close", vec![power("990"), lines("x1 = power(compose(increment, increment), 990); O = x1(1)")]);
    assert!(close.iter().all(|o| o == "recursion" || o == "RecursionError"), "{close:?}");
}

#[test]
fn deep_nesting_ends() {
    let deeper = |text: &str| {
        lines(&format!("x1 = power({text}, 400); x2 = x1(x1(x1(1))); x3 = x1(x1(x1(2))); O = equality(x2, x3)"))
    };
    ends(
        "deep",
        vec![deeper("initset"), deeper("lbind(astuple, 1)"), deeper("rbind(astuple, 1)"), deeper("rbind(repeat, 1)")],
    );
    let outcomes = ends(
        "deeper",
        vec![
            lines("x1 = power(initset, 800); x2 = x1(1); x3 = x1(x2); x4 = x1(x3); x5 = x1(x4); O = x1(x5)"),
            lines("x1 = power(lbind(astuple, 1), 300); O = x1(x1(x1(x1(x1(x1(x1(x1(1))))))))"),
        ],
    );
    assert!(outcomes.iter().all(|outcome| outcome == "depth"), "{outcomes:?}");
}

#[test]
fn ints_at_the_edges_do_not_wrap() {
    const EDGES: [i64; 6] = [i32::MAX as i64, i32::MIN as i64, 1 << 31, -(1 << 31) - 1, i64::MAX, i64::MIN];
    let mut programs = Vec::new();
    for edge in EDGES {
        for text in [
            "shift(asindices(I), (#, #))",
            "shift(shift(asobject(I), (#, #)), (#, #))",
            "normalize(insert((#, #), asindices(I)))",
            "hmirror(insert((#, #), asindices(I)))",
            "center(insert((#, #), asindices(I)))",
            "box(initset((#, #)))",
            "neighbors((#, #))",
            "shoot((#, #), (1, 1))",
            "shoot((1, 1), (#, #))",
            "connect((0, 0), (#, #))",
            "crop(I, (#, #), (#, #))",
            "fill(I, #, asindices(I))",
            "paint(I, shift(asobject(I), (#, #)))",
            "occurrences(I, shift(asobject(I), (#, #)))",
            "manhattan(asindices(I), initset((#, #)))",
            "position(initset((#, #)), initset((-1, -1)))",
            "hsplit(I, #)",
            "downscale(I, #)",
            "interval(#, 0, #)",
            "index(I, (#, #))",
        ] {
            programs.push(format!("O = {}", text.replace('#', &edge.to_string())));
        }
    }
    let values: Vec<String> = programs.chunks(20).enumerate().flat_map(|(n, chunk)| ends_together(n, chunk)).collect();
    assert_eq!(values.len(), programs.len());
    let overflows = [
        "multiply(9223372036854775807, 2)",
        "add(9223372036854775807, 1)",
        "invert(-9223372036854775808)",
        "divide(-9223372036854775808, -1)",
    ];
    let outcomes = ends("overflow", overflows.map(|o| lines(&format!("O = {o}"))).into());
    assert!(outcomes.iter().all(|outcome| outcome == "int"), "{outcomes:?}");
}

/// The same for many quick programs in one run.
fn ends_together(number: usize, programs: &[String]) -> Vec<String> {
    let text: String = programs
        .iter()
        .enumerate()
        .map(|(n, line)| format!("def solve_{n}(I):\n    {line}\n    return O\n\n\n"))
        .collect();
    let folder = Folder::with(&format!("hostile_together_{number}"), &text, &task("[[1, 2], [3, 4]]", "[[1]]"));
    let outcomes = folder.outcomes(&["--pair", "all", "--values", "none"]);
    outcomes.iter().for_each(|line| assert_ne!(line["limit"], "internal", "{line}"));
    outcomes.iter().map(|line| line["outcome"].to_string()).collect()
}

#[test]
fn slow_algorithms_are_paid_for() {
    let programs = [
        "O = hperiod(insert((3, (0, 2147483647)), asobject(I)))",
        "O = vperiod(insert((3, (2147483647, 0)), asobject(I)))",
        "O = hperiod(insert((2, (0, 5000)), asobject(canvas(1, (1, 5000)))))",
        "O = hperiod(insert((2, (0, 99999)), asobject(canvas(1, (1, 100000)))))",
        "x1 = asindices(I); O = gravitate(x1, shift(x1, (0, 2147483647)))",
        "x1 = asindices(canvas(1, (50, 50))); O = gravitate(x1, shift(x1, (1000, 0)))",
        "x1 = asindices(canvas(1, (100, 100))); O = manhattan(x1, shift(x1, (1000, 1000)))",
        "x1 = canvas(1, (300, 300)); O = occurrences(x1, asobject(canvas(1, (150, 150))))",
        "x1 = interval(0, 30000, 1); O = product(x1, x1)",
        "x1 = interval(0, 30000, 1); O = prapply(add, x1, x1)",
        "x1 = interval(0, 100000, 1); x2 = interval(100000, 200000, 1); O = sfilter(x2, rbind(contained, x1))",
        "x1 = interval(0, 1000000, 1); O = size(dedupe(x1))",
        "x1 = interval(0, 1000000, 1); O = leastcommon(x1)",
        "x1 = interval(0, 50000, 1); O = size(difference(x1, apply(invert, x1)))",
        "x1 = asindices(canvas(1, (300, 300))); O = size(mapply(rbind(shoot, (1, 1)), x1))",
    ];
    ends("slow", programs.map(lines).into());
}

#[test]
fn colliding_hashes_do_not_hang_it() {
    // hash(-1) is hash(-2), so all pairs of them, and all pairs of those, share one hash.
    let pairs = "x1 = (-1, -2); x2 = product(x1, x1); x3 = product(x2, x2); x4 = product(x3, x3); ";
    let programs = ["O = size(product(x4, x4))", "O = size(product(product(product(x4, x2), x1), x2))"];
    ends("collide", programs.map(|end| lines(&format!("{pairs}{end}"))).into());
    ends(
        "collide_modulus",
        vec![lines(
            "x1 = interval(0, 1000000, 1); x2 = apply(lbind(multiply, 4294967296), x1); O = size(merge(apply(initset, x2)))",
        )],
    );
}

//! Developer commands: `cargo xtask test`, `cargo xtask bench vs-python|battery|tok|ops`, `cargo xtask ops-lock`.

mod bench;
mod house;
mod ops_lock;
mod python;
mod repo;
mod steps;
mod test;

use std::process::ExitCode;

/// What went wrong, in words for the person at the terminal.
type Result<T> = std::result::Result<T, String>;

const HELP: &str = "\
cargo xtask test [quick] [--only STEP]
    Everything that must pass: tools, house rules, fmt, clippy, build, tests, differential suite.
    quick leaves the differential suite out; --only runs a single step.
cargo xtask bench vs-python [--battery-repeats N] [--cap SECONDS] [--only own|battery]
    CPU time of the same programs here and in Python; writes benches/runs/.
cargo xtask bench tok
    Batt files here and in a checkout of tokpidjin, named by MEGABATT_TOKPIDJIN; writes benches/runs/.
cargo xtask bench battery [--tasks N,N]
    All verifiers on all samples as one battery, next to Python, with memory and what each pass saves; writes benches/runs/.
cargo xtask bench ops [--each N]
    One call of each operation here and in Python, on arguments from ARC's grids; writes benches/runs/.
cargo xtask ops-lock
    Writes ops.lock anew after a deliberate change of the operation table.
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test", rest @ ..] => test::run(rest),
        ["bench", "vs-python", rest @ ..] => bench::run(rest),
        ["bench", "battery", rest @ ..] => bench::battery::run(rest),
        ["bench", "tok", rest @ ..] => bench::tok::run(rest),
        ["bench", "ops", rest @ ..] => bench::ops::run(rest),
        ["ops-lock"] => ops_lock::write(),
        ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => Err(format!("no such command\n\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

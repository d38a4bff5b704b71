//! Developer commands: `cargo xtask test`, `cargo xtask bench vs-python|battery|tok|ops|python|ablation`, `cargo xtask dist`,
//! `cargo xtask wheel`, `cargo xtask ops-lock`, `cargo xtask ptx`, `cargo xtask bundle-gpu`, `cargo xtask stubs`.

mod bench;
mod bundle_gpu;
mod dist;
mod house;
mod ops_lock;
mod package;
mod ptx;
mod python;
mod repo;
mod skips;
mod steps;
mod stubs;
mod test;
mod trained;

use std::process::ExitCode;

/// What went wrong, in words for the person at the terminal.
type Result<T> = std::result::Result<T, String>;

const HELP: &str = "\
cargo xtask test [quick] [--only STEP]
    Everything that must pass: tools, house rules, PTX, fmt, clippy, build, tests, Python package, differential suite.
    quick leaves the differential suite out; --only runs a single step.
cargo xtask bench vs-python [--battery-repeats N] [--cap SECONDS] [--only own|generated|battery]
    CPU time of the same programs here and in Python; writes benches/runs/.
cargo xtask bench tok
    Batt files here and in a checkout of tokpidjin, named by MEGABATT_TOKPIDJIN; writes benches/runs/.
cargo xtask bench battery [--tasks N,N]
    All verifiers on all samples as one battery, next to Python, with memory and what each pass saves; writes benches/runs/.
cargo xtask bench ops [--each N]
    One call of each operation here and in Python, on arguments from ARC's grids; writes benches/runs/.
cargo xtask bench python [--tasks N]
    The Python package next to the binary, on the same programs and tasks; writes benches/runs/.
cargo xtask bench ablation [--tasks N]
    What a battery and a batt take with each idea left out; writes benches/runs/.
cargo xtask dist
    The binary as it is handed out and measured: optimised as a whole and trained with programs, held against a plain build.
cargo xtask wheel
    A wheel of the Python package that runs on old and new Linux, tried without a network in every Python that is found.
cargo xtask ops-lock
    Writes ops.lock anew after a deliberate change of the operation table.
cargo xtask bundle-gpu
    One folder that runs conformance and figures on a machine with a GPU and nothing else.
cargo xtask ptx [--check]
    Compiles the CUDA kernels to the PTX that is committed; --check compares only.
cargo xtask stubs
    Writes the type stubs of megabatt.dsl anew, from the operation table and the pages about it.
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
        ["bench", "python", rest @ ..] => bench::package::run(rest),
        ["bench", "ablation", rest @ ..] => bench::ablation::run(rest),
        ["dist"] => dist::run(),
        ["wheel"] => package::wheel(),
        ["ops-lock"] => ops_lock::write(),
        ["bundle-gpu"] => bundle_gpu::write(),
        ["ptx"] => ptx::write(),
        ["ptx", "--check"] => ptx::check(),
        ["stubs"] => stubs::write(),
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

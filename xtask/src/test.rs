//! `cargo xtask test`: the one test command.

use crate::repo::{ask, cargo, show};
use crate::steps::{self, Step};
use crate::{Result, house, package, ptx, python};

const DIFFERENTIAL: &str = "differential";

const STEPS: &[Step] = &[
    Step { name: "tools", what: "rustfmt, clippy and python3 are there", run: tools },
    Step { name: "house", what: "the rules of the house that no compiler checks", run: house::check },
    Step { name: "ptx", what: "the CUDA kernels compile to the PTX that is committed", run: ptx::check },
    Step { name: "fmt", what: "cargo fmt --all --check", run: fmt },
    Step { name: "clippy", what: "cargo clippy --workspace --all-targets --release -- -D warnings", run: clippy },
    Step { name: "build", what: "cargo build --release", run: build },
    Step { name: "tests", what: "unit, property, doc and command-line tests", run: tests },
    Step { name: "python", what: "the Python package: wheel, tests, examples, notebook, types", run: package::test },
    Step { name: DIFFERENTIAL, what: "every outcome against the real Python DSL", run: differential },
];

pub fn run(args: &[&str]) -> Result<()> {
    let chosen = |name: &str| STEPS.iter().filter(|step| step.name == name).map(copy).collect::<Vec<_>>();
    let steps = match args {
        [] => STEPS.iter().map(copy).collect(),
        ["quick"] => STEPS.iter().filter(|step| step.name != DIFFERENTIAL).map(copy).collect(),
        ["--only", name] => chosen(name),
        _ => Vec::new(),
    };
    if steps.is_empty() {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!("cargo xtask test [quick] [--only STEP]; the steps are {}", names.join(", ")));
    }
    steps::run(&steps)
}

fn copy(step: &Step) -> Step {
    Step { ..*step }
}

/// Says at once what is missing, instead of minutes later.
fn tools() -> Result<()> {
    let mut missing = Vec::new();
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        match cargo(&[subcommand, "--version"]).output() {
            Ok(output) if output.status.success() => print!("{}", String::from_utf8_lossy(&output.stdout)),
            _ => missing.push(format!("{component} is missing: rustup component add {component}")),
        }
    }
    match python::find() {
        Ok(python) => {
            println!("{}", python.version);
            if ask(&python.program, &["-m", "pip", "--version"]).is_none() {
                missing.push(format!("{} has no pip: install python3-pip, or {0} -m ensurepip", python.program));
            }
        }
        Err(why) => missing.push(why),
    }
    if missing.is_empty() { Ok(()) } else { Err(missing.join("\n")) }
}

fn fmt() -> Result<()> {
    show(&mut cargo(&["fmt", "--all", "--check"])).map_err(|e| format!("{e}; cargo fmt --all mends it"))
}

fn clippy() -> Result<()> {
    show(&mut cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--release", "--", "-D", "warnings"]))
}

fn build() -> Result<()> {
    show(&mut cargo(&["build", "--quiet", "--release"]))
}

fn tests() -> Result<()> {
    show(&mut cargo(&["test", "--quiet", "--release", "--workspace", "--exclude", "megabatt-conformance"]))?;
    // The one part of the suite that needs no Python.
    show(&mut cargo(&["test", "--quiet", "--release", "--package", "megabatt-conformance", "--test", "tok_functions"]))
}

/// One part after the other: each of them uses all cores.
fn differential() -> Result<()> {
    show(&mut cargo(&["test", "--quiet", "--release", "--no-fail-fast", "--package", "megabatt-conformance"]))
}

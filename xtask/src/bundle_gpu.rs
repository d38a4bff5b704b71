//! `cargo xtask bundle-gpu`: one folder that runs the suite on a machine with a GPU and neither toolchain nor network.

use crate::repo::{cargo, show, target};
use crate::{Result, python};

const RUN: &str = r#"#!/bin/sh
# Conformance of every kernel on the GPU, then the figures, into results/ beside this file; then, where they are,
# compute-sanitizer's memcheck and racecheck on a short conformance run.
cd "$(dirname "$0")" || exit 2
mkdir -p results
./gpu-suite all > results/suite.jsonl 2> results/suite.err
found=$?
# A second process: kernels come from the driver's cache now.
./gpu-suite conformance --rounds 1 > results/second.jsonl 2>> results/suite.err || found=$?
# What the driver makes of the PTX, beside the machine code that comes along.
./gpu-suite kernels --from-ptx > results/from-ptx.jsonl 2>> results/suite.err || found=$?
if command -v compute-sanitizer > /dev/null; then
    for tool in memcheck racecheck; do
        compute-sanitizer --tool $tool --error-exitcode 9 ./gpu-suite conformance --rounds 1 > results/$tool.txt 2>&1 || found=$?
    done
else
    echo "compute-sanitizer is not here" > results/sanitizer.txt
fi
nvidia-smi > results/nvidia-smi.txt 2>&1
cat results/suite.jsonl results/suite.err results/second.jsonl
exit $found
"#;

pub fn write() -> Result<()> {
    show(&mut cargo(&["build", "--release", "-p", "megabatt-cuda-suite", "--bin", "gpu-suite"]))?;
    let folder = target().join("gpu-bundle");
    let fault = |e: std::io::Error| format!("{}: {e}", folder.display());
    std::fs::create_dir_all(&folder).map_err(fault)?;
    std::fs::copy(target().join("release/gpu-suite"), folder.join("gpu-suite")).map_err(fault)?;
    std::fs::write(folder.join("run.sh"), RUN).map_err(fault)?;
    // The tasks are fetched for the bundle and are no part of the repository.
    let tasks = python::find()?.packages()?.join("arc.json");
    std::fs::copy(tasks, folder.join("tasks.json")).map_err(fault)?;
    println!("{}: copy it to a machine with a GPU and start `sh run.sh`", folder.display());
    Ok(())
}

//! `cargo xtask bundle-gpu`: one folder that runs the suite on a machine with a GPU and neither toolchain nor network.

use crate::repo::{build_dist, dist, target};
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
# The command itself: what it finds, what it measures, and its batches on one card and on one that stands for two.
export MEGABATT_DEVICES=results/devices.json
./megabatt devices --format json > results/gpus.json 2> results/megabatt.err || found=$?
./megabatt warmup --format json > results/warmup.json 2>> results/megabatt.err || found=$?
./megabatt tune > results/tune.txt 2>> results/megabatt.err || found=$?
./megabatt bench gpu --json > results/bench-gpu.json 2>> results/megabatt.err || found=$?
for pipeline in "rot90 | vmirror | replace(3, 7)" "trim | upscale(2) | compress | palette" "objects(T, F, T)" \
    "fill(_, 3, ofcolor(_, 0)) | hsplit(2) | first" "rot90 | fgpartition | sizefilter(4)" \
    "paint(canvas(0, shape(_)), recolor(3, ofcolor(_, 1)))" "subgrid(ofcolor(_, 2), _) | canvas(4, shape(_))"; do
    for gpus in 0 0,0; do
        ./megabatt batch "$pipeline" --data tasks.json --of both --gpu $gpus --batch-size 100 --verify --head 0 \
            >> results/batch.txt 2>> results/batch.txt || found=$?
    done
done
for pipeline in "crop(UNITY, TWO_BY_TWO) | mir_rot_t(R2)" "vsplit(3)" "underfill(_, 3, f_ofcolor(_, 1))" "o_g(R5)"; do
    ./megabatt batch "$pipeline" --dialect tok --data tasks.json --of both --gpu 0 --verify --head 0 \
        >> results/batch.txt 2>> results/batch.txt || found=$?
done
if command -v compute-sanitizer > /dev/null; then
    for tool in memcheck racecheck; do
        compute-sanitizer --tool $tool --error-exitcode 9 ./gpu-suite conformance --rounds 1 > results/$tool.txt 2>&1 || found=$?
    done
else
    echo "compute-sanitizer is not here" > results/sanitizer.txt
fi
nvidia-smi > results/nvidia-smi.txt 2>&1
cat results/suite.jsonl results/suite.err results/second.jsonl results/megabatt.err results/batch.txt
exit $found
"#;

pub fn write() -> Result<()> {
    build_dist(&["-p", "megabatt-cuda-suite", "-p", "megabatt", "--bin", "gpu-suite", "--bin", "megabatt"])?;
    let folder = target().join("gpu-bundle");
    let fault = |e: std::io::Error| format!("{}: {e}", folder.display());
    std::fs::create_dir_all(&folder).map_err(fault)?;
    for program in ["gpu-suite", "megabatt"] {
        std::fs::copy(dist(program), folder.join(program)).map_err(fault)?;
    }
    std::fs::write(folder.join("run.sh"), RUN).map_err(fault)?;
    // The tasks are fetched for the bundle and are no part of the repository.
    let tasks = python::find()?.packages()?.join("arc.json");
    std::fs::copy(tasks, folder.join("tasks.json")).map_err(fault)?;
    println!("{}: copy it to a machine with a GPU and start `sh run.sh`", folder.display());
    Ok(())
}

"""Generates batt files with tokpidjin's card.py and notes what each of their variables is on some tasks.

One batt has its solvers and differs as they are (`frozen`), the other mutates them. The generator draws by the clock, so the
files differ from run to run; they stay in the folder of the test.
"""

import argparse
import ast
import functools
import hashlib
import importlib.util
import json
import pathlib
import random
import subprocess
import sys
from typing import Any

import guard
import tasks as arc
import tok_reference
from encode import TooBig, dumps, encode, has_big_int

CAP_SECONDS = 120
LONGEST = 60  # a longer text is kept as its hash
ATTEMPTS = 12  # the generator fails now and then by itself
HEADER = "from dsl import *\nfrom constants import *\n\n\n"
BATTS = {"frozen": ["-fs", "-fd"], "mutated": []}


def lay_out(folder: pathlib.Path, out: pathlib.Path, train: dict[str, Any]) -> pathlib.Path:
    """What the generator looks for: tasks beside its folder, and one stored solver for each of them in it."""
    data, run = out / "arc-prize-2025", out / "run"
    data.mkdir(parents=True, exist_ok=True)
    challenges = {k: t | {"test": [{"input": p["input"]} for p in t["test"]]} for k, t in train.items()}
    solutions = {task_id: [pair["output"] for pair in task["test"]] for task_id, task in train.items()}
    (data / "arc-agi_training_challenges.json").write_text(json.dumps(challenges))
    (data / "arc-agi_training_solutions.json").write_text(json.dumps(solutions))
    run.mkdir(exist_ok=True)
    if importlib.util.find_spec("numpy") is None:
        # Only what runs on a GPU uses it.
        (run / "numpy.py").touch()
    source = (folder / "solvers_pre.py").read_text()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name.removeprefix("solve_") in train:
            text = ast.get_source_segment(source, node) or ""
            stored = run / "solver_dir" / node.name / "1000" / "10"
            stored.mkdir(parents=True, exist_ok=True)
            solver = HEADER + text.replace(f"def {node.name}(", "def solve(", 1) + "\n"
            (stored / f"{hashlib.md5(solver.encode()).hexdigest()}.py").write_text(solver)
    return run


# Runs a script with its random numbers fixed; the generator draws its solvers without a seed.
SEEDED = "import random, runpy, sys; random.seed(sys.argv.pop(1)); del sys.argv[0]; runpy.run_path(sys.argv[0], run_name='__main__')"


def generate(
    folder: pathlib.Path, run: pathlib.Path, name: str, solvers: int, seed: str | None = None
) -> pathlib.Path:
    """A batt file, and its calls beside it; with a seed the same one every time."""
    environment = {"EXPECT_GPU": "0", "PYTHONPATH": str(run), "PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin"}
    said = ""
    for attempt in range(ATTEMPTS):
        script = [str(folder / "card.py"), "-c", str(solvers), "-f", f"{name}.py", *BATTS[name]]
        command = [sys.executable, *script]
        if seed is not None:
            environment |= {"PYTHONHASHSEED": "0", "PYTHONPATH": f"{run}:{folder}"}
            command = [sys.executable, "-c", SEEDED, f"{seed} {attempt}", *script]
        done = subprocess.run(command, cwd=run, env=environment, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return run / f"{name}.py"
        said = done.stderr[-2_000:]
    sys.exit(f"card.py made no batt file in {ATTEMPTS} attempts. The last time it said:\n{said}")


def load_batt(path: pathlib.Path) -> tuple[Any, list[str]]:
    """The function, which also gives its variables, and their names in the order of the file."""
    source = path.read_text()
    spying = source.replace("    return o, s\n", "    return o, s, locals()\n")
    namespace: dict[str, Any] = {}
    exec(compile(spying, str(path), "exec"), namespace)  # pylint: disable=exec-used -- it is what is compared with
    names = dict.fromkeys(line.split(" = ")[0].strip() for line in source.splitlines() if line.lstrip().startswith("t"))
    return namespace["batt"], [name for name in names if name[1:].isdigit()]


@functools.lru_cache(maxsize=100_000)
def short(text: str) -> str:
    """The text, or its hash."""
    return text if len(text) <= LONGEST else hashlib.sha256(text.encode()).hexdigest()


def kept(value: Any) -> str:
    """A value as text that is equal if the values are, order of sets included."""
    try:
        encoded = encode(value)
    except TooBig:
        return "too big"
    return "too big" if has_big_int(encoded) else short(dumps(encoded))


def outcome(function: Any, names: list[str], sample: arc.Sample, target: Any) -> dict[str, Any]:
    """What a call of the batt gives."""
    kind, result = guard.call(function, ["", sample.demos, sample.input, target, ""], CAP_SECONDS)
    if kind != "value":
        return {kind: result}
    o, s, variables = result
    return {
        "t": [kept(variables[name]) for name in names],
        "o": [[number, mutated, solver, kept(value)] for number, mutated, solver, value in o],
        "s": [[number, solver, differ, kept(value)] for number, solver, differ, value in s],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reference", help="the checkout of tokpidjin")
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--solvers", type=int, default=20)
    parser.add_argument("--tasks", type=int, default=20)
    options = parser.parse_args()
    folder = tok_reference.checkout(options.reference)
    train = arc.load(options.packages / "arc.json")
    run = lay_out(folder, options.out, train)
    drawn = sorted(random.Random("batt").sample(sorted(train), options.tasks))
    chosen = {task_id: train[task_id] for task_id in drawn}
    arc.save(chosen, options.out / "data.json")

    tok_reference.load(folder)
    sys.path.insert(0, str(folder))
    import safe_dsl  # pylint: disable=import-outside-toplevel,import-error

    # Hints are looked up for every failure; that they are remembered changes nothing but the time.
    safe_dsl._get_type_hints_cached = functools.lru_cache(safe_dsl._get_type_hints_cached)
    guard.as_at_top_level()
    for name in BATTS:
        function, names = load_batt(generate(folder, run, name, options.solvers))
        with (options.out / f"{name}.jsonl").open("w") as out:
            print(dumps({"none_hash": hash(None), "commit": tok_reference.commit(folder)}), file=out)
            for sample in arc.samples(chosen):
                place = {"task": sample.task, "split": sample.split, "index": sample.index}
                for target in (None, sample.output):
                    row = place | {"target": target is not None} | outcome(function, names, sample, target)
                    print(dumps(row), file=out)


if __name__ == "__main__":
    main()

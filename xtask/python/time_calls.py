"""Times `mb.patch` and `.map` next to Python and prints the CPU times as JSON.

    python time_calls.py --packages DIR [--grids N]

`patch`: re-arc's verifiers on the samples of their own tasks, unpatched and patched. `map`: single verifiers over N grids each, as a
loop in Python and as a traced function.
"""

import argparse
import ast
import datetime
import json
import pathlib
import platform
import random
import sys
import time
from typing import Any, Callable, Dict, List, Tuple

import megabatt as mb
import megabatt.dsl.rearc as names

REPEATS = 3
#: Verifiers from the heaviest to the lightest: what converting grids costs shows in the last ones.
MAPPED = ["447fd412", "6aa20dc0", "a64e4611", "e6721834", "00d62c1b", "d037b0a7", "3c9b0459"]
#: On so many of the grids Python's loop is timed.
SHARE = 100

Grid = Tuple[Tuple[int, ...], ...]


def cpu(work: Callable[[], Any]) -> Tuple[float, Any]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def best(work: Callable[[], Any], repeats: int = REPEATS) -> Tuple[float, Any]:
    runs = [cpu(work) for _ in range(repeats)]
    return min(runs, key=lambda run: run[0])


def outcome(function: Callable[..., Any], grid: Grid) -> Any:
    try:
        return function(grid)
    except Exception as error:
        return type(error)


def patched(dsl: Any, verifiers: Any, tasks: Dict[str, Any]) -> Dict[str, Any]:
    calls = [
        (f"verify_{task}", tuple(map(tuple, pair["input"])))
        for task, pairs in tasks.items()
        for pair in (*pairs["train"], *pairs["test"])
    ]

    def run() -> List[Any]:
        return [outcome(getattr(verifiers, name), grid) for name, grid in calls]

    seconds, expected = best(run, 2)
    patch = mb.patch(dsl)
    setup, stats = cpu(patch.__enter__)
    ours, found = best(run)
    patch.__exit__(None, None, None)
    assert found == expected, "patched and unpatched differ"
    again, _ = cpu(lambda: mb.patch(dsl).__enter__().__exit__(None, None, None))
    return {
        "calls": len(calls), "python_cpu_seconds": seconds, "patched_cpu_seconds": ours, "ratio": seconds / ours,
        "first_setup_cpu_seconds": setup, "later_setup_cpu_seconds": again, "counts": stats.total._asdict(),
    }  # fmt: skip


def variations(grids: List[Grid], count: int) -> List[Grid]:
    """Different grids of the task's kind: its own with colours exchanged and rows and columns turned round."""
    rng = random.Random(1)
    made = []
    for n in range(count):
        grid = grids[n % len(grids)]
        colours = [0, *rng.sample(range(1, 10), 9)]
        turned = grid[:: rng.choice((1, -1))]
        step = rng.choice((1, -1))
        made.append(tuple(tuple(colours[cell] for cell in row[::step]) for row in turned))
    return made


def traced(text: str, name: str) -> mb.Jit:
    (node,) = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name == name)
    space = {**vars(names), "Grid": tuple}
    exec(compile(ast.Module(body=[node], type_ignores=[]), name, "exec"), space)
    return mb.jit(space[name])


def mapped(packages: pathlib.Path, verifiers: Any, tasks: Dict[str, Any], count: int) -> List[Dict[str, Any]]:
    text = (packages / "rearc_utils" / "verifiers.py").read_text()
    rows = []
    for task in MAPPED:
        name = f"verify_{task}"
        grids = variations([tuple(map(tuple, pair["input"])) for pair in tasks[task]["train"]], count)
        function = traced(text, name)
        function.map(grids[:1], errors="keep")
        ours, found = best(lambda: function.map(grids, errors="keep"))
        start = time.perf_counter()
        function.map(grids, errors="keep")
        wall = time.perf_counter() - start
        share = grids[:SHARE]
        python, expected = cpu(lambda: [outcome(getattr(verifiers, name), grid) for grid in share])
        got = [type(value) if isinstance(value, Exception) else value for value in found[:SHARE]]
        assert got == expected, f"{name}: map and loop differ"
        python *= count / len(share)
        rows.append({"program": name, "grids": count, "python_cpu_seconds": python, "map_cpu_seconds": ours,
                     "map_wall_seconds": wall, "ratio": python / ours})  # fmt: skip
    return rows


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--grids", type=int, default=10_000)
    given = parser.parse_args()
    sys.path.insert(0, str(given.packages))
    from rearc_utils import dsl, verifiers

    tasks = json.loads((given.packages / "arc.json").read_text())["train"]
    about = {"date": datetime.date.today().isoformat(), "python": platform.python_version()}
    maps = mapped(given.packages, verifiers, tasks, given.grids)
    print(json.dumps({"patch": patched(dsl, verifiers, tasks), "map": maps, **about}))


if __name__ == "__main__":
    main()

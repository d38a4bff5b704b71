"""Times `.map` of every verifier of re-arc over many grids next to Python's loop and prints the times as JSON.

    python time_map.py --packages DIR [--grids N] [--only ID,ID,…]

The grids of a program are those of its task's train inputs with colours exchanged and rows and columns turned round, all different
objects and nearly all different. Python's loop runs on the first of them, as many as it gets through in its time, in the same
process right after `.map`, and is reckoned up; what it gives is compared with what `.map` gave. Grids are tuples of tuples on both
sides, and the results are Python's own tuples. For some programs `.map` is timed on lists and on NumPy arrays, too.
"""

import argparse
import ast
import gc
import json
import pathlib
import random
import sys
import time
from typing import Any, Callable, Dict, List, Tuple

import megabatt as mb
import megabatt.dsl.rearc as names

#: CPU seconds of Python's loop for each program, and grids that it runs on at least and at most.
SECONDS, FEWEST, MOST = 0.1, 10, 500
#: `.map` runs so often; the least CPU time and the least wall time count.
REPEATS = 2

Grid = Tuple[Tuple[int, ...], ...]


def outcome(function: Callable[..., Any], grid: Grid) -> Any:
    try:
        return function(grid)
    except Exception as error:
        return type(error)


def variations(grids: List[List[List[int]]], count: int) -> List[Grid]:
    """Different grids of the task's kind."""
    rng = random.Random(1)
    rows = [[bytes(row) for row in grid] for grid in grids]
    made = []
    for n in range(count):
        colours = bytes([0, *rng.sample(range(1, 10), 9), *range(10, 256)])
        down, right = rng.choice((1, -1)), rng.choice((1, -1))
        made.append(tuple(tuple(row[::right].translate(colours)) for row in rows[n % len(rows)][::down]))
    return made


def traced(tree: ast.Module, name: str) -> mb.Jit:
    (node,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)
    space = {**vars(names), "Grid": tuple}
    exec(compile(ast.Module(body=[node], type_ignores=[]), name, "exec"), space)
    return mb.jit(space[name])


def timed_map(function: mb.Jit, grids: Any, **options: Any) -> Tuple[float, float, Any]:
    """The least CPU time and the least wall time, and what came."""
    cpu = wall = float("inf")
    found = None
    for _ in range(REPEATS):
        del found
        gc.collect()
        start, begun = time.perf_counter(), time.process_time()
        found = function.map(grids, errors="keep", **options)
        wall = min(wall, time.perf_counter() - start)
        # The time of a thread that is just ending is counted in full once it is gone.
        time.sleep(0.003)
        cpu = min(cpu, time.process_time() - begun)
    return cpu, wall, found


def timed_loop(function: Callable[..., Any], grids: List[Grid]) -> Tuple[float, List[Any]]:
    """CPU seconds for a grid, and what came for the first ones."""
    found = []
    begun = time.process_time()
    seconds = 0.0
    for grid in grids[:MOST]:
        found.append(outcome(function, grid))
        seconds = time.process_time() - begun
        if seconds > SECONDS and len(found) >= FEWEST:
            break
    return seconds / len(found), found


def forms(function: mb.Jit, grids: List[Grid]) -> Dict[str, float]:
    """CPU seconds with grids in other forms."""
    found = {"lists": timed_map(function, [list(map(list, grid)) for grid in grids])[0]}
    try:
        import numpy
    except ImportError:
        return found
    arrays = [numpy.array(grid, dtype="uint8") for grid in grids]
    found["arrays"] = timed_map(function, arrays, numpy=True)[0]
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--grids", type=int, default=10_000)
    parser.add_argument("--only", help="ids of tasks")
    parser.add_argument("--forms", action="store_true", help="lists and arrays, too")
    given = parser.parse_args()
    sys.path.insert(0, str(given.packages))
    from rearc_utils import verifiers

    tree = ast.parse((given.packages / "rearc_utils" / "verifiers.py").read_text())
    tasks = json.loads((given.packages / "arc.json").read_text())["train"]
    wanted = given.only.split(",") if given.only else sorted(tasks)
    rows = []
    for task in wanted:
        name = f"verify_{task}"
        grids = variations([pair["input"] for pair in tasks[task]["train"]], given.grids)
        function = traced(tree, name)
        function.map(grids[:1], errors="keep")
        cpu, wall, found = timed_map(function, grids)
        python, expected = timed_loop(getattr(verifiers, name), grids)
        got = [type(value) if isinstance(value, Exception) else value for value in found[: len(expected)]]
        assert got == expected, f"{name}: map and loop differ"
        row = {"program": name, "looped": len(expected), "python_cpu_seconds": python * len(grids),
               "map_cpu_seconds": cpu, "map_wall_seconds": wall}  # fmt: skip
        if given.forms:
            row["forms"] = forms(function, grids)
        rows.append(row)
        print(f"{name}: {python * 1e6:.1f} µs a grid, ×{python * len(grids) / cpu:.0f} of CPU time", file=sys.stderr)
    print(json.dumps({"grids": given.grids, "programs": rows}))


if __name__ == "__main__":
    main()

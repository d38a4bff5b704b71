"""Times `mb.patch` next to Python and prints the CPU times as JSON.

    python time_calls.py --packages DIR

re-arc's verifiers run on the samples of their own tasks, unpatched and patched.
"""

import argparse
import datetime
import json
import pathlib
import platform
import sys
import time
from typing import Any, Callable, Dict, List, Tuple

import megabatt as mb

REPEATS = 3

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


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    given = parser.parse_args()
    sys.path.insert(0, str(given.packages))
    from rearc_utils import dsl, verifiers

    tasks = json.loads((given.packages / "arc.json").read_text())["train"]
    about = {"date": datetime.date.today().isoformat(), "python": platform.python_version()}
    print(json.dumps({"patch": patched(dsl, verifiers, tasks), **about}))


if __name__ == "__main__":
    main()

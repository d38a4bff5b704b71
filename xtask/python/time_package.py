"""Runs re-arc's verifiers through the installed package and prints what came, as JSON, with the CPU time of loading and running.

    python time_package.py --packages DIR --pair own|all --tasks N
"""

import argparse
import datetime
import json
import pathlib
import platform
import time

import megabatt as mb


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--pair", choices=["own", "all"], required=True)
    parser.add_argument("--tasks", type=int, required=True)
    given = parser.parse_args()
    start = time.process_time()
    tasks = mb.tasks(given.packages / "arc.json", split="train")
    if given.tasks < len(tasks):
        tasks = tasks[:: len(tasks) // given.tasks][: given.tasks]
    programs = mb.load(given.packages / "rearc_utils" / "verifiers.py", dialect="rearc")
    numbers = programs.run(tasks, given.pair, progress=False).summary
    numbers["cpu_seconds"] = time.process_time() - start
    about = {"date": datetime.date.today().isoformat(), "python": platform.python_version(), "ids": tasks.ids}
    print(json.dumps({**numbers, **about}))


if __name__ == "__main__":
    main()

"""Runs re-arc's verifiers through the installed package and prints what came, as JSON; the caller takes the time.

    python time_package.py --packages DIR --pair own|all --tasks N
"""

import argparse
import datetime
import json
import pathlib
import platform

import megabatt as mb


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--pair", choices=["own", "all"], required=True)
    parser.add_argument("--tasks", type=int, required=True)
    given = parser.parse_args()
    tasks = mb.tasks(given.packages / "arc.json", split="train")
    if given.tasks < len(tasks):
        tasks = tasks[:: len(tasks) // given.tasks][: given.tasks]
    programs = mb.load(given.packages / "rearc_utils" / "verifiers.py", dialect="rearc")
    numbers = programs.run(tasks, given.pair, progress=False).summary
    about = {"date": datetime.date.today().isoformat(), "python": platform.python_version(), "ids": tasks.ids}
    print(json.dumps({**numbers, **about}))


if __name__ == "__main__":
    main()

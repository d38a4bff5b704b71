"""Against re-arc's own DSL and ARC's own tasks."""

import itertools
import pathlib
import sys
from types import ModuleType
from typing import Any

import megabatt as mb
import pytest
from megabatt._native import operation, there_and_back


@pytest.fixture(scope="module")
def dsl(packages: pathlib.Path) -> ModuleType:
    sys.path.insert(0, str(packages))
    from rearc_utils import dsl

    return dsl


@pytest.fixture(scope="module")
def training(packages: pathlib.Path) -> mb.Tasks:
    return mb.tasks(packages / "arc.json", split="train")


def walked(value: Any) -> Any:
    """A value with the order of its sets."""
    return [type(value).__name__, *map(walked, value)] if isinstance(value, (tuple, frozenset)) else value


def test_real_sets_keep_their_order(dsl: ModuleType, training: mb.Tasks) -> None:
    seen = 0
    for task in training[::8]:
        grid = task.train[0][0].to_tuple()
        values = [dsl.asindices(grid), dsl.asobject(grid), dsl.partition(grid), dsl.fgpartition(grid), dsl.palette(grid)]
        values += [dsl.objects(grid, *flags) for flags in itertools.product((True, False), repeat=3)]
        for objects in values[5:]:
            for one in list(objects)[:3]:
                values += [dsl.shift(one, (1, 2)), dsl.toindices(one), dsl.delta(one), dsl.outbox(one), dsl.recolor(3, one)]
        patches = [value for value in values[5:] if value and isinstance(next(iter(value)), tuple)]
        for one, other in zip(patches, patches[1:]):
            values += [one | other, one & other, one - other, one ^ other, frozenset(set(one))]
        for value in values:
            assert walked(there_and_back(value)) == walked(value)
        seen += len(values)
    assert seen > 5_000


def test_operations_on_real_values(dsl: ModuleType, training: mb.Tasks) -> None:
    for task in training[::20]:
        grid = task.train[0][0].to_tuple()
        objects = operation("objects", "rearc")
        for flags in itertools.product((True, False), repeat=3):
            wanted = dsl.objects(grid, *flags)
            assert walked(objects(grid, *flags)) == walked(wanted)
            for name in ("merge", "order", "argmax", "valmax", "sfilter"):
                args = {
                    "merge": (wanted,),
                    "order": (wanted, dsl.size),
                    "argmax": (wanted, dsl.size),
                    "valmax": (wanted, dsl.size),
                    "sfilter": (wanted, dsl.hline),
                }[name]
                ours = [operation(arg.__name__, "rearc") if callable(arg) else arg for arg in args]
                assert walked(operation(name, "rearc")(*ours)) == walked(getattr(dsl, name)(*args))


def test_all_verifiers_are_right_on_their_own_tasks(packages: pathlib.Path, training: mb.Tasks) -> None:
    programs = mb.load(packages / "rearc_utils" / "verifiers.py", dialect="rearc")
    results = programs.run(training, progress=False)
    assert len(programs) == 400 and len(results) == 1_717
    # The same that are wrong in Python, as the differential suite finds.
    assert results.summary["right"] == 1_687


def test_a_set_can_be_fetched(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, packages: pathlib.Path) -> None:
    monkeypatch.setenv("MEGABATT_CACHE", str(tmp_path))
    path = mb.fetch("arc1-2019")
    assert pathlib.Path(path).is_file() and mb.fetch("arc1-2019") == path
    assert len(mb.tasks("arc1-2019", split="eval")) == 400

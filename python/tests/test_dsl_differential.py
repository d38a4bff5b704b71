"""Every operation of ``megabatt.dsl`` next to the same function of re-arc's own DSL, with the arguments of the differential suite.

Each call is made twice: with functions of ``megabatt.dsl`` among the arguments, and with re-arc's own Python functions, which
the engine then calls back.
"""

import importlib
import pathlib
import random
import sys
from types import ModuleType
from typing import Any, Callable, List, Tuple

import megabatt as mb
import megabatt.dsl.rearc as ours
import pytest

SUITE = pathlib.Path(__file__).parents[2] / "crates" / "conformance" / "python"
EACH = 30
CAP_SECONDS = 0.2
MOST_ITEMS = 20_000


@pytest.fixture(scope="module")
def suite(packages: pathlib.Path) -> Any:
    """The modules that make arguments, and re-arc's DSL."""
    sys.path[:0] = [str(SUITE), str(packages)]
    try:
        modules = {name: importlib.import_module(name) for name in ("arg_ops", "guard", "trees")}
        modules["dsl"] = importlib.import_module("rearc_utils.dsl")
    finally:
        del sys.path[:2]
    return type("Suite", (), modules)


def walked(value: Any) -> Any:
    """A value with its types and the order of its sets; a function is a function."""
    if isinstance(value, (tuple, frozenset)):
        return [type(value).__name__, *map(walked, value)]
    return "function" if callable(value) else (type(value).__name__, str(value))


def size(value: Any) -> int:
    return 1 + sum(map(size, value)) if isinstance(value, (tuple, frozenset)) else 1


def outcome(function: Callable[..., Any], args: List[Any], then: Any) -> Tuple[str, Any]:
    try:
        result = function(*args)
        if then is not None and callable(result):
            result = result(*then)
        return ("value", walked(result))
    except mb.LimitError as error:
        return ("limit", error.limit)
    except OverflowError as error:
        return ("limit", "int") if "64 bits" in str(error) else ("error", "OverflowError")
    except Exception as error:
        return ("error", type(error).__name__)


def has_set_of_functions(tree: Any) -> bool:
    """Whether the order of some set follows from the addresses of functions."""
    text = str(tree)
    return "'s'" in text and "'op'" in text or "initset" in text or "insert" in text


def operations(suite: Any) -> dict:
    return suite.arg_ops.signatures(suite.dsl)


def cases(suite: Any, name: str, kinds: List[str]) -> Any:
    maker = suite.arg_ops.Arguments(random.Random(f"eager {name}"), name, kinds)
    made = 0
    for _ in range(20 * EACH):
        if made == EACH:
            return
        trees = maker.make()
        then = maker.then
        kind, built = suite.guard.call(suite.trees.build_all, [[*trees, *(then or [])], suite.dsl], CAP_SECONDS)
        if kind != "value":
            continue
        kind, result = suite.guard.call(getattr(suite.dsl, name), built[: len(trees)], CAP_SECONDS)
        if kind == "capped" or kind == "value" and size(result) > MOST_ITEMS:
            continue
        made += 1
        yield trees, then


def arguments(suite: Any, trees: List[Any], then: Any, dsl: ModuleType) -> Tuple[List[Any], Any]:
    built = suite.trees.build_all([*trees, *(then or [])], dsl)
    return built[: len(trees)], built[len(trees) :] if then is not None else None


@pytest.mark.parametrize("family", range(8))
def test_eager_calls_are_rearcs(suite: Any, family: int) -> None:
    compared, unsure, wrong = 0, 0, []
    for number, (name, kinds) in enumerate(operations(suite).items()):
        if number % 8 != family:
            continue
        for trees, then in cases(suite, name, kinds):
            expected = outcome(getattr(suite.dsl, name), *arguments(suite, trees, then, suite.dsl))
            try:
                with_ours = arguments(suite, trees, then, ours)
            except mb.LimitError:
                continue
            found = [outcome(getattr(ours, name), *with_ours)]
            found.append(outcome(getattr(ours, name), *arguments(suite, trees, then, suite.dsl)))
            for one in found:
                if one == expected:
                    compared += 1
                elif one in (("limit", "int"), ("limit", "recursion")) or has_set_of_functions(trees):
                    unsure += 1
                else:
                    wrong.append((name, trees, then, expected, one))
    assert not wrong, "\n".join(map(str, wrong[:3]))
    assert compared > 20 * EACH and unsure < compared / 20

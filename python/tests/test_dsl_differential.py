"""Every operation of ``megabatt.dsl`` next to the same function of re-arc's own DSL, with the arguments of the differential suite.

Each call is made twice: with functions of ``megabatt.dsl`` among the arguments, and with re-arc's own Python functions, which
the engine then calls back. Answers are equal, with two exceptions that Python has to prove for each call:

- Functions are hashed by their addresses, so that the order of a set of functions depends on who they are. Then re-arc's operation
  is given the very same arguments, functions of ``megabatt.dsl`` among them, and has to give the same answer.
- The engine says that it gave up, and the call was at that border: an int beyond 64 bits, or calls nested near the recursion
  limit.
"""

import collections
import contextlib
import importlib
import pathlib
import random
import resource
import sys
from types import ModuleType
from typing import Any, Callable, Iterator, List, NamedTuple, Optional, Tuple

import megabatt as mb
import megabatt.dsl.rearc as ours
import pytest

SUITE = pathlib.Path(__file__).parents[2] / "crates" / "conformance" / "python"
EACH = 100
CAP_SECONDS = 0.2
CAP_BYTES = 1 << 30
MOST_ITEMS = 20_000
#: As in the differential suite: profiling sees fewer frames than CPython counts, so this is a little below 900.
NEAR_RECURSION_LIMIT = 850
FAMILIES = 8

Outcome = Tuple[str, Any]
#: The arguments of a call, and what its result is called with, if it is a function.
Built = Tuple[List[Any], Any]


class Case(NamedTuple):
    """A call as the differential suite writes it."""

    name: str
    trees: List[Any]
    then: Any


@pytest.fixture(scope="module")
def suite(packages: pathlib.Path) -> Any:
    """The modules that make arguments, and re-arc's DSL."""
    sys.path[:0] = [str(SUITE), str(packages)]
    try:
        modules = {name: importlib.import_module(name) for name in ("arg_ops", "guard", "probe", "trees")}
        modules["dsl"] = importlib.import_module("rearc_utils.dsl")
    finally:
        del sys.path[:2]
    return type("Suite", (), modules)


def walked(value: Any) -> Any:
    """A value with its types and the order of its sets; a function is a function."""
    if isinstance(value, (tuple, frozenset)):
        return (type(value).__name__, *map(walked, value))
    return "function" if callable(value) else (type(value).__name__, str(value))


def size(value: Any) -> int:
    return 1 + sum(map(size, value)) if isinstance(value, (tuple, frozenset)) else 1


def outcome(function: Callable[..., Any], args: List[Any], then: Any) -> Outcome:
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


@contextlib.contextmanager
def little_memory() -> Iterator[None]:
    """Makes a call of Python's that wants very much end in a MemoryError instead of taking the machine with it."""
    used = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    usual = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + CAP_BYTES, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, usual)


def cases(suite: Any, name: str, kinds: List[str]) -> Iterator[Tuple[List[Any], Any]]:
    maker = suite.arg_ops.Arguments(random.Random(f"eager {name}"), name, kinds)
    made = 0
    for _ in range(20 * EACH):
        if made == EACH:
            return
        trees = maker.make()
        then = maker.then
        with little_memory():
            kind, built = suite.guard.call(suite.trees.build_all, [[*trees, *(then or [])], suite.dsl], CAP_SECONDS)
            if kind != "value":
                continue
            kind, result = suite.guard.call(getattr(suite.dsl, name), built[: len(trees)], CAP_SECONDS)
            if kind == "value" and then is not None and callable(result):
                kind, result = suite.guard.call(result, built[len(trees) :], CAP_SECONDS)
        if kind == "capped" or kind == "value" and size(result) > MOST_ITEMS:
            continue
        made += 1
        yield trees, then


def arguments(suite: Any, trees: List[Any], then: Any, dsl: ModuleType) -> Built:
    built = suite.trees.build_all([*trees, *(then or [])], dsl)
    return built[: len(trees)], built[len(trees) :] if then is not None else None


def is_at_border(suite: Any, case: Case, limit: str) -> bool:
    """Whether Python leaves 64 bits in the call, or comes near its recursion limit."""
    row = {"op": case.name, "args": case.trees, **({"then": case.then} if case.then is not None else {})}
    frames = sys.getrecursionlimit()
    sys.setrecursionlimit(suite.probe.FRAMES)
    try:
        with little_memory():
            seen = suite.probe.probe(row, suite.dsl, {}, {})
    finally:
        sys.setrecursionlimit(frames)
    return seen.big if limit == "int" else limit == "recursion" and seen.deepest >= NEAR_RECURSION_LIMIT


def verdict(suite: Any, case: Case, built: Built, expected: Outcome, found: Outcome) -> Optional[str]:
    """What the answers are to each other; None if they just differ."""
    if found == expected:
        return "equal"
    if found[0] == "limit":
        return f"limit {found[1]}" if is_at_border(suite, case, found[1]) else None
    same_functions = outcome(getattr(suite.dsl, case.name), *built)
    return "equal for the same functions" if found == same_functions else None


@pytest.mark.parametrize("family", range(FAMILIES))
def test_eager_calls_are_rearcs(suite: Any, family: int, tell: Callable[[str], None]) -> None:
    counts: "collections.Counter[str]" = collections.Counter()
    wrong = []
    for number, (name, kinds) in enumerate(suite.arg_ops.signatures(suite.dsl).items()):
        if number % FAMILIES != family:
            continue
        for trees, then in cases(suite, name, kinds):
            expected = outcome(getattr(suite.dsl, name), *arguments(suite, trees, then, suite.dsl))
            case = Case(name, trees, then)
            for way, dsl in (("ours", ours), ("Python's", suite.dsl)):
                built: Built = ([], None)
                try:
                    built = arguments(suite, trees, then, dsl)
                    found = outcome(getattr(ours, name), *built)
                except (mb.LimitError, OverflowError) as error:
                    # The operations that make the arguments met the border already.
                    found = ("limit", getattr(error, "limit", "int"))
                what = verdict(suite, case, built, expected, found)
                counts[what or "wrong"] += 1
                if what is None:
                    wrong.append((way, case, expected, found))
    numbers = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    tell(f"eager calls, part {family + 1} of {FAMILIES}: {sum(counts.values())} compared: {numbers}")
    assert not wrong, f"{len(wrong)} answers differ:\n" + "\n".join(map(str, wrong[:3]))
    assert counts["equal"] > 30 * EACH
    # Few calls of the suite make sets of functions, or large numbers.
    assert sum(counts.values()) - counts["equal"] <= counts["equal"] / 100

"""Frozensets keep their order on the way into the engine and back, and so does whatever is made of them."""

import random
import sys

import pytest
from megabatt._native import operation, there_and_back


def made_in_all_ways(seed: int) -> list:
    """Sets that were grown, copied, merged, intersected and cut, so that their tables differ in every way."""
    rng = random.Random(seed)

    def item(kind: int):
        i, j, c = rng.randint(-3, 30), rng.randint(-3, 30), rng.randint(0, 9)
        if kind == 0:
            return (i, j)
        if kind == 1:
            return (c, (i, j))
        if kind == 2:
            return rng.randint(-5, 200)
        return frozenset((i + k, j) for k in range(c))

    def grown(n: int, kind: int) -> frozenset:
        return frozenset(item(kind) for _ in range(n))

    sets = []
    for kind in range(4):
        of_kind = [grown(rng.choice([0, 1, 3, 4, 5, 6, 18, 19, 20, 60, 77, 78, 200, 400]), kind) for _ in range(6)]
        of_kind += [frozenset(set(s)) for s in of_kind]
        of_kind += [rng.choice(of_kind) | rng.choice(of_kind) for _ in range(4)]
        of_kind += [rng.choice(of_kind) - rng.choice(of_kind) for _ in range(4)]
        of_kind += [s - frozenset(list(s)[: len(s) // 6]) for s in of_kind]
        of_kind += [rng.choice(of_kind) & rng.choice(of_kind) for _ in range(4)]
        of_kind += [rng.choice(of_kind) ^ rng.choice(of_kind) for _ in range(4)]
        sets.append(of_kind)
    return sets


def walked(container: frozenset) -> list:
    return [walked(item) if isinstance(item, frozenset) else item for item in container]


@pytest.mark.parametrize("seed", range(40))
def test_there_and_back(seed: int) -> None:
    for of_kind in made_in_all_ways(seed):
        for one in of_kind:
            back = there_and_back(one)
            assert back == one and hash(back) == hash(one)
            assert walked(back) == walked(one)
            assert sys.getsizeof(back) == sys.getsizeof(one) or not one
            assert all(item in back for item in one)
        for one, other in zip(of_kind, reversed(of_kind)):
            if one is other:
                continue
            back = there_and_back(one)
            assert walked(back | other) == walked(one | other)
            assert walked(other | back) == walked(other | one)
            assert walked(back - other) == walked(one - other)
            assert walked(other & back) == walked(other & one)
            assert walked(frozenset(set(back))) == walked(frozenset(set(one)))


@pytest.mark.parametrize("seed", range(20))
def test_what_the_engine_makes_of_python_sets(seed: int) -> None:
    intersection, combine, insert = (operation(name) for name in ("intersection", "combine", "insert"))
    for of_kind in made_in_all_ways(1_000 + seed):
        for one, other in zip(of_kind, reversed(of_kind)):
            assert walked(intersection(one, other)) == walked(one & other)
            # `insert` copies the table slot by slot where it can, and adds one item.
            assert walked(insert((50, 50), one)) == walked(one.union(frozenset({(50, 50)})))
            assert walked(combine(one, other)) == walked(type(one)((*one, *other)))


def test_none_and_functions_in_sets() -> None:
    add, rbind = operation("add"), operation("rbind")
    items = [None, *range(20), (None, 1), (1, None), add, (add, 3), *(rbind(add, n) for n in range(9))]
    for n in range(1, len(items) + 1):
        grown = frozenset(items[:n])
        for one in (grown, grown - frozenset(items[: n // 6]), frozenset(set(grown))):
            back = there_and_back(one)
            assert list(back) == list(one) and all(item in back for item in one)


def test_nan_in_sets() -> None:
    nan = float("nan")
    (back,) = there_and_back(frozenset({nan}))
    assert back != back


def test_deep_values_on_small_stacks() -> None:
    import threading

    value: object = (1,)
    for n in range(1_900):
        value = (value,) if n % 2 else frozenset({value})
    results = []
    old = threading.stack_size(256 << 10)
    thread = threading.Thread(target=lambda: results.append(there_and_back(value)))
    thread.start()
    thread.join()
    threading.stack_size(old)
    (back,) = results
    for _ in range(1_900):
        (back,) = back
    assert back == (1,)

"""Operations and traced functions as guests of the process: memory and forks."""

import os

import megabatt as mb
import pytest
from megabatt.dsl import add, apply, compose, objects, rbind, vmirror
from memory import only_where_it_is_told, resident

GRID = tuple(tuple((i * j) % 4 for j in range(10)) for i in range(10))


@mb.jit
def turned(I):
    return vmirror(I)


@only_where_it_is_told
def test_ten_thousand_calls_leave_nothing_behind() -> None:
    def calls(count: int) -> None:
        for n in range(count):
            objects(GRID, True, False, True)
            apply(compose(rbind(add, 1), lambda x: x + n), (1, 2, 3))
            with pytest.raises(ZeroDivisionError):
                apply(lambda x: 1 // x, (0,))
        turned.map([GRID] * count)

    calls(10_000)
    grown = []
    for _ in range(3):
        before = resident()
        calls(10_000)
        grown.append(resident() - before)
    # Allocators take and give back pages as they like; what leaks does so every time.
    assert min(grown) < 1 << 20, f"{grown} bytes more"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_forks_map_too() -> None:
    grids = [GRID] * 100
    expected = turned.map(grids)
    child = os.fork()
    if child == 0:
        import signal

        signal.alarm(60)
        fine = turned.map(grids) == expected and apply(lambda x: x + 1, (1,)) == (2,)
        os._exit(0 if fine else 1)
    assert os.waitpid(child, 0)[1] == 0

"""``mb.patch``: somebody's own DSL module and the solvers that use it, on the engine for a while."""

import types
from concurrent.futures import Future
from typing import Any, Callable, Collection, Dict, Optional, Tuple

from .._native import Bindings, names
from . import layers, worth
from .later import Call, Later, Queue
from .recognise import Dsl, Known, programs, users
from .stats import ACCELERATED, BATCHED, FAILED_OVER, Counts, Stats

__all__ = ["Counts", "Patch", "Stats", "patch"]


class Patch(Stats):
    """A patch that is on while its ``with`` block runs. See :func:`patch`."""

    def __init__(
        self, module: types.ModuleType, threshold: int, only: Optional[Collection[str]], exclude: Collection[str]
    ) -> None:
        super().__init__()
        self._module = module
        self._only = only
        self._exclude = exclude
        self._native: Dict[Any, Tuple[Known, types.FunctionType]] = {}
        self._queue = Queue(threshold, lambda name, native: self._add(name, BATCHED if native else FAILED_OVER))
        self._entered = 0

    def _wanted(self, name: str) -> bool:
        return (self._only is None or name in self._only) and name not in self._exclude

    def __enter__(self) -> "Patch":
        with layers._lock:
            self._entered += 1
            if self._entered == 1:
                try:
                    self._put_on()
                except BaseException:
                    # Python calls no __exit__ then.
                    self._entered -= 1
                    layers.take_away(self)
                    raise
        return self

    def __exit__(self, *_: Any) -> None:
        with layers._lock:
            self._entered -= 1
            last = self._entered == 0
            if last:
                layers.take_away(self)
        if last:
            self._queue.close()

    def _put_on(self) -> None:
        dsl = Dsl(self._module)
        self.dialect = dsl.dialect
        self.untouched = dict(dsl.unknown)
        self.recognised = []
        self._native.clear()
        _check_names("only", self._only, dsl)
        _check_names("exclude", self._exclude, dsl)
        for module in users(dsl):
            found, why = programs(module, dsl)
            self.untouched.update({f"{module.__name__}.{name}": reason for name, reason in why.items()})
            for program in found:
                if self._wanted(program.name):
                    self._put_program(program)
        self._put_operations(dsl)

    def _put_program(self, program: Known) -> None:
        name, function, traced, holds = program
        original, attempt, add = layers.unpatched(function), traced.attempt, self._add

        def instead(*args: Any) -> Any:
            if holds():
                try:
                    answer = attempt(*args)
                except Exception:
                    add(name, ACCELERATED)
                    raise
                if answer is not NotImplemented:
                    add(name, ACCELERATED)
                    return answer
            add(name, FAILED_OVER)
            return original(*args)

        self.recognised.append(name)
        self._native[function] = (program, original)
        layers.put(self, function, instead)

    def _put_operations(self, dsl: Dsl) -> None:
        natives = dict(names(dsl.dialect))
        for name, function in dsl.operations.items():
            if not self._wanted(name):
                continue
            holds = Bindings([(dsl.space, sorted(dsl.used_by([name])))], layers.patched).hold
            called = worth.instead(dsl.dialect, name, function, natives[name], holds, self._add)
            if called is None:
                self.untouched[name] = "a single call is not worth the way to the engine"
            else:
                layers.put(self, function, called)

    def submit(self, function: Callable[..., Any], *args: Any) -> "Future[Any]":
        """Calls a solver later, together with others: as soon as `threshold` calls wait, when one of the results is asked
        for, a tenth of a second later, or at the end of the ``with`` block. The results are futures of ``concurrent.futures``."""
        later = Later(self._queue)
        known = self._native.get(function)
        # The function may have got another code since.
        if isinstance(function, types.FunctionType) and known and layers.code(function) is known[1].__code__:
            self._queue.add(Call(later, *known, args))
        else:
            later.answer(function, args)
        return later

    def flush(self) -> None:
        """Runs the calls that wait."""
        self._queue.flush()


def _check_names(what: str, given: Optional[Collection[str]], dsl: Dsl) -> None:
    if isinstance(given, str):
        raise TypeError(f"{what} is a list of names, not one name; write {what}=[{given!r}]")
    unknown = [name for name in given or () if name not in vars(dsl.module) and not _is_used(name, dsl)]
    if unknown:
        raise ValueError(f"{what}: no function is called {', '.join(unknown)}")


def _is_used(name: str, dsl: Dsl) -> bool:
    return any(name in vars(module) for module in users(dsl))


def patch(
    module: types.ModuleType,
    threshold: int = 10,
    *,
    only: Optional[Collection[str]] = None,
    exclude: Collection[str] = (),
) -> Patch:
    """Speeds up a DSL module and the solvers that use it, and puts everything back afterwards.

        import dsl, solvers
        with mb.patch(dsl) as stats:
            solvers.solve_00d62c1b(grid)
        print(stats)

    `module` is arc-dsl's, re-arc's or tokpidjin's ``dsl``, or somebody's copy of it. Functions of loaded modules, and of a
    notebook's cells, that use it and are programs run on the engine in whole, whoever calls them by whatever name; that is where
    the speed is. Of the operations themselves those are replaced
    for which a single call is worth it. A function of the DSL that was changed, or that uses one that was, stays as it is.
    Whatever the engine cannot answer exactly is answered by Python.

    `only` and `exclude` name functions. A plain call needs its answer at once and runs by itself. ``stats.submit(solver, grid)``
    gives a future instead: as soon as `threshold` calls wait, they run together on all cores.
    """
    if not isinstance(module, types.ModuleType):
        raise TypeError(f"patch takes a module, such as `import dsl; mb.patch(dsl)`, not {type(module).__name__}")
    if not isinstance(threshold, int) or isinstance(threshold, bool) or threshold < 1:
        raise ValueError(f"threshold is a number of calls, 1 or more, not {threshold!r}")
    return Patch(module, threshold, only, exclude)

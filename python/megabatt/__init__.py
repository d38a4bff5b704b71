"""megabatt runs ARC programs with exactly Python's answers, many times faster.

Programs are functions written in the DSL of ARC (arc-dsl, re-arc, tokpidjin). They are parsed, never executed.

>>> import megabatt as mb
>>> programs = mb.load(text='''
... def solve_0a000001(I):
...     O = vmirror(I)
...     return O
... ''')
>>> programs["solve_0a000001"]([[1, 2], [3, 4]])
((2, 1), (4, 3))

On tasks, each program runs on the task in its name, or all on all with ``pair="all"``:

>>> pairs = [{"input": [[1, 2]], "output": [[2, 1]]}, {"input": [[3, 4]], "output": [[4, 3]]}]
>>> tasks = mb.tasks({"0a000001": {"train": pairs[:1], "test": pairs[1:]}})
>>> results = programs.run(tasks)
>>> results.solved
{'0a000001': ['solve_0a000001']}
"""

from typing import TYPE_CHECKING, Any, List

from ._batch import Batch, Future, batch
from ._load import ProgramWarning, load
from ._native import (
    Batt,
    BattResults,
    DataError,
    Function,
    Grid,
    GridBatch,
    LimitError,
    Outcome,
    Program,
    ProgramError,
    Programs,
    Record,
    Results,
    Task,
    Tasks,
    __version__,
    devices,
)
from ._objects import ObjectInfo
from ._tasks import DataWarning, fetch, tasks

if TYPE_CHECKING:
    from . import dsl
    from ._jit import Jit, jit
    from ._patch import Patch, patch
    from ._primitive import Primitive, primitive
    from ._trace import TraceError

__all__ = [
    "Batch",
    "Batt",
    "BattResults",
    "DataError",
    "DataWarning",
    "Function",
    "Future",
    "Grid",
    "GridBatch",
    "Jit",
    "LimitError",
    "ObjectInfo",
    "Outcome",
    "Patch",
    "Primitive",
    "Program",
    "ProgramError",
    "ProgramWarning",
    "Programs",
    "Record",
    "Results",
    "Task",
    "Tasks",
    "TraceError",
    "__version__",
    "batch",
    "devices",
    "dsl",
    "fetch",
    "jit",
    "load",
    "patch",
    "primitive",
    "tasks",
]

#: Loaded when they are asked for, since not everybody needs them.
_LATER = {
    "Jit": "._jit",
    "Patch": "._patch",
    "Primitive": "._primitive",
    "TraceError": "._trace",
    "dsl": ".dsl",
    "jit": "._jit",
    "patch": "._patch",
    "primitive": "._primitive",
}


def __dir__() -> List[str]:
    """What people can use, also what is not loaded yet."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def __getattr__(name: str) -> Any:
    import importlib

    if name not in _LATER:
        raise AttributeError(f"module 'megabatt' has no attribute {name!r}")
    module = importlib.import_module(_LATER[name], __name__)
    value = module if name == "dsl" else getattr(module, name)
    globals()[name] = value
    return value

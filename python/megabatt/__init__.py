"""megabatt runs ARC programs with exactly Python's answers, hundreds of times faster.

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

from ._batch import Batch, Future, batch
from ._load import ProgramWarning, load
from ._native import (
    DataError,
    Function,
    Grid,
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
)
from ._tasks import DataWarning, fetch, tasks

__all__ = [
    "Batch",
    "DataError",
    "DataWarning",
    "Function",
    "Future",
    "Grid",
    "LimitError",
    "Outcome",
    "Program",
    "ProgramError",
    "ProgramWarning",
    "Programs",
    "Record",
    "Results",
    "Task",
    "Tasks",
    "__version__",
    "batch",
    "fetch",
    "load",
    "tasks",
]

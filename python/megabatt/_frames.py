"""Results as a DataFrame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import Results


def to_pandas(results: Results) -> Any:
    """A row per program and sample: program, task, split, index, outcome, match, cell_match, seconds, fuel, memory, and a column
    with the scores of each differ.

    ``outcome`` is ``value``, the name of an exception, or ``limit …``; ``match`` is missing where the output is not known.
    """
    try:
        import numpy
        import pandas
    except ImportError as error:
        raise ImportError("to_pandas() needs pandas: pip install pandas") from error
    columns: dict[str, Any] = {}
    for name, ((kind, memory), words) in results._columns().items():
        column = numpy.frombuffer(memory, dtype="<" + kind if kind != "?" else kind)
        if words is not None:
            columns[name] = pandas.Categorical.from_codes(column, categories=list(words))
        elif name == "match":
            columns[name] = pandas.arrays.BooleanArray(column == 1, column == -1)
        else:
            columns[name] = column
    order = ["program", "task", "split", "index", "outcome", "match", "cell_match", "seconds", "fuel", "memory"]
    frame = pandas.DataFrame(columns)[[*order, "address_dependent"]]
    for name, scores, missing in results._differ_columns():
        frame[name] = pandas.arrays.IntegerArray(numpy.frombuffer(scores, "<i8"), numpy.frombuffer(missing, "?"))
    return frame

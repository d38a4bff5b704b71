"""A program line by line on a grid, with the value of every line."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Optional

from . import _pictures

if TYPE_CHECKING:
    from ._native import Program

#: Values that are no picture are cut after so many characters.
LONGEST = 300
#: Objects of a set that are drawn.
MOST_OBJECTS = 30


class Shown:
    """Prints as text; in a notebook it shows as pictures."""

    def __init__(self, program: Program, arguments: tuple[Any, ...], trace: dict[str, Any]) -> None:
        self.program = program
        self.arguments = arguments
        #: For each line its number, its text, and its value or what ended it.
        self.lines: list[dict[str, Any]] = trace["lines"]
        self.value = trace.get("value")
        self.failure: Optional[str] = trace.get("failure")

    def __repr__(self) -> str:
        parts = [f"{self.program.name}  {self.program.file}:{self.program.line}"]
        for line in self.lines:
            parts.append(f"{line['number']:>4}  {line['text']}")
            if "failure" in line:
                parts.append(f"      {line['failure']}")
            elif "value" in line:
                parts.append("\n".join("      " + row for row in _text(line["value"]).splitlines()))
            elif line["is_step"]:
                parts.append("      not run")
        if self.failure is not None:
            parts.append(f"it ends with {self.failure}")
        return "\n".join(parts)

    def _repr_html_(self) -> str:
        rows = []
        for line in self.lines:
            if "failure" in line:
                value = f"<b>{escape(line['failure'])}</b>"
            elif "value" in line:
                value = _picture(line["value"])
            else:
                value = "not run" if line["is_step"] else ""
            text = f"<pre>{escape(line['text'])}</pre>"
            rows.append(f"<tr><td>{line['number']}</td><td style='text-align:left'>{text}</td><td>{value}</td></tr>")
        end = f"<div>it ends with <b>{escape(self.failure)}</b></div>" if self.failure is not None else ""
        return f"<div><b>{escape(self.program.name)}</b><table>{''.join(rows)}</table>{end}</div>"


def show(program: Program, arguments: tuple[Any, ...]) -> Shown:
    return Shown(program, arguments, program._trace(*arguments))


def is_grid(value: Any) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) > 0
        and all(isinstance(row, tuple) and len(row) == len(value[0]) > 0 for row in value)
        and all(type(cell) is int for row in value for cell in row)
    )


def places(value: Any) -> Optional[dict[tuple[int, int], int]]:
    """The places of a patch with their colours, -1 for places without one; None for what is no patch."""
    if not isinstance(value, frozenset) or not value:
        return None
    found = {}
    for item in value:
        if not isinstance(item, tuple):
            return None
        if len(item) == 2 and isinstance(item[1], tuple) and len(item[1]) == 2:
            colour, (i, j) = item
        elif len(item) == 3:
            i, j, colour = item
        elif len(item) == 2:
            (i, j), colour = item, -1
        else:
            return None
        if not all(type(n) is int and -100 < n < 1_000 for n in (i, j, colour)):
            return None
        found[i, j] = colour
    return found


def _patch(found: dict[tuple[int, int], int]) -> str:
    top, left = min(i for i, _ in found), min(j for _, j in found)
    bottom, right = max(i for i, _ in found), max(j for _, j in found)
    rows = [[found.get((i, j), "") for j in range(left, right + 1)] for i in range(top, bottom + 1)]
    rows = [["•" if cell == -1 else cell for cell in row] for row in rows]
    return _pictures.labelled(f"at {top}, {left}", _pictures.svg(rows, side=10))


def _picture(value: Any) -> str:
    if is_grid(value):
        return _pictures.svg(value)
    found = places(value)
    if found is not None:
        return _patch(found)
    if isinstance(value, (frozenset, tuple)) and value:
        drawn = [_patch(one) if (one := places(item)) else _pictures.svg(item) if is_grid(item) else None for item in value]
        pictures = [picture for picture in drawn if picture is not None]
        if len(pictures) == len(drawn):
            more = f"<div>and {len(pictures) - MOST_OBJECTS} more</div>" if len(pictures) > MOST_OBJECTS else ""
            return "".join(pictures[:MOST_OBJECTS]) + more
    return f"<pre>{escape(_text(value))}</pre>"


def _text(value: Any) -> str:
    if is_grid(value) and len(value) * len(value[0]) <= _pictures.LARGEST:
        return "\n".join(" ".join(str(cell) for cell in row) for row in value)
    text = repr(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + " …"

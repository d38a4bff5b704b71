"""Pictures for notebooks: SVG in HTML, with everything escaped that comes from outside."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Iterable, Optional

if TYPE_CHECKING:
    from ._native import Program, Programs, Results, Task, Tasks

#: The colours 0 to 9 as everybody in the ARC world draws them.
COLOURS = (
    "#000000",
    "#0074D9",
    "#FF4136",
    "#2ECC40",
    "#FFDC00",
    "#AAAAAA",
    "#F012BE",
    "#FF851B",
    "#7FDBFF",
    "#870C25",
)
#: For numbers that ARC has no colour for; they are written into their cell.
OTHER = "#FFFFFF"
LINES = "#555555"
#: A larger grid is described, not drawn: a notebook keeps every picture.
LARGEST = 10_000
#: Of many tasks so many are drawn: a page should open at once.
MOST_TASKS = 10
MOST_ROWS = 100

Cells = Any


def svg(rows: Cells, *, side: Optional[int] = None, marks: Iterable[tuple[int, int]] = ()) -> str:
    """A picture of a grid; the cells of `marks` get a frame."""
    height, width = len(rows), len(rows[0])
    if height * width > LARGEST:
        return f"<span>a grid of {height} × {width}</span>"
    cell = side or max(6, min(20, 300 // max(height, width)))
    # All cells of a colour are one path: a rectangle each would take eight times the text.
    places: dict[str, list[str]] = {}
    texts = []
    for i, row in enumerate(rows):
        for j, value in enumerate(row):
            known = isinstance(value, int) and 0 <= value < len(COLOURS)
            fill = COLOURS[value] if known else OTHER
            places.setdefault(fill, []).append(f"M{j * cell} {i * cell}h{cell}v{cell}h-{cell}z")
            if not known:
                texts.append(
                    f'<text x="{j * cell + cell / 2}" y="{i * cell + cell * 0.7}" font-size="{cell * 0.6}" '
                    f'text-anchor="middle">{escape(str(value))}</text>'
                )
    parts = [f'<path fill="{fill}" d="{"".join(cells)}"/>' for fill, cells in places.items()] + texts
    for i, j in marks:
        x, y, inner = j * cell + 1, i * cell + 1, cell - 2
        parts.append(f'<rect x="{x}" y="{y}" width="{inner}" height="{inner}" fill="none" stroke="#FFFFFF"/>')
    wide, high = width * cell + 1, height * cell + 1
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="-0.5 -0.5 {wide} {high}" '
        f'stroke="{LINES}" stroke-width="0.5">{"".join(parts)}</svg>'
    )


def grid(rows: Cells) -> str:
    return svg(rows)


def labelled(label: str, picture: str) -> str:
    return (
        '<div style="display:inline-block;margin:4px;vertical-align:top">'
        f'<div style="font-size:smaller">{escape(label)}</div>{picture}</div>'
    )


def task(task: Task, *, side: Optional[int] = None) -> str:
    """Inputs and outputs, one under the other."""
    columns = []
    for name, pairs in (("train", task.train), ("test", task.test)):
        for n, (given, wanted) in enumerate(pairs):
            output = labelled("output", svg(wanted, side=side) if wanted is not None else "?")
            picture = f"{svg(given, side=side)}<br>{output}"
            columns.append(labelled(f"{name} {n}", picture))
    return f'<div><div><b>{escape(task.id)}</b></div>{"".join(columns)}</div>'


def tasks(tasks: Tasks) -> str:
    """The first of many, small."""
    shown = "".join(task(one, side=4) for one in tasks[:MOST_TASKS])
    more = len(tasks) - MOST_TASKS
    rest = f"<div>and {more} more</div>" if more > 0 else ""
    return f"<div><div>{len(tasks)} tasks, {tasks.samples} pairs</div>{shown}{rest}</div>"


def program(program: Program) -> str:
    return f"<div><b>{escape(program.name)}</b> <i>{escape(program.file)}:{program.line}</i><pre>{escape(program.source)}</pre></div>"


def programs(programs: Programs) -> str:
    """Where each one stands."""
    rows = [
        f"<tr><td>{escape(one.name)}</td><td>{escape(one.task or '')}</td><td>{escape(one.file)}:{one.line}</td></tr>"
        for one in programs[:MOST_ROWS]
    ]
    more = len(programs) - MOST_ROWS
    if more > 0:
        rows.append(f"<tr><td>and {more} more</td><td></td><td></td></tr>")
    head = "<tr><th>program</th><th>task</th><th>place</th></tr>"
    return f"<div><div>{escape(repr(programs)[1:-1])}</div><table>{head}{''.join(rows)}</table></div>"


def results_text(results: Results) -> str:
    numbers = results.summary
    stopped = ", interrupted" if results.interrupted else ", stopped by time_limit" if results.timed_out else ""
    return (
        f"<{type(results).__name__}: {numbers['programs']} programs, {numbers['tasks']} tasks, {numbers['runs']} runs: "
        f"{numbers['values']} values, {numbers['errors']} exceptions, {numbers['limits']} limits; "
        f"{numbers['right']} of {numbers['known']} right, {numbers['solved']} tasks solved, {numbers['seconds']:.3g} s{stopped}>"
    )


def results(results: Results) -> str:
    """The numbers, and which programs solve which tasks."""
    rows = []
    solved = results.solved
    for id, names in list(solved.items())[:MOST_ROWS]:
        shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
        rows.append(f"<tr><td>{escape(id)}</td><td>{escape(shown)}</td></tr>")
    more = len(solved) - MOST_ROWS
    if more > 0:
        rows.append(f"<tr><td>and {more} more</td><td></td></tr>")
    table = f"<table><tr><th>solved</th><th>by</th></tr>{''.join(rows)}</table>" if rows else ""
    return f"<div><div>{escape(results_text(results)[1:-1])}</div>{table}</div>"

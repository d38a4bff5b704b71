"""Not run but read, by type checkers: what people write with the package has to pass."""

import types
from typing import Any, List, Optional, Tuple

import megabatt as mb
from megabatt.dsl import DOWN, F, ONE, T, add, apply, fill, objects, ofcolor, rbind, shift, size, vmirror
from megabatt.dsl import rearc, tok

grid: Tuple[Tuple[int, ...], ...] = ((1, 0), (0, 1))
filled: Tuple[Tuple[int, ...], ...] = fill(vmirror(grid), ONE, shift(ofcolor(grid, ONE), DOWN))
count: int = size(objects(grid, T, F, T))
sums = apply(rbind(add, ONE), (1, 2, 3))
squares = apply(lambda n: n * n, (1, 2, 3))
other = rearc.branch(True, if_value=1, else_value=2), tok.fill(grid, 1, frozenset({(0, 1)}))


@mb.jit
def solver(I: Any) -> Any:
    return vmirror(I)


results: List[Any] = solver.map([grid], errors="keep", threads=2)
text: str = solver.source


@mb.primitive
def digits(n: int) -> int:
    return len(str(n))


batch: mb.GridBatch = mb.GridBatch([grid], backend="cpu", min_batch=100).rot90().replace(3, 7)
patched: mb.GridBatch = batch.fill(batch.mostcolor(), batch.ofcolor(0)).hconcat(batch)
shapes: List[Tuple[int, int]] = [turned.shape for turned in batch]
numbers: List[Any] = batch.objects(T, False, T).size().values(errors="keep")
report: Any = batch.crop((0, 0), (1, 1)).numpy(), batch.report()["path"], mb.devices()["gpus"]


programs = mb.load(["solvers.py", "differs.py"])
judged: mb.Results = programs.run("tasks", "all")
totals: List[int] = [about["sum"] for about in judged.differs.values()]
one: Optional[int] = judged[0].differs["differ_cells"]
if isinstance(programs, mb.Batt):
    ran: mb.BattResults = programs.run("tasks", outcomes="full")
    best: int = max(ran.o_score["007bbfb7"].values())
    values: List[Any] = [row.value for row in ran.scores]
    candidates, scores = programs("007bbfb7", (), grid, None)
    number, mutated, came_from, value = candidates[0]


def run(dsl: types.ModuleType, solve: Any) -> None:
    with mb.patch(dsl, threshold=3, only=["objects"], exclude=["fill"]) as stats:
        print(stats.submit(solve, grid).result(), stats.total.accelerated, stats["objects"].left_alone, stats.untouched)

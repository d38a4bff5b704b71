"""Whether an installed wheel works: sets keep their order, programs run, pictures come out. Needs no other package."""

import megabatt as mb

TEXT = """
def solve_0a000001(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O

def fails(I):
    return first(())
"""


def main() -> None:
    programs = mb.load(text=TEXT)
    grid = [[0, 1, 1], [0, 0, 0], [2, 0, 0]]
    assert programs["solve_0a000001"](grid) == ((1, 1),)
    assert programs["fails"].run(grid).error == "StopIteration"
    task = {"0a000001": {"train": [{"input": grid, "output": [[1, 1]]}], "test": [{"input": grid, "output": [[1, 1]]}]}}
    results = programs.run(task, "all", progress=False)
    assert results.solved == {"0a000001": ["solve_0a000001"]} and len(results) == 4
    assert "<svg" in mb.Grid(grid)._repr_html_()
    from megabatt._native import there_and_back

    many = frozenset((i % 7, i) for i in range(200))
    for one in (many, many - frozenset(list(many)[:20]), frozenset({(1, (2, 3)), None})):
        assert list(there_and_back(one)) == list(one)


if __name__ == "__main__":
    main()

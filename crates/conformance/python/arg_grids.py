"""Grids for direct calls: the kinds of picture that ARC has, and the kinds that nobody expects."""

import random
from collections.abc import Callable

from trees import Tree, call, op, s, t

Rows = list[list[int]]


class Grids:
    """Makes grids from a seeded stream. Sizes are small: what an operation does shows on few cells."""

    def __init__(self, rng: random.Random):
        self.rng = rng

    def side(self) -> int:
        return self.rng.choice([1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 10, 12])

    def colours(self) -> list[int]:
        return self.rng.sample(range(10), self.rng.choice([1, 2, 2, 3, 3, 4, 6, 10]))

    def noise(self, h: int, w: int) -> Rows:
        colours = self.colours()
        return [[self.rng.choice(colours) for _ in range(w)] for _ in range(h)]

    def sparse(self, h: int, w: int) -> Rows:
        """A background with a few cells on it."""
        ground, *others = self.rng.sample(range(10), 4)
        share = self.rng.choice([0.1, 0.2, 0.35])
        return [[self.rng.choice(others) if self.rng.random() < share else ground for _ in range(w)] for _ in range(h)]

    def blocks(self, h: int, w: int) -> Rows:
        """A background with rectangles on it, some of them overlapping."""
        ground = self.rng.choice([0, 0, 0, 5])
        rows = [[ground] * w for _ in range(h)]
        for _ in range(self.rng.randint(1, 5)):
            i, j = self.rng.randrange(h), self.rng.randrange(w)
            colour = self.rng.randrange(10)
            hollow = self.rng.random() < 0.4
            bottom, right = min(h, i + self.rng.randint(1, 5)), min(w, j + self.rng.randint(1, 5))
            for y in range(i, bottom):
                for x in range(j, right):
                    if not hollow or y in (i, bottom - 1) or x in (j, right - 1):
                        rows[y][x] = colour
        return rows

    def tiles(self, h: int, w: int) -> Rows:
        """A periodic picture, sometimes with a flaw."""
        tile = self.noise(self.rng.randint(1, 3), self.rng.randint(1, 4))
        rows = [[tile[i % len(tile)][j % len(tile[0])] for j in range(w)] for i in range(h)]
        if self.rng.random() < 0.25:
            rows[self.rng.randrange(h)][self.rng.randrange(w)] = self.rng.randrange(10)
        return rows

    def lines(self, h: int, w: int) -> Rows:
        """A picture crossed by frontiers."""
        rows = self.sparse(h, w)
        colour = self.rng.randrange(10)
        for i in range(h):
            if self.rng.random() < 0.25:
                rows[i] = [colour] * w
        for j in range(w):
            if self.rng.random() < 0.25:
                for row in rows:
                    row[j] = colour
        return rows

    def uniform(self, h: int, w: int) -> Rows:
        colour = self.rng.randrange(10)
        return [[colour] * w for _ in range(h)]

    def symmetric(self, h: int, w: int) -> Rows:
        rows = self.sparse(h, w)
        return [row[: (w + 1) // 2] + row[: w // 2][::-1] for row in rows]

    def rows(self, h: int | None = None, w: int | None = None) -> Rows:
        styles: list[Callable[[int, int], Rows]] = [self.noise, self.sparse, self.sparse, self.blocks, self.blocks]
        styles += [self.tiles, self.lines, self.uniform, self.symmetric]
        return self.rng.choice(styles)(h or self.side(), w or self.side())

    def valid(self, h: int | None = None, w: int | None = None) -> Tree:
        """A grid as ARC has them; one in four not in the compact form, one in ten made by an operation."""
        if h is None and self.rng.random() < 0.03:
            h, w = self.rng.choice([(30, 30), (1, 30), (30, 1), (20, 25), (1, 40), (33, 2)])
        rows = self.rows(h, w)
        tree: Tree = {"g": rows} if self.rng.random() < 0.75 else t(*(t(*row) for row in rows))
        if h is None and self.rng.random() < 0.1:
            name = self.rng.choice(["rot90", "hmirror", "vmirror", "dmirror", "cmirror", "trim", "tophalf", "identity"])
            tree = call(name, tree)
        return tree

    def edge(self) -> Tree:
        """Still a tuple of tuples, but hardly a picture."""
        rows = self.rows()
        i, j = self.rng.randrange(len(rows)), self.rng.randrange(len(rows[0]))
        odd = self.rng.choice([True, False, -1, -2, 10, 255, 256, -128, 2**31, 2**40, 2**63 - 1, -(2**63)])
        kind = self.rng.randrange(11)
        if kind == 0:
            return t()
        if kind == 1:
            return t(*[t()] * self.rng.randint(1, 3))
        if kind == 2:
            return {"g": [[self.rng.randrange(10)]]}
        if kind == 3:  # ragged
            rows[i] = rows[i][: self.rng.randint(0, len(rows[i]))]
            return {"g": rows}
        if kind == 4:
            rows[i] = rows[i] + [self.rng.randrange(10)] * self.rng.randint(1, 3)
            return {"g": rows}
        if kind <= 6:
            rows[i][j] = odd
            return {"g": rows}
        if kind == 7:  # bools throughout: True == 1 but is not 1
            return {"g": [[cell > 4 for cell in row] for row in rows]}
        if kind == 8:
            strange = self.rng.choice([None, t(), t(0, 1), s(), s(1, 2), op("identity"), t(1, t(2, 3))])
            cells: list[list[Tree]] = [list(row) for row in rows]
            cells[i][j] = strange
            return t(*(t(*row) for row in cells))
        if kind == 9:  # a row that is no row
            strange = self.rng.choice([0, None, s(1, 2), True, t(t(1, 2), t(3, 4))])
            lines: list[Tree] = [t(*row) for row in rows]
            lines[i] = strange
            return t(*lines)
        return call(
            "canvas", self.rng.choice([0, 7, True, None, t(1, 2)]), t(self.rng.randint(0, 4), self.rng.randint(0, 4))
        )

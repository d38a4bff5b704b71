"""What all puzzles use: the list of tasks, and small tools. Grids are lists of lists, shapes are lists of (row, column) cells."""

from collections import Counter

BLACK, GREY = 0, 5
TASKS = []  # (id, description, draw, number of train pairs, number of test pairs)


class Again(Exception):
    """The grid just drawn would make a poor example: draw another one."""


def task(name, description, train=3, test=1):
    """Register a function `draw(rng, k) -> (input, output)`; k counts the pairs from 0."""

    def register(draw):
        TASKS.append((name, description, draw, train, test))
        return draw

    return register


def need(condition):
    if not condition:
        raise Again


def blank(h, w, colour=BLACK):
    return [[colour] * w for _ in range(h)]


def clone(grid):
    return [list(row) for row in grid]


def noise(rng, h, w, colours, density=1.0):
    return [[rng.choice(colours) if rng.random() < density else BLACK for _ in range(w)] for _ in range(h)]


def transpose(grid):
    return [list(column) for column in zip(*grid)]


def flip_rows(grid):
    return grid[::-1]


def flip_columns(grid):
    return [row[::-1] for row in grid]


def turn(grid):
    """Quarter turn clockwise."""
    return transpose(grid[::-1])


def inside(grid, i, j):
    return 0 <= i < len(grid) and 0 <= j < len(grid[0])


def stamp(grid, cells, colour):
    """Colour the cells that lie on the grid."""
    for i, j in cells:
        if inside(grid, i, j):
            grid[i][j] = colour


def where(grid, colour):
    return [(i, j) for i, row in enumerate(grid) for j, value in enumerate(row) if value == colour]


def moved(cells, di, dj):
    return [(i + di, j + dj) for i, j in cells]


def around(i, j):
    return [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]


def solid(h, w):
    return [(i, j) for i in range(h) for j in range(w)]


def frame(h, w):
    return [(i, j) for i, j in solid(h, w) if i in (0, h - 1) or j in (0, w - 1)]


def extent(cells):
    """Height and width of a shape that starts at (0, 0)."""
    return max(i for i, _ in cells) + 1, max(j for _, j in cells) + 1


def cutout(grid, cells):
    """The part of the grid in the bounding box of the cells."""
    rows, columns = [i for i, _ in cells], [j for _, j in cells]
    return [row[min(columns) : max(columns) + 1] for row in grid[min(rows) : max(rows) + 1]]


def blob(rng, n):
    """A random connected shape of n cells whose bounding box starts at (0, 0)."""
    cells = {(0, 0)}
    while len(cells) < n:
        i, j = rng.choice(sorted(cells))
        cells.add(rng.choice(around(i, j)))
    top, left = min(i for i, _ in cells), min(j for _, j in cells)
    return sorted(moved(cells, -top, -left))


def scatter(rng, h, w, shapes, gap=1, taken=()):
    """Place the shapes at random on h x w cells so that their boxes stay `gap` cells apart."""
    boxes, placed = list(taken), []
    for shape in shapes:
        sh, sw = extent(shape)
        for _ in range(60):
            if sh > h or sw > w:
                raise Again
            i, j = rng.randrange(h - sh + 1), rng.randrange(w - sw + 1)
            if all(
                i + sh + gap <= bi or bi + bh + gap <= i or j + sw + gap <= bj or bj + bw + gap <= j
                for bi, bj, bh, bw in boxes
            ):
                break
        else:
            raise Again
        boxes.append((i, j, sh, sw))
        placed.append(moved(shape, i, j))
    return placed


def component(grid, start):
    """All cells reached from start over direct neighbours of the same colour."""
    colour, found, todo = grid[start[0]][start[1]], {start}, [start]
    while todo:
        for i, j in around(*todo.pop()):
            if inside(grid, i, j) and grid[i][j] == colour and (i, j) not in found:
                found.add((i, j))
                todo.append((i, j))
    return found


def mostly_black(grid):
    """Draw again unless black is the one most common colour."""
    counts = Counter(value for row in grid for value in row)
    need(all(counts[BLACK] > n for colour, n in counts.items() if colour != BLACK))


def uniform(line):
    return len(set(line)) == 1


def period(rows):
    """Least horizontal period of a block of equally long rows."""
    width = len(rows[0])
    return next(p for p in range(1, width + 1) if all(row[p:] == row[: width - p] for row in rows))

#!/usr/bin/env python3
"""Write the demo tasks: `python3 make_tasks.py [folder]` (default: tasks/ beside this file).

Each puzzle is one function that draws a random input grid and works out the output in plain
Python. No DSL module is imported anywhere, so a program of programs.py that agrees with these
files has been checked against an independent answer. Seeds are fixed (the task id), hence the
files come out the same every time.
"""

import json
import random
import sys
from collections import Counter
from pathlib import Path

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


# ---------------------------------------------------------------------------------------------
# Small tools: grids are lists of lists, shapes are lists of (row, column) cells.
# ---------------------------------------------------------------------------------------------


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


# ---------------------------------------------------------------------------------------------
# Gravity, sorting, counting
# ---------------------------------------------------------------------------------------------


@task("ca5caded", "In every column the red cells sink to the floor and the blue cells float to the top.")
def cascaded(rng, k):
    grid = noise(rng, rng.randint(5, 9), rng.randint(4, 9), [1, 2], 0.5)
    columns = []
    for column in transpose(grid):
        blue, red = column.count(1), column.count(2)
        columns.append([1] * blue + [BLACK] * (len(column) - blue - red) + [2] * red)
    return grid, transpose(columns)


@task("7a11e57a", "Sort the bars: shortest on the left, tallest on the right.")
def tallest(rng, k):
    h = rng.randint(6, 10)
    heights = rng.sample(range(1, h + 1), rng.randint(4, h - 1))
    need(heights != sorted(heights))
    bars = [[BLACK] * (h - n) + [rng.randint(1, 9)] * n for n in heights]
    return transpose(bars), transpose(sorted(bars, key=lambda bar: h - bar.count(BLACK)))


@task("e5ca1a7e", "Count the cells of each colour and draw the counts as bars, rarest colour on top.")
def escalate(rng, k):
    h, w, kinds = rng.randint(8, 11), rng.randint(8, 11), rng.randint(3, 5)
    colours, counts = rng.sample(range(1, 10), kinds), rng.sample(range(1, 9), kinds)
    spots = rng.sample(solid(h, w), sum(counts))
    grid = blank(h, w)
    for colour, n in zip(colours, counts):
        for _ in range(n):
            stamp(grid, [spots.pop()], colour)
    mostly_black(grid)
    longest = max(counts)
    bars = sorted(zip(counts, colours))
    return grid, [[colour] * n + [BLACK] * (longest - n) for n, colour in bars]


@task("d1ced1ce", "Even number of blue cells: flip upside down; odd number: mirror left to right.", train=4, test=2)
def dice(rng, k):
    grid = noise(rng, rng.randint(4, 7), rng.randint(4, 7), [1, 1, 2, 4, 8], 0.4)
    blue = len(where(grid, 1))
    need(blue % 2 == k % 2 and 2 <= blue)
    upside, sideways = flip_rows(grid), flip_columns(grid)
    need(upside != grid and sideways != grid and upside != sideways)
    return grid, upside if blue % 2 == 0 else sideways


@task("511de511", "Red shapes slide to the left wall, blue shapes to the right wall.")
def slide(rng, k):
    shapes = [blob(rng, rng.randint(3, 5)) for _ in range(rng.randint(3, 4))]
    h, w = sum(extent(shape)[0] + 1 for shape in shapes) - 1, rng.randint(9, 12)
    grid, out, top = blank(h, w), blank(h, w), 0
    for n, shape in enumerate(shapes):
        red = (n + k) % 2 == 0
        sh, sw = extent(shape)
        stamp(grid, moved(shape, top, rng.randint(1, w - sw - 1)), 2 if red else 1)
        stamp(out, moved(shape, top, 0 if red else w - sw), 2 if red else 1)
        top += sh + 1
    return grid, out


# ---------------------------------------------------------------------------------------------
# Scaling, splitting, joining
# ---------------------------------------------------------------------------------------------


@task("5ca1ab1e", "Enlarge the picture by the number of cells of its rarest colour.")
def scalable(rng, k):
    factor = (2, 3, 4, 3)[k]
    h, w = rng.randint(3, 4), rng.randint(4, 5)
    grid = noise(rng, h, w, rng.sample(range(1, 10), 2), 0.8)
    counts = sorted(Counter(value for row in grid for value in row).values())
    need(len(counts) == 3 and counts[0] == factor < counts[1])
    return grid, [[value for value in row for _ in range(factor)] for row in grid for _ in range(factor)]


@task("de5ca1ed", "Reduce the picture so that the one grey block becomes a single cell.")
def descaled(rng, k):
    scale = (2, 3, 2, 4)[k]
    h, w = rng.randint(3, 4), rng.randint(3, 4)
    picture = noise(rng, h, w, rng.sample([1, 2, 3, 4, 6, 7, 8, 9], 3))
    stamp(picture, [(rng.randrange(h), rng.randrange(w))], GREY)
    rows, columns = h * scale + rng.randint(2, 4), w * scale + rng.randint(2, 4)
    grid = blank(rows, columns)
    top, left = rng.randint(0, rows - h * scale), rng.randint(0, columns - w * scale)
    for i, j in solid(h * scale, w * scale):
        grid[top + i][left + j] = picture[i // scale][j // scale]
    mostly_black(grid)
    return grid, picture


@task("acc01ade", "Put the picture in the middle of a black sheet twice its size.")
def accolade(rng, k):
    h, w = rng.choice([4, 6, 8]), rng.choice([4, 6, 8])
    grid = noise(rng, h, w, rng.sample(range(1, 10), 3), 0.7)
    out = blank(2 * h, 2 * w)
    for i, j in solid(h, w):
        out[i + h // 2][j + w // 2] = grid[i][j]
    return grid, out


@task("1ace1ace", "Lace the two halves: rows of the top half and of the bottom half take turns.")
def lace(rng, k):
    h, w = rng.randint(2, 5), rng.randint(4, 8)
    top, bottom = noise(rng, h, w, [1, 8], 0.7), noise(rng, h, w, [2, 4], 0.7)
    return top + bottom, [row for both in zip(top, bottom) for row in both]


@task("b1f0ca15", "Fold the sheet along the grey wall: cyan where two orange cells meet.")
def bifocals(rng, k):
    h, w = rng.randint(3, 7), rng.randint(3, 6)
    left, right = noise(rng, h, w, [7], 0.55), noise(rng, h, w, [7], 0.55)
    grid = [a + [GREY] + b for a, b in zip(left, right)]
    out = [[8 if x == y == 7 else BLACK for x, y in zip(a, reversed(b))] for a, b in zip(left, right)]
    need(where(out, 8))
    return grid, out


@task("51de51de", "Turn the bottom half around and lay it over the top half: cells that collide vanish.")
def side_by_side(rng, k):
    h, w = rng.randint(3, 6), rng.randint(3, 8)
    top, bottom = noise(rng, h, w, [6], 0.5), noise(rng, h, w, [4], 0.5)
    turned = turn(turn(bottom))
    out = [[x + y if BLACK in (x, y) else BLACK for x, y in zip(a, b)] for a, b in zip(top, turned)]
    return top + bottom, out


@task("7ab1e5e7", "A table: where the head of the row and the head of the column agree, fill in their colour.")
def table_set(rng, k):
    h, w = rng.randint(6, 9), rng.randint(6, 10)
    colours = rng.sample([1, 2, 3, 4, 6, 7, 8, 9], 4)
    grid = blank(h, w)
    grid[0][0] = GREY
    for j in range(1, w):
        grid[0][j] = rng.choice(colours)
    for i in range(1, h):
        grid[i][0] = rng.choice(colours)
    out = clone(grid)
    for i in range(1, h):
        for j in range(1, w):
            if grid[i][0] == grid[0][j]:
                out[i][j] = grid[i][0]
    need(out != grid)
    mostly_black(grid)
    return grid, out


# ---------------------------------------------------------------------------------------------
# Symmetry and periods
# ---------------------------------------------------------------------------------------------


@task("b1fac1a1", "The face looks into a mirror: its image in the empty right half is all grey.")
def bifacial(rng, k):
    half = noise(rng, rng.randint(4, 9), rng.randint(2, 5), rng.sample([1, 2, 3, 4, 6, 7, 8, 9], 3), 0.6)
    need(any(BLACK in row for row in half))
    image = [[GREY if value else BLACK for value in reversed(row)] for row in half]
    return [row + [BLACK] * len(row) for row in half], [a + b for a, b in zip(half, image)]


@task("f1a7d15c", "Make a film strip of four frames: the picture takes a quarter turn from frame to frame.")
def flat_disc(rng, k):
    n = rng.randint(3, 5)
    grid = noise(rng, n, n, rng.sample(range(1, 10), 3), 0.6)
    once = turn(grid)
    twice = turn(once)
    thrice = turn(twice)
    need(grid != once and grid != twice)
    return grid, [a + b + c + d for a, b, c, d in zip(grid, once, twice, thrice)]


@task("d1a6da1e", "Repeat the upper wedge in the other three wedges, mirrored over both diagonals.")
def diagonal(rng, k):
    n = rng.randint(7, 11)
    grid, out = blank(n, n), blank(n, n)
    for i, j in solid(n, n):
        if i <= j <= n - 1 - i and rng.random() < 0.45:
            colour, m = rng.choice([2, 3, 7, 8]), n - 1
            grid[i][j] = colour
            stamp(out, [(i, j), (j, i), (m - j, m - i), (m - i, m - j)], colour)
    need(len(where(out, BLACK)) * 2 > n * n and n * n - len(where(grid, BLACK)) >= 6)
    return grid, out


@task("7e55e11a", "The wallpaper repeats a tile: find the tile.")
def tessella(rng, k):
    p, q = rng.randint(3, 5), rng.randint(3, 5)
    tile = noise(rng, p, q, rng.sample(range(1, 10), 3))
    h, w = rng.randint(2 * p, 3 * p + 1), rng.randint(2 * q, 3 * q + 1)
    grid = [[tile[i % p][j % q] for j in range(w)] for i in range(h)]
    need(period(grid) == q and period(transpose(grid)) == p)
    return grid, tile


@task("bea7ab1e", "The rhythm stops halfway: continue it to the right edge.")
def beatable(rng, k):
    h, p = rng.randint(3, 6), rng.randint(2, 4)
    w = rng.randint(max(12, 4 * p), 20)
    bar = noise(rng, h, p, rng.sample(range(1, 10), 4))
    known = rng.randint(2 * p, w // 2)
    out = [[row[j % p] for j in range(w)] for row in bar]
    grid = [row[:known] + [BLACK] * (w - known) for row in out]
    need(period([row[:known] for row in out]) == p)
    mostly_black(grid)
    return grid, out


@task("1a771ce5", "Remove the grey lattice and push the pieces of the picture together.")
def lattices(rng, k):
    h, w = rng.randint(4, 8), rng.randint(4, 8)
    picture = noise(rng, h, w, rng.sample([1, 2, 3, 4, 6, 7, 8, 9], 3), 0.6)
    need(not any(map(uniform, picture)) and not any(map(uniform, transpose(picture))))
    grid = clone(picture)
    for _ in range(rng.randint(1, 3)):
        grid.insert(rng.randint(1, len(grid) - 1), [GREY] * w)
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(1, len(grid[0]) - 1)
        grid = [row[:at] + [GREY] + row[at:] for row in grid]
    return grid, picture


@task("0be115c5", "Black lines cross the noise: rows turn blue, columns red, crossings green.")
def obelisks(rng, k):
    h, w = rng.randint(8, 13), rng.randint(8, 13)
    grid = noise(rng, h, w, [5, 7, 8])
    rows, columns = rng.sample(range(1, h - 1), rng.randint(1, 2)), rng.sample(range(1, w - 1), rng.randint(1, 3))
    out = clone(grid)
    for i, j in solid(h, w):
        if i in rows or j in columns:
            grid[i][j] = BLACK
            out[i][j] = 3 if i in rows and j in columns else 1 if i in rows else 2
    return grid, out


@task("7e57ca5e", "The sample stands in the upper left corner: paint every other exact copy of it grey.")
def test_case(rng, k):
    h, w = rng.randint(9, 13), rng.randint(9, 13)
    a, b = rng.sample([1, 2, 3, 4, 6, 7, 8, 9], 2)
    sample = [rng.choice([a, b]) for _ in range(4)]
    need(len(set(sample)) == 2)
    copies, fakes = rng.randint(2, 4), rng.randint(2, 3)
    places = scatter(rng, h, w, [solid(2, 2)] * (copies + fakes), taken=[(0, 0, 2, 2)])
    grid = blank(h, w)
    out = clone(grid)
    for n, cells in enumerate([solid(2, 2)] + places):
        colours = list(sample)
        if n > copies:  # a fake: one cell has the other colour
            spot = rng.randrange(4)
            colours[spot] = b if colours[spot] == a else a
        for cell, colour in zip(cells, colours):
            stamp(grid, [cell], colour)
            stamp(out, [cell], GREY if 0 < n <= copies else colour)
    return grid, out


# ---------------------------------------------------------------------------------------------
# Objects: choosing, recolouring
# ---------------------------------------------------------------------------------------------


@task("0ddba115", "Cut out the one shape with a colour of its own and paint it like the others.")
def oddballs(rng, k):
    h, w = rng.randint(9, 13), rng.randint(9, 13)
    common, odd = rng.sample(range(1, 10), 2)
    shapes = scatter(rng, h, w, [blob(rng, rng.randint(6, 8)) for _ in range(rng.randint(4, 6))])
    grid = blank(h, w)
    for n, cells in enumerate(shapes):
        stamp(grid, cells, odd if n == 0 else common)
    out = [[common if value else BLACK for value in row] for row in cutout(grid, shapes[0])]
    need(len(out) >= 3 and len(out[0]) >= 3)
    return grid, out


@task("5e1ec7ed", "Cut out the one shape that is made of two colours.")
def selected(rng, k):
    h, w = rng.randint(9, 13), rng.randint(9, 13)
    shapes = scatter(rng, h, w, [blob(rng, rng.randint(5, 8)) for _ in range(rng.randint(3, 5))])
    grid = blank(h, w)
    for cells in shapes:
        stamp(grid, cells, rng.randint(1, 9))
    chosen = shapes[0]
    own = grid[chosen[0][0]][chosen[0][1]]
    second = rng.choice([colour for colour in range(1, 10) if colour != own])
    stamp(grid, rng.sample(chosen, rng.randint(1, 3)), second)
    out = cutout(grid, chosen)
    need(len(out) >= 3 and len(out[0]) >= 3)
    return grid, out


@task("a55e55ed", "A podium for the grey shapes: the largest turns blue, the second red, the third green.")
def assessed(rng, k):
    h, w = rng.randint(9, 13), rng.randint(9, 13)
    sizes = rng.sample(range(2, 10), rng.randint(4, 6))
    shapes = scatter(rng, h, w, [blob(rng, n) for n in sizes])
    grid = blank(h, w)
    for cells in shapes:
        stamp(grid, cells, GREY)
    out = clone(grid)
    ranked = sorted(shapes, key=len, reverse=True)
    for colour, cells in zip((1, 2, 3), ranked):
        stamp(out, cells, colour)
    return grid, out


@task("d15ab1ed", "Wipe away the single specks, then turn the sheet upside down.")
def disabled(rng, k):
    h, w = rng.randint(9, 14), rng.randint(9, 14)
    sizes = [rng.randint(3, 7) for _ in range(3)] + [1] * rng.randint(4, 8)
    grid, clean = blank(h, w), blank(h, w)
    for cells in scatter(rng, h, w, [blob(rng, n) for n in sizes]):
        colour = rng.randint(1, 9)
        stamp(grid, cells, colour)
        if len(cells) > 1:
            stamp(clean, cells, colour)
    return grid, flip_rows(clean)


@task("c0a1e5ce", "Grey shapes take the colour of the cell in the very middle of the grid.")
def coalesce(rng, k):
    h, w = rng.choice([7, 9, 11, 13]), rng.choice([7, 9, 11, 13])
    middle = (h // 2, w // 2)
    shapes = scatter(rng, h, w, [blob(rng, rng.randint(3, 5)) for _ in range(3)], taken=[(*middle, 1, 1)])
    colour = rng.choice([1, 2, 3, 4, 6, 7, 8, 9])
    grid, out = blank(h, w), blank(h, w)
    for cells in shapes:
        stamp(grid, cells, GREY)
        stamp(out, cells, colour)
    stamp(grid, [middle], colour)
    stamp(out, [middle], colour)
    return grid, out


@task("5e7be51d", "Blue shapes with a red cell right beside them turn green.")
def set_beside(rng, k):
    h, w = rng.randint(10, 14), rng.randint(10, 14)
    grid = blank(h, w)
    for cells in scatter(rng, h, w, [blob(rng, rng.randint(3, 6)) for _ in range(4)]):
        stamp(grid, cells, 1)
    for i, j in rng.sample(where(grid, BLACK), 7):
        grid[i][j] = 2
    out = clone(grid)
    touched = alone = 0
    for start in where(grid, 1):
        cells = component(grid, start)
        if start != min(cells):
            continue
        if any(inside(grid, *near) and grid[near[0]][near[1]] == 2 for cell in cells for near in around(*cell)):
            stamp(out, cells, 3)
            touched += 1
        else:
            alone += 1
    need(touched >= 1 and alone >= 1)
    return grid, out


@task("5ea1e7e1", "The grey line is the sea level: shapes above it turn green, shapes below it yellow.")
def sea_level(rng, k):
    w, above, below = rng.randint(8, 12), rng.randint(4, 8), rng.randint(4, 8)
    grid = blank(above + 1 + below, w)
    out = clone(grid)
    for top, height, colour in ((0, above, 3), (above + 1, below, 4)):
        for cells in scatter(rng, height, w, [blob(rng, rng.randint(2, 5)) for _ in range(2)]):
            stamp(grid, moved(cells, top, 0), 1)
            stamp(out, moved(cells, top, 0), colour)
    grid[above] = [GREY] * w
    out[above] = [GREY] * w
    return grid, out


@task("ed6e1e55", "Take off the frame and swap the two colours inside.")
def edgeless(rng, k):
    h, w = rng.randint(4, 8), rng.randint(4, 8)
    edge, a, b = rng.sample(range(10), 3)
    picture = [[a if rng.random() < 0.65 else b for _ in range(w)] for _ in range(h)]
    need(len(where(picture, a)) > len(where(picture, b)) > 0)
    grid = [[edge] * (w + 2)] + [[edge] + row + [edge] for row in picture] + [[edge] * (w + 2)]
    return grid, [[b if value == a else a for value in row] for row in picture]


# ---------------------------------------------------------------------------------------------
# Boxes, frames, filling in
# ---------------------------------------------------------------------------------------------


@task("d11a7ed0", "A ring of its own colour appears around every dot, two steps away.")
def dilated(rng, k):
    h, w = rng.randint(10, 15), rng.randint(10, 15)
    grid = blank(h, w)
    for cells in scatter(rng, h, w, [[(0, 0)]] * rng.randint(2, 4), gap=4):
        stamp(grid, cells, rng.randint(1, 9))
    out = clone(grid)
    for i, j in solid(h, w):
        if grid[i][j]:
            stamp(out, moved(frame(5, 5), i - 2, j - 2), grid[i][j])
    return grid, out


@task("b01dface", "Fill the frames: tall ones blue, wide ones red, square ones green.")
def bold_face(rng, k):
    h, w = rng.randint(12, 16), rng.randint(12, 16)
    side = rng.randint(3, 6)
    short, long = rng.randint(3, 4), rng.randint(5, 7)
    kinds = [((long, short), 1), ((short, long), 2), ((side, side), 3)] + [((3, 4), 2)] * (k % 2)
    places = scatter(rng, h, w, [frame(*dims) for dims, _ in kinds])
    grid = blank(h, w)
    out = clone(grid)
    for ((fh, fw), colour), cells in zip(kinds, places):
        stamp(grid, cells, 8)
        stamp(out, moved(solid(fh, fw), *min(cells)), colour)
        stamp(out, cells, 8)
    return grid, out


@task("d077ed1f", "Four dots are the corners of a rectangle: draw its outline in grey, fill it with their colour.")
def dotted(rng, k):
    h, w = rng.randint(10, 15), rng.randint(10, 15)
    sizes = [(rng.randint(3, 7), rng.randint(3, 7)) for _ in range(rng.randint(2, 3))]
    colours = rng.sample([1, 2, 3, 4, 6, 7, 8, 9], len(sizes))
    grid, out = blank(h, w), blank(h, w)
    for (fh, fw), colour, cells in zip(sizes, colours, scatter(rng, h, w, [frame(*dims) for dims in sizes])):
        top, left = min(cells)
        dots = moved([(0, 0), (0, fw - 1), (fh - 1, 0), (fh - 1, fw - 1)], top, left)
        stamp(grid, dots, colour)
        stamp(out, moved(solid(fh, fw), top, left), colour)
        stamp(out, cells, GREY)
        stamp(out, dots, colour)
    return grid, out


@task("c0bb1e5d", "Tall slabs get red upper corners, wide ones blue left corners, squares a green lower right corner.")
def cobbles(rng, k):
    h, w = rng.randint(10, 14), rng.randint(10, 14)
    side, short, long = rng.randint(2, 4), rng.randint(2, 3), rng.randint(4, 5)
    sizes = [(long, short), (short, long), (side, side)]
    grid, out = blank(h, w), blank(h, w)
    for (sh, sw), cells in zip(sizes, scatter(rng, h, w, [solid(*dims) for dims in sizes])):
        stamp(grid, cells, GREY)
        stamp(out, cells, GREY)
        if sh > sw:
            marks, colour = [(0, 0), (0, sw - 1)], 2
        elif sh < sw:
            marks, colour = [(0, 0), (sh - 1, 0)], 1
        else:
            marks, colour = [(sh - 1, sw - 1)], 3
        stamp(out, moved(marks, *min(cells)), colour)
    mostly_black(grid)
    return grid, out


@task("f0ca1d07", "Mark the centre of every slab in yellow.")
def focal_dot(rng, k):
    h, w = rng.randint(10, 15), rng.randint(10, 15)
    sizes = [(rng.choice([1, 3, 5]), rng.choice([3, 5, 7])) for _ in range(3)]
    grid = blank(h, w)
    out = clone(grid)
    for (sh, sw), cells in zip(sizes, scatter(rng, h, w, [solid(*dims) for dims in sizes])):
        colour = rng.choice([1, 2, 3, 6, 7, 8])
        top, left = min(cells)
        stamp(grid, cells, colour)
        stamp(out, cells, colour)
        stamp(out, [(top + sh // 2, left + sw // 2)], 4)
    mostly_black(grid)
    return grid, out


@task("5ea1ab1e", "Closed fences are filled with their own colour; fences with a gap turn grey.")
def sealable(rng, k):
    h, w = rng.randint(11, 15), rng.randint(11, 15)
    grid, out = blank(h, w), blank(h, w)
    sizes = [(rng.randint(3, 6), rng.randint(3, 6)) for _ in range(4)]
    for n, ((fh, fw), cells) in enumerate(zip(sizes, scatter(rng, h, w, [frame(*dims) for dims in sizes]))):
        colour = rng.choice([1, 2, 3, 8])
        stamp(grid, cells, colour)
        if n % 2 == 0:
            stamp(out, moved(solid(fh, fw), *min(cells)), colour)
        else:
            gap = moved([rng.choice([(0, fw // 2), (fh // 2, 0)])], *min(cells))
            stamp(grid, gap, BLACK)
            stamp(out, cells, GREY)
            stamp(out, gap, BLACK)
    mostly_black(grid)
    return grid, out


@task("5eedbed5", "Seeds in the upper half grow into upright crosses, seeds in the lower half into slanted ones.")
def seedbeds(rng, k):
    h, w = rng.choice([8, 10, 12, 14]), rng.randint(9, 13)
    grid = blank(h, w)
    for cells in scatter(rng, h, w, [[(0, 0)]] * rng.randint(4, 6), gap=2):
        stamp(grid, cells, rng.randint(1, 9))
    seeds = [(i, j) for i, j in solid(h, w) if grid[i][j]]
    need(seeds[1][0] < h // 2 <= seeds[-2][0])
    out = clone(grid)
    for i, j in seeds:
        slanted = [(i + di, j + dj) for di in (-1, 1) for dj in (-1, 1)]
        stamp(out, around(i, j) if i < h // 2 else slanted, grid[i][j])
    return grid, out


# ---------------------------------------------------------------------------------------------
# Lines, shooting, moving
# ---------------------------------------------------------------------------------------------


@task("ba5eba11", "Each dart (red tail, blue tip) flies on and leaves a green trail on black cells.")
def darts(rng, k):
    h, w = rng.randint(9, 14), rng.randint(9, 14)
    ways = rng.sample([(di, dj) for di in (-1, 0, 1) for dj in (-1, 0, 1) if di or dj], rng.randint(2, 3))
    spans = [solid(abs(di) + 1, abs(dj) + 1) for di, dj in ways]
    grid, trails = blank(h, w), []
    for (di, dj), box in zip(ways, scatter(rng, h, w, spans, gap=2)):
        rows, columns = sorted({i for i, _ in box}), sorted({j for _, j in box})
        tail = (rows[0] if di >= 0 else rows[-1], columns[0] if dj >= 0 else columns[-1])
        tip = (tail[0] + di, tail[1] + dj)
        stamp(grid, [tail], 2)
        stamp(grid, [tip], 1)
        trail = [(tip[0] + n * di, tip[1] + n * dj) for n in range(1, 20)]
        trails += [cell for cell in trail if inside(grid, *cell)]
    out = clone(grid)
    stamp(out, [(i, j) for i, j in trails if grid[i][j] == BLACK], 3)
    need(len(where(out, 3)) >= 5)
    return grid, out


@task("6e0de51c", "Join the two dots of each colour with a straight grey line.")
def geodesic(rng, k):
    h, w = rng.randint(9, 14), rng.randint(9, 14)
    grid, out = blank(h, w), blank(h, w)
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
    rng.shuffle(steps)
    for colour, (di, dj) in zip(rng.sample([1, 2, 3, 4, 6, 7, 8, 9], 4), steps[: rng.randint(3, 4)]):
        i, j, n = rng.randrange(h), rng.randrange(w), rng.randint(3, 7)
        line = [(i + m * di, j + m * dj) for m in range(n + 1)]
        need(all(inside(out, *cell) and out[cell[0]][cell[1]] == BLACK for cell in line))
        stamp(out, line, GREY)
        for board in (grid, out):
            stamp(board, [line[0], line[-1]], colour)
    return grid, out


@task("c0c0bead", "Red beads draw a line to the left wall, blue beads one to the floor; blue runs over red.")
def cocoa_beads(rng, k):
    h, w = rng.randint(7, 13), rng.randint(7, 13)
    rows, columns = rng.sample(range(h), rng.randint(2, 3)), rng.sample(range(w), rng.randint(2, 3))
    grid, out = blank(h, w), blank(h, w)
    for i in rows:
        bead = rng.choice([j for j in range(2, w) if j not in columns])
        stamp(grid, [(i, bead)], 2)
        stamp(out, [(i, j) for j in range(bead + 1)], 2)
    for j in columns:
        bead = rng.choice([i for i in range(h - 2) if i not in rows])
        stamp(grid, [(bead, j)], 1)
        stamp(out, [(i, j) for i in range(bead, h)], 1)
    return grid, out


@task("fade0ff5", "Every shape casts a grey shadow one step down and to the right.")
def shadow(rng, k):
    h, w = rng.randint(8, 13), rng.randint(8, 13)
    grid = blank(h, w)
    for cells in scatter(rng, h, w, [blob(rng, rng.randint(3, 7)) for _ in range(3)]):
        stamp(grid, cells, rng.choice([1, 2, 3, 4, 6, 7, 8, 9]))
    out = clone(grid)
    for i in range(1, h):
        for j in range(1, w):
            if grid[i][j] == BLACK and grid[i - 1][j - 1] != BLACK:
                out[i][j] = GREY
    return grid, out


@task("f1d6e7ed", "The green shape moves to the pink block until they touch; grey marks where it was.", train=4)
def fidgeted(rng, k):
    shape, length = blob(rng, rng.randint(2, 4)), rng.randint(5, 7)
    sh, sw = extent(shape)
    h, w = rng.randint(10, 14), length + rng.randint(2, 6)
    left = rng.randint(0, w - length)
    block = moved(solid(2, length), h - 2, left)
    start = moved(shape, rng.randint(0, h - 6 - sh), rng.randint(left, left + length - sw))
    stop = start
    while not any(near in block for cell in stop for near in around(*cell)):
        stop = moved(stop, 1, 0)
    grid = blank(h, w)
    stamp(grid, block, 6)
    out = clone(grid)
    stamp(grid, start, 3)
    stamp(out, start, GREY)
    stamp(out, stop, 3)
    for _ in range(k):  # show a new direction in every pair
        grid, out = turn(grid), turn(out)
    return grid, out


@task("0ff10ad5", "The red ball jumps over the grey wall and lands right behind it.", train=4)
def offload(rng, k):
    h, w = rng.randint(8, 13), rng.randint(8, 13)
    wall, length = rng.randint(3, h - 2), rng.randint(4, w - 1)
    left = rng.randint(0, w - length)
    ball = (rng.randint(0, wall - 2), rng.randint(left, left + length - 1))
    grid = blank(h, w)
    stamp(grid, [(wall, left + j) for j in range(length)], GREY)
    out = clone(grid)
    stamp(grid, [ball], 2)
    stamp(out, [(wall + 1, ball[1])], 2)
    for _ in range(k):
        grid, out = turn(grid), turn(out)
    return grid, out


# ---------------------------------------------------------------------------------------------
# Writing the files
# ---------------------------------------------------------------------------------------------


def grid_text(grid):
    """One row per line, so that a diff shows rows."""
    return "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in grid) + "\n]"


def pairs_text(pairs):
    return "[\n" + ",\n".join(f'{{"input":{grid_text(a)},"output":{grid_text(b)}}}' for a, b in pairs) + "\n]"


def draw_pairs(name, draw, count):
    """Draw `count` different pairs; a pair whose output equals its input teaches nothing."""
    rng, pairs = random.Random(name), []
    while len(pairs) < count:
        try:
            grid, out = draw(rng, len(pairs))
        except Again:
            continue
        if grid != out and all(grid != seen for seen, _ in pairs):
            pairs.append((grid, out))
    return pairs


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "tasks"
    folder.mkdir(parents=True, exist_ok=True)
    for name, _, draw, train, test in TASKS:
        pairs = draw_pairs(name, draw, train + test)
        text = f'{{"train":{pairs_text(pairs[:train])},\n"test":{pairs_text(pairs[train:])}}}\n'
        (folder / f"{name}.json").write_text(text)
    print(f"{len(TASKS)} tasks written to {folder}")


if __name__ == "__main__":
    main()

"""Symmetry and periods."""

from puzzles.tools import (
    BLACK,
    GREY,
    blank,
    clone,
    frame,
    mostly_black,
    need,
    noise,
    period,
    scatter,
    solid,
    stamp,
    task,
    transpose,
    turn,
    uniform,
    where,
)


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
